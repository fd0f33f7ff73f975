// Package schemafacts defines the analyzer that derives the tools of a package
// and exports what other packages need to derive theirs. It reports nothing.
package schemafacts

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/schemavet/schemavet/schemafacts/dialect"
	"github.com/schemavet/schemavet/schemafacts/engine/signature"
	"github.com/schemavet/schemavet/schemafacts/eval"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/analysis"
)

// Analyzer derives the tools of a package. Its result is a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "schemafacts",
	Doc:        "derive the JSON Schemas of MCP tools as facts",
	URL:        "https://pkg.go.dev/github.com/schemavet/schemavet/schemafacts",
	Run:        run,
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{new(Fact)},
}

// Result is what the analyzer knows of one package.
type Result struct {
	// Tools are the tools that belong to this package, sorted by name and
	// position. Two tools of one name are possible: constructors in exclusive
	// branches, or a mistake.
	Tools []*schema.Tool
	// Foreign are tools of other packages, as this package's code completes
	// or registers them. A driver that sees the whole program can use them in
	// place of what the other package alone could tell.
	Foreign []*schema.Tool
	// Whole says that Tools are what the whole program tells of them, as
	// [Views] does.
	Whole bool

	incomplete func() string
	deriver    *deriver
}

// Incomplete returns the import path of a package that may define tools with
// this one and of which the driver knows no fact, "" if there is none. If there
// is, a tool that is not in Tools may exist all the same.
func (r *Result) Incomplete() string {
	if r.incomplete == nil {
		return ""
	}
	return r.incomplete()
}

func run(pass *analysis.Pass) (any, error) {
	p := newDeriver(pass)
	res := &Result{incomplete: p.missing, deriver: p}
	if !p.worthALook() {
		return res, nil
	}
	if pass.TypesInfo == nil || len(pass.Files) == 0 || p.sdk && !p.reads {
		// Known from export data only, or an SDK that is modelled and not read,
		// whichever driver offers its source: the version is all there is to tell.
		p.export(nil)
		return res, nil
	}
	src := p.source()
	if p.marked {
		p.markedTools()
	}
	if !p.reaches && !p.plain {
		res.Tools, res.Foreign = p.sorted() // a program of plain functions
		p.export(nil)
		return res, nil
	}
	unit, order := eval.Lower(src, p.relevance())
	unit.Needs = p.needs()
	if p.reaches && (!p.dependency() || p.listed) {
		p.derive(unit, order)
	}
	res.Tools, res.Foreign = p.sorted()
	p.export(unit)
	return res, nil
}

// deriver is the state of one pass.
type deriver struct {
	pass  *analysis.Pass
	facts []*Fact // of the direct imports
	// reaches says that the package imports an SDK or something that does.
	reaches bool
	// reads says that the package is part of an SDK that is read from source.
	reads bool
	// sdk says that the package is part of an SDK.
	sdk bool
	// plain says that the package only offers helpers: it is read for others.
	plain bool

	// marked says that a directive makes some function a tool; see signatures.go.
	marked        bool
	decls         map[*types.Func]*ast.FuncDecl
	byDirective   map[*types.Func]*schema.Tool
	sigs          map[string]*signature.Package
	ownSignatures func() *signature.Package

	settings Settings
	// listed says that the settings name the package, which is a dependency,
	// as one whose tools belong to the user's server.
	listed bool
	// known is what the settings say of functions, by their plain keys.
	known map[string]eval.Intrinsic

	space *eval.TypeSpace
	files eval.Files
	units map[string][]*eval.Unit
	// unpacked are the units that were read from encoded facts.
	unpacked []*eval.Unit
	own      *eval.Unit
	bound    []dialect.Bound
	tools    []*schema.Tool
	// order are the package's functions in the order of the source, ownValues
	// what tools of models of one's own are derived from; see connect.
	order     []*eval.Func
	ownValues []*ownValue
	ranges    [][2]token.Pos
}

func newDeriver(pass *analysis.Pass) *deriver {
	p := &deriver{pass: pass, space: eval.NewTypeSpace(pass.Pkg), units: map[string][]*eval.Unit{}}
	p.settings, p.listed = settingsFor(pass)
	p.known = p.userKnown()
	p.ownSignatures = sync.OnceValue(p.readSignatures)
	return p
}

