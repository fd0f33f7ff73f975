package signature

import (
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/internal/jsonmethod"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// form is the JSON form of a type with JSON methods.
type form int

const (
	plain  form = iota // as its kind says
	text               // a string
	custom             // as a method decides
)

// method returns the method that determines the JSON form of t, and that form. For
// input, the decoder uses methods of *T if T has a name or was reached through a
// pointer. For output, the encoder uses methods of T, and methods of *T if the value
// is addressable.
func (w *walker) method(t types.Type, addr bool) (form, *types.Func) {
	var m jsonmethod.Method
	if w.out {
		m = jsonmethod.Writes(t, addr)
	} else if _, named := t.(*types.Named); named || addr {
		m = jsonmethod.Reads(t)
	}
	switch m.Kind {
	case jsonmethod.JSON:
		return custom, m.Func
	case jsonmethod.Text:
		return text, m.Func
	}
	return plain, nil
}

// implements reports whether t or *t implements an interface.
func implements(t types.Type, iface *types.Interface) bool {
	return types.Implements(t, iface) || !types.IsInterface(t) && types.Implements(types.NewPointer(t), iface)
}

// hasPointerMethods reports whether encoding/json encodes a value of type t in another
// way if the value is addressable, because it then also uses the methods of *t.
func hasPointerMethods(t types.Type) bool {
	if types.IsInterface(t) {
		return false
	}
	return jsonmethod.Writes(t, true) != jsonmethod.Writes(t, false)
}

var errorType = types.Universe.Lookup("error").Type()

// isZeroer is the interface with the method IsZero, which the option omitzero uses.
var isZeroer = types.NewInterfaceType([]*types.Func{types.NewFunc(token.NoPos, nil, "IsZero",
	types.NewSignatureType(nil, nil, nil, nil, types.NewTuple(types.NewParam(token.NoPos, nil, "", types.Typ[types.Bool])), false))}, nil).Complete()

// known returns the schema of a type of the standard library whose JSON form neither
// its kind nor the existence of a method shows. It returns nil for any other type.
func known(name string) *schema.Node {
	n := schema.NewObject()
	switch name {
	case "time.Time":
		n.Set("type", schema.NewString("string"))
		n.Set("format", schema.NewString("date-time"))
	case "encoding/json.Number":
		n.Set("type", schema.NewString("number"))
	case "math/big.Int":
		n.Set("type", schema.NewString("integer"))
	case "log/slog.Level":
		n.Set("type", schema.NewString("string"))
	case "encoding/json.RawMessage", "encoding/json/jsontext.Value":
	default:
		return nil
	}
	return n
}

// textual are types of the standard library that programs usually write as text,
// although they have no method that encoding/json would call.
var textual = []string{"net/url.URL", "net/mail.Address", "net.IPNet"}

// promotedFromNil reports whether a struct has a method from an embedded pointer or
// interface. The decoder does not allocate a value for it.
func promotedFromNil(t types.Type, fn *types.Func) bool {
	if fn == nil {
		return false
	}
	_, index, indirect := types.LookupFieldOrMethod(t, true, nil, fn.Name())
	recv := fn.Signature().Recv()
	return len(index) > 1 && (indirect || recv != nil && types.IsInterface(recv.Type()))
}

// byMethod returns the schema of a type whose JSON form is determined by a method: the
// schema of the method's receiver type, if that is known. t may be that type, or embed
// it.
func (w *walker) byMethod(t types.Type, f form, fn *types.Func, s site) *schema.Node {
	if !w.out && promotedFromNil(t, fn) {
		msg := "encoding/json calls " + fn.Name() + " of something nil that " + w.name(t) + " embeds"
		w.report(Problem{Rule: RuleDecode, Msg: msg, Pos: s.pos, Error: true})
		return schema.NewUnresolved(msg, s.pos)
	}
	if f == text {
		n := schema.NewObject()
		n.Set("type", schema.NewString("string"))
		if fn != nil {
			if recv := jsonfields.Named(fn.Signature().Recv().Type()); recv != nil && w.acceptedTexts(recv) != nil {
				n.Set("enum", w.acceptedTexts(recv))
			}
		}
		return n
	}
	if fn != nil {
		if recv := jsonfields.Named(fn.Signature().Recv().Type()); recv != nil {
			if n := known(jsonfields.Qualified(recv)); n != nil {
				return n
			}
		}
	}
	name := "a method"
	if fn != nil {
		name = "method " + fn.Name()
	}
	return schema.NewUnresolved(name+" of "+w.name(t)+" decides", s.pos)
}
