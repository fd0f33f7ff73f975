package eval

import (
	"go/types"
)

// modelMarshal keeps the document as a document, so that parts of it may be
// unknown.
func modelMarshal(c *Call) Value {
	errType := types.Universe.Lookup("error").Type()
	e := &Encoder{M: c.M}
	n := e.Encode(c.Arg(0))
	bytes := types.NewSlice(types.Universe.Lookup("byte").Type())
	if e.Err != nil {
		return Tuple{&Slice{T: bytes, IsNil: true, Pos: c.Pos}, &Native{Kind: "error", Data: "json: " + e.Err.Msg, T: errType, Pos: e.Err.Pos}}
	}
	n = n.Clone()
	n.EscapeHTML = true
	return Tuple{&Native{Kind: jsonKind, Data: n, T: bytes, Pos: c.Pos, loose: c.Key != "encoding/json.Marshal"}, &Nil{errType, c.Pos}}
}

const jsonKind = "json"

// modelUnmarshal decodes known JSON into what the second argument points at.
func modelUnmarshal(c *Call) Value {
	p, ok := c.Arg(1).(*Ptr)
	if !ok {
		return c.Unknown("JSON decoded into something that is not known")
	}
	e := &Encoder{M: c.M}
	n := c.M.jsonNode(c.Arg(0), e)
	if e.Err != nil {
		return &Native{Kind: "error", Data: e.Err.Msg, T: c.Result, Pos: c.Pos}
	}
	t := TypeOf(p.C.v)
	if pt, ok := p.T.(*types.Pointer); ok {
		t = pt.Elem()
	}
	if t == nil {
		return c.Unknown("JSON decoded into something that is not known")
	}
	if fn, ok := c.M.dispatch(p, &Node{Name: "UnmarshalJSON", Pos: c.Pos}).(*Closure); ok && fn.Fn.Body != nil {
		return c.M.CallValue(fn, []Value{&Native{Kind: jsonKind, Data: n, T: TypeOf(c.Arg(0)), Pos: c.Pos}}, c.Pos)
	}
	v, ok := c.M.decodeInto(n, t, p.C.v)
	if !ok {
		return &Native{Kind: "error", Data: "json: cannot unmarshal", T: c.Result, Pos: c.Pos}
	}
	c.M.set(p.C, v)
	return &Nil{c.Result, c.Pos}
}
