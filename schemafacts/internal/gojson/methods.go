package gojson

import (
	"go/constant"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// marshaler returns the method of t that encoding/json would call.
func marshaler(v eval.Value, t types.Type) string {
	if _, ok := v.(*eval.Nil); ok {
		return ""
	}
	ms := types.NewMethodSet(t)
	for _, name := range []string{"MarshalJSON", "MarshalText"} {
		if ms.Lookup(nil, name) != nil {
			return name
		}
	}
	return ""
}

// runMethod runs a method that makes JSON, and returns nil if its program is
// not known.
func (e *Encoder) runMethod(v eval.Value, name string) *schema.Node {
	fn, ok := e.M.Dispatch(v, &ir.Node{Name: name, Pos: eval.PosOf(v)}).(*eval.Closure)
	if !ok || fn.Fn.Body == nil || e.M.Deep() {
		return nil
	}
	res, ok := e.M.CallValue(fn, nil, eval.PosOf(v)).(eval.Tuple)
	if e.M.Recover() {
		return e.fail("calling "+name+" panics", eval.PosOf(v))
	}
	if !ok || len(res) != 2 {
		return nil
	}
	if errv, bad := res[1].(*eval.Native); bad && errv.Kind == "error" {
		msg, _ := errv.Data.(string)
		if msg == "" {
			msg = name + " returns an error"
		}
		return e.fail(msg, eval.PosOf(v))
	}
	if name == "MarshalText" {
		if s, ok := eval.StringOf(res[0]); ok {
			return schema.NewString(s).At(eval.PosOf(v))
		}
		return schema.NewUnresolved("a text that is not known", eval.PosOf(v))
	}
	return Document(e.M, res[0], e)
}

// Document returns the document in a byte slice that holds JSON.
func Document(m *eval.Machine, v eval.Value, e *Encoder) *schema.Node {
	switch v := v.(type) {
	case *eval.Native:
		if n, ok := v.Data.(*schema.Node); ok {
			return n.Clone()
		}
	case *eval.Const:
		return e.raw(constant.StringVal(v.V), v.Pos)
	case *eval.Slice:
		if s, ok := m.BytesToString(v); ok {
			return e.raw(s, v.Pos)
		}
	case *eval.Unknown:
		return schema.NewUnresolved(v.Reason, v.Pos)
	}
	return schema.NewUnresolved("JSON that is not known", eval.PosOf(v))
}
