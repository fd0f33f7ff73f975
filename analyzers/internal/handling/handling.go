package handling

import (
	"encoding/json"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/internal/syntax"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/signature"
)

// Read is an argument that a function reads.
type Read struct {
	// Key is the argument's name, or "" if parameter KeyParam contains the name.
	Key      string `json:",omitempty"`
	KeyParam int
	// Types are the JSON types that the function uses, empty for any type. TypeParam is
	// the number of the type parameter that decides, or None.
	Types     []string `json:",omitempty"`
	TypeParam int
	// Never is the type in a type assertion on the argument that always fails, because
	// decoded JSON has no values of this type, or "".
	Never string `json:",omitempty"`
	// Elems are the JSON types of array elements that the function uses, empty for any
	// type.
	Elems []string `json:",omitempty"`
	// Values are the only texts that the function accepts, sorted, or empty if unknown.
	Values []string `json:",omitempty"`
	// Converts reports whether a reader of the SDK that accepts several types reads it.
	Converts bool `json:",omitempty"`
	// Demanded reports whether the function fails without the argument.
	Demanded bool `json:",omitempty"`
	// Flag is a bool parameter that decides whether the function fails without the
	// argument, or nil.
	Flag *Flag `json:",omitempty"`
	// Zero reports whether the function also fails if the argument is "", 0 or false.
	Zero bool `json:",omitempty"`
	// NotNull reports whether the function fails if the argument is null.
	NotNull bool `json:",omitempty"`
	// Default is the constant, as JSON, that replaces a missing argument, or [zeroOfType].
	// It is "" if nothing replaces it, or an unknown value. DefaultParam is the number of the
	// parameter that contains it, or None.
	Default      string `json:",omitempty"`
	DefaultParam int
	// AsIs reports whether the default is the zero value of a field that all code uses as it
	// is, Means whether this is so only if the description says what zero means; see
	// [Package.onlyTaken].
	AsIs  bool `json:",omitempty"`
	Means bool `json:",omitempty"`
	// Asked reports whether the function only tests if the argument is present.
	Asked bool `json:",omitempty"`
	// Field reports whether it is a field of a struct into which the arguments are
	// decoded.
	Field bool `json:",omitempty"`
	// Home is the function in which the name is written, or "" for the function itself.
	Home string `json:",omitempty"`

	// File and Line are the position of the name in the package of the handler, for
	// facts. File is a base name.
	File string `json:",omitempty"`
	Line int    `json:",omitempty"`

	// keeps reports whether the function leaves each text but "" in a field as it is.
	keeps bool
	at    token.Pos
	// named is the position of the name if it is in a helper of the package.
	named token.Pos
}

// Found returns a copy of the read whose position is at.
func (r Read) Found(at token.Pos) Read {
	r.at, r.named = at, token.NoPos
	return r
}

// At returns the position of the name, or of the call of the helper that contains it.
func (r Read) At() token.Pos { return r.at }

// Named returns the position of the argument's name, which may be in a helper of the
// same package. If that is unknown, it returns the position of the call of the
// helper.
func (r Read) Named() token.Pos {
	if r.named.IsValid() {
		return r.named
	}
	return r.at
}

// Param describes a parameter that contains the arguments of a call, or a request
// with them.
type Param struct {
	Number int    // -1 for the receiver
	Reads  []Read `json:",omitempty"`
	// Open reports whether the arguments are passed to unknown code.
	Open bool `json:",omitempty"`
	// Into are the numbers of the parameters into which the function decodes the
	// arguments. Types are the numbers of the type parameters of the values that it
	// decodes them to.
	Into, Types []int `json:",omitempty"`

	// decoded are the variables of the function into which it decodes the arguments, or one.
	decoded []decoding
}

// Decoded is a struct into which a handler decodes the arguments of a call, or a type into
// which it decodes one of them.
type Decoded struct {
	Type types.Type
	// Var is the variable that contains the struct, or nil if it is unknown. It may be in a
	// helper.
	Var types.Object
	// Key is the name of the argument, or "" for all arguments.
	Key string
}

