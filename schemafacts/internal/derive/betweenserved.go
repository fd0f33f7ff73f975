package derive

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
)

// A program that has the other end of a pipe may pass on what the server lists,
// changed. If clients are given the same server without a pipe as well, they see
// what it lists, and the pipe is for an end of the program's own: a command that
// prints the tools, a check at the start.

// straight reports whether the server that a call serves over a pipe is also
// served otherwise.
func (b *betweens) straight(call *ast.CallExpr) bool {
	server := receiver(call)
	if server == nil {
		return false
	}
	if b.served == nil {
		b.served = b.findServed()
	}
	return slices.ContainsFunc(b.origins(server, 0), func(o types.Object) bool { return b.served[o] })
}

// findServed returns the variables, fields and constructors of servers that are
// served otherwise than over a pipe.
func (b *betweens) findServed() map[types.Object]bool {
	out := map[types.Object]bool{}
	add := func(e ast.Expr) {
		for _, o := range b.origins(e, 0) {
			out[o] = true
		}
	}
	for obj, calls := range b.calls {
		fn := obj.(*types.Func)
		for _, call := range calls {
			if server := receiver(call); server != nil && b.servesOn(fn, call) {
				add(server)
			}
			if !b.makesHTTP(fn) {
				continue
			}
			for _, arg := range call.Args {
				ast.Inspect(arg, func(n ast.Node) bool {
					if e, ok := n.(ast.Expr); ok && b.isServer(e) {
						add(e)
					}
					return true
				})
			}
		}
	}
	return out
}

// servesOn reports whether a call serves its receiver, not over a pipe.
func (b *betweens) servesOn(fn *types.Func, call *ast.CallExpr) bool {
	for _, s := range b.of(fn) {
		for _, i := range s.Serve[fn.FullName()] {
			if i < len(call.Args) {
				b.piped = false
				return b.judge(given{call.Args[i], 0}, 0) == "" && !b.piped
			}
		}
	}
	return false
}

func (b *betweens) makesHTTP(fn *types.Func) bool {
	return slices.ContainsFunc(b.of(fn), func(s *sdk.Surface) bool { return slices.Contains(s.HTTP, fn.FullName()) })
}

// isServer reports whether an expression has a type whose methods serve.
func (b *betweens) isServer(e ast.Expr) bool {
	key := typeKey(b.info.TypeOf(e))
	return key != "" && slices.ContainsFunc(b.surfaces, func(s *sdk.Surface) bool {
		for name := range s.Serve {
			if strings.HasPrefix(name, "(*"+key+").") {
				return true
			}
		}
		return false
	})
}

// origins returns what an expression names, the variables that it gets its value
// from, and the program's functions that make the value.
func (b *betweens) origins(e ast.Expr, depth int) []types.Object {
	if depth > 4 {
		return nil
	}
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		if fn := b.callee(call); fn != nil && fn.Pkg() != nil && !isStd(fn.Pkg().Path()) && !OfSDK(fn.Pkg().Path()) {
			return []types.Object{fn}
		}
		return nil
	}
	obj := b.object(e)
	if _, ok := obj.(*types.Var); !ok {
		return nil
	}
	out := []types.Object{obj}
	for _, set := range b.values[obj] {
		out = append(out, b.origins(set.e, depth+1)...)
	}
	for _, arg := range b.arguments(obj) {
		out = append(out, b.origins(arg, depth+1)...)
	}
	return out
}

// receiver returns what a method is called on, nil if a call is none of a method.
func receiver(call *ast.CallExpr) ast.Expr {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		return sel.X
	}
	return nil
}
