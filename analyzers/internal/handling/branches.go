package handling

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
)

func (t *trial) ifStmt(n *ast.IfStmt) flow {
	t.stmt(n.Init)
	cond := t.eval(n.Cond)
	t.effects(n.Cond)
	switch {
	case cond.is(true):
		return t.chosen(func() flow { return t.list(n.Body.List) })
	case cond.is(false):
		return t.chosen(func() flow { return t.stmt(n.Else) })
	}
	return t.either(
		branch{n.Body, func() flow { t.refine(n.Cond, true); return t.list(n.Body.List) }},
		branch{n.Else, func() flow { t.refine(n.Cond, false); return t.stmt(n.Else) }})
}

func (t *trial) chosen(run func() flow) flow {
	t.depth++
	defer func() { t.depth-- }()
	return run()
}

// branch is code that may run, or nothing if node is nil.
type branch struct {
	node ast.Node
	run  func() flow
}

// either runs one of some branches: the one with all reads of the argument if the trial is
// about these, and otherwise all, after which only what all agree on is known.
func (t *trial) either(list ...branch) flow {
	if t.leading {
		for _, b := range list {
			if b.node != nil && t.reading(b.node) {
				f := b.run()
				if f&breaks != 0 {
					t.forget(b.node)
				}
				return f
			}
		}
	}
	before, result := t.env, flow(0)
	var after map[place]worth
	for _, b := range list {
		t.env = maps.Clone(before)
		t.doubt++
		f := t.chosen(b.run)
		t.doubt--
		if f&breaks != 0 {
			t.forget(b.node)
		}
		if f&(falls|breaks) != 0 {
			after = join(after, t.env, certain)
		}
		result |= f
	}
	if t.env = after; after == nil {
		t.env = before
	}
	return result
}

// joining is how to join the values of two ways to a place of the code.
type joining int

const (
	certain      joining = iota // a value that one of them does not set is unknown
	neutral                     // it has the value of the other one
	alternatives                // as certain, but what is nil in one of them may be nil
)

// join returns the values that two ways to a place of the code agree on.
func join(x, y map[place]worth, how joining) map[place]worth {
	if x == nil {
		return maps.Clone(y)
	}
	out := maps.Clone(x)
	for p, v := range y {
		if w, ok := x[p]; ok {
			v = w.or(v, how)
		} else if how != neutral {
			v = unknown
		}
		out[p] = v
	}
	for p := range x {
		if _, ok := y[p]; !ok && how != neutral {
			out[p] = unknown
		}
	}
	return out
}

// or returns what two values have in common.
func (w worth) or(o worth, how joining) worth {
	out := unknown
	list := func(k kind) bool { return k == nilKind || k == grown || k == maybe }
	switch {
	case same(w, o):
		out = w
	case list(w.kind) && list(o.kind), how == alternatives && (w.mayBeNil() || o.mayBeNil()):
		out = worth{kind: maybe}
	}
	if out.of = nil; w.of == nil || o.of == nil {
		if how != certain {
			out.of = cmp.Or(w.of, o.of)
		}
		return out
	}
	out.of = &fields{map[*types.Var]worth{}, w.of.pos}
	for _, known := range []map[*types.Var]worth{w.of.known, o.of.known} {
		for f := range known {
			x, y := w.field(f), o.field(f)
			if _, ok := w.of.known[f]; !ok && how == neutral {
				x = y
			} else if _, ok := o.of.known[f]; !ok && how == neutral {
				y = x
			}
			out.of.known[f] = x.or(y, how)
		}
	}
	return out
}

// loop runs the body of a loop, which may run several times or not at all.
func (t *trial) loop(n ast.Node, body *ast.BlockStmt) flow {
	if t.leading && t.reading(body) {
		return t.list(body.List) | falls
	}
	if t.containing(n) {
		return t.oneRound(n, body)
	}
	if list := t.rounds(n); len(list) > 0 {
		return t.unrolled(n.(*ast.RangeStmt), list)
	}
	t.forget(n)
	before := maps.Clone(t.env)
	f := t.list(body.List)
	if !t.runs(n) || f&breaks != 0 { // a break may come before what the body sets
		t.env = before
	}
	return f | falls
}

// maxRounds limits the elements of a list over which a loop is followed one by one.
const maxRounds = 64

// rounds returns the elements for which a loop over a list runs, or nil if they are unknown or
// the body may continue with the next one from several places.
func (t *trial) rounds(n ast.Node) []ast.Expr {
	loop, ok := n.(*ast.RangeStmt)
	if !ok || loop.Tok != token.DEFINE || loop.Value == nil || t.values != nil {
		return nil
	}
	lit := t.listed(loop.X)
	if _, isMap := t.p.Info.TypeOf(loop.X).Underlying().(*types.Map); lit == nil || isMap || len(lit.Elts) > maxRounds {
		return nil
	}
	for n := range t.p.Tree.In(loop.Body, (*ast.BranchStmt)(nil)) {
		if b := n.(*ast.BranchStmt); b.Tok != token.BREAK || b.Label != nil {
			return nil
		}
	}
	return lit.Elts
}

