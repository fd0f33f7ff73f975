package handlerargs

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/types/typeutil"
)

// reading records what a function does with the arguments of a call.
type reading struct {
	info *types.Info
	// whole returns the argument of a call whose result is a map with all arguments in it;
	// see [schemafacts.Result.ArgumentsOf].
	whole func(*ast.CallExpr) ast.Expr
	// maps are variables that hold all arguments. The value is true if the SDK has
	// validated them.
	maps map[types.Object]bool
	// calls are variables that hold the call of a tool in a program without an SDK.
	calls map[types.Object]bool
	// values are variables that hold one argument, with the argument's name.
	values map[types.Object]string
	// writes counts the assignments to a variable.
	writes map[types.Object]int
	// guarded are the arguments that the function checks somewhere or passes to a call. set
	// are the arguments that the function assigns itself.
	guarded, set map[string]bool
	// withOK are assertions that do not panic.
	withOK  map[*ast.TypeAssertExpr]bool
	asserts []assert
	// wholes are type assertions on the map of all arguments. present reports whether the
	// function checks that there are arguments.
	wholes  []*ast.TypeAssertExpr
	present bool
	// recovers reports whether the function calls recover.
	recovers bool
}

func newReading(info *types.Info, whole func(*ast.CallExpr) ast.Expr) *reading {
	return &reading{
		info: info, whole: whole, maps: map[types.Object]bool{}, calls: map[types.Object]bool{}, values: map[types.Object]string{}, writes: map[types.Object]int{},
		guarded: map[string]bool{}, set: map[string]bool{}, withOK: map[*ast.TypeAssertExpr]bool{},
	}
}

// assert is a type assertion on an argument.
type assert struct {
	expr    *ast.TypeAssertExpr
	key     string
	checked bool // the SDK compared the arguments with the schema
}

// follow examines a declaration. It reports whether the declaration has a type
// assertion on the arguments or on one of them.
func (r *reading) follow(decl ast.Node) bool {
	if !hasAssertion(decl) {
		return false
	}
	ast.Inspect(decl, func(n ast.Node) bool {
		if ft, ok := n.(*ast.FuncType); ok {
			r.parameters(ft)
		}
		return true
	})
	for range 2 { // a literal may use a variable that is assigned further down
		clear(r.writes)
		ast.Inspect(decl, func(n ast.Node) bool {
			r.assign(n)
			return true
		})
	}
	ast.Inspect(decl, func(n ast.Node) bool {
		r.recordAssertions(n)
		return true
	})
	return len(r.asserts)+len(r.wholes) > 0
}

func hasAssertion(decl ast.Node) bool {
	found := false
	ast.Inspect(decl, func(n ast.Node) bool {
		_, is := n.(*ast.TypeAssertExpr)
		found = found || is
		return !found
	})
	return found
}

// parameters records the map of arguments that the SDK decodes for a handler: a
// parameter next to the request.
func (r *reading) parameters(ft *ast.FuncType) {
	if ft.Params == nil {
		return
	}
	decoded := false
	for _, p := range ft.Params.List {
		if is, checked := schemafacts.Request(r.info.TypeOf(p.Type)); is && checked {
			decoded = true
		}
	}
	for _, p := range ft.Params.List {
		for _, name := range p.Names {
			if obj := r.info.Defs[name]; decoded && obj != nil && isMap(obj.Type()) {
				r.maps[obj] = true
			}
		}
	}
}

// isMap reports whether t is a map[string]any.
func isMap(t types.Type) bool {
	m, ok := types.Unalias(t).(*types.Map)
	return ok && decodes(m)
}

// assign records the variables to which a statement assigns the arguments of a call.
func (r *reading) assign(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, lhs := range n.Lhs {
			var rhs ast.Expr
			if len(n.Rhs) == len(n.Lhs) {
				rhs = n.Rhs[i]
			} else if i == 0 && len(n.Rhs) == 1 {
				rhs = n.Rhs[0]
			}
			r.bind(lhs, rhs)
			if ix, ok := ast.Unparen(lhs).(*ast.IndexExpr); ok {
				if key, _, ok := r.argument(ix); ok {
					r.set[key] = true
				}
			}
		}
	case *ast.ValueSpec:
		for i, name := range n.Names {
			if i < len(n.Values) {
				r.bind(name, n.Values[i])
			}
		}
	case *ast.CallExpr:
		r.unmarshal(n)
	}
}

func (r *reading) bind(lhs, rhs ast.Expr) {
	id, ok := lhs.(*ast.Ident)
	if !ok || rhs == nil {
		return
	}
	obj := r.info.Defs[id]
	if obj == nil {
		obj = r.info.Uses[id]
	}
	if obj == nil {
		return
	}
	r.writes[obj]++
	if checked, ok := r.arguments(rhs); ok {
		r.maps[obj] = checked
	} else if key, _, ok := r.argument(rhs); ok {
		r.values[obj] = key
	}
}

// unmarshal recognizes json.Unmarshal(request.Params.Arguments, &args).
func (r *reading) unmarshal(call *ast.CallExpr) {
	fn := typeutil.StaticCallee(r.info, call)
	if fn == nil || fn.Name() != "Unmarshal" || fn.FullName() != "encoding/json.Unmarshal" || len(call.Args) != 2 || !r.ofRequest(call.Args[0]) {
		return
	}
	addr, ok := ast.Unparen(call.Args[1]).(*ast.UnaryExpr)
	if !ok || addr.Op != token.AND {
		return
	}
	if id, ok := ast.Unparen(addr.X).(*ast.Ident); ok {
		if obj := r.info.Uses[id]; obj != nil && isMap(obj.Type()) {
			r.maps[obj] = false
		}
	}
}

