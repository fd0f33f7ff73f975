package handling

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/internal/jsonmethod"
	"golang.org/x/tools/go/types/typeutil"
)

// This file finds the lists, maps and pointers that are nil in what functions return. A trial
// without a condition shows what the expressions are that a function returns.

// Null is a property of a handler's output that is null because the handler does not set a
// list, map or pointer.
type Null struct {
	Path  []string // the names of the properties that lead to it
	Field string   // the field's name
	// Maybe reports whether the handler sets it in some calls.
	Maybe bool `json:",omitempty"`

	at    token.Pos
	field *types.Var
}

// At returns the position of the value with the field, and the field itself. It returns
// nothing if the handler is in another package.
func (n Null) At() (token.Pos, *types.Var) { return n.at, n.field }

// nullsOf returns the properties of the output of a handler that are null, or may be.
func (p *Package) nullsOf(n ast.Node) (out []Null) {
	values := p.returned(n, 4)
	if _, sig := p.bodyOf(n); sig != nil && sig.Results().Len() == 2 {
		for _, e := range p.Contents(n) {
			values = append(values, output{p.values(n)[e], p.Info.TypeOf(e)})
		}
	}
	for _, o := range values {
		out = append(out, o.nulls(nil)...)
	}
	return out
}

// output is a value of a type that a function returns as the output of a tool, or a part of
// that value.
type output struct {
	worth
	typ types.Type
}

// part returns the value of a field.
func (o output) part(f *types.Var) output { return output{o.field(f), f.Type()} }

// nulls returns the fields of a value that are nil, or may be, also in the structs of its
// fields. path leads to the value.
func (o output) nulls(path []string) (out []Null) {
	st, ok := structOf(o.typ)
	if !ok || o.of == nil {
		return nil
	}
	fields := slices.DeleteFunc(jsonfields.Of(st), func(f jsonfields.Field) bool { return len(f.Path) > 1 || f.OmitZero })
	for _, f := range fields {
		switch part := o.part(f.Var); types.Unalias(f.Var.Type()).Underlying().(type) {
		case *types.Map, *types.Slice, *types.Pointer:
			if part.mayBeNil() && !f.OmitEmpty && jsonmethod.Writes(f.Var.Type(), true).Kind == jsonmethod.None {
				out = append(out, Null{append(slices.Clone(path), f.Name), f.Var.Name(), part.kind == maybe, o.of.pos, f.Var})
			}
		}
	}
	for _, f := range fields {
		if _, ok := f.Var.Type().Underlying().(*types.Struct); ok {
			out = append(out, o.part(f.Var).nulls(append(slices.Clone(path), f.Name))...)
		}
	}
	return out
}

// returned returns the values that a handler returns as its output, together with a nil
// error. If it has three results, the first is a result of the SDK, which writes the output
// into it, even if it is an error. calls limits how many calls are followed.
func (p *Package) returned(fn ast.Node, calls int) (out []output) {
	body, sig := p.bodyOf(fn)
	if body == nil || calls == 0 {
		return nil
	}
	n := sig.Results().Len()
	if n != 2 && n != 3 {
		return nil
	}
	for _, ret := range returns(body) {
		if len(ret.Results) == n && p.Info.Types[ret.Results[n-1]].IsNil() {
			e := ret.Results[n-2]
			out = append(out, output{p.values(fn)[e], p.Info.TypeOf(e)})
		}
		if len(ret.Results) != 1 {
			continue // without any, the results have names
		}
		if call, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr); ok {
			if fn := typeutil.StaticCallee(p.Info, call); p.decl(fn) != nil {
				out = append(out, p.returned(p.decl(fn), calls-1)...)
			}
		}
	}
	return out
}

// returns returns the return statements of a body.
func returns(body *ast.BlockStmt) (out []*ast.ReturnStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok {
			out = append(out, ret)
		}
		_, inner := n.(*ast.FuncLit)
		return !inner
	})
	return out
}

// values returns what the results of a function's return statements are, and the structured
// content of a handler.
func (p *Package) values(n ast.Node) map[ast.Expr]worth {
	if v, done := p.valued[n]; done {
		return v
	}
	p.valued[n] = nil // it calls itself
	s := newScan(p, n)
	t := s.newTrial(nil, unknown, false)
	t.values = map[ast.Expr]worth{}
	watched := p.Contents(n)
	for _, ret := range returns(s.body) {
		watched = append(watched, ret.Results...)
	}
	for _, e := range watched {
		t.values[e] = unknown
	}
	t.run()
	p.valued[n] = t.values
	return t.values
}

// result returns what a result of a call is, if the trial is for outputs.
func (t *trial) result(call *ast.CallExpr, i int) worth {
	if t.values == nil {
		return unknown
	}
	return t.p.resultOf(call, i)
}

// resultOf returns what a result of a call is if the function does not fail: a list that may
// be nil, or a struct with such lists.
func (p *Package) resultOf(call *ast.CallExpr, i int) worth {
	fn := typeutil.StaticCallee(p.Info, call)
	if fn == nil || i >= fn.Signature().Results().Len() {
		return unknown
	}
	t := fn.Signature().Results().At(i).Type()
	if _, ok := structOf(t); !ok && !isList(t) {
		return unknown
	}
	if fn.Pkg() == p.Pkg {
		return p.ownResult(fn, i)
	}
	if sum := p.summary(fn); sum != nil {
		return withNils(t, strconv.Itoa(i), sum.Nils).placed(call.Pos())
	}
	return unknown
}

// ownResult implements [Package.resultOf] for a function of the package. A nil or a literal
// without fields that the function returns under a condition does not count, because the
// caller may have excluded the condition.
func (p *Package) ownResult(fn *types.Func, i int) (out worth) {
	key := paramKey{fn.Origin(), i}
	if w, done := p.results[key]; done {
		return w
	}
	p.results[key] = unknown // it calls itself
	defer func() { p.results[key] = out }()
	decl, first := p.decl(fn), true
	for _, ret := range p.successes(decl, fn, i) {
		v := unknown
		if len(ret.Results) > i {
			lit, isLit := ast.Unparen(ret.Results[i]).(*ast.CompositeLit)
			if (p.Info.Types[ret.Results[i]].IsNil() || isLit && len(lit.Elts) == 0) && !slices.Contains(decl.Body.List, ast.Stmt(ret)) {
				continue
			}
			v = p.values(decl)[ret.Results[i]]
		} else if call, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr); ok {
			v = p.resultOf(call, i)
		}
		switch {
		case !v.mayBeNil():
			v.kind, v.c = anything, nil
		case isList(fn.Signature().Results().At(i).Type()):
			v = worth{kind: maybe}
		}
		if !first {
			v = v.or(out, alternatives)
		}
		out, first = v, false
	}
	return out
}

// successes returns the statements with which a function of the package returns a result i
// and no error.
func (p *Package) successes(decl *ast.FuncDecl, fn *types.Func, i int) []*ast.ReturnStmt {
	last := fn.Signature().Results().Len() - 1
	if decl == nil || i > last {
		return nil
	}
	fails := isErrorType(fn.Signature().Results().At(last).Type())
	return slices.DeleteFunc(returns(decl.Body), func(n *ast.ReturnStmt) bool {
		return !(len(n.Results) == 1 && last > 0 || len(n.Results) == last+1 && (!fails || i != last && p.maySucceed(n)))
	})
}

// maySucceed reports whether the last value that a statement returns, an error, is nil, or
// may be because it is the error of an iterator, as in return list, rows.Err().
func (p *Package) maySucceed(ret *ast.ReturnStmt) bool {
	last := ret.Results[len(ret.Results)-1]
	if p.Info.Types[last].IsNil() {
		return true
	}
	call, ok := ast.Unparen(last).(*ast.CallExpr)
	if !ok || len(call.Args) > 0 {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Err" && p.Info.TypeOf(sel.X) != nil && p.Info.TypeOf(sel.X).String() != "context.Context"
}

// isList reports whether a type is a slice or map, which encoding/json writes as null if it
// is nil.
func isList(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Map:
		return true
	}
	return false
}

