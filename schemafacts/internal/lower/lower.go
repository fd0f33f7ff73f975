package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/syntax"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/writes"
)

// Source is a type-checked package.
type Source struct {
	Fset  *token.FileSet
	Files []*ast.File
	Pkg   *types.Package
	Info  *types.Info
	// Tree is the syntax of the files; if nil, it is computed.
	Tree *syntax.Tree
	// Dir is the package's directory, for go:embed, or "" if the package has none.
	Dir string
	// GoVersion is the language version of the module, such as "go1.21", for files
	// whose version the type checker does not record; "" means the newest.
	GoVersion string
}

// Relevance decides which functions, types and variables are relevant to tools, and
// so are kept.
type Relevance struct {
	// Type reports whether tools are made from a named type.
	Type func(*types.TypeName) bool
	// Closed reports whether the fields of a package's types are not searched for
	// relevant types. It holds for an SDK, where nearly all types lead to its server.
	// Nil means no package.
	Closed func(path string) bool
	// Helps reports whether other packages can import the package. Its functions are kept
	// if they make values that other packages may convert to tools.
	Helps bool
	// Func returns how a function of another package is related to tools.
	Func func(key string) Use
	// Through reports whether a method of another package that makes tools may be
	// called with this name through an interface. Nil means never.
	Through func(name string, iface *types.Interface) bool
	// Runs, if not nil, reports whether a model runs a function that no function of its
	// package need call.
	Runs func(key string) bool
	// Request reports whether an SDK gives handlers the arguments of a call in a value of a
	// type. Nil means no type.
	Request func(types.Type) bool
	// Static reports whether a dialect models calls of an interface method, whatever
	// type implements the interface. Nil means no method.
	Static func(key string) bool
	// ValueHook returns the function that a program must call with the value of an
	// expression, or "". The expression is nil for an embedded file. Nil means that
	// there is no such function.
	ValueHook func(info *types.Info, e ast.Expr, tv types.TypeAndValue) string
	// Known returns the write set of a function of another package, and Effect what a function
	// without one does; see [writes.Source]. Nil means that nothing is known.
	Known  func(key string) (*ir.WriteSet, bool)
	Effect func(key string, i int) writes.Effect
	// All lowers every function, as for packages of helpers.
	All bool
}

// Use says how a function is related to tools, which decides whether it is lowered.
type Use int

const (
	Unrelated Use = iota
	Mentions      // it mentions types that lead to tools, or functions that mention them
	Makes         // it names the types of tools themselves, or functions that do
)

// Lower returns the programs of a package, and its functions in source order.
func Lower(src *Source, rel Relevance) (*ir.Unit, []*ir.Func) {
	tree := src.Tree
	if tree == nil {
		tree = syntax.New(src.Files)
	}
	l := &lowerer{src: src, tree: tree, rel: rel, decls: map[string]*ast.FuncDecl{},
		unit:     &ir.Unit{Path: src.Pkg.Path(), Funcs: map[string]*ir.Func{}, Vars: map[string]*ir.Var{}},
		varDecls: map[types.Object]*ast.ValueSpec{}, typeMemo: map[types.Type]bool{},
		methods: map[string][]string{}, sizes: map[ast.Node]int{}, keys: map[*types.Func]string{}}
	l.collect()
	l.findPlatform()
	l.findRelevant()
	var order []*ir.Func
	for _, d := range l.order {
		if fn := l.lowerDecl(d); fn != nil {
			order = append(order, fn)
		}
	}
	l.lowerVars()
	l.findWrites()
	return l.unit, order
}

type lowerer struct {
	src      *Source
	tree     *syntax.Tree
	rel      Relevance
	unit     *ir.Unit
	order    []*ast.FuncDecl
	decls    map[string]*ast.FuncDecl
	relevant map[string]bool // keys of functions
	makes    map[string]bool // keys of the functions that make tools
	wanted   map[string]bool // functions and variables that relevant code uses
	varDecls map[types.Object]*ast.ValueSpec
	keys     map[*types.Func]string // see key
	embeds   map[types.Object]string
	platform map[types.Object]bool // constants that depend on the platform, nil if there are none
	typeMemo map[types.Type]bool
	strict   bool                // see Leads
	calls    map[string][]string // function -> keys of the functions that it calls
	// dynamic are the names of the methods that a function calls through interfaces.
	// methods are the keys of the declared methods, by name.
	dynamic, methods map[string][]string
	through          map[string][]throughInterface // by the name of the method
	writes           map[string][]string           // function -> keys of the variables that it writes
	sizes            map[ast.Node]int              // see size
}

// key returns [ir.Key] of a function. It caches the result, because it is needed for
// each use of a function's name.
func (l *lowerer) key(fn *types.Func) string {
	k, ok := l.keys[fn]
	if !ok {
		k = ir.Key(fn)
		l.keys[fn] = k
	}
	return k
}

// freshVars reports whether each iteration of a loop at pos has its own variables,
// which is so since Go 1.22.
func (s *Source) freshVars(pos token.Pos) bool {
	v := ""
	for _, f := range s.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			v = s.Info.FileVersions[f]
		}
	}
	if v == "" {
		v = s.Pkg.GoVersion()
	}
	if v == "" {
		v = s.GoVersion
	}
	return v == "" || version.Compare(v, "go1.22") >= 0
}

func isPkgVar(v *types.Var) bool {
	return v.Pkg() != nil && !v.IsField() && v.Parent() == v.Pkg().Scope()
}

func (l *lowerer) isTest(pos token.Pos) bool {
	return strings.HasSuffix(l.src.Fset.Position(pos).Filename, "_test.go")
}

