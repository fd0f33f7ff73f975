package main

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// mutant is one way to break a mechanism.
type mutant struct {
	name  string
	file  string   // relative to the root of the module
	pkgs  []string // whose tests must turn red, tried in this order
	run   string   // which of their tests, all if empty
	quick bool     // cheap enough for every change
	open  bool     // no test sees it yet
	edits []edit   // one as a rule
	why   []string // comments
}

type edit struct{ old, new string }

//go:embed table/*.txt
var tables embed.FS

// load reads the mutants in all tables.
func load() ([]*mutant, error) {
	entries, err := tables.ReadDir("table")
	if err != nil {
		return nil, err
	}
	var out []*mutant
	for _, e := range entries {
		data, err := tables.ReadFile("table/" + e.Name())
		if err != nil {
			return nil, err
		}
		list, err := parse(strings.TrimSuffix(e.Name(), ".txt"), string(data))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name(), err)
		}
		out = append(out, list...)
	}
	return out, nil
}

// parse reads a table of mutants:
//
//	== NAME [quick|open]
//	# what the mechanism is for
//	file schemafacts/internal/eval/fork.go
//	test ./schemafacts/internal/eval ^TestSound$
//	<<<<
//	the old text
//	----
//	the new text, or nothing
//	>>>>
//
// An open mutant is one that no test sees yet: that is a debt, and their number
// may only shrink. The old text must occur once in the file. It may begin and end within a line.
// Several replacements may follow one another. file and test hold until they are
// given again.
func parse(table, data string) ([]*mutant, error) {
	var out []*mutant
	var file, run string
	var pkgs []string
	var into *[]string
	var old, new []string
	for i, line := range strings.Split(data, "\n") {
		fail := func(msg string) error { return fmt.Errorf("line %d: %s: %q", i+1, msg, line) }
		key, rest, _ := strings.Cut(line, " ")
		switch {
		case into != nil && line == ">>>>":
			m := out[len(out)-1]
			m.file, m.pkgs, m.run = file, pkgs, run
			m.edits = append(m.edits, edit{strings.Join(old, "\n"), strings.Join(new, "\n")})
			into, old, new = nil, nil, nil
		case into == &old && line == "----":
			into = &new
		case into != nil:
			*into = append(*into, line)
		case key == "==":
			name, mark, _ := strings.Cut(rest, " ")
			if name == "" || mark != "" && mark != "quick" && mark != "open" {
				return nil, fail("want a name, and perhaps quick or open")
			}
			out = append(out, &mutant{name: table + "/" + name, quick: mark == "quick", open: mark == "open"})
		case line == "":
		case len(out) == 0:
			return nil, fail("a name comes first")
		case key == "#":
			out[len(out)-1].why = append(out[len(out)-1].why, rest)
		case key == "file":
			file = rest
		case key == "test":
			pkgs, run = nil, ""
			for _, f := range strings.Fields(rest) {
				if strings.HasPrefix(f, "./") {
					pkgs = append(pkgs, f)
				} else {
					run = f
				}
			}
		case line == "<<<<":
			into = &old
		default:
			return nil, fail("not understood")
		}
	}
	if into != nil {
		return nil, fmt.Errorf("%s: >>>> is missing", out[len(out)-1].name)
	}
	return out, nil
}

// apply returns the contents of the mutant's file with the edits made.
func (m *mutant) apply(root string) (string, error) {
	data, err := os.ReadFile(filepath.Join(root, m.file))
	if err != nil {
		return "", err
	}
	text := string(data)
	if len(m.edits) == 0 {
		return "", fmt.Errorf("nothing is replaced")
	}
	for _, e := range m.edits {
		if n := strings.Count(text, e.old); n != 1 || e.old == "" {
			return "", fmt.Errorf("%s holds this %d times, want once:\n%s", m.file, n, e.old)
		}
		text = strings.Replace(text, e.old, e.new, 1)
	}
	return text, nil
}