// worthALook reports whether the package can have tools, or helps packages
// that have some.
func (p *deriver) worthALook() bool {
	path := p.pass.Pkg.Path()
	for _, d := range Dialects {
		if slices.Contains(d.Packages(), path) {
			p.sdk = true
			p.reads = p.reads || d.Reads(path)
		}
	}
	for _, imp := range p.pass.Pkg.Imports() {
		for _, d := range Dialects {
			if slices.Contains(d.Packages(), imp.Path()) {
				p.reaches = true
			}
		}
		p.reaches = p.reaches || p.registrationIn(imp.Path())
		f := new(Fact)
		if p.pass.ImportPackageFact(imp, f) {
			p.facts = append(p.facts, f)
			p.reaches = p.reaches || f.Reaches
		}
	}
	if p.sdk {
		p.reaches = p.reads
		return true
	}
	p.reaches = p.reaches || p.registrationIn(path)
	if p.mine() {
		p.findMarked()
	}
	if p.reaches {
		return true
	}
	// A package of the user's own module may hold names, enums and small
	// helpers for packages that have tools.
	p.plain = p.mine() && p.pass.Pkg.Name() != "main"
	return p.plain || p.marked
}

// missing returns a direct import that can reach an SDK, is none of its
// module's packages, and has told nothing: a driver that does not analyse
// dependencies from source leaves such gaps.
func (p *deriver) missing() string {
	seen := map[*types.Package]bool{}
	for _, imp := range p.pass.Pkg.Imports() {
		f := new(Fact)
		known := p.pass.ImportPackageFact(imp, f)
		told := known && (f.live != nil || len(f.Data) > 0)
		if told || ofSDK(imp.Path()) {
			continue
		}
		if known && f.Reaches || !known && reachesSDK(imp, seen) {
			return imp.Path()
		}
	}
	return ""
}

// ofSDK reports whether a package belongs to the module of an SDK.
func ofSDK(path string) bool {
	for _, d := range Dialects {
		for _, sdk := range d.Packages() {
			module := sdk[:strings.LastIndexByte(sdk, '/')]
			if path == module || strings.HasPrefix(path, module+"/") {
				return true
			}
		}
	}
	return false
}

func reachesSDK(pkg *types.Package, seen map[*types.Package]bool) bool {
	if seen[pkg] {
		return false
	}
	seen[pkg] = true
	for _, imp := range pkg.Imports() {
		if isSDK(imp.Path()) || reachesSDK(imp, seen) {
			return true
		}
	}
	return false
}

// dependency reports whether the package belongs to a module that was
// downloaded: its programs are of use to others, its own tools to nobody here.
func (p *deriver) dependency() bool {
	return p.pass.Module != nil && p.pass.Module.Version != ""
}

func (p *deriver) source() *eval.Source {
	s := &eval.Source{Fset: p.pass.Fset, Files: p.pass.Files, Pkg: p.pass.Pkg, Info: p.pass.TypesInfo}
	for _, f := range p.pass.Files {
		tf := p.pass.Fset.File(f.FileStart)
		p.ranges = append(p.ranges, [2]token.Pos{token.Pos(tf.Base()), token.Pos(tf.Base() + tf.Size())})
		if s.Dir == "" {
			s.Dir = filepath.Dir(tf.Name())
		}
	}
	return s
}

func (p *deriver) isOwn(pos token.Pos) bool {
	for _, r := range p.ranges {
		if r[0] <= pos && pos <= r[1] {
			return true
		}
	}
	return false
}

func (p *deriver) relevance() eval.Relevance {
	return eval.Relevance{
		Type: func(tn *types.TypeName) bool {
			for _, d := range Dialects {
				if d.Seed(tn) {
					return true
				}
			}
			return false
		},
		Closed: ofSDK,
		Func: func(key string) bool {
			fn := p.importedFunc(key)
			return fn != nil && fn.Relevant || p.registers(key)
		},
		Static: func(key string) bool { return p.userIntrinsic(key) != nil },
	}
}

// needs returns the packages below this one whose init functions matter, in the
// order in which the Go runtime runs them.
func (p *deriver) needs() []string {
	var out []string
	add := func(path string) {
		if !slices.Contains(out, path) {
			out = append(out, path)
		}
	}
	imports := slices.Clone(p.pass.Pkg.Imports())
	slices.SortFunc(imports, func(a, b *types.Package) int { return strings.Compare(a.Path(), b.Path()) })
	for _, imp := range imports {
		u := p.Unit(imp.Path())
		if u == nil {
			continue
		}
		for _, path := range u.Needs {
			add(path)
		}
		if len(u.Inits) > 0 {
			add(imp.Path())
		}
	}
	return out
}

