package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// labeled lowers a labeled statement.
func (b *body) labeled(s *ast.LabeledStmt) *ir.Node {
	n := b.stmt(s.Stmt, s.Label.Name)
	switch s.Stmt.(type) {
	case *ast.BlockStmt, *ast.IfStmt:
		return &ir.Node{Op: ir.OpLabeled, Flag: true, Pos: s.Pos(), Name: s.Label.Name, Kids: []*ir.Node{n}}
	}
	return n
}

func (b *body) ifStmt(s *ast.IfStmt) *ir.Node {
	init := b.initStmt(s.Init)
	cond, then, els := b.expr(s.Cond), b.block(s.Body.List, s.Body.Pos()), emptyBlock()
	if s.Else != nil {
		if e := b.stmt(s.Else, ""); e != nil {
			els = e
		}
	}
	return b.withInit(init, &ir.Node{Op: ir.OpIf, Pos: s.Pos(), Kids: []*ir.Node{cond, then, els}})
}

func (b *body) forStmt(s *ast.ForStmt, label string) *ir.Node {
	init := b.initStmt(s.Init)
	n := &ir.Node{Op: ir.OpFor, Pos: s.Pos(), Name: label}
	if as, ok := s.Init.(*ast.AssignStmt); ok && as.Tok == token.DEFINE && b.l.src.freshVars(s.Pos()) {
		for _, lhs := range as.Lhs {
			if id, ok := lhs.(*ast.Ident); ok {
				if obj := b.info().Defs[id]; obj != nil {
					n.Slots = append(n.Slots, b.slots[obj])
				}
			}
		}
	}
	cond, post := emptyBlock(), emptyBlock()
	if s.Cond != nil {
		cond = b.expr(s.Cond)
	}
	if s.Post != nil {
		if p := b.stmt(s.Post, ""); p != nil {
			post = p
		}
	}
	n.Kids = []*ir.Node{cond, post, b.block(s.Body.List, s.Body.Pos())}
	return b.withInit(init, n)
}

func (b *body) rangeStmt(s *ast.RangeStmt, label string) *ir.Node {
	n := &ir.Node{Op: ir.OpRange, Pos: s.Pos(), Name: label, Flag: s.Tok == token.DEFINE}
	n.Kids = append(n.Kids, b.expr(s.X))
	var vars *ir.Node
	for _, e := range []ast.Expr{s.Key, s.Value} {
		if e == nil {
			n.Kids = append(n.Kids, unknownNode("_", s.Pos(), nil))
			continue
		}
		k := b.target(e, n.Flag)
		if k.Op == ir.OpDeclare && !b.l.src.freshVars(s.Pos()) {
			// The variables are declared before the loop, once.
			if vars == nil {
				vars = &ir.Node{Op: ir.OpBlock, Pos: s.Pos()}
			}
			vars.Kids = append(vars.Kids, k)
			k = &ir.Node{Op: ir.OpLocal, Pos: k.Pos, Int: k.Int, Type: k.Type}
		}
		n.Kids = append(n.Kids, k)
	}
	n.Flag = n.Flag && vars == nil
	n.Kids = append(n.Kids, b.block(s.Body.List, s.Body.Pos()))
	return b.withInit(vars, n)
}

// switchStmt lowers a switch statement to a chain of if statements inside a labeled
// block, which a break statement leaves.
func (b *body) switchStmt(s *ast.SwitchStmt, label string) *ir.Node {
	out := &ir.Node{Op: ir.OpBlock, Pos: s.Pos()}
	if init := b.initStmt(s.Init); init != nil {
		out.Kids = append(out.Kids, init)
	}
	tag := -1
	var tagType types.Type
	if s.Tag != nil {
		tag = b.alloc(nil)
		tagType = types.Default(b.info().TypeOf(s.Tag))
		out.Kids = append(out.Kids, &ir.Node{Op: ir.OpDeclare, Pos: s.Tag.Pos(), Int: tag, Type: tagType, Kids: []*ir.Node{b.expr(s.Tag)}})
	}
	bodies := make([]*ir.Node, len(s.Body.List))
	for i := len(s.Body.List) - 1; i >= 0; i-- {
		cc := s.Body.List[i].(*ast.CaseClause)
		bodies[i] = b.block(cc.Body, cc.Pos())
		if k := len(cc.Body); k > 0 && i+1 < len(bodies) {
			if br, ok := cc.Body[k-1].(*ast.BranchStmt); ok && br.Tok == token.FALLTHROUGH {
				bodies[i].Kids = append(bodies[i].Kids, bodies[i+1])
			}
		}
	}
	rest := emptyBlock()
	for i, c := range s.Body.List {
		if c.(*ast.CaseClause).List == nil {
			rest = bodies[i]
		}
	}
	for i := len(s.Body.List) - 1; i >= 0; i-- {
		cc := s.Body.List[i].(*ast.CaseClause)
		var cond *ir.Node
		for _, e := range cc.List {
			x := b.expr(e)
			if tag >= 0 {
				x = &ir.Node{Op: ir.OpBinary, Pos: e.Pos(), Int: int(token.EQL), Type: types.Typ[types.Bool],
					Kids: []*ir.Node{{Op: ir.OpLocal, Int: tag, Pos: s.Tag.Pos(), Type: tagType}, x}}
			}
			if cond == nil {
				cond = x
			} else {
				cond = &ir.Node{Op: ir.OpBinary, Pos: e.Pos(), Int: int(token.LOR), Type: types.Typ[types.Bool], Kids: []*ir.Node{cond, x}}
			}
		}
		if cond != nil {
			rest = &ir.Node{Op: ir.OpIf, Pos: cc.Pos(), Kids: []*ir.Node{cond, bodies[i], rest}}
		}
	}
	out.Kids = append(out.Kids, rest)
	return &ir.Node{Op: ir.OpLabeled, Pos: s.Pos(), Name: label, Kids: []*ir.Node{out}}
}

