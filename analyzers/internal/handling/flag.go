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

// flagOf returns the condition on a parameter of type bool that an expression is, or nil.
func (s *scan) flagOf(e ast.Expr) *Flag {
	e = ast.Unparen(e)
	if not, ok := e.(*ast.UnaryExpr); ok && not.Op == token.NOT {
		return s.flagOf(not.X).negated()
	}
	n := s.param(e)
	if n < 0 || !types.Identical(s.p.Info.TypeOf(e).Underlying(), types.Typ[types.Bool]) {
		return nil
	}
	return &Flag{Param: n}
}

func (f *Flag) negated() *Flag {
	if f == nil {
		return nil
	}
	return &Flag{f.Param, !f.Not}
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
	not := r.Flag.Not
	r.Flag = nil
	if e == nil {
		return
	}
	if v := s.p.Info.Types[e].Value; v != nil {
		r.Demanded = r.Demanded || v.Kind() == constant.Bool && constant.BoolVal(v) != not
		return
	}
	if r.Flag = s.flagOf(e); not {
		r.Flag = r.Flag.negated()
	}
}
