package handling

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/internal/syntax"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/signature"
	"golang.org/x/tools/go/analysis"
)

// Package analyzes the functions of one package. Its exported fields are the input.
type Package struct {
	Files []*ast.File
	Tree  *syntax.Tree // of the files
	Pkg   *types.Package
	Info  *types.Info
	Fset  *token.FileSet
	// Options are those with which schemas of plain functions are made.
	Options func() signature.Options
	// Known returns the summary of a function of another package, or nil.
	Known func(key string) *Func

	// decls are the functions with a body, and funcs the same by their full names. sums caches
	// [Package.summary].
	decls map[*types.Func]*ast.FuncDecl
	funcs map[string]*types.Func
	sums  map[*types.Func]*Func
	named []naming // the places that name functions which take a request
	// plain are handlers that no SDK calls. byName are the functions and clauses that
	// the source selects by the name of a tool.
	plain map[ast.Node]*plainHandler
	// params are what functions do with the fields of a parameter; see [Package.fieldsIn].
	params map[paramKey]map[string]Read
	byName map[string][]ast.Node
	byTest map[string][]ast.Node // the bodies of if statements
	// only caches [Package.implementation].
	only map[*types.Func]*types.Func
	// clauses caches [Package.clauseFor].
	clauses map[ast.Node]map[string]ast.Node
	// passed are the parameters of [Package.passOn], with whether the SDK has compared the
	// arguments with the schema. guards is what the functions that pass them on check.
	passed map[types.Object]bool
	guards map[string]guard
	// limited caches [Package.limits], valued [Package.values], results [Package.ownResult].
	limited map[*types.Func][]Limit
	valued  map[ast.Node]map[ast.Expr]worth
	results map[paramKey]worth
}

// newPackage returns the package that a pass examines.
func newPackage(pass *analysis.Pass, options func() signature.Options, known func(key string) *Func) *Package {
	p := &Package{Files: pass.Files, Tree: syntax.New(pass.Files), Pkg: pass.Pkg, Info: pass.TypesInfo, Fset: pass.Fset, Options: options, Known: known,
		decls: map[*types.Func]*ast.FuncDecl{}, funcs: map[string]*types.Func{}, sums: map[*types.Func]*Func{}, plain: map[ast.Node]*plainHandler{},
		params: map[paramKey]map[string]Read{}, only: map[*types.Func]*types.Func{}, clauses: map[ast.Node]map[string]ast.Node{},
		limited: map[*types.Func][]Limit{}, valued: map[ast.Node]map[ast.Expr]worth{}, results: map[paramKey]worth{}}
	for _, file := range p.Files {
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil {
				if obj, ok := p.Info.Defs[fn.Name].(*types.Func); ok {
					p.decls[obj], p.funcs[obj.FullName()] = fn, obj
				}
			}
		}
	}
	return p
}

// Funcs returns the summaries of the package's functions for other packages, sorted.
func (p *Package) Funcs() []*Func {
	var out []*Func
	for _, key := range slices.Sorted(maps.Keys(p.funcs)) {
		if f := p.Func(key); f != nil {
			out = append(out, f)
		}
	}
	return out
}

// Func returns the summary of a function for other packages, or nil if it neither takes
// arguments, nor makes results, nor refuses any value.
func (p *Package) Func(key string) *Func {
	fn := p.funcs[key]
	if fn == nil {
		return nil
	}
	one := Func{Key: key, Whole: None}
	f := p.summary(fn)
	if f != nil {
		one = *f
	}
	if fn.Exported() {
		one.Nils, one.Limits = p.nilsOf(fn), p.limits(fn)
	}
	if f == nil && len(one.Nils)+len(one.Limits) == 0 {
		return nil
	}
	return &one
}

// declNamed returns the declaration of the package's function with a full name, or nil.
func (p *Package) declNamed(name string) *ast.FuncDecl { return p.decls[p.funcs[name]] }

// decl returns the declaration of a function, or nil if it is not in the package.
func (p *Package) decl(fn *types.Func) *ast.FuncDecl {
	if fn == nil {
		return nil
	}
	return p.decls[fn.Origin()]
}