// arguments reports whether an expression denotes all arguments of a call.
func (r *reading) arguments(e ast.Expr) (checked, ok bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		obj := r.info.Uses[e]
		checked, ok = r.maps[obj]
		return checked, ok && r.writes[obj] <= 1
	case *ast.TypeAssertExpr:
		if e.Type != nil && isMap(r.info.TypeOf(e.Type)) {
			return false, r.ofRequest(e.X)
		}
	case *ast.SelectorExpr:
		return false, isMap(r.info.TypeOf(e)) && r.ofRequest(e)
	case *ast.CallExpr:
		if isMap(r.info.TypeOf(e)) && r.ofRequest(e) {
			return false, true
		}
		if from := r.whole(e); from != nil {
			checked, ok = r.arguments(from)
			return checked, ok || r.ofRequest(from) || r.isRequest(from)
		}
	}
	return false, false
}

// ofRequest reports whether an expression denotes the arguments of a request, decoded
// or not, such as request.Params.Arguments or request.GetArguments().
func (r *reading) ofRequest(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		if r.ofCall(e) {
			return true
		}
		params, ok := ast.Unparen(e.X).(*ast.SelectorExpr)
		return ok && e.Sel.Name == "Arguments" && params.Sel.Name == "Params" && r.isRequest(params.X)
	case *ast.CallExpr:
		m, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
		return ok && (m.Sel.Name == "GetArguments" || m.Sel.Name == "GetRawArguments") && r.isRequest(m.X)
	}
	return false
}

// ofCall reports whether a selector selects the arguments of a call, such as
// params.Arguments or request.Params.Arguments.
func (r *reading) ofCall(sel *ast.SelectorExpr) bool {
	if schemafacts.Call(r.info.TypeOf(sel)) {
		return false
	}
	x := ast.Unparen(sel.X)
	if !schemafacts.Call(r.info.TypeOf(x)) {
		return false
	}
	if inner, ok := x.(*ast.SelectorExpr); ok {
		x = ast.Unparen(inner.X)
	}
	id, ok := x.(*ast.Ident)
	return ok && r.calls[r.info.Uses[id]] && isMap(r.info.TypeOf(sel))
}

func (r *reading) isRequest(e ast.Expr) bool {
	t := r.info.TypeOf(e)
	if t == nil {
		return false
	}
	is, _ := schemafacts.Request(t)
	return is
}

// argument returns the name of the argument that an expression denotes.
func (r *reading) argument(e ast.Expr) (key string, checked, ok bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		obj := r.info.Uses[e]
		key, ok = r.values[obj]
		return key, false, ok && r.writes[obj] == 1
	case *ast.IndexExpr:
		checked, ok = r.arguments(e.X)
		tv := r.info.Types[e.Index]
		if !ok || tv.Value == nil || tv.Value.Kind() != constant.String {
			return "", false, false
		}
		return constant.StringVal(tv.Value), checked, true
	}
	return "", false, false
}

// recordAssertions records type assertions on arguments, and the checks that guard them.
func (r *reading) recordAssertions(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if len(n.Lhs) == 2 && len(n.Rhs) == 1 {
			r.recordCommaOK(n.Rhs[0])
		}
	case *ast.ValueSpec:
		if len(n.Names) == 2 && len(n.Values) == 1 {
			r.recordCommaOK(n.Values[0])
		}
	case *ast.TypeSwitchStmt:
		ast.Inspect(n.Assign, func(n ast.Node) bool {
			if a, ok := n.(*ast.TypeAssertExpr); ok && a.Type == nil {
				if key, _, ok := r.argument(a.X); ok {
					r.guarded[key] = true
				}
			}
			return true
		})
	case *ast.BinaryExpr:
		for _, e := range []ast.Expr{n.X, n.Y} {
			if key, _, ok := r.argument(e); ok && (n.Op == token.EQL || n.Op == token.NEQ) {
				r.guarded[key] = true
			}
			r.present = r.present || r.ofRequest(e)
		}
	case *ast.CallExpr:
		if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok && r.info.Uses[id] == types.Universe.Lookup("recover") {
			r.recovers = true
		}
		for _, arg := range n.Args { // the callee may check it
			if key, _, ok := r.argument(arg); ok {
				r.guarded[key] = true
			}
		}
	case *ast.TypeAssertExpr:
		if n.Type != nil && r.ofRequest(n.X) {
			r.wholes = append(r.wholes, n)
		}
		if key, checked, ok := r.argument(n.X); ok && n.Type != nil {
			r.asserts = append(r.asserts, assert{n, key, checked})
		}
	}
}

// recordCommaOK records an assignment v, ok := args["x"] or v, ok := args["x"].(T), which
// does not panic.
func (r *reading) recordCommaOK(e ast.Expr) {
	e = ast.Unparen(e)
	if a, ok := e.(*ast.TypeAssertExpr); ok {
		r.withOK[a] = true
		e = a.X
	}
	if key, _, ok := r.argument(e); ok {
		r.guarded[key] = true
	}
}

// others reports whether the function also asserts another type for the same
// argument.
func (r *reading) others(a assert) bool {
	for _, b := range r.asserts {
		if b.expr != a.expr && b.key == a.key && decodes(r.info.TypeOf(b.expr.Type)) {
			return true
		}
	}
	return false
}
