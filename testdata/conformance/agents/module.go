package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/conformance/runner"
)

// module is a temporary module with a program for one version.
type module struct {
	dir       string
	framework framework
	version   string
}

func newModule(f framework, version string, o options) (*module, error) {
	dir, err := os.MkdirTemp("", f.name)
	if err != nil {
		return nil, err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	m := &module{dir, f, version}
	if err := m.copy(filepath.Join("testdata", f.name), "."); err != nil {
		return nil, err
	}
	if f.shared != nil {
		for _, from := range f.shared(version) {
			if err := m.copy(filepath.Join("testdata", from), "."); err != nil {
				return nil, err
			}
		}
	}
	if f.types != nil && (f.since == nil || f.since(version)) {
		if err := errors.Join(m.copy(f.cases, "cases"), m.writeRandom(o)); err != nil {
			return nil, err
		}
	}
	text := runner.Module("example.test/probe", f.requires(version)...)
	return m, os.WriteFile(filepath.Join(dir, "go.mod"), []byte(text), 0o666)
}

// copy copies source, with other imports.
func (m *module) copy(from, to string) error {
	return filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		rel, err2 := filepath.Rel(from, name)
		if err = errors.Join(err, err2); err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(m.dir, to, rel), 0o777)
		}
		data, err := os.ReadFile(name)
		return errors.Join(err, os.WriteFile(filepath.Join(m.dir, to, rel), m.imports(data), 0o666))
	})
}

func (m *module) imports(source []byte) []byte {
	for from, to := range m.framework.replaced(m.version) {
		source = bytes.ReplaceAll(source, []byte(strconv.Quote(from)), []byte(strconv.Quote(to)))
	}
	return source
}

// writeRandom writes random types, a function for each that makes a tool, and
// the list of these.
func (m *module) writeRandom(o options) error {
	types := m.framework.types(o.n, o.seed)
	var tools, list bytes.Buffer
	tools.WriteString("package random\n\nimport (\n\t\"example.test/probe/gen\"\n")
	for _, path := range m.framework.imports {
		fmt.Fprintf(&tools, "\t%q\n", path)
	}
	tools.WriteString(")\n\n")
	list.WriteString("package main\n\nimport \"example.test/probe/random\"\n\nfunc init() {\n")
	for i, name := range types.names {
		tools.WriteString(m.framework.random(i, name) + "\n")
		fmt.Fprintf(&list, "\tmakers = append(makers, maker{\"random_%d\", random.Random%d})\n", i, i)
	}
	list.WriteString("}\n")
	files := types.files
	files["random/random.go"], files["list.go"] = tools.Bytes(), list.Bytes()
	for name, data := range files {
		name = filepath.Join(m.dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, m.imports(data), 0o666)); err != nil {
			return err
		}
	}
	return nil
}

// output runs a program in the module and returns what it prints.
func (m *module) output(name string, args ...string) ([]byte, error) {
	return runner.Output(m.dir, m.env(), name, args...)
}

func (m *module) env() []string { return append(os.Environ(), "GOFLAGS=-mod=mod") }

// serve runs the program. An endless recursion kills it; then it is started again
// for what is left.
func (m *module) serve() (*runner.Truth, error) {
	exe := filepath.Join(m.dir, "probe.exe")
	if _, err := m.output("go", "build", "-o", exe, "."); err != nil {
		return nil, err
	}
	t := &runner.Truth{Faults: map[string]string{}}
	for next, done := 0, false; !done; {
		out, failed := m.output(exe, strconv.Itoa(next))
		scan := bufio.NewScanner(bytes.NewReader(out))
		scan.Buffer(nil, 64<<20)
		last := ""
		for scan.Scan() {
			var line struct {
				Start, Fault string
				Tools        []runner.Tool
				Done         bool
			}
			if err := json.Unmarshal(scan.Bytes(), &line); err != nil {
				return nil, fmt.Errorf("reading what the program prints: %w", err)
			}
			switch {
			case line.Done:
				done = true
			case line.Start != "":
				last = line.Start
				next++
			case line.Fault != "":
				t.Faults[last] = line.Fault
			default:
				t.Tools = append(t.Tools, line.Tools...)
			}
		}
		if !done {
			if !strings.Contains(fmt.Sprint(failed), "stack overflow") {
				return nil, fmt.Errorf("the program stops at %s: %w", last, failed)
			}
			t.Faults[last] = "fatal: stack overflow"
		}
	}
	return t, nil
}