func (b *body) typeSwitch(s *ast.TypeSwitchStmt, label string) *ir.Node {
	out := &ir.Node{Op: ir.OpBlock, Pos: s.Pos()}
	if init := b.initStmt(s.Init); init != nil {
		out.Kids = append(out.Kids, init)
	}
	var x ast.Expr
	switch a := s.Assign.(type) {
	case *ast.ExprStmt:
		x = ast.Unparen(a.X).(*ast.TypeAssertExpr).X
	case *ast.AssignStmt:
		x = ast.Unparen(a.Rhs[0]).(*ast.TypeAssertExpr).X
	}
	n := &ir.Node{Op: ir.OpTypeSwitch, Pos: s.Pos(), Kids: []*ir.Node{b.expr(x)}}
	for _, c := range s.Body.List {
		cc := c.(*ast.CaseClause)
		k := &ir.Node{Op: ir.OpCase, Pos: cc.Pos(), Int: -1, Flag: cc.List == nil}
		for _, e := range cc.List {
			t := b.info().TypeOf(e)
			if t == nil {
				t = types.Typ[types.Invalid]
			}
			k.Types = append(k.Types, t)
		}
		if obj := b.info().Implicits[cc]; obj != nil {
			k.Int = b.alloc(obj)
		}
		k.Kids = []*ir.Node{b.block(cc.Body, cc.Pos())}
		n.Kids = append(n.Kids, k)
	}
	out.Kids = append(out.Kids, n)
	return &ir.Node{Op: ir.OpLabeled, Pos: s.Pos(), Name: label, Kids: []*ir.Node{out}}
}

// selectStmt lowers a select statement to if statements with unknown conditions.
func (b *body) selectStmt(s *ast.SelectStmt, label string) *ir.Node {
	rest := emptyBlock()
	for i := len(s.Body.List) - 1; i >= 0; i-- {
		cc := s.Body.List[i].(*ast.CommClause)
		blk := &ir.Node{Op: ir.OpBlock, Pos: cc.Pos()}
		if cc.Comm != nil {
			if k := b.stmt(cc.Comm, ""); k != nil {
				blk.Kids = append(blk.Kids, k)
			}
		}
		blk.Kids = append(blk.Kids, b.block(cc.Body, cc.Pos()))
		if i == len(s.Body.List)-1 {
			rest = blk // one of the cases runs, so the last one needs no condition
			continue
		}
		rest = &ir.Node{Op: ir.OpIf, Pos: cc.Pos(), Kids: []*ir.Node{
			unknownNode("which channel is ready", cc.Pos(), types.Typ[types.Bool]), blk, rest}}
	}
	return &ir.Node{Op: ir.OpLabeled, Pos: s.Pos(), Name: label, Kids: []*ir.Node{rest}}
}

// all lowers the body of a function. A goto statement stands before the first statement that
// contains one, or a label to which one leads: the rest of the body is not run.
func (b *body) all(body *ast.BlockStmt) *ir.Node {
	labels, gotos := map[string]bool{}, false
	contains := func(s ast.Stmt, is func(ast.Node) bool) bool {
		found := false
		ast.Inspect(s, func(n ast.Node) bool {
			_, lit := n.(*ast.FuncLit)
			found = found || n != nil && is(n)
			return !lit && !found
		})
		return found
	}
	contains(body, func(n ast.Node) bool {
		if br, ok := n.(*ast.BranchStmt); ok && br.Tok == token.GOTO {
			labels[br.Label.Name], gotos = true, true
		}
		return false
	})
	if !gotos {
		return b.block(body.List, body.Pos())
	}
	i := slices.IndexFunc(body.List, func(s ast.Stmt) bool {
		return contains(s, func(n ast.Node) bool {
			l, isLabel := n.(*ast.LabeledStmt)
			br, isBranch := n.(*ast.BranchStmt)
			return isLabel && labels[l.Label.Name] || isBranch && br.Tok == token.GOTO
		})
	})
	out := b.block(body.List[:i], body.Pos())
	jump := &ir.Node{Op: ir.OpBranch, Int: int(token.GOTO), Pos: body.List[i].Pos()}
	out.Kids = append(out.Kids, jump, b.block(body.List[i:], body.List[i].Pos()))
	return out
}
