package eval_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// An event is a value that a program emitted when it ran.
type event struct {
	label string
	value *schema.Node // nil if encoding/json refuses it
}

// A drun is one run of a program.
type drun struct {
	args   string // which arguments
	ended  bool   // without a panic, and in time
	events []event
}

// perPackage is how many random programs share a package: a compiler takes
// longer to start than to compile one.
const perPackage = 20

// A lab builds programs and runs them.
type lab struct {
	tb   testing.TB
	dir  string
	runs int // how often each program is run
}

// support are the files that all programs share.
func support(name string) string {
	data, err := os.ReadFile("testdata/differ/" + name + ".go.txt")
	if err != nil {
		panic(err)
	}
	return string(data)
}

// numbered returns the text of a program with its number.
func numbered(p *dprogram, id int) string {
	if p.own {
		return p.text
	}
	return strings.ReplaceAll(p.text, "§", fmt.Sprint(id))
}

// run builds the programs as one binary, runs them with all arguments, and
// returns the runs of each program. One that does not build has none.
func (l *lab) run(programs []*dprogram) [][]drun {
	out := make([][]drun, len(programs))
	bad := map[int]bool{}
	exe := l.build(programs, bad)
	if exe == "" {
		return out
	}
	skip := "," // those that took all others with them
	for choice := range l.runs {
		for start := 0; start < len(programs); {
			next := l.runFrom(exe, start, choice, skip, programs, out)
			if next < len(programs) {
				skip += fmt.Sprint(next-1, ",")
			}
			start = next
		}
	}
	return out
}

// build writes and builds the programs, and leaves out those that the compiler
// refuses. It returns "" if there are none.
func (l *lab) build(programs []*dprogram, bad map[int]bool) string {
	for range 4 {
		dir, err := os.MkdirTemp(l.dir, "b")
		if err != nil {
			l.tb.Fatal(err)
		}
		l.write(dir, programs, bad)
		exe := filepath.Join(dir, "programs")
		// Go 1.26 gives wrong results where it inlines some generic functions, in the
		// packages of programs too.
		cmd := exec.Command("go", "build", "-gcflags=./...=-e -l", "-o", exe, ".")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
		text, err := cmd.CombinedOutput()
		if err == nil {
			return exe
		}
		found := false
		for _, m := range programFile.FindAllStringSubmatch(string(text), -1) {
			id, _ := strconv.Atoi(m[1])
			found = found || !bad[id]
			bad[id] = true
		}
		if !found {
			l.tb.Fatalf("the programs do not build: %s", text)
		}
		l.tb.Logf("the compiler refuses programs that go/types accepts: %s", text)
		os.RemoveAll(dir)
	}
	return ""
}

// programFile is how the compiler names the file of a program.
var programFile = regexp.MustCompile(`\bp(\d+)\.go:\d`)

// write writes a module with the programs.
func (l *lab) write(dir string, programs []*dprogram, bad map[int]bool) {
	put := func(name, text string) {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			l.tb.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			l.tb.Fatal(err)
		}
	}
	put("go.mod", "module differ\n\ngo 1.25.0\n")
	put("main.go", support("main"))
	put("out/out.go", support("out"))
	put("unseen/unseen.go", support("unseen"))
	var imports, table strings.Builder
	last := ""
	for id, p := range programs {
		if bad[id] {
			continue
		}
		pkg, suffix := fmt.Sprintf("d%d", id/perPackage), fmt.Sprint(id)
		if p.own {
			pkg, suffix = fmt.Sprintf("own%d", id), ""
		}
		put(fmt.Sprintf("%s/p%d.go", pkg, id), numbered(p, id))
		put(fmt.Sprintf("%s/emit%d.go", pkg, id), fmt.Sprintf("package p\n\nimport \"differ/out\"\n\nfunc emit%s(label string, v any) { out.Emit(%d, label, v) }\n", suffix, id))
		for name, data := range p.files {
			put(filepath.Join(pkg, name), string(data))
		}
		if pkg != last {
			fmt.Fprintf(&imports, "import %s \"differ/%s\"\n", pkg, pkg)
			if !p.own {
				put(pkg+"/prelude.go", support("prelude"))
			}
		}
		last = pkg
		fn := pkg + ".P" + suffix
		if strings.Contains(p.text, "func P()") {
			fn = "func(bool, bool, string, []string) { " + fn + "() }"
		}
		fmt.Fprintf(&table, "\t{%d, %s},\n", id, fn)
	}
	put("table.go", fmt.Sprintf("package main\n\n%s\nvar programs = []program{\n%s}\n", &imports, &table))
}

// runFrom runs the programs from index start on in one process, except those whose
// indexes skip lists. choice selects the arguments and the environment. runFrom adds the
// events of each program to out. A crash of one program ends the process, so runFrom
// returns the index of the first program that has not been run, or len(programs).
func (l *lab) runFrom(exe string, start, choice int, skip string, programs []*dprogram, out [][]drun) int {
	cmd := exec.Command(exe, fmt.Sprint(start), fmt.Sprint(choice), skip)
	cmd.Env = append(os.Environ(), "A="+[]string{"", "a", "env"}[choice%3], "GOTRACEBACK=none")
	if choice%2 == 1 {
		cmd.Env = append(cmd.Env, "B=b")
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	id := -1
	for line := range strings.Lines(stdout.String()) {
		parts := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 4)
		id, _ = strconv.Atoi(parts[0])
		switch parts[1] {
		case "start":
			out[id] = append(out[id], drun{args: fmt.Sprint("arguments ", choice)})
		case "emit":
			r := &out[id][len(out[id])-1]
			e := event{label: parts[2]}
			if parts[3][0] != '!' {
				n, err := schema.Parse([]byte(parts[3]))
				if err != nil {
					l.tb.Errorf("%s emits %s: %v", programs[id].name, parts[3], err)
				}
				e.value = n
			}
			r.events = append(r.events, e)
		case "done":
			out[id][len(out[id])-1].ended = true
		}
	}
	if err == nil || id == -1 {
		if id == -1 && start == 0 {
			l.tb.Fatalf("the programs do not run: %v: %s", err, stderr.String())
		}
		return len(programs)
	}
	return id + 1
}

// labels returns the labels of a run, each once.
func (r *drun) labels() []string {
	var out []string
	for _, e := range r.events {
		if !slices.Contains(out, e.label) {
			out = append(out, e.label)
		}
	}
	return out
}

// emitted returns what a run emitted under a label.
func (r *drun) emitted(label string) []*schema.Node {
	var out []*schema.Node
	for _, e := range r.events {
		if e.label == label {
			out = append(out, e.value)
		}
	}
	return out
}
