// Package handling tells what functions do with the arguments of a tool call:
// which of them they read, by what name and as what, also through helpers of other
// packages. It looks at syntax, one function at a time; what a helper does is known
// from its own summary.
package handling

import (
	"encoding/json"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"

	"github.com/schemavet/schemavet/schemafacts/internal/syntax"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
)

// Read is an argument that a function reads.
type Read struct {
	// Key is the argument's name, "" if it is that of parameter KeyParam.
	Key      string `json:",omitempty"`
	KeyParam int
	// Types are the types of JSON of which the function makes something, empty if
	// it may be any. TypeParam is the number of the type parameter that decides, -1
	// for none.
	Types     []string `json:",omitempty"`
	TypeParam int
	// Never is the type that the function asserts of the argument, if decoded JSON has
	// no value of it, "" otherwise.
	Never string `json:",omitempty"`
	// Converts says that it is read by a reader of the SDK which takes several types.
	Converts bool `json:",omitempty"`
	// Demanded says that the function fails without the argument.
	Demanded bool `json:",omitempty"`
	// NotNull says that the function fails where the argument is null.
	NotNull bool `json:",omitempty"`
	// Default is the constant, as JSON, that stands in for a missing argument, "" if
	// there is none or it is not known; DefaultParam the parameter that has it, -1
	// for none.
	Default      string `json:",omitempty"`
	DefaultParam int
	// Asked says that only its presence is looked at.
	Asked bool `json:",omitempty"`
	// Field says that it is a field of a struct that the arguments are decoded into.
	Field bool `json:",omitempty"`
	// Home is the function in which the name stands, "" for the one that is asked
	// about.
	Home string `json:",omitempty"`

	// File and Line are the place of the name in the package of a handler that is
	// told of from afar, the file by its own name.
	File string `json:",omitempty"`
	Line int    `json:",omitempty"`

	at token.Pos
	// named is where the name stands in a helper of the package, if it does.
	named token.Pos
}

// Found returns the read with its place, where that is known otherwise.
func (r Read) Found(at token.Pos) Read {
	r.at, r.named = at, token.NoPos
	return r
}

// At returns where the name stands, or the call of the helper that has it.
func (r Read) At() token.Pos { return r.at }

// Named returns where the name stands, also in a helper of the same package; where that
// is not known, the call of the helper.
func (r Read) Named() token.Pos {
	if r.named.IsValid() {
		return r.named
	}
	return r.at
}

// Param is a parameter that holds arguments, or a request with them.
type Param struct {
	Number int    // -1 for the receiver
	Reads  []Read `json:",omitempty"`
	// Open says that the arguments go where nothing is known of them.
	Open bool `json:",omitempty"`
	// Into are the numbers of the parameters that the function decodes the arguments
	// into, and Types those of the type parameters that it decodes them as.
	Into, Types []int `json:",omitempty"`
}

// Decoded is a struct that a handler decodes the arguments of a call into.
type Decoded struct {
	Type types.Type
	// Var is the variable that holds the struct, nil if it is not known.
	Var types.Object
}

// Func is what a function does, for those who call it.
type Func struct {
	Key    string  // as types.Func.FullName has it
	Params []Param `json:",omitempty"`
	// Answers is what a function returns that makes the result of a call, sorted.
	Answers []string `json:",omitempty"`
	// Gives are the numbers of the parameters whose value becomes the structured content
	// of the result.
	Gives []int `json:",omitempty"`
	// Passes are the numbers of the parameters, functions, whose result is that of the
	// function as it came.
	Passes []int `json:",omitempty"`
	// Whole is the number of the parameter whose arguments the first result holds,
	// None if it holds no such thing.
	Whole int
}

// None is the number of no parameter. The receiver's is -1.
const None = -2

// Encode returns summaries as bytes that depend on them alone, nil for none. Much of
// what facts tell is in packages without any, so the form of a summary is not told
// with each of them.
func Encode(funcs []Func) []byte {
	if len(funcs) == 0 {
		return nil
	}
	data, err := json.Marshal(funcs)
	if err != nil {
		panic(err) // strings and numbers only
	}
	return data
}

// Decode is the inverse of [Encode]; what it cannot read tells nothing.
func Decode(data []byte) []Func {
	var funcs []Func
	if len(data) == 0 || json.Unmarshal(data, &funcs) != nil {
		return nil
	}
	return funcs
}

