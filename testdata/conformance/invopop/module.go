package main

import (
	"bufio"
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/conformance/invopop/random"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/invopop"
)

//go:embed testdata/probe
var files embed.FS

// flags are the constant fields of a Reflector.
type flags struct {
	Anonymous                  bool   `json:",omitempty"`
	AllowAdditionalProperties  bool   `json:",omitempty"`
	RequiredFromJSONSchemaTags bool   `json:",omitempty"`
	DoNotReference             bool   `json:",omitempty"`
	ExpandedStruct             bool   `json:",omitempty"`
	FieldNameTag               string `json:",omitempty"`
}

// job asks for the schema of one type.
type job struct {
	ID        int
	Type      string // package and name, such as cases.Plain
	Value     bool   `json:",omitempty"` // reflect the zero value and not the type
	Mapped    bool   `json:",omitempty"` // the Mapper is cases.Mapper
	Reflector flags  `json:",omitzero"`
}

// difference is a job whose answers differ.
type difference struct {
	job       job
	got, want string
}

func (d difference) String() string {
	opts, _ := json.Marshal(d.job)
	return fmt.Sprintf("%s %s\n  engine  %s\n  library %s", d.job.Type, opts, d.got, d.want)
}

// module is a temporary module with the probe for one version.
type module struct {
	unresolved int // schemas that the engine does not derive
	dir        string
	version    invopop.Version
	roots      []string
}

// newModule writes the probe, the types by hand, and those of groups.
func newModule(v invopop.Version, groups map[string]*random.Group) (*module, error) {
	dir, err := os.MkdirTemp("", "invopop")
	if err != nil {
		return nil, err
	}
	m := &module{dir: dir, version: v}
	if err := m.copyProbe(); err != nil {
		return nil, err
	}
	release := strings.TrimPrefix(v.String(), "eino-")
	text := "module example.test/probe\n\ngo 1.24\n\nrequire " + v.Path() + " " + release + "\n"
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(text), 0o666); err != nil {
		return nil, err
	}
	return m, m.writeTypes(groups)
}

var exportedType = regexp.MustCompile(`(?m)^type ([A-Z]\w*) `)

// writeTypes writes the packages gen and alt and the list of roots.
func (m *module) writeTypes(groups map[string]*random.Group) error {
	names := make([]string, 0, len(groups))
	for name := range groups {
		names = append(names, name)
	}
	slices.Sort(names)
	var gen, alt bytes.Buffer
	gen.WriteString(random.Header)
	alt.WriteString(random.AltHeader)
	for _, name := range names {
		groups[name].Write(&gen, &alt)
	}
	paths, err := filepath.Glob(filepath.Join(m.dir, "cases", "*.go"))
	if err != nil {
		return err
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, match := range exportedType.FindAllSubmatch(data, -1) {
			m.roots = append(m.roots, "cases."+string(match[1]))
		}
	}
	m.roots = append(m.roots, names...)
	var list bytes.Buffer
	list.WriteString("package main\n\nimport (\n\t\"example.test/probe/cases\"\n\t\"example.test/probe/gen\"\n)\n\nvar _ gen.Anchor\n\nvar roots = map[string]root{\n")
	for _, name := range m.roots {
		fmt.Fprintf(&list, "\t%q: of[%s](),\n", name, name)
	}
	list.WriteString("}\n")
	for path, data := range map[string][]byte{"roots.go": list.Bytes(), "gen/gen.go": gen.Bytes(), "gen/alt/alt.go": alt.Bytes()} {
		path = filepath.Join(m.dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, m.imports(data), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// imports makes source import the library of the module's version.
func (m *module) imports(source []byte) []byte {
	return bytes.ReplaceAll(source, []byte(strconv.Quote(invopop.Path)), []byte(strconv.Quote(m.version.Path())))
}

// copyProbe copies the probe.
func (m *module) copyProbe() error {
	probe, err := fs.Sub(files, "testdata/probe")
	if err != nil {
		return err
	}
	return fs.WalkDir(probe, ".", func(name string, d fs.DirEntry, err error) error {
		to := filepath.Join(m.dir, name)
		if err != nil || d.IsDir() {
			return errors.Join(err, os.MkdirAll(to, 0o777))
		}
		data, err := fs.ReadFile(probe, name)
		return errors.Join(err, os.WriteFile(to, m.imports(data), 0o666))
	})
}

// compare runs the jobs on both sides.
func (m *module) compare(jobs []job) ([]difference, error) {
	want, err := m.runLibrary(jobs) // its build also completes go.mod and go.sum
	if err != nil {
		return nil, err
	}
	engine, err := m.loadEngine()
	if err != nil {
		return nil, err
	}
	var diffs []difference
	for _, j := range jobs {
		got := engine.answer(j)
		if notDerived.MatchString(got) {
			m.unresolved++
		} else if !same(got, want[j.ID]) {
			diffs = append(diffs, difference{j, got, want[j.ID]})
		}
	}
	return diffs, nil
}

// notDerived matches answers of the engine for what it does not derive.
var notDerived = regexp.MustCompile(`^unresolved: (the name of the generic type|the tag|.*\.(JSONSchemaAlias|JSONSchemaProperty|GetFieldDocString) is unknown|.* is called on a|.* may be an enum)`)

// number127 is what encoding/json says of an invalid json.Number since Go 1.27.
var number127 = regexp.MustCompile(`cannot parse ("[^"]*") as JSON number`)

// same compares answers. What went wrong need not be said in the same words,
// as long as the library's contain the engine's.
func same(got, want string) bool {
	for _, kind := range []string{"panic: ", "error: "} {
		g, ok1 := strings.CutPrefix(got, kind)
		w, ok2 := strings.CutPrefix(want, kind)
		if ok1 && ok2 {
			w = number127.ReplaceAllString(w, "json: invalid number literal $1")
			return strings.Contains(w, g) || strings.Contains(w, "using nil") && strings.Contains(g, "nil pointer")
		}
	}
	return got == want
}

// runLibrary builds the probe and gives it the jobs. An endless recursion kills
// it; then it is started again for the jobs that are left.
func (m *module) runLibrary(jobs []job) ([]string, error) {
	build := exec.Command("go", "build", "-mod=mod", "-o", "probe.exe", ".")
	build.Dir = m.dir
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the probe: %w\n%s", err, out)
	}
	var lines [][]byte
	for _, j := range jobs {
		line, err := json.Marshal(j)
		if err != nil {
			return nil, err
		}
		lines = append(lines, append(line, '\n'))
	}
	answers := make([]string, len(jobs))
	for next := 0; next < len(jobs); {
		var out, errs bytes.Buffer
		run := exec.Command(filepath.Join(m.dir, "probe.exe"))
		run.Stdin, run.Stdout, run.Stderr = bytes.NewReader(bytes.Join(lines[next:], nil)), &out, &errs
		failed := run.Run()
		scan := bufio.NewScanner(&out)
		scan.Buffer(nil, 64<<20)
		for scan.Scan() {
			id, answer, _ := strings.Cut(scan.Text(), "\t")
			i, err := strconv.Atoi(id)
			if err != nil || i != next {
				return nil, fmt.Errorf("the probe answered %q for job %d", scan.Text(), next)
			}
			answers[i] = answer
			next++
		}
		if next < len(jobs) {
			if !strings.Contains(errs.String(), "stack overflow") {
				return nil, fmt.Errorf("running the probe: %v\n%s", failed, errs.String())
			}
			answers[next] = "fatal"
			next++
		}
	}
	return answers, nil
}
