package gojson

import (
	"go/constant"
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/internal/jsonmethod"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// marshaler returns the method of t with which encoding/json encodes v.
func marshaler(v value.Value, t types.Type) jsonmethod.Method {
	if _, ok := v.(*value.Nil); ok {
		return jsonmethod.Method{}
	}
	return jsonmethod.Writes(t, false)
}

// runMethod returns the result of a JSON method. It returns nil if the method's
// program is unknown, or if not every version of Go calls the method.
func (e *Encoder) runMethod(v value.Value, method jsonmethod.Method) *schema.Node {
	if !method.Runs {
		return nil
	}
	name := method.Name
	fn, ok := e.M.Dispatch(v, &ir.Node{Name: name, Pos: value.PosOf(v)}).(*value.Closure)
	if !ok || fn.Fn.Body == nil || e.M.Deep() {
		return nil
	}
	res, ok := e.M.CallValue(fn, nil, value.PosOf(v)).(value.Tuple)
	if e.M.Recover() {
		return e.fail("calling "+name+" panics", value.PosOf(v))
	}
	if !ok || len(res) != 2 {
		return nil
	}
	if errv, bad := res[1].(*value.Native); bad && errv.Kind == "error" {
		msg, _ := errv.Data.(string)
		if msg == "" {
			msg = name + " returns an error"
		}
		if partial, ok := errv.Partial.(*Partial); ok && method.Kind == jsonmethod.JSON {
			return e.partial(partial, msg, errv.Pos)
		}
		return e.fail(msg, value.PosOf(v))
	}
	if method.Kind == jsonmethod.Text {
		if s, ok := value.StringOf(res[0]); ok {
			return schema.NewString(s).At(value.PosOf(v))
		}
		return schema.NewUnresolved("an unknown text", value.PosOf(v))
	}
	return Document(e.M, res[0], e)
}

// Partial is a document with parts that cannot be encoded. These parts are
// unresolved nodes.
type Partial struct {
	Doc    *schema.Node
	Faults []*value.Fault
}

// partial records the error of a method whose document cannot be encoded as a whole.
// It returns the document, with unresolved nodes in place of the parts that cause the
// error.
func (e *Encoder) partial(p *Partial, msg string, pos token.Pos) *schema.Node {
	for i, f := range p.Faults {
		one := *f
		if i == 0 {
			one.Msg, one.Pos = msg, pos
		}
		e.Faults = append(e.Faults, &one)
	}
	if e.Err == nil {
		e.Err = e.Faults[0]
	}
	return p.Doc
}

// Document returns the document in a byte slice that contains JSON.
func Document(m *eval.Machine, v value.Value, e *Encoder) *schema.Node {
	switch v := v.(type) {
	case *value.Native:
		if n, ok := v.Data.(*schema.Node); ok {
			return n.Clone()
		}
	case *value.Const:
		return e.raw(constant.StringVal(v.V), v.Pos)
	case *value.Slice:
		if s, ok := m.BytesToString(v); ok {
			return e.raw(s, v.Pos)
		}
	case *value.Unknown:
		return schema.NewUnresolved(v.Reason, v.Pos)
	}
	return schema.NewUnresolved("unknown JSON", value.PosOf(v))
}
