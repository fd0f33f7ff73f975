package eval

import (
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Call contains the arguments of an intrinsic.
type Call struct {
	M   *Machine
	Key string
	Pos token.Pos
	// Recv is the receiver of a method, nil for functions.
	Recv value.Value
	// Args are the arguments. Those of a variadic parameter are a *Slice at the end.
	Args []value.Value
	// Targs are the type arguments, with the caller's type arguments substituted.
	Targs []types.Type
	// Result is the static type of the result (a tuple for several).
	Result types.Type
}

// Arg returns the i-th argument, or nil if there are fewer.
func (c *Call) Arg(i int) value.Value {
	if i < len(c.Args) {
		return c.Args[i]
	}
	return nil
}

// Unknown returns an unknown value of the type of the call's result, with the position of
// the call and the given reason.
func (c *Call) Unknown(reason string) *value.Unknown {
	return value.NewUnknown(reason, c.Pos, c.Result)
}

// Panic ends the present path with a panic.
func (c *Call) Panic() value.Value {
	c.M.panics(nil)
	return c.Unknown("the call panics")
}

// Escape records that the call is not followed: it may change everything that its
// receiver and arguments, or the given values, lead to, now or through its result.
func (c *Call) Escape(vals ...value.Value) {
	if len(vals) == 0 {
		vals = c.Args
		if c.Recv != nil {
			vals = append([]value.Value{c.Recv}, vals...)
		}
	}
	c.M.escapeTo(c.Key, vals, c.Pos)
}

// CallFunc calls a function value. It returns false if the function's program is
// unknown or panics.
func (c *Call) CallFunc(fv value.Value, args ...value.Value) (value.Value, bool) {
	fn, ok := fv.(*value.Closure)
	if !ok || fn.Fn.Body == nil || c.M.Deep() {
		return nil, false
	}
	v := c.M.CallValue(fn, args, c.Pos)
	if c.M.panicking {
		c.M.panicking = false
		return nil, false
	}
	return v, true
}

// CallMethod runs the method with that name on the zero value of t. It returns false if
// the method's program is unknown or panics.
func (c *Call) CallMethod(t types.Type, name string, args ...value.Value) (value.Value, bool) {
	fn, ok := c.M.Dispatch(value.Zero(t, c.Pos), &ir.Node{Name: name, Pos: c.Pos}).(*value.Closure)
	if !ok || fn.Fn.Body == nil || c.M.Deep() {
		return nil, false
	}
	v := c.M.CallValue(fn, args, c.Pos)
	if c.M.panicking {
		c.M.panicking = false
		return nil, false
	}
	return v, true
}
