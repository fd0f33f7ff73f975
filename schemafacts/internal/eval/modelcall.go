package eval

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Panic ends the present path with a panic.
func (c *Call) Panic() value.Value {
	c.M.panics(nil)
	return c.Unknown("the call panics")
}

// Escape records that the call is not followed: it may change everything that its
// receiver and arguments, or the given values, lead to, now or through its result.
func (c *Call) Escape(vals ...value.Value) {
	if len(vals) == 0 {
		c.M.escapeTo(c.Key, c.Recv, c.Args, c.Pos)
		return
	}
	c.M.escapeTo(c.Key, nil, vals, c.Pos)
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
	return c.CallFunc(c.M.Dispatch(value.Zero(t, c.Pos), &ir.Node{Name: name, Pos: c.Pos}), args...)
}

// TypeOf returns the dynamic type of v, also if v is a function, or nil if it is
// unknown.
func (c *Call) TypeOf(v value.Value) types.Type { return c.M.dynamicType(v) }
