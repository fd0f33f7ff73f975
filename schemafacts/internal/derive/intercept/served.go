package intercept

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
)

// A program with the other end of a pipe may change what the server lists and pass it
// on. If clients see the same server without a pipe, too, they see what the server
// lists. The pipe then has another purpose, such as a command that prints the tools, or
// a check at the start.

// withoutPipe reports whether clients also see, without a pipe, the server that a call
// serves over a pipe.
func (b *finder) withoutPipe(call *ast.CallExpr) bool {
	server := receiver(call)
	if server == nil {
		return false
	}
	if b.served == nil {
		b.served = b.findServed()
	}
	list := b.serversOf(server)
	return len(list) > 0 && !slices.ContainsFunc(list, func(w serverRef) bool { return !slices.ContainsFunc(b.served, w.same) })
}

// findServed returns the servers that are served in other ways than over a pipe.
func (b *finder) findServed() []serverRef {
	out := []serverRef{}
	for obj, calls := range b.calls {
		fn := obj.(*types.Func)
		for _, call := range calls {
			if server := receiver(call); server != nil && b.servesOn(fn, call) {
				out = append(out, b.serversOf(server)...)
			}
			if !b.makesHTTP(fn) {
				continue
			}
			for _, arg := range call.Args {
				ast.Inspect(arg, func(n ast.Node) bool {
					if e, ok := n.(ast.Expr); ok && b.isServer(e) {
						out = append(out, b.serversOf(e)...)
					}
					return true
				})
			}
		}
	}
	return out
}

// servesOn reports whether a call serves its receiver in another way than over a pipe.
func (b *finder) servesOn(fn *types.Func, call *ast.CallExpr) bool {
	for _, s := range b.of(fn) {
		for _, i := range s.Serve[fn.FullName()] {
			if i < len(call.Args) {
				b.piped = false
				return b.judge(exprResult{call.Args[i], 0}, 0) == "" && !b.piped
			}
		}
	}
	return false
}

func (b *finder) makesHTTP(fn *types.Func) bool {
	return slices.ContainsFunc(b.of(fn), func(s *sdk.Surface) bool { return slices.Contains(s.HTTP, fn.FullName()) })
}

// isServer reports whether an expression has a type with methods that serve.
func (b *finder) isServer(e ast.Expr) bool {
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

// serverRef identifies a server, or a value that contains one.
type serverRef struct {
	// made is the program's function that makes the server, and args its constant
	// arguments. Otherwise made is the variable or field that contains the server.
	made types.Object
	args []string
	// held is the variable that contains the server or the struct with the field, or
	// nil if it is unknown. in is the function that declares the variable. Two
	// variables of one function contain two servers.
	held *types.Var
	in   ast.Node
	// several reports whether the field is set in several places, so that two structs
	// contain two servers.
	several bool
}

// same reports whether two values are the same server. Servers that one function
// makes in two places of the program count as the same, because they have the same
// tools.
func (w serverRef) same(o serverRef) bool {
	if w.made != o.made {
		return false
	}
	for i, arg := range w.args {
		if i < len(o.args) && arg != "" && o.args[i] != "" && arg != o.args[i] {
			return false
		}
	}
	switch {
	case w.several || o.several:
		return w.held == o.held && w.held != nil
	case w.held == nil || o.held == nil:
		return true
	}
	return w.held == o.held || w.in != o.in
}

// serversOf returns the servers that an expression may be, or nil if they are unknown.
func (b *finder) serversOf(e ast.Expr) []serverRef {
	b.asked = 0
	return b.which(e, 0)
}

func (b *finder) which(e ast.Expr, depth int) []serverRef {
	if b.asked++; b.asked > 1000 || depth > 8 {
		return nil
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		fn := b.callee(e)
		if fn == nil || fn.Pkg() == nil || ir.IsStd(fn.Pkg().Path()) || dialects.Has(fn.Pkg().Path()) {
			return nil
		}
		w := serverRef{made: fn}
		for _, arg := range e.Args {
			text := ""
			if v := b.info.Types[arg].Value; v != nil {
				text = v.ExactString()
			}
			w.args = append(w.args, text)
		}
		if fn.Signature().Recv() == nil {
			return []serverRef{w}
		}
		return b.partOf(receiver(e), w, depth)
	case *ast.UnaryExpr:
		return b.which(e.X, depth+1)
	case *ast.SelectorExpr:
		if v, ok := b.object(e).(*types.Var); ok && v.IsField() {
			return b.partOf(e.X, b.field(v, depth), depth)
		}
	}
	if v, ok := b.object(e).(*types.Var); ok {
		return b.variable(v, depth)
	}
	return nil
}

// partOf returns part for each value that the expression whole may have, with the
// variable that holds the value.
func (b *finder) partOf(whole ast.Expr, part serverRef, depth int) []serverRef {
	var out []serverRef
	if whole != nil {
		for _, w := range b.which(whole, depth+1) {
			one := part
			one.held, one.in = w.held, w.in
			out = append(out, one)
		}
	}
	if out == nil {
		out = []serverRef{part}
	}
	return out
}

// field identifies the server that a struct field contains: by the call that makes
// it, if the package assigns the field once, and by the field otherwise.
func (b *finder) field(v *types.Var, depth int) serverRef {
	if values := b.values[v]; len(values) == 1 {
		if made := b.which(values[0].e, depth+1); len(made) == 1 {
			return serverRef{made: made[0].made, args: made[0].args}
		}
	}
	return serverRef{made: v, several: len(b.values[v]) > 1}
}

// variable returns the servers that a variable may contain.
func (b *finder) variable(v *types.Var, depth int) []serverRef {
	var out []serverRef
	values := b.values[v]
	if len(values) == 0 {
		for _, arg := range slices.Concat(b.arguments(v), b.receivers(v)) {
			given := b.which(arg, depth+1)
			if given == nil {
				return nil
			}
			out = append(out, given...)
		}
	}
	if len(values) == 1 {
		out = b.which(values[0].e, depth+1)
	}
	if out == nil {
		out = []serverRef{{made: v}}
	}
	if len(values) > 0 {
		for i := range out {
			if out[i].held == nil {
				out[i].held, out[i].in = v, b.declaring(v)
			}
		}
	}
	return out
}

// receivers returns the receivers of the package's calls of a method, or nil if v is
// not a receiver or if other packages may call the method as well.
func (b *finder) receivers(v *types.Var) []ast.Expr {
	var out []ast.Expr
	for fn := range b.bodies {
		if fn.Type().(*types.Signature).Recv() != v || fn.Exported() && b.pkg.Pass.Pkg.Name() != "main" {
			continue
		}
		for _, call := range b.calls[fn] {
			out = append(out, receiver(call))
		}
	}
	return out
}

// declaring returns the function that declares a variable, or nil.
func (b *finder) declaring(v *types.Var) ast.Node {
	for _, d := range b.bodies {
		if d.Pos() <= v.Pos() && v.Pos() < d.End() {
			return d
		}
	}
	return nil
}

// receiver returns the receiver of a method call, or nil for another call.
func receiver(call *ast.CallExpr) ast.Expr {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		return sel.X
	}
	return nil
}
