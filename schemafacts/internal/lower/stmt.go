package lower

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// body holds what is needed to lower one function or function literal.
type body struct {
	l     *lowerer
	fn    *ir.Func
	outer *body
	slots map[types.Object]int
	next  int
	lits  int
	depth int
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

// slot returns the slot of a local variable. It captures the variable if it belongs to
// an enclosing function.
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
		if k := b.stmt(s, ""); k != nil {
			n.Kids = append(n.Kids, k)
		}
	}
	return n
}

// stmt lowers a statement. It returns nil for a statement without effect.
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
			return nil // switchStmt handles it
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

func (b *body) assign(s *ast.AssignStmt) *ir.Node {
	n := &ir.Node{Op: ir.OpAssign, Pos: s.Pos(), Int: len(s.Lhs)}
	if s.Tok != token.DEFINE && s.Tok != token.ASSIGN {
		n.Name = s.Tok.String()
	}
	// The values are lowered first, because they do not see the new variables.
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

// target lowers an operand on the left side of an assignment or a range statement. If
// define is set, the operand may declare a variable.
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
