package signature

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// constants collects the constants of named types from one declaration.
func (r *reader) constants(d *ast.GenDecl) {
	var last []ast.Expr // what a name without a value repeats
	for _, s := range d.Specs {
		vs, ok := s.(*ast.ValueSpec)
		if !ok {
			continue
		}
		if len(vs.Values) > 0 {
			last = vs.Values
		}
		for i, id := range vs.Names {
			c, ok := r.info.Defs[id].(*types.Const)
			if !ok || id.Name == "_" || c.Parent() != r.pkg.Scope() {
				continue
			}
			n, ok := types.Unalias(c.Type()).(*types.Named)
			if !ok || n.Obj().Pkg() != r.pkg || n.Obj().Parent() != r.pkg.Scope() {
				continue
			}
			lit := constLiteral(c.Val())
			if lit == "" {
				continue
			}
			t := r.typ(n.Obj().Name())
			t.Consts = append(t.Consts, Const{c.Name(), lit})
			if i < len(last) {
				t.note(r.shape(last[i], n))
			}
		}
	}
}

// constLiteral returns a constant as JSON, "" if it has no form there.
func constLiteral(v constant.Value) string {
	switch v.Kind() {
	case constant.String:
		return string(schema.AppendString(nil, constant.StringVal(v), false))
	case constant.Bool:
		return v.ExactString()
	case constant.Int:
		return v.ExactString()
	}
	return ""
}

// shape is how constants are computed, which tells enumerations from others.
type shape int

const (
	shifted shape = 1 << iota // from a shift
	scaled                    // from another constant of the type, times something
)

func (t *Type) note(s shape) { t.shape |= s }

// shape looks for shifts, and for products with constants of type t.
func (r *reader) shape(e ast.Expr, t types.Type) shape {
	var s shape
	ast.Inspect(e, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		if !ok {
			return true
		}
		switch b.Op {
		case token.SHL:
			s |= shifted
		case token.MUL, token.QUO:
			for _, x := range []ast.Expr{b.X, b.Y} {
				if id, ok := ast.Unparen(x).(*ast.Ident); ok {
					c, _ := r.info.Uses[id].(*types.Const)
					if c != nil && c.Pkg() == r.pkg && types.Identical(c.Type(), t) {
						s |= scaled
					}
				}
			}
		}
		return true
	})
	return s
}

// enumeration reports whether the constants of a type are the values that it
// has: flags can be joined, units be multiplied, and one number alone is a
// default or a limit.
func (t *Type) enumeration() bool {
	if len(t.Consts) == 0 || t.Consts[0].Value[0] == '"' {
		return len(t.Consts) > 0
	}
	return len(t.Consts) > 1 && t.shape&scaled == 0 && !(t.shape&shifted != 0 && t.flags())
}

// flags reports whether there are more than two constants, and all of them are
// single bits or joined ones.
func (t *Type) flags() bool {
	bits := constant.MakeInt64(0)
	var values []constant.Value
	for _, c := range t.Consts {
		v := constant.MakeFromLiteral(c.Value, token.INT, 0)
		if c.Value[0] == '-' || v.Kind() != constant.Int {
			return false
		}
		values = append(values, v)
		less := constant.BinaryOp(v, token.SUB, constant.MakeInt64(1))
		if constant.Sign(v) > 0 && constant.Sign(constant.BinaryOp(v, token.AND, less)) == 0 {
			bits = constant.BinaryOp(bits, token.OR, v)
		}
	}
	for _, v := range values {
		if constant.Sign(constant.BinaryOp(v, token.AND_NOT, bits)) != 0 {
			return false
		}
	}
	return len(values) > 2
}
