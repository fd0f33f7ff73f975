package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/doc/comment"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers"
	"github.com/schemavet/schemavet/internal/lintdoc"
	"github.com/schemavet/schemavet/schemafacts/compat"
	"golang.org/x/tools/go/analysis"
)

// docs returns the files of docs/checks that differ from what they should be,
// and writes them if asked to. It serves both the generator and its test.
func docs(root string, write bool) (stale []string, err error) {
	dir := filepath.Join(root, "docs", "checks")
	want := pages()
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, e := range entries {
		if _, ok := want[e.Name()]; !ok {
			want[e.Name()] = nil // a check that is gone
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		file := filepath.Join(dir, name)
		have, err := os.ReadFile(file)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if err == nil && want[name] != nil && bytes.Equal(have, want[name]) {
			continue
		}
		stale = append(stale, name)
		switch {
		case !write:
		case want[name] == nil:
			err = os.Remove(file)
		default:
			if err = os.MkdirAll(dir, 0o777); err == nil {
				err = os.WriteFile(file, want[name], 0o666)
			}
		}
		if write && err != nil {
			return nil, err
		}
	}
	return stale, nil
}

// pages returns the files of docs/checks by name.
func pages() map[string][]byte {
	on := map[string]bool{}
	for _, a := range analyzers.Suite {
		on[a.Name] = true
	}
	out := map[string][]byte{}
	var index bytes.Buffer
	index.WriteString("# Checks\n\n| check | reports | by default |\n|---|---|---|\n")
	for _, a := range analyzers.All() {
		out[a.Name+".md"] = page(a)
		state := "off"
		if on[a.Name] {
			state = "on"
		}
		title := strings.TrimPrefix(lintdoc.Title(a.Doc), "report ")
		fmt.Fprintf(&index, "| [%s](%s.md) | %s | %s |\n", a.Name, a.Name, title, state)
	}
	out["README.md"] = index.Bytes()
	return out
}

func page(a *analysis.Analyzer) []byte {
	_, body, _ := strings.Cut(a.Doc, "\n")
	pr := &comment.Printer{HeadingLevel: 2, HeadingID: func(*comment.Heading) string { return "" }}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n\n%s\n\n", a.Name, lintdoc.Title(a.Doc))
	b.Write(pr.Markdown(new(comment.Parser).Parse(body)))
	if a.Name == "schemadrift" {
		b.WriteString("\n## Rules\n\nEach difference has a rule, which is the category of its finding.\n\n")
		b.Write(ruleTable())
	}
	return b.Bytes()
}

func ruleTable() []byte {
	var b bytes.Buffer
	b.WriteString("| rule | says | effect | exceptions |\n|---|---|---|---|\n")
	for _, r := range compat.Rules() {
		var notes []string
		for _, e := range r.Ledger {
			notes = append(notes, fmt.Sprintf("%s: %s, because %s", e.Direction, e.Level, e.Reason))
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", r.ID, cell(r.Purpose), r.Effect, cell(strings.Join(notes, "; ")))
	}
	return b.Bytes()
}

// cell escapes what would end a table's cell.
func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }
