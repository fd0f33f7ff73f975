package intercept

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// typeKey returns the import path and name of a named type or of a pointer to one, or
// "" for any other type.
func typeKey(t types.Type) string {
	if t == nil {
		return ""
	}
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil {
		return named.Obj().Pkg().Path() + "." + named.Obj().Name()
	}
	return ""
}

// judge returns why a value may change the messages that pass through it, or "" if
// nothing in the source shows that it may.
func (b *finder) judge(v exprResult, depth int) string {
	e := ast.Unparen(v.e)
	t := b.info.TypeOf(e)
	if tuple, ok := t.(*types.Tuple); ok && v.index < tuple.Len() {
		t = tuple.At(v.index).Type()
	}
	if t == nil || depth > 8 {
		return ""
	}
	if !types.IsInterface(t) {
		if why := b.judgeFields(e, depth); why != "" {
			return why
		}
		return b.judgeType(t)
	}
	switch x := e.(type) {
	case *ast.CallExpr:
		return b.judgeCall(x, v.index, depth)
	case *ast.TypeAssertExpr:
		return b.judge(exprResult{x.X, 0}, depth+1)
	case *ast.Ident, *ast.SelectorExpr:
		obj := b.object(e)
		if obj == nil || b.judging[obj] {
			return ""
		}
		b.judging[obj] = true
		defer delete(b.judging, obj)
		for _, set := range b.values[obj] {
			if why := b.judge(set, depth+1); why != "" {
				return why
			}
		}
		return b.judgeParam(obj, depth)
	}
	return ""
}

// judgeFields judges the streams in the fields of a transport's composite literal.
func (b *finder) judgeFields(e ast.Expr, depth int) string {
	if u, ok := e.(*ast.UnaryExpr); ok {
		e = ast.Unparen(u.X)
	}
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		return ""
	}
	for _, s := range b.surfaces {
		fields := s.Fields[typeKey(b.info.TypeOf(lit))]
		for _, e := range lit.Elts {
			kv, ok := e.(*ast.KeyValueExpr)
			if !ok {
				continue
			}
			if id, ok := kv.Key.(*ast.Ident); ok && slices.Contains(fields, id.Name) {
				if why := b.judge(exprResult{kv.Value, 0}, depth+1); why != "" {
					return why
				}
			}
		}
	}
	return ""
}

// judgeParam returns why a call of the package may pass, for the parameter obj, a
// value that changes the messages, or "" if no call shows that. See judge.
func (b *finder) judgeParam(obj types.Object, depth int) string {
	for _, arg := range b.arguments(obj) {
		if why := b.judge(exprResult{arg, 0}, depth+1); why != "" {
			return why
		}
	}
	return ""
}

// judgeCall judges the result of a call that returns an interface.
func (b *finder) judgeCall(call *ast.CallExpr, index, depth int) string {
	if tv := b.info.Types[call.Fun]; tv.IsType() && len(call.Args) == 1 {
		return b.judge(exprResult{call.Args[0], 0}, depth+1)
	}
	fn := b.callee(call)
	if fn == nil || fn.Pkg() == nil {
		return ""
	}
	if d := b.bodies[fn]; d != nil {
		why := ""
		ast.Inspect(d.Body, func(n ast.Node) bool {
			if _, ok := n.(*ast.FuncLit); ok {
				return false
			}
			if r, ok := n.(*ast.ReturnStmt); ok && why == "" {
				if len(r.Results) > index {
					why = b.judge(exprResult{r.Results[index], 0}, depth+1)
				} else if len(r.Results) == 1 {
					why = b.judge(exprResult{r.Results[0], index}, depth+1)
				}
			}
			return true
		})
		return why
	}
	if ir.IsStd(fn.Pkg().Path()) || dialects.Has(fn.Pkg().Path()) {
		for i, arg := range call.Args {
			if fn.FullName() == "io.TeeReader" && i > 0 {
				continue // a copy
			}
			if t := b.info.TypeOf(arg); t != nil && (hasMethod(t, "Read") || hasMethod(t, "Connect") || hasMethod(t, "Write") && !dialects.Has(fn.Pkg().Path())) {
				if why := b.judge(exprResult{arg, 0}, depth+1); why != "" {
					return why
				}
			}
		}
		return ""
	}
	if prefix := "!" + fn.Pkg().Path() + "."; b.anyStream(func(s string) bool { return strings.HasPrefix(s, prefix) }) {
		return "listed through what " + ir.ShortKey(ir.Key(fn)) + " returns, which may change it"
	}
	return ""
}

// judgeType returns why values of a type may change the messages that pass through
// them, or "" if nothing in the source shows that.
func (b *finder) judgeType(t types.Type) string {
	key := typeKey(t)
	path := key[:max(strings.LastIndexByte(key, '.'), 0)]
	switch {
	case key == "io.PipeWriter" || key == "io.PipeReader" || key == "net/http/httptest.ResponseRecorder":
		return "listed through " + types.TypeString(t, shortName) + ", whose other end is in the same program"
	case key == "" || ir.IsStd(path) || dialects.Has(path) || b.anyStream(func(s string) bool { return s == key }):
		return ""
	}
	return "listed through " + types.TypeString(t, shortName) + ", which may change it"
}

// anyStream reports whether such returns true for one of the known streams.
func (b *finder) anyStream(such func(string) bool) bool {
	return slices.ContainsFunc(b.found.Streams, such) || slices.ContainsFunc(b.below.Streams, such)
}

func shortName(p *types.Package) string { return p.Name() }

func hasMethod(t types.Type, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	_, ok := obj.(*types.Func)
	return ok
}

// streams records the package's types that pass on their input, and with a "!" those
// that may change it.
func (b *finder) streams() {
	scope := b.pkg.Pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) {
			continue
		}
		key := b.pkg.Pass.Pkg.Path() + "." + name
		has, passes := false, true
		for _, m := range []string{"Read", "Write", "Connect", "WriteString", "ReadFrom"} {
			obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(tn.Type()), true, b.pkg.Pass.Pkg, m)
			fn, ok := obj.(*types.Func)
			if !ok {
				continue
			}
			has = true
			if d := b.bodies[fn.Origin()]; d != nil {
				passes = passes && b.passesOn(d)
			} else if fn.Pkg() != nil && fn.Pkg() == b.pkg.Pass.Pkg && !types.IsInterface(fn.Signature().Recv().Type()) {
				passes = false
			}
		}
		switch {
		case has && passes:
			b.found.Streams = append(b.found.Streams, key)
		case has:
			b.found.Streams = append(b.found.Streams, "!"+key)
		}
	}
	slices.Sort(b.found.Streams)
}