// derive runs the package's programs and keeps the tools that they make.
func (p *deriver) derive(unit *eval.Unit, order []*eval.Func) {
	if p.sdk {
		return
	}
	p.own, p.order = unit, order
	host := &dialect.Host{Fset: p.pass.Fset, Types: p.space, Version: p.version,
		Emit: func(t *schema.Tool) { p.tools = append(p.tools, t) },
		Remove: func(name string) {
			p.tools = slices.DeleteFunc(p.tools, func(t *schema.Tool) bool { return t.Name == name })
		}}
	for _, d := range Dialects {
		if p.uses(d) {
			p.bound = append(p.bound, d.Bind(host))
		}
	}
	m := eval.NewMachine(p, p.isOwn)
	left := map[*eval.Def]*schema.Tool{}
	m.Leave = func(defs []*eval.Def) {
		for _, def := range defs {
			if _, seen := left[def]; !seen && !def.Used {
				left[def] = p.untraced(m, def)
			}
		}
	}
	m.RunUnit(unit, order)
	m.Leave(m.Defs)
	for _, def := range m.Defs {
		if t := left[def]; t != nil && !def.Used {
			p.tools = append(p.tools, t)
		}
	}
}

// sorted returns the tools that were found: the package's own, and others.
func (p *deriver) sorted() (own, foreign []*schema.Tool) {
	for _, t := range Merge(p.tools) {
		p.claim(t)
		if p.isOwn(t.Pos()) {
			t.Package = p.pass.Pkg.Path()
			own = append(own, t)
		} else {
			foreign = append(foreign, t)
		}
	}
	return own, foreign
}

// claim gives a tool that is registered here to this package, if its name stands
// in a downloaded module: what a library defines and leaves to others to
// register belongs to those who do.
func (p *deriver) claim(t *schema.Tool) {
	if p.isOwn(t.Pos()) || !p.isOwn(t.RegPos) || p.dependency() {
		return
	}
	if !downloaded(p.pass.Fset.Position(t.Pos()).Filename) {
		return
	}
	t.Hops = append([]schema.Hop{{Pos: t.Pos(), Text: "named in another module"}}, t.Hops...)
	t.NamePos = t.RegPos
}

// downloaded reports whether a file belongs to a downloaded module: in the
// module cache its folder has a version, and there is the folder vendor.
func downloaded(file string) bool {
	file = filepath.ToSlash(file)
	return strings.Contains(file, "@v") || strings.Contains(file, "/vendor/")
}

// untraced returns the tool that a definition makes which was never
// registered, nil if it makes none.
func (p *deriver) untraced(m *eval.Machine, def *eval.Def) *schema.Tool {
	for _, b := range p.bound {
		if t := b.Untraced(m, def); t != nil {
			return t
		}
	}
	return p.ownTool(m, def)
}

// uses reports whether a dialect's SDK can be reached from this package.
func (p *deriver) uses(d dialect.Dialect) bool {
	for _, path := range d.Packages() {
		if p.space.Package(path) != nil {
			return true
		}
		for _, f := range p.facts {
			if f.version(path) != "" || slices.Contains(f.SDKs, path) {
				return true
			}
		}
	}
	return false
}

// version returns the version that the driver reports for a package's module.
func (p *deriver) version(path string) string {
	for _, f := range p.facts {
		if v := f.version(path); v != "" {
			return v
		}
	}
	return ""
}

// Func, Unit, Intrinsic, Watch and Encode make deriver an eval.Env.

func (p *deriver) Func(key string) *eval.Func {
	if p.own != nil {
		if fn := p.own.Funcs[key]; fn != nil {
			return fn
		}
	}
	return p.importedFunc(key)
}

func (p *deriver) importedFunc(key string) *eval.Func {
	p.load()
	for _, u := range p.units[eval.PkgOf(key)] {
		if fn := u.Funcs[key]; fn != nil {
			return fn
		}
	}
	return nil
}