// Func is the summary of a function: what its callers need to know about it.
type Func struct {
	Key    string  // in the form of types.Func.FullName
	Params []Param `json:",omitempty"`
	// Answers are the kinds of results that the function returns for a call, sorted.
	Answers []string `json:",omitempty"`
	// Gives are the numbers of the parameters that become the structured content of the
	// result.
	Gives []int `json:",omitempty"`
	// Passes are the numbers of the function parameters whose result the function
	// returns unchanged.
	Passes []int `json:",omitempty"`
	// Nils are the results that are nil slices or maps, or may be, by their numbers, and the
	// fields of results that are, as "0.Names", sorted.
	Nils []string `json:",omitempty"`
	// Refuses is what the function refuses, or nil.
	Refuses *Refusal `json:",omitempty"`
	// Whole is the number of the parameter whose arguments the first result contains,
	// or None.
	Whole int
}

// None is the number of a parameter that does not exist. The receiver has the number
// -1.
const None = -2

// Encode returns the encoding of a list, which depends only on its elements, and nil for
// an empty list. A fact stores it as bytes, because gob would add descriptions of the types
// to every fact, and most facts have no summaries.
func Encode[T any](list []T) []byte {
	if len(list) == 0 {
		return nil
	}
	data, err := json.Marshal(list)
	if err != nil {
		panic(err) // they contain only strings and numbers
	}
	return data
}

// Decode is the inverse of [Encode]. It returns nil for invalid data.
func Decode[T any](data []byte) (list []T) {
	if len(data) == 0 || json.Unmarshal(data, &list) != nil {
		return nil
	}
	return list
}

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

	own   map[string]*Func
	decls map[string]*ast.FuncDecl
	open  map[string]bool
	keys  map[*types.Func]string
	named []naming // the places that name functions which take a request
	// plain are handlers that no SDK calls. byName are the functions and clauses that
	// the source selects by the name of a tool.
	plain map[ast.Node]*plainHandler
	// params are what functions do with the fields of a parameter; see [Package.fieldsIn].
	params map[paramKey]map[string]Read
	byName map[string][]ast.Node
	byTest map[string][]ast.Node // the bodies of if statements
	// clauses caches [Package.clauseFor].
	clauses map[ast.Node]map[string]ast.Node
	// passed are the parameters of [Package.passOn], with whether the SDK has compared the
	// arguments with the schema. guards is what the functions that pass them on check.
	passed map[types.Object]bool
	guards map[string]guard
	// refused caches [Package.refuses], valued [Package.values], results [Package.ownResult].
	refused map[*types.Func]Refusal
	valued  map[ast.Node]map[ast.Expr]worth
	results map[paramKey]worth
}

// Funcs returns the summaries of the package's functions that take arguments or make
// results, in source order.
func (p *Package) Funcs() []Func {
	p.index()
	var out []Func
	for _, file := range p.Files {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			obj, _ := p.Info.Defs[fn.Name].(*types.Func)
			if obj == nil {
				continue
			}
			one := Func{Key: p.key(obj), Whole: None}
			f := p.summary(one.Key)
			if f != nil {
				one = *f
			}
			if obj.Exported() {
				one.Nils = p.nilsOf(obj)
				if r := p.refuses(obj); len(r.Zero)+len(r.Closed) > 0 {
					one.Refuses = &r
				}
			}
			if f != nil || len(one.Nils) > 0 || one.Refuses != nil {
				out = append(out, one)
			}
		}
	}
	return out
}

