package handling

import (
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// This file describes the results of functions that contain a nil slice or map, for the
// handlers that pass them on.

// resultValues returns what a result of a function may be if the function does not fail.
func (c nulls) resultValues(call *ast.CallExpr, i int) (out []*outValue) {
	fn := typeutil.StaticCallee(c.p.Info, call)
	if fn == nil || i >= fn.Signature().Results().Len() {
		return nil
	}
	if fn.Pkg() == c.p.Pkg {
		return c.declared(c.p.decls[c.p.key(fn)], fn, i)
	}
	st, ok := structOf(fn.Signature().Results().At(i).Type())
	if sum := c.p.Known(c.p.key(fn)); ok && sum != nil {
		if v := valueWith(st, strconv.Itoa(i), sum.Nils); v != nil {
			v.pos = call.Pos()
			return []*outValue{v}
		}
	}
	return nil
}

// declared implements [nulls.resultValues] for a function of the package. A literal without
// fields that the function returns under a condition does not count.
func (c nulls) declared(decl *ast.FuncDecl, fn *types.Func, i int) (out []*outValue) {
	inner, more := c.inside()
	if !more {
		return nil
	}
	returned := c.successes(decl, fn, i)
	var all []ast.Expr
	for _, ret := range returned {
		if len(ret.Results) > i {
			all = append(all, ret.Results[i])
		}
	}
	for _, ret := range returned {
		if len(ret.Results) < fn.Signature().Results().Len() {
			if call, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr); ok {
				out = append(out, inner.resultValues(call, i)...)
			}
			continue
		}
		if lit, ok := ast.Unparen(ret.Results[i]).(*ast.CompositeLit); ok && len(lit.Elts) == 0 && !slices.Contains(decl.Body.List, ast.Stmt(ret)) {
			continue
		}
		out = append(out, inner.values(ret.Results[i], decl.Body, all)...)
	}
	return out
}

// nilsOf returns the results of a function that are nil slices or maps, or may be,
// and the fields of its results that are; see [Func.Nils].
func (p *Package) nilsOf(decl *ast.FuncDecl, fn *types.Func) (out []string) {
	c := p.nulls()
	for i := range fn.Signature().Results().Len() {
		name := strconv.Itoa(i)
		switch t := fn.Signature().Results().At(i).Type(); {
		case isList(t):
			if c.resultNilness(fn, i) != notNil {
				out = append(out, name)
			}
		default:
			if st, ok := structOf(t); ok && st.NumFields() > 0 {
				for _, v := range c.declared(decl, fn, i) {
					out = append(out, v.nils(name)...)
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// nils returns the paths of the fields of a value that are nil slices or maps, or may be.
func (v *outValue) nils(path string) (out []string) {
	for f := range v.st.Fields() {
		if inner := v.field(f); inner != nil {
			out = append(out, inner.nils(path+"."+f.Name())...)
		} else if isList(f.Type()) && !v.set[f.Origin()] {
			out = append(out, path+"."+f.Name())
		}
	}
	return out
}

// valueWith is the inverse of [outValue.nils]. It returns nil if no path begins with path.
func valueWith(st *types.Struct, path string, nils []string) *outValue {
	if !slices.ContainsFunc(nils, func(n string) bool { return strings.HasPrefix(n, path+".") }) {
		return nil
	}
	v := newOutValue(st, 0)
	for f := range st.Fields() {
		name := path + "." + f.Name()
		if slices.Contains(nils, name) {
			v.maybe[f.Origin()] = true
			continue
		}
		v.set[f.Origin()] = true
		if inner, ok := f.Type().Underlying().(*types.Struct); ok {
			v.inner[f.Origin()] = valueWith(inner, name, nils)
		}
	}
	return v
}
