package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// This file finds what packages with tools may use of a package that does not mention
// tools: names and descriptions, values whose methods return them, and lists in which
// such values are registered.

// The limits of the size of source that is kept, in nodes of the syntax tree. They do
// not depend on comments or layout.
const (
	maxPlain  = 400     // a helper that only other packages may use
	maxHelper = 1500    // a function that does not mention tools
	maxTable  = 400_000 // a variable or a function without parameters: a table
)

// size returns the number of syntax nodes in n, or limit if there are more.
func (l *lowerer) size(n ast.Node, limit int) int {
	size, ok := l.sizes[n]
	if !ok {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n.(type) {
			case nil, *ast.Comment, *ast.CommentGroup:
				return false
			}
			size++
			return size < maxTable
		})
		l.sizes[n] = size
	}
	return min(size, limit)
}

// limit returns the size below which the body of a function that does not mention
// tools is kept.
func (l *lowerer) limit(sig *types.Signature) int {
	if sig.Params().Len() == 0 && sig.Results().Len() > 0 && plainTuple(sig.Results(), 0) {
		return maxTable
	}
	return maxHelper
}

// wantPlain keeps exported functions and variables from which packages with tools may
// get names and descriptions.
func (l *lowerer) wantPlain() {
	for _, d := range l.order {
		fn, _ := l.src.Info.Defs[d.Name].(*types.Func)
		if fn == nil || !d.Name.IsExported() || !l.offers(fn.Signature()) {
			continue
		}
		limit := max(maxPlain, l.limit(fn.Signature()))
		if fn.Signature().Params().Len() > 0 {
			limit = maxPlain
		}
		if l.size(d.Body, limit) < limit {
			l.want(l.key(fn))
		}
	}
	for v, spec := range l.varDecls {
		if v.Exported() && (len(spec.Values) > 0 || l.embeds[v] != "") && l.hasTexts(v.Type(), 0) && l.size(spec, maxTable) < maxTable {
			l.want(ir.VarKey(v.(*types.Var)))
		}
	}
}

// wantWrappers keeps small functions that take and return functions, because they may
// only wrap their argument. Without its body, the evaluator assumes that such a
// function calls its argument. One of 37 public servers loses 73 of 513 parts without this,
// and its run takes seven times the steps.
func (l *lowerer) wantWrappers() {
	hasFunc := func(tup *types.Tuple) bool {
		for v := range tup.Variables() {
			if _, ok := ir.Under(v.Type()).(*types.Signature); ok {
				return true
			}
		}
		return false
	}
	for _, d := range l.order {
		fn, _ := l.src.Info.Defs[d.Name].(*types.Func)
		if fn != nil && hasFunc(fn.Signature().Params()) && hasFunc(fn.Signature().Results()) && l.size(d.Body, maxPlain) < maxPlain {
			l.wanted[l.key(fn)] = true // the functions that the wrapper calls are not kept
		}
	}
}

// offers reports whether a function may provide or receive names and descriptions, by
// its signature. Methods with no results count if all their parameters are plain,
// because packages may call them through an interface, and so do methods that change a value
// which may be a tool, or add one to a registry.
func (l *lowerer) offers(sig *types.Signature) bool {
	if isHandler(sig) {
		return false
	}
	if sig.Recv() != nil && sig.Params().Len() > 0 && sig.Results().Len() < 2 {
		isOwn := func(v *types.Var) bool {
			named, ok := types.Unalias(jsonfields.Pointee(v.Type())).(*types.Named)
			return ok && mayBeOwn(named)
		}
		if isOwn(sig.Params().At(sig.Params().Len()-1)) || sig.Results().Len() == 0 && isOwn(sig.Recv()) {
			return true
		}
	}
	if plainTuple(sig.Params(), 0) && plainTuple(sig.Results(), 0) {
		return sig.Results().Len() > 0 || sig.Recv() != nil
	}
	for i := range sig.Results().Len() {
		t := sig.Results().At(i).Type()
		if ir.IsError(t) || ir.IsBasic(ir.Under(t), types.IsNumeric|types.IsBoolean) {
			continue
		}
		if in, ok := ir.Under(t).(*types.Interface); ok && in.Empty() {
			continue
		}
		if l.hasTexts(t, 0) {
			return true
		}
	}
	return false
}

// hasTexts reports whether a value of type t contains names and descriptions: t consists
// of plain types, has a string field, or has a method without parameters that returns
// a string.
func (l *lowerer) hasTexts(t types.Type, depth int) bool {
	if plainType(t, 0) {
		return true
	}
	if depth > 4 {
		return false
	}
	if named, ok := types.Unalias(t).(*types.Named); ok {
		if pkg := named.Obj().Pkg(); pkg == nil || ir.IsStd(pkg.Path()) {
			return false
		}
		for i := range named.NumMethods() {
			if getter(named.Method(i).Signature()) {
				return true
			}
		}
	}
	switch u := ir.Under(t).(type) {
	case *types.Interface:
		for i := range u.NumMethods() {
			if getter(u.Method(i).Signature()) {
				return true
			}
		}
	case *types.Struct:
		for i := range u.NumFields() {
			if isText(u.Field(i).Type()) || u.Field(i).Embedded() && l.hasTexts(u.Field(i).Type(), depth+1) {
				return true
			}
		}
	case *types.Signature:
		return u.Results().Len() == 1 && !isHandler(u) && l.hasTexts(u.Results().At(0).Type(), depth+1)
	}
	elem := ir.Elem(ir.Under(t))
	return elem != nil && l.hasTexts(elem, depth+1)
}

