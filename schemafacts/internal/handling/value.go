package handling

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/types/typeutil"
)

// hold sets the JSON types that the function accepts for each argument. They come
// from type assertions on the argument, or on the variable that contains it.
func (s *scan) hold(body ast.Node) {
	asserted := map[ast.Expr]bool{}
	for n := range s.p.Tree.In(body, (*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.TypeAssertExpr)(nil)) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if len(n.Rhs) == 1 {
				s.held(n.Lhs, n.Rhs[0])
			}
		case *ast.ValueSpec:
			if len(n.Values) == 1 {
				lhs := make([]ast.Expr, len(n.Names))
				for i, name := range n.Names {
					lhs[i] = name
				}
				s.held(lhs, n.Values[0])
			}
		case *ast.TypeAssertExpr:
			x := ast.Unparen(n.X)
			if r := s.byExpr[x]; r != nil && n.Type != nil {
				s.assert(r, n.Type)
				asserted[x] = true
			}
		}
	}
	used := map[*ast.Ident]bool{}
	for n := range s.p.Tree.In(body, (*ast.TypeAssertExpr)(nil), (*ast.BinaryExpr)(nil)) {
		s.useOfHeld(n, used)
	}
	if len(s.values) > 0 {
		for n := range s.p.Tree.In(body, (*ast.Ident)(nil)) {
			if h := s.values[s.p.Info.Uses[n.(*ast.Ident)]]; h != nil && !used[n.(*ast.Ident)] {
				h.another = true
			}
		}
	}
	for e, r := range s.byExpr {
		if _, isIndex := e.(*ast.IndexExpr); !isIndex {
			continue
		}
		holder := false
		for obj, h := range s.values {
			if h.read == r {
				holder = true
				if h.another || s.writes[obj] > 1 {
					r.Types, r.TypeParam = nil, None
				}
			}
		}
		if !holder && !asserted[e] {
			r.Types, r.TypeParam = nil, None
		}
	}
}

// held records that variables hold an argument or whether it is present: v :=
// args["name"] and _, ok := args["name"].
func (s *scan) held(lhs []ast.Expr, rhs ast.Expr) {
	r := s.byExpr[ast.Unparen(rhs)]
	if r == nil {
		return
	}
	if _, ok := ast.Unparen(rhs).(*ast.IndexExpr); !ok {
		return
	}
	if id, ok := lhs[0].(*ast.Ident); ok && id.Name == "_" {
		r.Asked = true
		return
	}
	if obj := s.object(lhs[0]); obj != nil {
		s.values[obj] = &held{read: r}
	}
}

// useOfHeld records a type assertion on a variable that contains an argument, and a
// comparison of it with nil.
func (s *scan) useOfHeld(n ast.Node, used map[*ast.Ident]bool) {
	of := func(e ast.Expr) (*held, *ast.Ident) {
		id, ok := ast.Unparen(e).(*ast.Ident)
		if !ok {
			return nil, nil
		}
		return s.values[s.p.Info.Uses[id]], id
	}
	switch n := n.(type) {
	case *ast.TypeAssertExpr:
		if h, id := of(n.X); h != nil && n.Type != nil {
			s.assert(h.read, n.Type)
			used[id] = true
		}
	case *ast.BinaryExpr:
		if h, id := of(n.X); h != nil && s.p.Info.Types[n.Y].IsNil() {
			used[id] = true
		}
	}
}

// assert records that a type assertion reads an argument as the type e.
func (s *scan) assert(r *found, e ast.Expr) {
	t := s.p.Info.TypeOf(e)
	if n := s.typeParam(t); n >= 0 && (r.TypeParam == n || r.TypeParam == None && len(r.Types) == 0) {
		r.TypeParam = n
		return
	}
	if k := decodedType(t); k != "" {
		if !slices.Contains(r.Types, k) {
			r.Types = append(r.Types, k)
		}
		return
	}
	r.Types = append(r.Types, "") // what decoding never makes
}

// demand finds the arguments without which a function always fails. It examines only
// statements of the body that always run.
func (s *scan) demand(body *ast.BlockStmt) {
	for _, r := range s.reads {
		// Until a later statement shows that the error is returned.
		r.demands, r.refuses = r.Demanded, r.NotNull
		r.Demanded, r.NotNull = false, false
	}
	d := &demands{s, map[types.Object][]*found{}, map[types.Object]*found{}, map[types.Object]map[*types.Var]*found{}}
	for obj, fields := range s.fields {
		d.unset[obj] = maps.Clone(fields)
	}
	for _, stmt := range body.List {
		switch n := stmt.(type) {
		case *ast.AssignStmt:
			d.note(n)
		case *ast.ReturnStmt:
			if len(n.Results) == 1 {
				d.mark(s.byCall[ast.Unparen(n.Results[0])])
			}
			return
		case *ast.IfStmt:
			if init, ok := n.Init.(*ast.AssignStmt); ok {
				d.note(init)
			}
			if s.refuses(n) && n.Else == nil {
				d.by(n.Cond)
			} else if returns(n) {
				return
			}
			d.forget(n.Body)
		default:
			if returns(stmt) {
				return
			}
			d.forget(stmt)
		}
	}
}

// demands records, while it goes through the statements of a body, which variables
// show that an argument is missing.
type demands struct {
	*scan
	oks   map[types.Object][]*found // by the variable ok or err
	texts map[types.Object]*found   // by the variable that is empty without the argument
	// unset are the fields of decoded structs that the function does not set itself.
	unset map[types.Object]map[*types.Var]*found
}

