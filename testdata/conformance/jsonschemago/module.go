package main

import (
	"bufio"
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/conformance/jsonschemago/random"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/jsonschemago"
	"golang.org/x/tools/go/packages"
)

//go:embed testdata/probe
var files embed.FS

// job is what both sides are asked: the schema of a type, a Schema printed that
// is built from its fields, or one resolved.
type job struct {
	ID        int
	Type      string                     `json:",omitempty"` // package and name
	Ignore    bool                       `json:",omitempty"`
	Overrides map[string]json.RawMessage `json:",omitempty"` // schemas by type
	Print     map[string]any             `json:",omitzero"`  // by field
	Resolve   json.RawMessage            `json:",omitempty"`

	// since is the first version that understands the job.
	since jsonschemago.Version
}

// difference is a job whose answers differ.
type difference struct {
	job       job
	version   jsonschemago.Version
	got, want string
}

func (d difference) String() string {
	opts, _ := json.Marshal(d.job)
	return fmt.Sprintf("%s %s\n  engine  %s\n  library %s", d.version, opts, d.got, d.want)
}

// module is a temporary module with the probe and the types.
type module struct {
	dir     string
	roots   []string
	types   map[string]types.Type // by root
	answers int                   // of the last version compared
	// missed counts schemas that only the library rejects, unresolved types that the engine
	// does not resolve.
	missed, unresolved int
}

// newModule writes the probe, the types by hand and those of groups.
func newModule(groups map[string]*random.Group) (*module, error) {
	dir, err := os.MkdirTemp("", "jsonschemago")
	if err != nil {
		return nil, err
	}
	m := &module{dir: dir, types: map[string]types.Type{}}
	probe, err := fs.Sub(files, "testdata/probe")
	if err != nil {
		return nil, err
	}
	if err := os.CopyFS(dir, probe); err != nil {
		return nil, err
	}
	if err := m.write("go.mod", "module example.test/probe\n\ngo 1.24\n"); err != nil {
		return nil, err
	}
	if err := m.writeTypes(groups); err != nil {
		return nil, err
	}
	return m, m.writeRoots()
}

func (m *module) write(name, text string) error {
	path := filepath.Join(m.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o666)
}

// writeTypes writes the package gen and type-checks it with cases.
func (m *module) writeTypes(groups map[string]*random.Group) error {
	var gen bytes.Buffer
	gen.WriteString(random.Header)
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		groups[name].Write(&gen)
	}
	if err := m.write("gen/gen.go", gen.String()); err != nil {
		return err
	}
	cfg := &packages.Config{
		Dir: m.dir,
		Mode: packages.NeedName | packages.NeedTypes | packages.NeedSyntax | packages.NeedImports | packages.NeedFiles |
			packages.NeedCompiledGoFiles | packages.NeedTypesInfo | packages.NeedTypesSizes | packages.NeedExportFile,
	}
	loaded, err := packages.Load(cfg, "./cases", "./gen")
	if err != nil {
		return err
	}
	for _, p := range loaded {
		if len(p.Errors) > 0 {
			return fmt.Errorf("loading %s: %v", p.PkgPath, p.Errors[0])
		}
		m.addRoots(p.Types, groups)
	}
	return nil
}

// addRoots adds the exported types of a package, the fields of its type Roots,
// and the random types that are asked for.
func (m *module) addRoots(pkg *types.Package, groups map[string]*random.Group) {
	add := func(name string, t types.Type) {
		m.roots = append(m.roots, name)
		m.types[name] = t
	}
	for _, name := range pkg.Scope().Names() {
		obj, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		full := pkg.Name() + "." + name
		if named, _ := obj.Type().(*types.Named); !ok || !obj.Exported() || named != nil && named.TypeParams().Len() > named.TypeArgs().Len() {
			continue
		}
		if _, root := groups[full]; !root && pkg.Name() == "gen" {
			continue
		}
		if name != "Roots" {
			add(full, obj.Type())
			continue
		}
		st := obj.Type().Underlying().(*types.Struct)
		for i := range st.NumFields() {
			add(full+"."+st.Field(i).Name(), st.Field(i).Type())
		}
	}
}