// takesDefinitions reports whether a method takes a value with a name and a description, a
// list of such values, or a struct with such a list. A program often passes its tools
// through an interface with such a method to a package that knows only their form.
func (l *lowerer) takesDefinitions(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		t := v.Type()
		if l.isDefinition(t) || l.listsDefinitions(t) {
			return true
		}
		if elem := ir.Elem(t); elem != nil {
			t = elem
		}
		if st, ok := ir.Under(t).(*types.Struct); ok {
			for f := range st.Fields() {
				if l.listsDefinitions(f.Type()) {
					return true
				}
			}
		}
	}
	return false
}

// listsDefinitions reports whether t is a list whose elements have a name and a
// description, as fields or as methods.
func (l *lowerer) listsDefinitions(t types.Type) bool {
	list, ok := ir.Under(t).(*types.Slice)
	return ok && l.isDefinition(list.Elem())
}

// isDefinition reports whether values of a type have a name and a description.
func (l *lowerer) isDefinition(t types.Type) bool {
	ok := true
	for _, name := range []string{"Name", "Description"} {
		switch obj, _, _ := types.LookupFieldOrMethod(t, true, l.src.Pkg, name); obj := obj.(type) {
		case *types.Var:
			ok = ok && isText(obj.Type())
		case *types.Func:
			ok = ok && getter(obj.Signature())
		default:
			ok = false
		}
	}
	return ok
}

func isText(t types.Type) bool {
	b, ok := ir.Under(t).(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// getter reports whether a method has no parameters and returns a string.
func getter(sig *types.Signature) bool {
	return sig.Params().Len() == 0 && sig.Results().Len() == 1 && isText(sig.Results().At(0).Type())
}

func plainTuple(t *types.Tuple, depth int) bool {
	for i := range t.Len() {
		if !plainType(t.At(i).Type(), depth) {
			return false
		}
	}
	return true
}

// plainType reports whether a type consists only of basic types, errors, empty
// interfaces and type parameters, also in lists, maps, structs and functions.
func plainType(t types.Type, depth int) bool {
	if depth > 4 {
		return false
	}
	switch u := ir.Under(t).(type) {
	case *types.Basic:
		return true
	case *types.Interface:
		return u.Empty() || ir.IsError(t)
	case *types.Signature:
		return plainTuple(u.Params(), depth+1) && plainTuple(u.Results(), depth+1)
	case *types.Slice:
		return plainType(u.Elem(), depth+1)
	case *types.Array:
		return plainType(u.Elem(), depth+1)
	case *types.Pointer:
		return plainType(u.Elem(), depth+1)
	case *types.Map:
		return plainType(u.Key(), depth+1) && plainType(u.Elem(), depth+1)
	case *types.Struct:
		for i := range u.NumFields() {
			if !plainType(u.Field(i).Type(), depth+1) {
				return false
			}
		}
		return true
	}
	return ir.IsTypeParam(t)
}

// wantInits keeps the init functions that use variables or functions which relevant
// code uses. It reports whether it marked any.
func (l *lowerer) wantInits(mark func(string)) (more bool) {
	for _, d := range l.order {
		key := l.declKey(d)
		if d.Name.Name != "init" || d.Recv != nil || l.relevant[key] {
			continue
		}
		if slices.ContainsFunc(l.calls[key], func(used string) bool { return l.wanted[used] }) {
			more = true
			mark(key)
		}
	}
	return more
}

// wantRegistrars keeps the functions that add values to a registry which relevant
// code reads; see [lowerer.registry]. It reports whether it marked any.
func (l *lowerer) wantRegistrars(mark func(string)) (more bool) {
	for _, d := range l.order {
		fn, _ := l.src.Info.Defs[d.Name].(*types.Func)
		key := l.declKey(d)
		if fn == nil || l.relevant[key] || isHandler(fn.Signature()) || l.size(d.Body, maxHelper) >= maxHelper {
			continue
		}
		if slices.ContainsFunc(l.written(key, d), func(v string) bool { return l.wanted[v] }) {
			more = true
			mark(key)
		}
	}
	return more
}

// written returns the keys of the package's registries to which a function writes.
func (l *lowerer) written(key string, d *ast.FuncDecl) []string {
	if out, ok := l.writes[key]; ok {
		return out
	}
	out := []string{}
	write := func(e ast.Expr) {
		if x, ok := ast.Unparen(e).(*ast.IndexExpr); ok {
			e = x.X
		}
		id, ok := ast.Unparen(e).(*ast.Ident)
		if !ok {
			return
		}
		v, ok := l.src.Info.Uses[id].(*types.Var)
		if ok && isPkgVar(v) && v.Pkg() == l.src.Pkg && l.registry(v.Type()) {
			out = append(out, ir.VarKey(v))
		}
	}
	for n := range l.tree.In(d.Body, (*ast.AssignStmt)(nil)) {
		if as := n.(*ast.AssignStmt); as.Tok != token.DEFINE {
			for _, e := range as.Lhs {
				write(e)
			}
		}
	}
	l.writes[key] = out
	return out
}

// registry reports whether a type is a list or map of values that contain names and
// descriptions, or of functions that return such values.
func (l *lowerer) registry(t types.Type) bool {
	var elem types.Type
	switch u := ir.Under(t).(type) {
	case *types.Slice:
		elem = u.Elem()
	case *types.Map:
		elem = u.Elem()
	default:
		return false
	}
	switch ir.Under(elem).(type) {
	case *types.Interface, *types.Pointer, *types.Struct, *types.Signature:
		return l.hasTexts(elem, 0) && !ir.IsError(elem)
	}
	return false
}