// summary returns the summary of a function of this or another package. It returns
// nil if the function is unknown, or if it neither takes arguments nor makes results.
func (p *Package) summary(fn *types.Func) *Func {
	fn = fn.Origin()
	f, done := p.sums[fn]
	if done {
		return f
	}
	p.sums[fn] = nil // it calls itself
	if decl := p.decls[fn]; decl != nil {
		f = p.summarize(fn, decl)
	} else {
		f = p.Known(fn.FullName())
	}
	p.sums[fn] = f
	return f
}

func (p *Package) summarize(obj *types.Func, decl *ast.FuncDecl) *Func {
	key, s := obj.FullName(), newScan(p, decl)
	f := &Func{Key: key, Whole: None}
	if p.makesResult(obj.Signature()) {
		list := p.outcomes(decl.Body, obj.Signature())
		var given, called []types.Object
		for _, o := range list {
			given, called = append(given, p.object(o.content)), append(called, o.of)
		}
		f.Answers, f.Gives, f.Passes = kindsOf(list), p.parameters(obj.Signature(), given), p.parameters(obj.Signature(), called)
	} else if p.onlyFails(decl.Body, obj.Signature()) {
		f.Answers = []string{Failure}
	}
	add := func(v *types.Var, number int) {
		if v == nil {
			return
		}
		if is, _ := schemafacts.Request(v.Type()); is || isCall(v.Type(), 4) || p.mayHold(v, decl.Body) {
			f.Params = append(f.Params, Param{Number: number})
			s.vars[v] = number
		}
	}
	sig := obj.Signature()
	add(sig.Recv(), -1)
	for i := range sig.Params().Len() {
		add(sig.Params().At(i), i)
	}
	if len(f.Params) == 0 {
		if len(f.Answers) == 0 {
			return nil
		}
		return f
	}
	s.run()
	for i := range f.Params {
		n := f.Params[i].Number
		f.Params[i].Open, f.Params[i].Into, f.Params[i].Types = s.lost[n], s.into[n], s.types[n]
		for _, r := range s.reads {
			if r.of == n {
				one := r.Read
				one.at, one.named = token.NoPos, one.Named()
				if one.Home == "" {
					one.Home = key
				}
				f.Params[i].Reads = append(f.Params[i].Reads, one)
			}
		}
		for _, d := range s.decodings {
			if v, ok := d.Var.(*types.Var); ok && d.of == n && v.Kind() == types.LocalVar {
				f.Params[i].decoded = append(f.Params[i].decoded, d)
			}
		}
	}
	f.Whole = s.whole
	return f
}

// handler returns what a handler does with the arguments.
func (p *Package) handler(n ast.Node) (h Handler) {
	if h := p.plain[n]; h != nil && !p.handles(n) {
		return p.handlePlain(h)
	}
	s := newScan(p, n)
	if s.body == nil {
		return h
	}
	for n := range p.Tree.In(n, (*ast.FuncType)(nil)) {
		s.handed(n.(*ast.FuncType))
	}
	s.run()
	return s.result()
}

// result returns what the scan of a part of a handler found.
func (s *scan) result() (h Handler) {
	for _, r := range s.reads {
		if r.Key != "" {
			h.Reads = append(h.Reads, r.Read)
		}
	}
	h.Sets, h.Decoded, h.All = names(s.sets), s.decodedInto(), !s.lost[0]
	h.Members = s.members()
	return h
}