// note records the variables that show after an assignment whether an argument is
// missing.
func (d *demands) note(n *ast.AssignStmt) {
	for _, lhs := range n.Lhs {
		delete(d.oks, d.object(lhs))
		delete(d.texts, d.object(lhs))
		d.forgetField(lhs)
	}
	if len(n.Rhs) != 1 {
		return
	}
	e := ast.Unparen(n.Rhs[0])
	if a, ok := e.(*ast.TypeAssertExpr); ok {
		e = ast.Unparen(a.X)
	}
	if last := d.object(n.Lhs[len(n.Lhs)-1]); last != nil {
		if list := d.byCall[e]; list != nil {
			d.oks[last] = list
		} else if list := d.demandedBy(e); list != nil {
			d.oks[last] = list
		}
	}
	r := d.byExpr[e]
	if r == nil {
		return
	}
	_, isIndex := e.(*ast.IndexExpr)
	if last := d.object(n.Lhs[len(n.Lhs)-1]); last != nil && isIndex && len(n.Lhs) == 2 {
		d.oks[last] = []*found{r}
	}
	if obj := d.object(n.Lhs[0]); obj != nil && (r.Default == `""` || isIndex) {
		d.texts[obj] = r
	}
}

// forget drops the variables that a statement may assign, because the statement may
// not run.
func (d *demands) forget(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok {
			for _, lhs := range a.Lhs {
				delete(d.oks, d.object(lhs))
				delete(d.texts, d.object(lhs))
				d.forgetField(lhs)
			}
		}
		return true
	})
}

// forgetField drops a struct field that the function assigns.
func (d *demands) forgetField(lhs ast.Expr) {
	sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
	if !ok {
		return
	}
	if v, ok := d.p.Info.Uses[sel.Sel].(*types.Var); ok {
		delete(d.unset[d.object(sel.X)], v)
	}
}

// fieldOf returns the argument that was decoded into the field that an expression
// denotes; the expression may also be the length or the trimmed text of the field. It
// returns nil for any other expression.
func (d *demands) fieldOf(e ast.Expr) *found {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		if len(e.Args) != 1 {
			return nil
		}
		if id, ok := ast.Unparen(e.Fun).(*ast.Ident); ok && id.Name == "len" && d.p.Info.Types[e.Fun].IsBuiltin() {
			return d.fieldOf(e.Args[0])
		}
		if fn, ok := typeutil.Callee(d.p.Info, e).(*types.Func); ok && fn.FullName() == "strings.TrimSpace" {
			return d.fieldOf(e.Args[0])
		}
	case *ast.SelectorExpr:
		if v, ok := d.p.Info.Uses[e.Sel].(*types.Var); ok {
			return d.unset[d.object(e.X)][v]
		}
	}
	return nil
}

// isZero reports whether an expression is nil or the zero value of a basic type.
func (d *demands) isZero(e ast.Expr) bool {
	tv := d.p.Info.Types[e]
	if tv.IsNil() {
		return true
	}
	c := d.constant(e)
	return c == `""` || c == "0"
}

// mark marks the reads of a failing call as demanded, if they are what makes it fail.
func (d *demands) mark(list []*found) {
	for _, r := range list {
		if r.demands && r.why.IsValid() && !r.Demanded {
			r.at = r.why
		}
		r.Demanded = r.Demanded || r.demands
	}
}

// by marks as demanded the arguments that make a condition true if they are missing.
func (d *demands) by(cond ast.Expr) {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		for _, r := range d.oks[d.object(e.X)] {
			if _, isIndex := r.expr.(*ast.IndexExpr); isIndex && e.Op == token.NOT {
				r.Demanded = true
			}
		}
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LOR:
			d.by(e.X)
			d.by(e.Y)
		case token.NEQ:
			if d.p.Info.Types[e.Y].IsNil() {
				d.mark(d.oks[d.object(e.X)])
			}
		case token.EQL, token.LEQ:
			if r := d.fieldOf(e.X); r != nil && d.isZero(e.Y) {
				r.Demanded = true
				r.at = e.Pos()
			}
			if r := d.texts[d.object(e.X)]; r != nil && (d.constant(e.Y) == `""` || d.p.Info.Types[e.Y].IsNil()) {
				r.Demanded = true
			}
		}
	}
}

// refuses reports whether an if statement ends the function with an error. An error
// that is returned together with a result may be nil, so it does not count.
func (s *scan) refuses(n *ast.IfStmt) bool {
	b := n.Body
	if len(b.List) == 0 {
		return false
	}
	ret, ok := b.List[len(b.List)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) == 0 {
		return false
	}
	last := ret.Results[len(ret.Results)-1]
	if !s.p.Info.Types[last].IsNil() {
		t := s.p.Info.TypeOf(last)
		if t != nil && types.Implements(t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface)) {
			obj := s.object(last)
			return obj == nil || s.isError(n.Cond, obj) || s.empty(ret.Results[:len(ret.Results)-1])
		}
	}
	kinds := s.p.answer(ret.Results[0], b, 3)
	return len(kinds) == 1 && kinds[0] == Failure
}

// isError reports whether a condition tests that an error is not nil.
func (s *scan) isError(cond ast.Expr, err types.Object) bool {
	e, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	return ok && e.Op == token.NEQ && s.object(e.X) == err && s.p.Info.Types[e.Y].IsNil()
}

// empty reports whether all returned expressions are nil.
func (s *scan) empty(results []ast.Expr) bool {
	for _, e := range results {
		if !s.p.Info.Types[e].IsNil() {
			return false
		}
	}
	return len(results) > 0
}

// returns reports whether a statement may end the function without an error. It
// examines only the syntax: any return statement in it counts.
func returns(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			found = true
		}
		return true
	})
	return found
}
