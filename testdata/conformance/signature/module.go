package main

import (
	"bufio"
	"bytes"
	"embed"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/types"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/signature"
	"golang.org/x/tools/go/packages"
)

//go:embed testdata/probe testdata/serve
var files embed.FS

const header = `package gen

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/big"
	"net"
	"net/netip"
	"time"

	"example.test/probe/ext"
	"example.test/probe/other"
	"example.test/probe/rt"
)

// Every import is used.
var (
	_ context.Context
	_ json.RawMessage
	_ fmt.Stringer
	_ slog.Level
	_ *big.Int
	_ net.IP
	_ netip.Addr
	_ time.Time
	_ ext.Color
	_ other.Base
	_ rt.Param
)
`

// subject is one function and what the engine says of it.
type subject struct {
	name   string
	sig    *sig
	seed   uint64
	said   signature.Schema
	object *types.Func
}

// module is a temporary module with the probe and the functions.
type module struct {
	dir      string
	subjects []*subject
	source   map[string]*signature.Package
}

// newModule writes the functions, derives their schemas and builds the probe.
func newModule(subjects []*subject) (*module, error) {
	dir, err := os.MkdirTemp("", "signature")
	if err != nil {
		return nil, err
	}
	m := &module{dir: dir, subjects: subjects, source: map[string]*signature.Package{}}
	if err := m.prepare(); err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	return m, nil
}

func (m *module) prepare() error {
	probe, err := fs.Sub(files, "testdata/probe")
	if err != nil {
		return err
	}
	if err := os.CopyFS(m.dir, probe); err != nil {
		return err
	}
	if err := m.write("go.mod", "module example.test/probe\n\ngo 1.26\n"); err != nil {
		return err
	}
	if err := m.writeFunctions(); err != nil {
		return err
	}
	if err := m.load(); err != nil {
		return err
	}
	cmd := exec.Command("go", "build", "-o", "probe.exe", ".")
	cmd.Dir = m.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building the probe: %w\n%s", err, out)
	}
	return nil
}

// writeFunctions writes a file for each function with its types.
func (m *module) writeFunctions() error {
	for _, s := range m.subjects {
		var gen bytes.Buffer
		gen.WriteString(header)
		s.sig.write(&gen, s.name)
		if err := m.write("gen/"+s.name+".go", gen.String()); err != nil {
			return err
		}
	}
	return nil
}

func (m *module) write(name, text string) error {
	path := filepath.Join(m.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o666)
}

// load type-checks the packages, asks the engine, and writes the table that the
// probe reads, in a file of its own.
func (m *module) load() error {
	cfg := &packages.Config{
		Dir: m.dir,
		Mode: packages.NeedName | packages.NeedTypes | packages.NeedSyntax | packages.NeedImports | packages.NeedFiles |
			packages.NeedCompiledGoFiles | packages.NeedTypesInfo | packages.NeedTypesSizes | packages.NeedExportFile,
	}
	loaded, err := packages.Load(cfg, "./gen", "./other")
	if err != nil {
		return err
	}
	comments := map[string]signature.Comment{}
	var gen *types.Package
	for _, p := range loaded {
		if len(p.Errors) > 0 {
			return loadError(p.Errors)
		}
		said, err := travel(signature.Read(p.Fset, p.Types, p.TypesInfo, p.Syntax, false))
		if err != nil {
			return err
		}
		m.source[p.PkgPath] = said
		if p.Name == "gen" {
			gen = p.Types
			collect(p.Syntax, comments)
		}
	}
	var table bytes.Buffer
	table.WriteString(header)
	table.WriteString("\nfunc init() { rt.Enum(other.Low, other.High) }\n")
	for i, s := range m.subjects {
		s.object = gen.Scope().Lookup(s.name).(*types.Func)
		f := signature.Func{Object: s.object}
		if i%2 == 0 { // the other half is found by the engine
			f.Comment = comments[s.name]
		}
		s.said = signature.Describe(f, func(path string) *signature.Package { return m.source[path] }, signature.Options{Nullable: nullable(s.seed)})
		table.WriteString("\nfunc init() {\n")
		s.sig.register(&table, s.name, gen)
		table.WriteString("}\n")
	}
	return m.write("gen/table.go", table.String())
}

// loadError are the errors of functions that do not compile.
type loadError []packages.Error

func (e loadError) Error() string { return e[0].Error() }

// names are the functions that the errors are in.
func (e loadError) names() map[string]bool {
	out := map[string]bool{}
	for _, err := range e {
		file, _, _ := strings.Cut(err.Pos, ".go:")
		out[filepath.Base(file)] = true
	}
	return out
}

// nullable decides the option for a function.
func nullable(seed uint64) bool { return seed%4 == 3 }

func collect(syntax []*ast.File, comments map[string]signature.Comment) {
	for _, file := range syntax {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil {
				comments[f.Name.Name] = signature.NewComment(f.Name.Name, f.Doc)
			}
		}
	}
}

// travel returns what is left of a package that went through a fact.
func travel(p *signature.Package) (*signature.Package, error) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(p); err != nil {
		return nil, err
	}
	out := &signature.Package{}
	return out, gob.NewDecoder(&b).Decode(out)
}

// job and answer are those of the probe.
type job struct {
	Func     string
	Seed     uint64
	Calls    int
	Results  int
	Args     []json.RawMessage
	Nullable bool
}

type answer struct {
	Odd     bool
	Calls   []json.RawMessage
	Results []string
	Errors  []string
}

// ask gives jobs to the probe.
func (m *module) ask(jobs []job) ([]answer, error) {
	var in, out, errs bytes.Buffer
	enc := json.NewEncoder(&in)
	for _, j := range jobs {
		if err := enc.Encode(j); err != nil {
			return nil, err
		}
	}
	cmd := exec.Command(filepath.Join(m.dir, "probe.exe"))
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &in, &out, &errs
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("running the probe: %w\n%s", err, errs.String())
	}
	scan := bufio.NewScanner(&out)
	scan.Buffer(nil, 256<<20)
	var answers []answer
	for scan.Scan() {
		var a answer
		if err := json.Unmarshal(scan.Bytes(), &a); err != nil {
			return nil, err
		}
		answers = append(answers, a)
	}
	if len(answers) != len(jobs) {
		return nil, fmt.Errorf("the probe answered %d of %d jobs", len(answers), len(jobs))
	}
	return answers, scan.Err()
}
