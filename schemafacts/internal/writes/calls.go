package writes

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// everything is the level of a write that may reach all that a value leads to.
const everything = deepest

// result returns the roots of the results of a call.
func (f *finder) result(fn *function, c *ast.CallExpr) roots {
	r := roots{}
	if f.src.Info.Types[c.Fun].IsType() {
		return f.roots(fn, c.Args[0])
	}
	id := nameOf(c.Fun)
	if id != nil {
		switch obj := f.src.Info.Uses[id].(type) {
		case *types.Builtin:
			if obj.Name() == "append" {
				f.appended(fn, c, r)
			}
			return r
		case *types.Func:
			if returned, known := f.returned(obj); known {
				for v, n := range returned {
					if v.key != "" {
						fn.join(r, roots{v: n})
					} else {
						fn.join(r, f.arg(fn, obj, c, v.param).to(n))
					}
				}
				return r
			}
		}
	}
	t := f.typeOf(c)
	recv, isMethod := ast.Unparen(c.Fun), false
	if sel, ok := recv.(*ast.SelectorExpr); ok && f.src.Info.Selections[sel] != nil {
		recv, isMethod = sel.X, true
	}
	from := f.variable(fn, recv) // only once, since calls may be chained
	if f.isDynamic(c) {
		fn.join(r, from.to(-deepest))
		for _, key := range f.returning[resultKey(t)] {
			for v, n := range f.funcs[key].returned {
				if v.key != "" {
					fn.join(r, roots{v: n})
				}
			}
		}
	}
	// The result of an unknown function may be an argument of its type. Deep in a result of
	// another type, a part of an argument may be found; libraries rarely do that.
	add := func(e ast.Expr, more roots) {
		if !types.Identical(f.typeOf(e), t) {
			more = more.to(deepest)
		}
		fn.join(r, more)
	}
	for _, a := range c.Args {
		add(a, f.roots(fn, a))
	}
	if isMethod {
		add(recv, from)
	}
	return r
}

// appended joins r with what the result of an append leads to.
func (f *finder) appended(fn *function, c *ast.CallExpr, r roots) {
	fn.join(r, f.roots(fn, c.Args[0]))
	for _, a := range c.Args[1:] {
		more := f.roots(fn, a)
		if !c.Ellipsis.IsValid() {
			more = more.to(1)
		}
		fn.join(r, more)
	}
}

// isDynamic reports whether a call runs a function value, or a method of an interface. Its result
// may lead to the same package variables as that of a function of the package which the call may run.
func (f *finder) isDynamic(c *ast.CallExpr) bool {
	id := nameOf(c.Fun)
	if id == nil {
		return true
	}
	switch obj := f.src.Info.Uses[id].(type) {
	case *types.Var:
		return true
	case *types.Func:
		return isInterface(obj)
	}
	return false
}

// resultKey returns a string that is the same for equal types of results.
func resultKey(t types.Type) string {
	tuple, ok := t.(*types.Tuple)
	if !ok {
		return types.TypeString(t, nil)
	}
	var out []string
	for v := range tuple.Variables() {
		out = append(out, types.TypeString(v.Type(), nil))
	}
	return strings.Join(out, ", ")
}

// findReturning finds the functions that dynamic calls may run.
func (f *finder) findReturning() {
	f.returning = map[string][]string{}
	values := map[string]bool{}
	for _, fn := range f.funcs {
		for _, v := range fn.values {
			values[ir.Key(v)] = true
		}
	}
	for _, key := range slices.Sorted(maps.Keys(f.funcs)) {
		fn := f.funcs[key]
		if !values[key] && !fn.method {
			fn.yields = fn.yields[fn.declared:]
		}
		slices.Sort(fn.yields)
		for _, t := range slices.Compact(fn.yields) {
			f.returning[t] = append(f.returning[t], key)
		}
	}
	for _, fn := range f.funcs {
		for _, c := range fn.calls {
			if t := f.typeOf(c); f.sharesMemory(t) && f.isDynamic(c) {
				fn.callees = append(fn.callees, f.returning[resultKey(t)]...)
			}
		}
	}
}

// returned returns the roots to which the results of a function may lead, or false if they
// are not known.
func (f *finder) returned(obj *types.Func) (roots, bool) {
	key := ir.Key(obj)
	if callee := f.funcs[key]; callee != nil && obj.Pkg() == f.src.Pkg {
		return callee.returned, true
	}
	if isInterface(obj) {
		return nil, false
	}
	set, known := f.src.Known(key)
	if !known {
		return nil, false
	}
	return rootsOf(set, func(s *ir.WriteSet) []ir.Root { return s.Returns }), true
}

func rootsOf(set *ir.WriteSet, of func(*ir.WriteSet) []ir.Root) roots {
	if set == nil {
		return nil
	}
	out := roots{}
	for _, r := range of(set) {
		out[root{r.Var, r.Param}] = r.Level
	}
	return out
}

// call adds the effects of a call to the set of fn.
func (f *finder) call(fn *function, c *ast.CallExpr) {
	if f.src.Info.Types[c.Fun].IsType() {
		return
	}
	if id := nameOf(c.Fun); id != nil {
		switch obj := f.src.Info.Uses[id].(type) {
		case *types.Builtin:
			switch obj.Name() {
			case "copy", "clear", "delete":
				fn.writes(f.roots(fn, c.Args[0]), 0)
			}
			return
		case *types.Func:
			f.callee(fn, obj, c)
			return
		}
	}
	// A function value is called: it may do anything to its arguments, and a function in a
	// package variable to what it has captured.
	fn.add(fn.kept, f.variable(fn, c.Fun))
	for _, a := range c.Args {
		fn.add(fn.kept, f.roots(fn, a))
	}
}