// handed records which parameters of a handler contain a request, and which contain
// arguments that the SDK has decoded.
func (s *scan) handed(ft *ast.FuncType) {
	decoded, any := false, false
	for _, f := range ft.Params.List {
		is, checked := schemafacts.Request(s.p.Info.TypeOf(f.Type))
		any, decoded = any || is, decoded || is && checked
	}
	if !any {
		s.handedOnly(ft)
		return
	}
	request := false // whether the parameter before is one
	for i, f := range ft.Params.List {
		for _, name := range f.Names {
			v := s.p.Info.Defs[name]
			if v == nil {
				continue
			}
			next := request
			request, _ = schemafacts.Request(v.Type())
			_, isStruct := v.Type().Underlying().(*types.Struct)
			switch {
			case request || decoded && isMap(v.Type()):
				s.vars[v], s.checked[v] = 0, !request
			case len(ft.Params.List) == 3 && i == 2 && (decoded || isTagged(v.Type())), len(ft.Params.List) > 3 && next && isTagged(v.Type()):
				if !s.decodedAs(v.Type(), v, 0, name.Pos()) && name.Name != "_" {
					s.lost[0] = true
				}
			case isTypeParam(v.Type()), len(ft.Params.List) > 3 && decoded && isStruct,
				len(ft.Params.List) == 3 && next && isStruct && isPublic(v.Type()):
				s.lost[0] = true // it may be the arguments
			}
		}
	}
}

// isPublic reports whether all fields of a struct are exported.
func isPublic(t types.Type) bool {
	for f := range t.Underlying().(*types.Struct).Fields() {
		if !f.Exported() {
			return false
		}
	}
	return true
}

func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(jsonfields.Pointee(t)).(*types.TypeParam)
	return ok
}

// handedOnly records the last parameter of a handler that takes no request, if it is
// a struct with json tags: the SDK passes the decoded arguments in it. Options may follow it.
func (s *scan) handedOnly(ft *ast.FuncType) {
	n := len(ft.Params.List)
	if n > 1 {
		if _, options := ft.Params.List[n-1].Type.(*ast.Ellipsis); options {
			n--
		}
	}
	if n == 0 {
		return
	}
	last := ft.Params.List[n-1]
	if n > 1 && s.isCall(last.Type, ft.Results) && isTagged(s.p.Info.TypeOf(ft.Params.List[n-2].Type)) {
		last = ft.Params.List[n-2] // otherwise input and output are of one package
	}
	if len(last.Names) != 1 {
		return
	}
	if v := s.p.Info.Defs[last.Names[0]]; v != nil && isTagged(v.Type()) {
		s.decodedAs(v.Type(), v, 0, last.Names[0].Pos())
	}
}

// isTagged reports whether a type is a struct in which each exported field has a json
// tag or is embedded.
func isTagged(t types.Type) bool {
	st, ok := structOf(t)
	if !ok || st.NumFields() == 0 {
		return false
	}
	for i := range st.NumFields() {
		if _, ok := reflect.StructTag(st.Tag(i)).Lookup("json"); !ok && st.Field(i).Exported() && !st.Field(i).Embedded() {
			return false
		}
	}
	return true
}

// isMap reports whether a type is map[string]any, a named type of that form, or a
// type parameter with such a constraint. A program decodes arguments without a schema
// into such a type.
func isMap(t types.Type) bool {
	if t == nil {
		return false
	}
	if tp, ok := types.Unalias(t).(*types.TypeParam); ok {
		i, ok := tp.Constraint().Underlying().(*types.Interface)
		if !ok || i.NumEmbeddeds() != 1 {
			return false
		}
		t = i.EmbeddedType(0)
		if u, ok := types.Unalias(t).(*types.Union); ok && u.Len() == 1 {
			t = u.Term(0).Type()
		}
	}
	m, ok := types.Unalias(t).Underlying().(*types.Map)
	if !ok {
		return false
	}
	k, ok := types.Unalias(m.Key()).(*types.Basic)
	return ok && k.Kind() == types.String && isAny(m.Elem())
}

// isTextMap reports whether a type is map[string]string, to which some programs copy the
// arguments.
func isTextMap(t types.Type) bool {
	m, ok := types.Unalias(t).(*types.Map)
	return ok && types.Identical(m.Key(), types.Typ[types.String]) && types.Identical(m.Elem(), types.Typ[types.String])
}

func isAny(t types.Type) bool {
	i, ok := types.Unalias(t).(*types.Interface)
	return ok && i.Empty()
}