func (l *lowerer) collect() {
	l.embeds = map[types.Object]string{}
	for _, file := range l.src.Files {
		if l.isTest(file.FileStart) {
			continue
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if fn, ok := l.src.Info.Defs[d.Name].(*types.Func); ok && d.Body != nil {
					l.order = append(l.order, d)
					if d.Recv != nil {
						l.methods[d.Name.Name] = append(l.methods[d.Name.Name], l.key(fn))
					}
					if d.Name.Name != "init" && d.Name.Name != "_" {
						l.decls[l.key(fn)] = d
					}
				}
			case *ast.GenDecl:
				l.collectVars(d)
			}
		}
	}
}

func (l *lowerer) collectVars(d *ast.GenDecl) {
	if d.Tok != token.VAR {
		return
	}
	for _, s := range d.Specs {
		spec := s.(*ast.ValueSpec)
		doc := spec.Doc
		if doc == nil && len(d.Specs) == 1 {
			doc = d.Doc
		}
		for _, name := range spec.Names {
			if v := l.src.Info.Defs[name]; v != nil {
				l.varDecls[v] = spec
				if pattern := embedPattern(doc); pattern != "" {
					l.embeds[v] = pattern
				}
			}
		}
	}
}

// embedPattern returns the patterns of the go:embed directives in a comment.
func embedPattern(doc *ast.CommentGroup) string {
	if doc == nil {
		return ""
	}
	var out []string
	for _, c := range doc.List {
		if p, ok := strings.CutPrefix(c.Text, "//go:embed "); ok {
			out = append(out, strings.TrimSpace(p))
		}
	}
	return strings.Join(out, " ")
}

// declKey returns a key for any declared function. It appends the position to
// functions named init or _, because a package may have several of them.
func (l *lowerer) declKey(d *ast.FuncDecl) string {
	fn, _ := l.src.Info.Defs[d.Name].(*types.Func)
	if fn == nil {
		return ""
	}
	if d.Name.Name == "init" && d.Recv == nil || d.Name.Name == "_" {
		at := l.src.Fset.PositionFor(d.Pos(), false)
		at.Filename = filepath.Base(at.Filename) // so that keys are the same in every folder
		return l.key(fn) + "@" + at.String()
	}
	return l.key(fn)
}

// lowerDecl lowers a function that relevant code uses. It returns nil for other
// functions, and for init functions, which it adds to the unit.
func (l *lowerer) lowerDecl(d *ast.FuncDecl) *ir.Func {
	key := l.declKey(d)
	if !l.wanted[key] {
		return nil
	}
	obj, _ := l.src.Info.Defs[d.Name].(*types.Func)
	sig := obj.Signature()
	fn := &ir.Func{Key: key, Pos: d.Name.Pos(), Pkg: l.unit.Path, Variadic: sig.Variadic(), Relevant: l.relevant[key], Makes: l.makes[key],
		Exported: d.Name.IsExported() || d.Name.Name == "main" || d.Name.Name == "init"}
	b := &body{l: l, fn: fn, slots: map[types.Object]int{}}
	if recv := sig.Recv(); recv != nil {
		fn.Method = true
		fn.Params = append(fn.Params, b.param(recv))
		fn.TypeParams = ir.TypeParams(sig.RecvTypeParams())
	}
	fn.TypeParams = append(fn.TypeParams, ir.TypeParams(sig.TypeParams())...)
	for i := range sig.Params().Len() {
		fn.Params = append(fn.Params, b.param(sig.Params().At(i)))
	}
	for i := range sig.Results().Len() {
		fn.Results = append(fn.Results, b.param(sig.Results().At(i)))
	}
	if limit := l.limit(sig); fn.Relevant || l.size(d.Body, limit) < limit {
		fn.Body = b.all(d.Body)
	}
	fn.NumSlots = b.next
	if d.Name.Name == "init" && d.Recv == nil {
		if fn.Relevant {
			l.unit.Inits = append(l.unit.Inits, fn)
		}
		return nil
	}
	l.unit.Funcs[key] = fn
	return fn
}

func (l *lowerer) lowerVars() {
	info := l.src.Info
	done := map[types.Object]bool{}
	for _, in := range info.InitOrder {
		wanted := false
		for _, v := range in.Lhs {
			wanted = wanted || v.Name() != "_" && l.wanted[ir.VarKey(v)]
		}
		if !wanted || l.isTest(in.Rhs.Pos()) {
			continue
		}
		b := &body{l: l, fn: &ir.Func{Key: "init", Pkg: l.unit.Path}, slots: map[types.Object]int{}}
		init := b.expr(in.Rhs)
		for i, v := range in.Lhs {
			if v.Name() == "_" {
				continue
			}
			done[v] = true
			pv := &ir.Var{Key: ir.VarKey(v), Pos: v.Pos(), Type: v.Type(), Init: init, Index: -1}
			if len(in.Lhs) > 1 {
				pv.Index = i
			}
			l.unit.Vars[pv.Key] = pv
			l.unit.InitOrder = append(l.unit.InitOrder, pv.Key)
		}
	}
	var rest []*types.Var
	for obj := range l.varDecls {
		if v := obj.(*types.Var); !done[v] && v.Name() != "_" && l.wanted[ir.VarKey(v)] {
			rest = append(rest, v)
		}
	}
	slices.SortFunc(rest, func(a, b *types.Var) int { return strings.Compare(b.Name(), a.Name()) })
	for _, v := range rest {
		pv := &ir.Var{Key: ir.VarKey(v), Pos: v.Pos(), Type: v.Type(), Index: -1}
		if p := l.embeds[v]; p != "" {
			pv.Init = l.embed(p, v)
		}
		l.unit.Vars[pv.Key] = pv
		l.unit.InitOrder = append([]string{pv.Key}, l.unit.InitOrder...)
	}
}
