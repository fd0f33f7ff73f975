package lower

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// body lowers one function or function literal.
type body struct {
	l     *lowerer
	fn    *ir.Func
	outer *body
	slots map[types.Object]int
	next  int
	lits  int
	depth int
	gotos map[string]bool // labels
}

func (b *body) info() *types.Info { return b.l.src.Info }

func (b *body) alloc(obj types.Object) int {
	s := b.next
	b.next++
	if obj != nil {
		b.slots[obj] = s
	}
	return s
}

func (b *body) param(v *types.Var) ir.Param {
	p := ir.Param{Name: v.Name(), Slot: -1, Type: v.Type()}
	if v.Name() != "" && v.Name() != "_" {
		p.Slot = b.alloc(v)
	}
	return p
}

// slot returns the slot of a local variable, capturing it from an enclosing
// function if it is not this one's.
func (b *body) slot(obj types.Object) (int, bool) {
	if s, ok := b.slots[obj]; ok {
		return s, true
	}
	if b.outer == nil {
		return 0, false
	}
	outer, ok := b.outer.slot(obj)
	if !ok {
		return 0, false
	}
	s := b.alloc(obj)
	b.fn.Captures = append(b.fn.Captures, [2]int{outer, s})
	return s, true
}

func unknownNode(reason string, pos token.Pos, t types.Type) *ir.Node {
	return &ir.Node{Op: ir.OpUnknown, Name: reason, Pos: pos, Type: t}
}

func emptyBlock() *ir.Node { return &ir.Node{Op: ir.OpBlock} }

func (b *body) block(list []ast.Stmt, pos token.Pos) *ir.Node {
	n := &ir.Node{Op: ir.OpBlock, Pos: pos}
	b.depth++
	defer func() { b.depth-- }()
	if b.depth > 200 {
		return n
	}
	for _, s := range list {
		b.labels(n, s)
		if k := b.stmt(s, ""); k != nil {
			n.Kids = append(n.Kids, k)
		}
	}
	return n
}

// stmt lowers a statement; nil stands for one without effect.
func (b *body) stmt(s ast.Stmt, label string) *ir.Node {
	switch s := s.(type) {
	case *ast.BlockStmt:
		return b.block(s.List, s.Pos())
	case *ast.ExprStmt:
		return &ir.Node{Op: ir.OpExpr, Pos: s.Pos(), Kids: []*ir.Node{b.expr(s.X)}}
	case *ast.AssignStmt:
		return b.assign(s)
	case *ast.IncDecStmt:
		op := "+="
		if s.Tok == token.DEC {
			op = "-="
		}
		one := &ir.Node{Op: ir.OpConst, Pos: s.Pos(), Val: constant.MakeInt64(1), Type: b.info().TypeOf(s.X)}
		return &ir.Node{Op: ir.OpAssign, Pos: s.Pos(), Int: 1, Name: op, Kids: []*ir.Node{b.expr(s.X), one}}
	case *ast.DeclStmt:
		return b.decl(s)
	case *ast.ReturnStmt:
		n := &ir.Node{Op: ir.OpReturn, Pos: s.Pos()}
		for _, r := range s.Results {
			n.Kids = append(n.Kids, b.expr(r))
		}
		return n
	case *ast.IfStmt:
		return b.ifStmt(s)
	case *ast.ForStmt:
		return b.forStmt(s, label)
	case *ast.RangeStmt:
		return b.rangeStmt(s, label)
	case *ast.SwitchStmt:
		return b.switchStmt(s, label)
	case *ast.TypeSwitchStmt:
		return b.typeSwitch(s, label)
	case *ast.SelectStmt:
		return b.selectStmt(s, label)
	case *ast.LabeledStmt:
		return b.labeled(s)
	case *ast.BranchStmt:
		n := &ir.Node{Op: ir.OpBranch, Pos: s.Pos(), Int: int(s.Tok)}
		if s.Label != nil {
			n.Name = s.Label.Name
		}
		if s.Tok == token.FALLTHROUGH {
			return nil // it is seen by switchStmt
		}
		return n
	case *ast.DeferStmt:
		return &ir.Node{Op: ir.OpDefer, Pos: s.Pos(), Kids: []*ir.Node{b.expr(s.Call)}}
	case *ast.GoStmt:
		return &ir.Node{Op: ir.OpGo, Pos: s.Pos(), Kids: []*ir.Node{b.expr(s.Call)}}
	case *ast.SendStmt:
		send := &ir.Node{Op: ir.OpBuiltin, Pos: s.Pos(), Name: "send", Kids: []*ir.Node{b.expr(s.Chan), b.expr(s.Value)}}
		return &ir.Node{Op: ir.OpExpr, Pos: s.Pos(), Kids: []*ir.Node{send}}
	}
	return nil
}

// labeled lowers a statement with a label.
func (b *body) labeled(s *ast.LabeledStmt) *ir.Node {
	n := b.stmt(s.Stmt, s.Label.Name)
	switch s.Stmt.(type) {
	case *ast.BlockStmt, *ast.IfStmt:
		return &ir.Node{Op: ir.OpLabeled, Flag: true, Pos: s.Pos(), Name: s.Label.Name, Kids: []*ir.Node{n}}
	}
	return n
}

func (b *body) assign(s *ast.AssignStmt) *ir.Node {
	n := &ir.Node{Op: ir.OpAssign, Pos: s.Pos(), Int: len(s.Lhs)}
	if s.Tok != token.DEFINE && s.Tok != token.ASSIGN {
		n.Name = s.Tok.String()
	}
	// The values are lowered first: they do not see the new variables.
	var vals []*ir.Node
	for _, r := range s.Rhs {
		v := b.expr(r)
		if len(s.Lhs) == 2 && len(s.Rhs) == 1 {
			switch v.Op {
			case ir.OpIndex, ir.OpAssert:
				v.Flag = true
				v.Type = valueType(v.Type)
			}
		}
		vals = append(vals, v)
	}
	for _, lhs := range s.Lhs {
		n.Kids = append(n.Kids, b.target(lhs, s.Tok == token.DEFINE))
	}
	n.Kids = append(n.Kids, vals...)
	return n
}

// valueType returns the type of the value of a comma-ok expression.
func valueType(t types.Type) types.Type {
	if tup, ok := t.(*types.Tuple); ok && tup.Len() > 0 {
		return tup.At(0).Type()
	}
	return t
}

// target lowers the left side of an assignment.
func (b *body) target(e ast.Expr, define bool) *ir.Node {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		if id.Name == "_" {
			return unknownNode("_", id.Pos(), nil)
		}
		if define {
			if obj := b.info().Defs[id]; obj != nil {
				return &ir.Node{Op: ir.OpDeclare, Pos: id.Pos(), Int: b.alloc(obj), Type: obj.Type()}
			}
		}
	}
	return b.expr(e)
}

func (b *body) decl(s *ast.DeclStmt) *ir.Node {
	gd, ok := s.Decl.(*ast.GenDecl)
	if !ok || gd.Tok != token.VAR {
		return nil
	}
	out := &ir.Node{Op: ir.OpBlock, Pos: s.Pos()}
	for _, sp := range gd.Specs {
		spec := sp.(*ast.ValueSpec)
		var vals []*ir.Node
		for _, v := range spec.Values {
			vals = append(vals, b.expr(v))
		}
		if len(spec.Names) > 1 && len(vals) == 1 {
			n := &ir.Node{Op: ir.OpAssign, Pos: s.Pos(), Int: len(spec.Names)}
			for _, name := range spec.Names {
				n.Kids = append(n.Kids, b.target(name, true))
			}
			n.Kids = append(n.Kids, vals[0])
			out.Kids = append(out.Kids, n)
			continue
		}
		for i, name := range spec.Names {
			obj := b.info().Defs[name]
			if obj == nil || name.Name == "_" {
				continue
			}
			n := &ir.Node{Op: ir.OpDeclare, Pos: name.Pos(), Int: b.alloc(obj), Type: obj.Type()}
			if i < len(vals) {
				n.Kids = []*ir.Node{vals[i]}
			}
			out.Kids = append(out.Kids, n)
		}
	}
	return out
}

// withInit wraps n so that init runs before it.
func (b *body) withInit(init *ir.Node, n *ir.Node) *ir.Node {
	if init == nil {
		return n
	}
	return &ir.Node{Op: ir.OpBlock, Pos: n.Pos, Kids: []*ir.Node{init, n}}
}

func (b *body) initStmt(s ast.Stmt) *ir.Node {
	if s == nil {
		return nil
	}
	return b.stmt(s, "")
}

func (b *body) ifStmt(s *ast.IfStmt) *ir.Node {
	init := b.initStmt(s.Init)
	n := &ir.Node{Op: ir.OpIf, Pos: s.Pos(), Kids: []*ir.Node{b.expr(s.Cond), b.block(s.Body.List, s.Body.Pos()), emptyBlock()}}
	if s.Else != nil {
		if e := b.stmt(s.Else, ""); e != nil {
			n.Kids[2] = e
		}
	}
	return b.withInit(init, n)
}

