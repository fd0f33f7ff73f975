package gostd

import (
	"go/constant"
	"go/types"

	"github.com/schemavet/schemavet/internal/jsonmethod"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// modelMarshal models json.Marshal. It returns a document instead of its text, so
// that parts of the document may be unknown.
func modelMarshal(c *eval.Call) value.Value {
	errType := types.Universe.Lookup("error").Type()
	e := &gojson.Encoder{M: c.M, KeepText: true}
	n := e.Encode(c.Arg(0))
	bytes := types.NewSlice(types.Universe.Lookup("byte").Type())
	if v := failed(c.Arg(0), bytes); v != nil {
		return value.Tuple{v, &value.Nil{T: errType, Pos: c.Pos}}
	}
	if e.Err != nil {
		return value.Tuple{&value.Slice{T: bytes, IsNil: true, Pos: c.Pos}, &value.Native{Kind: "error", Data: "json: " + e.Err.Msg, T: errType, Pos: e.Err.Pos, Loose: true,
			Partial: &gojson.Partial{Doc: n, Faults: e.Faults}}}
	}
	n = n.Clone()
	n.EscapeHTML = true
	if e.Invalid { // the escapes that replace invalid bytes are not part of a document
		var text value.Value = value.NewUnknown("JSON of a text that is not UTF-8", c.Pos, bytes)
		if len(n.Holes()) == 0 && c.Key == "encoding/json.Marshal" {
			text = &value.Const{V: constant.MakeString(string(n.JSON())), T: bytes, Pos: c.Pos}
		}
		return value.Tuple{text, &value.Nil{T: errType, Pos: c.Pos}}
	}
	return value.Tuple{&value.Native{Kind: value.JSONKind, Data: n, T: bytes, Pos: c.Pos, Loose: c.Key != "encoding/json.Marshal"}, &value.Nil{T: errType, Pos: c.Pos}}
}

// mostJSON limits, in bytes, the text that each run decodes. A thousand tools have a megabyte;
// catalogues of models have three.
const mostJSON = 1 << 20

// modelUnmarshal models json.Unmarshal. It decodes known JSON into the target of the
// second argument.
func modelUnmarshal(c *eval.Call) value.Value {
	p, ok := c.Arg(1).(*value.Ptr)
	if !ok {
		c.Escape()
		return c.Unknown("JSON decoded into something unknown")
	}
	if text, ok := value.StringOf(c.Arg(0)); ok && len(text) > mostJSON {
		c.Escape()
		return c.Unknown("too much JSON")
	}
	e := &gojson.Encoder{M: c.M}
	n := gojson.Document(c.M, c.Arg(0), e)
	if e.Err != nil {
		return &value.Native{Kind: "error", Data: e.Err.Msg, T: c.Result, Pos: c.Pos, Loose: true}
	}
	t := value.TypeOf(p.C.Get())
	if pt, ok := p.T.(*types.Pointer); ok {
		t = pt.Elem()
	}
	if t == nil {
		c.Escape()
		return c.Unknown("JSON decoded into something unknown")
	}
	if lost := failed(c.Arg(0), t); lost != nil {
		c.M.Put(p.C, lost)
		return &value.Nil{T: c.Result, Pos: c.Pos}
	}
	if fn, ok := c.M.Dispatch(p, &ir.Node{Name: "UnmarshalJSON", Pos: c.Pos}).(*value.Closure); ok && fn.Fn.Body != nil {
		return c.M.CallValue(fn, []value.Value{&value.Native{Kind: value.JSONKind, Data: n, T: value.TypeOf(c.Arg(0)), Pos: c.Pos}}, c.Pos)
	}
	old := p.C.Get()
	if u, ok := old.(*value.Unknown); ok { // its lists and maps may get the new elements
		c.M.HandOver([]value.Value{u}, value.NewUnknown("JSON may be decoded into it", c.Pos, nil))
	}
	v, fit := gojson.DecodeInto(c.M, n, t, old)
	c.M.Put(p.C, v)
	if n.Kind == schema.Object && !ir.IsInterface(t) && jsonmethod.Reads(t).Kind == jsonmethod.None { // a method keeps more than fields show
		c.M.Drops = append(c.M.Drops, eval.Drop{Pos: c.Pos, From: n, To: e.Encode(v), Want: t})
	}
	switch fit {
	case gojson.FitsNot:
		return &value.Native{Kind: "error", Data: "json: cannot unmarshal", T: c.Result, Pos: c.Pos, Loose: true}
	case gojson.MayFit:
		return c.Unknown("JSON that may not fit its Go type")
	}
	if len(n.Holes()) > 0 {
		return c.Unknown("partly unknown JSON")
	}
	return &value.Nil{T: c.Result, Pos: c.Pos}
}

// failed returns a value of type t in place of v, if v is the result of a call whose error
// ends the program. Otherwise it returns nil.
func failed(v value.Value, t types.Type) value.Value {
	u, ok := v.(*value.Unknown)
	if !ok || u.Fault == nil {
		return nil
	}
	out := value.NewUnknown(u.Reason, u.Pos, t)
	out.Fault = u.Fault
	return out
}