// Unit returns the best that is known of a package: its own fact, or the part
// of it that another package's fact carries.
func (p *deriver) Unit(path string) *eval.Unit {
	if p.own != nil && p.own.Path == path {
		return p.own
	}
	p.load()
	us := p.units[path]
	if len(us) == 0 {
		return nil
	}
	if len(us) == 1 {
		return us[0]
	}
	merged := eval.MergeUnits(us)
	p.units[path] = []*eval.Unit{merged}
	return merged
}

func (p *deriver) load() {
	if p.facts == nil || len(p.units) > 0 {
		return
	}
	p.units[""] = nil
	for _, f := range p.facts {
		us := f.units(p.pass.Fset, p.space, &p.files)
		if f.live == nil {
			p.unpacked = append(p.unpacked, us...)
		}
		for _, u := range us {
			if !slices.Contains(p.units[u.Path], u) {
				p.units[u.Path] = append(p.units[u.Path], u)
			}
		}
	}
}

// decoded returns the units that came from encoded facts, for packages of the
// same process that import this one.
func (p *deriver) decoded() []*eval.Unit {
	p.load()
	return p.unpacked
}

func (p *deriver) Intrinsic(key string) eval.Intrinsic {
	if in := p.userIntrinsic(key); in != nil {
		return in
	}
	for _, b := range p.bound {
		if in := b.Intrinsic(key); in != nil {
			return in
		}
	}
	return nil
}

// Registers reports whether a function registers tools.
func (p *deriver) Registers(key string) bool {
	for _, b := range p.bound {
		if b.Registers(key) {
			return true
		}
	}
	return p.registers(key)
}

func (p *deriver) Watch(t types.Type) bool {
	for _, b := range p.bound {
		if b.Watch(t) {
			return true
		}
	}
	_, ok := p.ownModel(t)
	return ok
}

// Encode encodes values of types that a dialect knows.
func (p *deriver) Encode(e *eval.Encoder, v eval.Value) (*schema.Node, bool) {
	for _, b := range p.bound {
		if n, ok := b.Encode(e, v); ok {
			return n, true
		}
	}
	return nil, false
}

// Decode decodes JSON into types that a dialect knows.
func (p *deriver) Decode(n *schema.Node, t types.Type) (eval.Value, bool) {
	for _, b := range p.bound {
		if v, ok := b.Decode(n, t); ok {
			return v, true
		}
	}
	return nil, false
}

// Harmless says that an SDK's own functions do not change tools that they are
// given: those that do are intrinsics, or are read from source.
func (p *deriver) Harmless(pkgPath string) bool {
	for _, d := range Dialects {
		if slices.Contains(d.Packages(), pkgPath) {
			return true
		}
	}
	return false
}

// export exports the package's fact, if it has something to tell.
func (p *deriver) export(unit *eval.Unit) {
	f := &Fact{Reaches: p.reaches || p.sdk}
	seen := map[string]bool{}
	add := func(v ModuleVersion) {
		if !seen[v.Package] {
			seen[v.Package] = true
			f.Versions = append(f.Versions, v)
		}
	}
	if p.sdk {
		f.SDKs = append(f.SDKs, p.pass.Pkg.Path())
		if m := p.pass.Module; m != nil {
			add(ModuleVersion{p.pass.Pkg.Path(), m.Version})
		}
	}
	for _, g := range p.facts {
		for _, v := range g.Versions {
			add(v)
		}
		f.SDKs = append(f.SDKs, g.SDKs...)
	}
	slices.SortFunc(f.Versions, func(a, b ModuleVersion) int { return strings.Compare(a.Package, b.Package) })
	slices.Sort(f.SDKs)
	f.SDKs = slices.Compact(f.SDKs)
	for _, t := range p.tools {
		if p.isOwn(t.Pos()) {
			f.Tools = append(f.Tools, fmt.Sprintf("%s:%s", t.Dialect, t.Name))
		}
	}
	slices.Sort(f.Tools)
	f.Tools = slices.Compact(f.Tools)
	if unit != nil && p.pass.Pkg.Name() != "main" {
		f.live = &liveFact{fset: p.pass.Fset, unit: unit, imports: p.facts, deriver: p}
	}
	told := f.live != nil && (!unit.Empty() || p.mine())
	if !f.Reaches && !told && len(f.Versions) == 0 {
		return
	}
	p.pass.ExportPackageFact(f)
}