// callee adds the effects of a function to the set of fn. The call is nil if it is not known
// who calls the function.
func (f *finder) callee(fn *function, obj *types.Func, c *ast.CallExpr) {
	key := ir.Key(obj)
	var written, kept roots
	var dynamic []string
	switch callee := f.funcs[key]; {
	case isInterface(obj):
		if obj.Pkg() != nil && !ir.IsStd(obj.Pkg().Path()) {
			fn.callsMethod(obj.Name())
		}
		f.keepArgs(fn, key, c)
		return
	case callee != nil && obj.Pkg() == f.src.Pkg:
		written, kept = callee.written, callee.kept
		for name := range callee.dynamic {
			dynamic = append(dynamic, name)
		}
	default:
		set, known := f.src.Known(key)
		if !known {
			f.keepArgs(fn, key, c)
			return
		}
		if set == nil {
			return
		}
		written = rootsOf(set, func(s *ir.WriteSet) []ir.Root { return s.Written })
		kept = rootsOf(set, func(s *ir.WriteSet) []ir.Root { return s.Kept })
		dynamic = set.Dynamic
	}
	for _, name := range dynamic {
		fn.callsMethod(name)
	}
	for v, level := range written {
		if v.key != "" {
			fn.joinWritten(v, level)
		} else {
			fn.writes(f.arg(fn, obj, c, v.param), level)
		}
	}
	for v, n := range kept {
		if v.key != "" {
			fn.add(fn.kept, roots{v: n})
		} else {
			fn.add(fn.kept, f.arg(fn, obj, c, v.param))
		}
	}
}

// callsMethod records that the function calls a method of this name through an interface.
func (fn *function) callsMethod(name string) {
	if !fn.dynamic[name] {
		fn.dynamic[name], fn.changed = true, true
	}
}

// arg returns the roots of the i-th argument of a call, where a method's receiver comes
// first.
func (f *finder) arg(fn *function, obj *types.Func, c *ast.CallExpr, i int) roots {
	if c == nil {
		return nil
	}
	sig := obj.Signature()
	if sig.Recv() != nil {
		sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
		if s := f.src.Info.Selections[sel]; ok && s != nil && s.Kind() == types.MethodVal {
			if i == 0 {
				return f.receiver(fn, sel, sig)
			}
			i--
		}
	}
	r := roots{}
	last := sig.Params().Len() - 1
	for j, a := range c.Args {
		switch {
		case sig.Variadic() && i == last && j >= last && !c.Ellipsis.IsValid():
			fn.join(r, f.roots(fn, a).to(1))
		case j == i:
			fn.join(r, f.roots(fn, a))
		}
	}
	return r
}

// receiver returns the roots of the receiver of a method call: those of the operand, or of
// its address if the method takes a pointer.
func (f *finder) receiver(fn *function, sel *ast.SelectorExpr, sig *types.Signature) roots {
	_, wantsPointer := types.Unalias(sig.Recv().Type()).(*types.Pointer)
	_, isPointer := ir.Under(f.typeOf(sel.X)).(*types.Pointer)
	if wantsPointer && !isPointer {
		return f.address(fn, sel.X)
	}
	return f.roots(fn, sel.X)
}

// keepArgs adds the arguments of a function without a set.
func (f *finder) keepArgs(fn *function, key string, c *ast.CallExpr) {
	if c == nil {
		return
	}
	add := func(i int, r roots) {
		if len(r) == 0 {
			return
		}
		switch f.src.Effect(key, i) {
		case Writes:
			fn.writes(r, everything)
		case Keeps:
			fn.add(fn.kept, r)
		}
	}
	if sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok && f.src.Info.Selections[sel] != nil {
		add(-1, f.receiver(fn, sel, f.src.Info.Selections[sel].Obj().(*types.Func).Signature()))
	}
	for i, a := range c.Args {
		add(i, f.roots(fn, a))
	}
	if ir.IsStd(ir.PkgOf(key)) {
		f.readsArgs(fn, c)
	}
}

// readsArgs adds what the package's own methods write with which the arguments of a function
// of the standard library print, encode or compare themselves.
func (f *finder) readsArgs(fn *function, c *ast.CallExpr) {
	for _, key := range f.own {
		for v, level := range f.funcs[key].written {
			if v.key != "" {
				fn.joinWritten(v, level)
				continue
			}
			for _, a := range c.Args {
				if f.mayHold(f.typeOf(a), 0) {
					fn.writes(f.roots(fn, a), everything)
				}
			}
		}
	}
}

// mayHold reports whether a value of type t may lead to one of a type that has such methods.
func (f *finder) mayHold(t types.Type, depth int) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if ok && named.Obj().Pkg() == f.src.Pkg {
		for m := range named.Methods() {
			if slices.Contains(f.own, ir.Key(m)) {
				return true
			}
		}
	}
	if depth > deepest || ir.IsInterface(t) {
		return true
	}
	if elem := ir.Elem(ir.Under(t)); elem != nil {
		return f.mayHold(elem, depth+1)
	}
	if st, ok := ir.Under(t).(*types.Struct); ok {
		for v := range st.Fields() {
			if f.mayHold(v.Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

// isInterface reports whether a function is a method of an interface.
func isInterface(obj *types.Func) bool {
	recv := obj.Signature().Recv()
	return recv != nil && ir.IsInterface(recv.Type())
}