// nilsOf returns the results of a function that are nil slices or maps, or may be,
// and the fields of its results that are; see [Func.Nils].
func (p *Package) nilsOf(fn *types.Func) (out []string) {
	for i := range fn.Signature().Results().Len() {
		t := fn.Signature().Results().At(i).Type()
		if _, ok := structOf(t); ok || isList(t) {
			out = append(out, output{p.ownResult(fn, i), t}.nils(strconv.Itoa(i))...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// nils returns the paths of the slices and maps in a value that are nil, or may be.
func (o output) nils(path string) (out []string) {
	if st, ok := structOf(o.typ); ok && o.of != nil {
		for f := range st.Fields() {
			if _, ok := f.Type().Underlying().(*types.Struct); ok || isList(f.Type()) {
				out = append(out, o.part(f).nils(path+"."+f.Name())...)
			}
		}
	} else if isList(o.typ) && o.mayBeNil() {
		out = append(out, path)
	}
	return out
}

// withNils is the inverse of [output.nils].
func withNils(t types.Type, path string, nils []string) worth {
	st, isStruct := structOf(t)
	if slices.Contains(nils, path) {
		return worth{kind: maybe}
	} else if !isStruct || !slices.ContainsFunc(nils, func(n string) bool { return strings.HasPrefix(n, path+".") }) {
		return unknown
	}
	known := map[*types.Var]worth{}
	for f := range st.Fields() {
		known[f.Origin()] = withNils(f.Type(), path+"."+f.Name(), nils)
	}
	return worth{of: &fields{known: known}}
}

// fields are the fields of a struct that a trial knows. The others are zero.
type fields struct {
	known map[*types.Var]worth
	pos   token.Pos // of the value, or of the variable with it
}

// field returns the value of a field of a struct, or of the struct that a pointer leads to.
func (w worth) field(f *types.Var) worth {
	if w.of == nil || f == nil {
		return unknown
	}
	v, ok := w.of.known[f.Origin()]
	if !ok {
		v = zeroOf(f.Type()).placed(w.of.pos)
	}
	return v
}

// with returns a struct in which one field has another value.
func (w worth) with(f *types.Var, v worth) worth {
	known := maps.Clone(w.of.known)
	if known == nil {
		known = map[*types.Var]worth{}
	}
	known[f.Origin()] = v
	w.of = &fields{known, w.of.pos}
	return w
}

// placed returns a struct whose position is pos.
func (w worth) placed(pos token.Pos) worth {
	if w.of != nil {
		w.of = &fields{w.of.known, pos}
	}
	return w
}

func (w worth) mayBeNil() bool { return w.kind == nilKind || w.kind == maybe }

// literal returns the struct that a composite literal makes.
func (t *trial) literal(lit *ast.CompositeLit) worth {
	out := some
	if _, ok := t.p.Info.TypeOf(lit).Underlying().(*types.Struct); !ok {
		return out
	}
	out.of = &fields{known: map[*types.Var]worth{}, pos: lit.Pos()}
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return some // all are set
		}
		if f, ok := t.p.Info.Uses[identOf(kv.Key)].(*types.Var); ok {
			out.of.known[f.Origin()] = t.eval(kv.Value)
		}
	}
	return out
}

// isAppend reports whether a call appends single elements to a slice.
func isAppend(info *types.Info, call *ast.CallExpr) bool {
	id := identOf(call.Fun)
	return id != nil && id.Name == "append" && info.Types[call.Fun].IsBuiltin() && len(call.Args) > 0
}

func identOf(e ast.Expr) *ast.Ident {
	id, _ := ast.Unparen(e).(*ast.Ident)
	return id
}