// writeRoots writes the table of types for the probe, in a package of its own
// that is compiled once for all versions.
func (m *module) writeRoots() error {
	var b bytes.Buffer
	b.WriteString("package roots\n\nimport (\n\t\"reflect\"\n\n\t\"example.test/probe/cases\"\n\t\"example.test/probe/gen\"\n)\n\n")
	b.WriteString("type anchor gen.Anchor\n\nvar Types = map[string]reflect.Type{}\n\nvar pointers = []struct {\n\tname string\n\tp any\n}{\n")
	for _, name := range m.roots {
		if f, ok := strings.CutPrefix(name, "cases.Roots."); ok {
			fmt.Fprintf(&b, "\t{%q, &new(cases.Roots).%s},\n", name, f)
		} else {
			fmt.Fprintf(&b, "\t{%q, (*%s)(nil)},\n", name, name)
		}
	}
	b.WriteString("}\n\nfunc init() {\n\tfor _, r := range pointers {\n\t\tTypes[r.name] = reflect.TypeOf(r.p).Elem()\n\t}\n}\n")
	return m.write("roots/roots.go", b.String())
}

// compare asks both sides. The library is a release of the version v, or a newer one.
func (m *module) compare(v jsonschemago.Version, release string, jobs []job) ([]difference, error) {
	if err := m.build(release); err != nil {
		return nil, err
	}
	m.answers, m.missed, m.unresolved = 0, 0, 0
	var diffs []difference
	want, err := m.ask(jobs)
	if err != nil {
		return nil, err
	}
	for _, j := range jobs {
		if v < j.since {
			continue
		}
		m.answers++
		switch got := m.answer(v, j); {
		case got == "ok" && strings.HasPrefix(want[j.ID], "error: "):
			m.missed++
		case strings.HasPrefix(got, "unresolved: "):
			m.unresolved++
		case !same(got, want[j.ID]):
			diffs = append(diffs, difference{j, v, got, want[j.ID]})
		}
	}
	return diffs, nil
}

// same compares answers. Errors may have other words.
func same(got, want string) bool {
	return got == want || got == "no field" && strings.HasPrefix(want, got) ||
		strings.HasPrefix(got, "error: ") && strings.HasPrefix(want, "error: ")
}

// build builds the probe with one release of the library.
func (m *module) build(release string) error {
	mod := "module example.test/probe\n\ngo 1.24\n\nrequire " + jsonschemago.Module + " " + release + "\n"
	if err := m.write("probe.mod", mod); err != nil {
		return err
	}
	cmd := exec.Command("go", "build", "-mod=mod", "-modfile=probe.mod", "-o", "probe.exe", ".")
	cmd.Dir = m.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building the probe with %s: %w\n%s", release, err, out)
	}
	return nil
}

// ask gives the jobs to the library.
func (m *module) ask(jobs []job) ([]string, error) {
	var in, out, errs bytes.Buffer
	for _, j := range jobs {
		line, err := json.Marshal(j)
		if err != nil {
			return nil, err
		}
		in.Write(append(line, '\n'))
	}
	cmd := exec.Command(filepath.Join(m.dir, "probe.exe"))
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &in, &out, &errs
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("running the probe: %w\n%s", err, errs.String())
	}
	answers := make([]string, len(jobs))
	scan := bufio.NewScanner(&out)
	scan.Buffer(nil, 64<<20)
	for next := 0; scan.Scan(); next++ {
		id, answer, _ := strings.Cut(scan.Text(), "\t")
		if i, err := strconv.Atoi(id); err != nil || i != next {
			return nil, fmt.Errorf("the probe answered %q for job %d", scan.Text(), next)
		}
		answers[next] = answer
	}
	return answers, scan.Err()
}