func (b *body) forStmt(s *ast.ForStmt, label string) *ir.Node {
	init := b.initStmt(s.Init)
	n := &ir.Node{Op: ir.OpFor, Pos: s.Pos(), Name: label, Kids: []*ir.Node{emptyBlock(), emptyBlock(), nil}}
	if as, ok := s.Init.(*ast.AssignStmt); ok && as.Tok == token.DEFINE && b.l.src.freshVars(s.Pos()) {
		for _, lhs := range as.Lhs {
			if id, ok := lhs.(*ast.Ident); ok {
				if obj := b.info().Defs[id]; obj != nil {
					n.Slots = append(n.Slots, b.slots[obj])
				}
			}
		}
	}
	if s.Cond != nil {
		n.Kids[0] = b.expr(s.Cond)
	}
	if s.Post != nil {
		if p := b.stmt(s.Post, ""); p != nil {
			n.Kids[1] = p
		}
	}
	n.Kids[2] = b.block(s.Body.List, s.Body.Pos())
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
			// The loop has one variable: it is declared before.
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

// switchStmt lowers a switch to a chain of ifs in a block that can be broken
// out of.
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

// selectStmt lowers a select to branches on conditions that are not known.
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
			rest = blk // one of the cases runs
			continue
		}
		rest = &ir.Node{Op: ir.OpIf, Pos: cc.Pos(), Kids: []*ir.Node{
			unknownNode("which channel is ready", cc.Pos(), types.Typ[types.Bool]), blk, rest}}
	}
	return &ir.Node{Op: ir.OpLabeled, Pos: s.Pos(), Name: label, Kids: []*ir.Node{rest}}
}

// literal lowers a function literal.
func (b *body) literal(e *ast.FuncLit) *ir.Node {
	root := b
	for root.outer != nil {
		root = root.outer
	}
	root.lits++
	sig, _ := b.info().TypeOf(e).(*types.Signature)
	if sig == nil {
		return unknownNode("a function literal without a type", e.Pos(), nil)
	}
	fn := &ir.Func{Key: fmt.Sprintf("%s$%d", root.fn.Key, root.lits), Pos: e.Pos(), Pkg: b.fn.Pkg,
		Variadic: sig.Variadic(), TypeParams: b.fn.TypeParams}
	in := &body{l: b.l, fn: fn, outer: b, slots: map[types.Object]int{}}
	for i := range sig.Params().Len() {
		fn.Params = append(fn.Params, in.param(sig.Params().At(i)))
	}
	for i := range sig.Results().Len() {
		fn.Results = append(fn.Results, in.param(sig.Results().At(i)))
	}
	fn.Relevant = b.l.mentions(e)
	if fn.Relevant || !isHandler(sig) && b.l.size(e, maxHelper) < maxHelper {
		in.gotos = gotoLabels(e.Body)
		fn.Body = in.block(e.Body.List, e.Body.Pos())
	}
	fn.NumSlots = in.next
	return &ir.Node{Op: ir.OpClosure, Pos: e.Pos(), Fn: fn}
}

// mentions reports whether a literal says something about tools.
func (l *lowerer) mentions(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || found {
			return !found
		}
		switch obj := l.src.Info.Uses[id].(type) {
		case *types.Func:
			k := ir.Key(obj)
			found = l.relevant[k] || obj.Pkg() != l.src.Pkg && l.rel.Func(k)
		case *types.Var:
			found = l.relevantType(obj.Type())
		case *types.TypeName:
			found = l.relevantType(obj.Type())
		}
		return !found
	})
	return found
}

// isHandler reports whether a function looks like one that runs when a tool is
// called: it takes a context first.
func isHandler(sig *types.Signature) bool {
	if sig.Params().Len() == 0 {
		return false
	}
	return ir.IsContext(sig.Params().At(0).Type())
}

// gotoLabels returns the labels that goto statements of a body name.
func gotoLabels(body *ast.BlockStmt) map[string]bool {
	var out map[string]bool
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BranchStmt:
			if n.Tok == token.GOTO && n.Label != nil {
				if out == nil {
					out = map[string]bool{}
				}
				out[n.Label.Name] = true
			}
		}
		return true
	})
	return out
}

// labels adds the labels of a statement that goto statements name to a block.
func (b *body) labels(block *ir.Node, s ast.Stmt) {
	for {
		l, ok := s.(*ast.LabeledStmt)
		if !ok {
			return
		}
		if b.gotos[l.Label.Name] {
			block.Kids = append(block.Kids, &ir.Node{Op: ir.OpLabel, Pos: l.Pos(), Name: l.Label.Name})
			block.Flag = true
		}
		s = l.Stmt
	}
}