// index collects the package's function declarations by key, on first use.
func (p *Package) index() {
	if p.own != nil {
		return
	}
	p.own, p.decls, p.open, p.keys = map[string]*Func{}, map[string]*ast.FuncDecl{}, map[string]bool{}, map[*types.Func]string{}
	p.plain, p.refused, p.clauses = map[ast.Node]*plainHandler{}, map[*types.Func]Refusal{}, map[ast.Node]map[string]ast.Node{}
	p.valued, p.results = map[ast.Node]map[ast.Expr]worth{}, map[paramKey]worth{}
	for _, file := range p.Files {
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil {
				if obj, ok := p.Info.Defs[fn.Name].(*types.Func); ok {
					p.decls[p.key(obj)] = fn
				}
			}
		}
	}
}

// key returns the key of a function in the form of types.Func.FullName. Instances of
// a generic function have the key of the generic function.
func (p *Package) key(fn *types.Func) string {
	k, ok := p.keys[fn]
	if !ok {
		k = fn.Origin().FullName()
		p.keys[fn] = k
	}
	return k
}

// summary returns the summary of a function of this or another package. It returns
// nil if the function is unknown, or if it neither takes arguments nor makes results.
func (p *Package) summary(key string) *Func {
	p.index()
	decl := p.decls[key]
	if decl == nil {
		return p.Known(key)
	}
	if f, done := p.own[key]; done {
		return f
	}
	if p.open[key] {
		return nil // the function calls itself
	}
	p.open[key] = true
	f := p.summarize(key, decl)
	delete(p.open, key)
	p.own[key] = f
	return f
}

func (p *Package) summarize(key string, decl *ast.FuncDecl) *Func {
	obj := p.Info.Defs[decl.Name].(*types.Func)
	s := newScan(p, obj)
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
		if is, _ := schemafacts.Request(v.Type()); is || isMap(v.Type()) || isRawMessage(v.Type()) || isCall(v.Type(), 4) || p.decodesText(v, decl.Body) || p.takesMap(v, decl.Body) {
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
	s.run(decl.Body)
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
			if v, ok := d.obj.(*types.Var); ok && d.of == n && v.Kind() == types.LocalVar {
				f.Params[i].decoded = append(f.Params[i].decoded, d)
			}
		}
	}
	f.Whole = s.whole
	return f
}

// handler returns what a handler does with the arguments: which ones it reads, which
// ones it writes itself, and the structs into which it decodes them. all reports
// whether reads is complete.
func (p *Package) handler(n ast.Node) (reads []Read, sets []string, decoded []Decoded, all bool) {
	p.index()
	if h := p.plain[n]; h != nil && !p.handles(n) {
		return p.handlePlain(h)
	}
	obj, _ := p.Info.Defs[declName(n)].(*types.Func)
	_, block := parts(n)
	if block == nil {
		return nil, nil, nil, false
	}
	s := newScan(p, obj)
	for n := range p.Tree.In(n, (*ast.FuncType)(nil)) {
		s.handed(n.(*ast.FuncType))
	}
	s.run(block)
	return s.result()
}

// result returns what the scan of a handler found; see [Package.handler].
func (s *scan) result() (reads []Read, sets []string, decoded []Decoded, all bool) {
	for _, r := range s.reads {
		if r.Key != "" {
			reads = append(reads, r.Read)
		}
	}
	return reads, names(s.sets), s.decodedInto(), !s.lost[0]
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
			case isTypeParam(v.Type()), len(ft.Params.List) > 3 && decoded && isStruct:
				s.lost[0] = true // it may be the arguments
			}
		}
	}
}

func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(jsonfields.Pointee(t)).(*types.TypeParam)
	return ok
}

// handedOnly records the last parameter of a handler that takes no request, if it is
// a struct with json tags: the SDK passes the decoded arguments in it.
func (s *scan) handedOnly(ft *ast.FuncType) {
	if len(ft.Params.List) == 0 {
		return
	}
	last := ft.Params.List[len(ft.Params.List)-1]
	if n := len(ft.Params.List); n > 1 && s.isCall(last.Type, ft.Results) && isTagged(s.p.Info.TypeOf(ft.Params.List[n-2].Type)) {
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
