package handling

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// Flag is a condition on a parameter of type bool.
type Flag struct {
	Param int
	// Not reports whether the condition holds if the parameter is false.
	Not bool `json:",omitempty"`
}

// flags returns the conditions on parameters of type bool under which f holds.
func (s *scan) flags(f func(*Flag) bool) (out []*Flag) {
	if s.fn == nil {
		return nil
	}
	for i := range s.fn.Signature().Params().Len() {
		v := s.fn.Signature().Params().At(i)
		if !types.Identical(v.Type().Underlying(), types.Typ[types.Bool]) || s.writes[v] > 0 {
			continue
		}
		for _, flag := range []*Flag{{Param: i}, {Param: i, Not: true}} {
			if f(flag) {
				out = append(out, flag)
			}
		}
	}
	return out
}

// decide applies a flag of a helper to a call: the helper fails without the argument
// if the call passes the constant for it, or under the same condition on a parameter of
// the caller.
func (s *scan) decide(r *Read, e ast.Expr) {
	flag := *r.Flag
	r.Flag = nil
	if not, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && not.Op == token.NOT {
		e, flag.Not = not.X, !flag.Not
	}
	if v := s.p.Info.Types[e].Value; v != nil {
		r.Demanded = r.Demanded || v.Kind() == constant.Bool && constant.BoolVal(v) != flag.Not
	} else if flag.Param = s.param(e); flag.Param >= 0 {
		r.Flag = &flag
	}
}