// unrolled runs the body of a loop for each element of a list.
func (t *trial) unrolled(loop *ast.RangeStmt, list []ast.Expr) (all flow) {
	for _, elem := range list {
		t.give(loop.Value, elem, t.eval(elem))
		f := t.list(loop.Body.List)
		all |= f &^ (falls | breaks)
		if f&breaks != 0 {
			all |= falls
		}
		if f&falls == 0 {
			return all
		}
	}
	return all | falls
}

// runs reports whether the body of a loop runs at least once: the elements stand there, or the
// loop counts between constants, or has no condition.
func (t *trial) runs(loop ast.Node) bool {
	switch n := loop.(type) {
	case *ast.RangeStmt:
		lit, ok := ast.Unparen(n.X).(*ast.CompositeLit)
		return ok && len(lit.Elts) > 0 || holdsFor(t.p.Info.Types[n.X].Value, constant.MakeInt64(0), token.GTR)
	case *ast.ForStmt:
		init, starts := n.Init.(*ast.AssignStmt)
		bound, ok := n.Cond.(*ast.BinaryExpr)
		if !starts || !ok || len(init.Lhs) != 1 || len(init.Rhs) != 1 {
			return n.Cond == nil
		}
		v := t.object(init.Lhs[0])
		return v != nil && v == t.object(bound.X) && holdsFor(t.p.Info.Types[init.Rhs[0]].Value, t.p.Info.Types[bound.Y].Value, bound.Op)
	}
	return false
}

// holdsFor reports whether a comparison of two whole numbers holds. It returns false if one of
// them is unknown.
func holdsFor(x, y constant.Value, op token.Token) bool {
	return x != nil && y != nil && x.Kind() == constant.Int && y.Kind() == constant.Int && constant.Compare(x, op, y)
}

func (t *trial) switchStmt(n *ast.SwitchStmt) flow {
	t.stmt(n.Init)
	tag := truth(true)
	if n.Tag != nil {
		tag = t.eval(n.Tag)
		t.effects(n.Tag)
		if t.isField(n.Tag) {
			t.at = n.Tag.Pos()
		}
	}
	return t.cases(n, n.Body.List, func(e ast.Expr) (v, is worth) { return unknown, t.compare(tag, token.EQL, t.eval(e)) })
}

// cases runs the clauses of a switch statement that may run. match returns what the variable of a clause
// has for an expression in it, and whether the clause runs because of the expression.
func (t *trial) cases(n ast.Stmt, list []ast.Stmt, match func(ast.Expr) (v, is worth)) flow {
	var run []ast.Stmt
	certain := false
	for _, stmt := range list {
		for _, e := range stmt.(*ast.CaseClause).List {
			v, is := match(e)
			if certain = certain || is.is(true); is.is(false) || slices.Contains(run, stmt) {
				continue
			}
			run = append(run, stmt)
			if obj := t.p.Info.Implicits[stmt]; obj != nil {
				t.put(place{obj: obj}, v, n.Pos())
			}
		}
		if certain {
			break
		}
	}
	return t.clauses(list, run, certain)
}

// clauses runs some clauses of a switch or select statement. Unless one of them runs for
// certain, the default clause may run as well, or none.
func (t *trial) clauses(all, run []ast.Stmt, certain bool) flow {
	var list []branch
	add := func(stmt ast.Stmt) {
		list = append(list, branch{stmt, func() flow {
			if c, ok := stmt.(*ast.CommClause); ok {
				t.stmt(c.Comm)
				return t.list(c.Body)
			}
			return t.list(stmt.(*ast.CaseClause).Body)
		}})
	}
	for _, stmt := range run {
		add(stmt)
	}
	if !certain {
		i := slices.IndexFunc(all, func(s ast.Stmt) bool { return s.(*ast.CaseClause).List == nil })
		if i >= 0 {
			add(all[i])
		} else {
			list = append(list, branch{nil, func() flow { return falls }})
		}
	}
	var f flow
	if len(list) == 1 {
		f = t.chosen(list[0].run)
		if f&breaks != 0 {
			t.forget(list[0].node)
		}
	} else {
		f = t.either(list...)
	}
	if f&breaks != 0 {
		f |= falls
	}
	return f &^ breaks
}

// typeSwitch runs the clauses for the types that a value may have.
func (t *trial) typeSwitch(n *ast.TypeSwitchStmt) flow {
	t.stmt(n.Init)
	x := t.eval(switched(n))
	t.effects(n.Assign)
	return t.cases(n, n.Body.List, func(e ast.Expr) (v, is worth) {
		switch {
		case !t.p.Info.Types[e].IsNil():
			return assertTo(x, t.p.Info.TypeOf(e))
		case x.kind == unknown.kind:
			return unknown, unknown
		}
		return unknown, truth(x.kind == null.kind)
	})
}