// Package is what is to be known to read a package.
type Package struct {
	Files []*ast.File
	Tree  *syntax.Tree // of the files
	Pkg   *types.Package
	Info  *types.Info
	// Request reports whether a handler gets the arguments of a call with a type, and
	// whether arguments that are decoded for it were compared with the schema.
	Request func(t types.Type) (is, checked bool)
	// Result reports whether a type is that of the result of a call.
	Result func(t types.Type) bool
	// OfSDK reports whether a package belongs to an SDK.
	OfSDK func(path string) bool
	// Known returns the summary of a function of another package, nil if there is
	// none.
	Known func(key string) *Func
	// Place returns the file, by its own name, and the line of a position.
	Place func(token.Pos) token.Position

	// Plain reports whether no SDK calls the handlers of a tool.
	Plain func(t *tool.Tool) bool

	own   map[string]*Func
	decls map[string]*ast.FuncDecl
	open  map[string]bool
	keys  map[*types.Func]string
	named []naming // where functions that take a request are named
	// plain are handlers that no SDK calls, and byName the functions and clauses that the
	// source selects by the name of a tool.
	plain  map[ast.Node]*plainHandler
	byName map[string][]ast.Node
	byTest map[string][]ast.Node // by if statements
}

// Funcs returns the summaries of the package's functions that take arguments or make
// results, in the order of the source.
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
			if f := p.summary(p.key(obj)); f != nil {
				out = append(out, *f)
			}
		}
	}
	return out
}

// index finds the functions of the package by their names, once.
func (p *Package) index() {
	if p.own != nil {
		return
	}
	p.own, p.decls, p.open, p.keys = map[string]*Func{}, map[string]*ast.FuncDecl{}, map[string]bool{}, map[*types.Func]string{}
	p.plain = map[ast.Node]*plainHandler{}
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

// key returns the name by which a function is known, that of the declaration for an
// instance.
func (p *Package) key(fn *types.Func) string {
	k, ok := p.keys[fn]
	if !ok {
		k = fn.Origin().FullName()
		p.keys[fn] = k
	}
	return k
}

// summary returns what is known of a function, nil if it takes no arguments and makes
// no result, or if nothing is known.
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
		return nil // it calls itself
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
	f := &Func{Key: key, Whole: None, Answers: p.answers(decl.Body, obj.Signature()), Gives: p.gives(decl.Body, obj.Signature()), Passes: p.passes(decl.Body, obj.Signature())}
	add := func(v *types.Var, number int) {
		if v == nil {
			return
		}
		if is, _ := p.Request(v.Type()); is || isMap(v.Type()) || isRawMessage(v.Type()) || isCall(v.Type(), 4) || p.decodesText(v, decl.Body) {
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
	}
	f.Whole = s.whole
	return f
}

// handler returns what a handler reads: a declaration or a literal that takes a
// request. Sets are the arguments that it writes, and all says that it reads nothing
// else.
func (p *Package) handler(n ast.Node) (reads []Read, sets []string, decoded []Decoded, all bool) {
	p.index()
	if h := p.plain[n]; h != nil {
		return p.handlePlain(h)
	}
	var obj *types.Func
	body, _ := n.(*ast.FuncLit)
	var block *ast.BlockStmt
	if fn, ok := n.(*ast.FuncDecl); ok {
		obj, _ = p.Info.Defs[fn.Name].(*types.Func)
		block = fn.Body
	} else if body != nil {
		block = body.Body
	}
	if block == nil {
		return nil, nil, nil, false
	}
	s := newScan(p, obj)
	for n := range p.Tree.In(n, (*ast.FuncType)(nil)) {
		s.handed(n.(*ast.FuncType))
	}
	s.run(block)
	for _, r := range s.reads {
		if r.Key != "" {
			reads = append(reads, r.Read)
		}
	}
	return reads, names(s.sets), s.decodedInto(), !s.lost[0]
}

// handed finds what a handler is given: requests, and arguments that the SDK
// decoded for it.
func (s *scan) handed(ft *ast.FuncType) {
	decoded, any := false, false
	for _, f := range ft.Params.List {
		is, checked := s.p.Request(s.p.Info.TypeOf(f.Type))
		any, decoded = any || is, decoded || is && checked
	}
	if !any {
		return
	}
	for _, f := range ft.Params.List {
		for _, name := range f.Names {
			v := s.p.Info.Defs[name]
			if v == nil {
				continue
			}
			is, _ := s.p.Request(v.Type())
			if is || decoded && isMap(v.Type()) {
				s.vars[v] = 0
			} else if len(ft.Params.List) == 3 && f == ft.Params.List[2] && (decoded || isTagged(v.Type())) {
				s.decodedAs(v.Type(), v, 0, name.Pos())
			}
		}
	}
}

// isTagged reports whether a type is a struct whose exported fields all have a json tag.
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

// isMap reports whether arguments that are decoded without a type may have a type:
// a map[string]any, also under another name or as a constraint.
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

func isAny(t types.Type) bool {
	i, ok := types.Unalias(t).(*types.Interface)
	return ok && i.Empty()
}
