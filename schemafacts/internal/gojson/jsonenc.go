package gojson

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/internal/jsonmethod"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Codec models the JSON form of types whose methods are not evaluated. The [eval.Env]
// of a machine may implement it.
type Codec interface {
	// Encode encodes values whose types have JSON methods. It returns false for other
	// types.
	Encode(e *Encoder, v value.Value) (*schema.Node, bool)
	// Decode decodes JSON into a type with an UnmarshalJSON method. It returns false
	// for other types.
	Decode(n *schema.Node, t types.Type) (value.Value, bool)
}

// codec returns the Codec of a machine's environment.
func codec(m *eval.Machine) Codec {
	if c, ok := m.Env.(Codec); ok {
		return c
	}
	return noCodec{}
}

// noCodec is a Codec that models no types.
type noCodec struct{}

// Encode returns false: it encodes no value.
func (noCodec) Encode(*Encoder, value.Value) (*schema.Node, bool) { return nil, false }

// Decode returns false: it decodes into no type.
func (noCodec) Decode(*schema.Node, types.Type) (value.Value, bool) { return nil, false }

// Encoder encodes values as encoding/json does.
type Encoder struct {
	M *eval.Machine
	// KeepTainted encodes the last known value of a part that unseen code may have
	// changed.
	KeepTainted bool
	// Err is the first part that cannot be encoded, for which encoding/json returns an
	// error.
	Err *value.Fault
	// Faults are all such parts.
	Faults []*value.Fault
	// KeepText keeps strings that are not valid UTF-8 unchanged. Invalid is set if
	// there was one; encoding/json replaces the invalid bytes.
	KeepText, Invalid bool

	depth int
	// parts is how many parts of the outermost value have been encoded.
	parts int
	// filled is a slice or map that is encoded only if it is not empty.
	filled value.Value
	// addressable reports whether a program can take the address of the value that is
	// encoded next: its JSON methods may have pointer receivers.
	addressable bool
}

// Plain encodes v without the Codec.
func (e *Encoder) Plain(v value.Value) *schema.Node {
	if s, ok := v.(*value.Struct); ok {
		return e.strct(s)
	}
	return e.encode(v)
}

// maxParts limits the parts of a document. A program can make a value of few parts that
// has many in JSON, where each place of a shared part has its own copy.
const maxParts = 100_000

// Encode returns v as JSON. Unknown parts are unresolved nodes. A part that cannot be
// encoded is also an unresolved node, and sets Err. A document of too many parts is
// unresolved as a whole.
func (e *Encoder) Encode(v value.Value) *schema.Node {
	if e.depth > 0 {
		return e.count(v)
	}
	e.parts = 0
	n := e.count(v)
	if e.parts > maxParts {
		return schema.NewUnresolved(tooManyParts, value.PosOf(v))
	}
	return n
}

var tooManyParts = fmt.Sprintf("JSON of more than %d parts", maxParts)

// count encodes a value and counts it.
func (e *Encoder) count(v value.Value) *schema.Node {
	if e.parts > maxParts {
		return schema.NewUnresolved(tooManyParts, value.PosOf(v))
	}
	e.depth++
	e.parts++
	e.M.Work(1)
	defer func() { e.depth-- }()
	if e.depth > 200 {
		return schema.NewUnresolved("nested too deeply, or a cycle", value.PosOf(v))
	}
	for inner := v; inner != nil; {
		if n, ok := codec(e.M).Encode(e, inner); ok {
			return n
		}
		p, ok := inner.(*value.Ptr)
		if !ok {
			break
		}
		inner = p.C.Get()
	}
	if _, ok := v.(*value.Unknown); ok {
		return e.encode(v)
	}
	if n, ok := v.(*value.Native); ok && n.Kind == value.JSONKind {
		return e.encode(v)
	}
	if t := value.TypeOf(v); t != nil && !ir.IsInterface(t) && !isRawMessage(t) {
		none := jsonmethod.None
		if e.addressable && marshaler(v, types.NewPointer(t)).Kind != none && marshaler(v, t).Kind == none {
			v = &value.Ptr{T: types.NewPointer(t), C: value.NewCell(v), Pos: value.PosOf(v)}
			t = types.NewPointer(t)
		}
		if method := marshaler(v, t); method.Kind != none {
			if n := e.runMethod(v, method); n != nil {
				return n
			}
			e.M.MayRead([]value.Value{v}, value.NewUnknown("written to by a method that encodes it", value.PosOf(v), nil))
			return schema.NewUnresolved(fmt.Sprintf("%s has its own %s", types.TypeString(t, shortQualifier), method.Name), value.PosOf(v))
		}
	}
	return e.encode(v)
}

// Filled encodes a value that is omitted if it is empty. perhaps is the reason why it may be
// omitted, or "" if it is not.
func (e *Encoder) Filled(v value.Value) (n *schema.Node, perhaps string) {
	perhaps = e.omission(v)
	return e.Encode(v), perhaps
}

// omission returns the reason why a value may be omitted if empty ones are, or "".
func (e *Encoder) omission(v value.Value) string {
	if !perhapsEmpty(v) {
		return ""
	}
	e.filled = v
	return "it is omitted if empty, and may be empty"
}

// part encodes a part of a value.
func (e *Encoder) part(v value.Value, addressable bool) *schema.Node {
	outer := e.addressable
	e.addressable = addressable
	n := e.Encode(v)
	e.addressable = outer
	return n
}

func (e *Encoder) encode(v value.Value) *schema.Node {
	switch v := v.(type) {
	case nil:
		return schema.NewNull()
	case *value.Const:
		return e.constant(v)
	case *value.Nil:
		if v.T != nil {
			switch ir.Under(v.T).(type) {
			case *types.Chan, *types.Signature:
				return e.fail("unsupported type: "+types.TypeString(v.T, shortQualifier), v.Pos)
			}
		}
		return schema.NewNull().At(v.Pos)
	case *value.Ptr:
		p, ok := ir.Under(v.T).(*types.Pointer)
		return e.part(v.C.Get(), ok && !ir.IsInterface(p.Elem()))
	case *value.Struct:
		return e.strct(v)
	case *value.Array:
		n := schema.NewArray().At(v.Pos)
		for i := range v.Len() {
			n.Elems = append(n.Elems, e.part(v.At(i), e.addressable && !holdsInterfaces(v.T)))
		}
		return n
	case *value.Slice:
		return e.slice(v)
	case *value.Map:
		return e.mapping(v)
	case *value.Native:
		if n, ok := v.Data.(*schema.Node); ok {
			if v.T != nil && ir.IsString(ir.Under(v.T)) {
				return jsonText(v, n)
			}
			return n
		}
		if _, ok := v.Data.(value.NonFinite); ok {
			return e.fail("unsupported value: not a finite number", v.Pos)
		}
		if v.Kind == value.ChanKind {
			return e.fail("unsupported type: "+types.TypeString(v.T, shortQualifier), v.Pos)
		}
		return schema.NewUnresolved("a value that is not followed", v.Pos)
	case *value.Closure, *value.Extern:
		return e.fail("unsupported type: a function", value.PosOf(v))
	case *value.Unknown:
		hole := schema.NewUnresolved(v.Reason, v.Pos)
		if f := v.Fault; f != nil {
			e.Faults = append(e.Faults, &value.Fault{Msg: f.Msg, Pos: f.Pos, Hole: hole, Fatal: true})
		}
		return hole
	}
	return schema.NewUnresolved("an unsupported value", value.PosOf(v))
}

// jsonText returns the JSON string of a document that the program converted to a
// string.
func jsonText(v *value.Native, n *schema.Node) *schema.Node {
	if v.Loose || len(n.Holes()) > 0 {
		return schema.NewUnresolved("the text of partly unknown JSON", v.Pos)
	}
	return schema.NewString(n.String()).At(v.Pos)
}

func shortQualifier(p *types.Package) string { return p.Name() }

func (e *Encoder) fail(msg string, pos token.Pos) *schema.Node {
	hole := schema.NewUnresolved(msg, pos)
	e.Faults = append(e.Faults, &value.Fault{Msg: msg, Pos: pos, Hole: hole})
	if e.Err == nil {
		e.Err = e.Faults[0]
	}
	return hole
}

// isRawMessage reports whether t is json.RawMessage, which is jsontext.Value if
// encoding/json is implemented by encoding/json/v2 (Go 1.27).
func isRawMessage(t types.Type) bool { return ofJSON(t, "RawMessage") || ofJSON(t, "Value") }

// ofJSON reports whether t is the type of encoding/json with a name.
func ofJSON(t types.Type, name string) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == name && named.Obj().Pkg() != nil && strings.HasPrefix(named.Obj().Pkg().Path(), "encoding/json")
}

// number encodes the text of a json.Number.
func (e *Encoder) number(text string, pos token.Pos) *schema.Node {
	if text == "" {
		text = "0" // as encoding/json has it, for old programs
	}
	n, err := schema.Parse([]byte(text))
	if err != nil || n.Kind != schema.Number {
		return e.fail("json: invalid number literal "+strconv.Quote(text), pos)
	}
	return n.At(pos)
}

func (e *Encoder) constant(c *value.Const) *schema.Node {
	t := types.Default(c.T)
	if isRawMessage(t) {
		return e.raw(constant.StringVal(c.V), c.Pos)
	}
	switch c.V.Kind() {
	case constant.Bool:
		return schema.NewBool(constant.BoolVal(c.V)).At(c.Pos)
	case constant.String:
		s := constant.StringVal(c.V)
		if ofJSON(t, "Number") {
			return e.number(s, c.Pos)
		}
		if _, ok := ir.Under(t).(*types.Slice); ok {
			s = base64.StdEncoding.EncodeToString([]byte(s))
		}
		return schema.NewString(e.validText(s)).At(c.Pos)
	case constant.Int, constant.Float:
		return schema.NewNumber(NumberLiteral(c)).At(c.Pos)
	}
	return schema.NewUnresolved("an unsupported constant", c.Pos)
}

// NumberLiteral returns a number as encoding/json encodes it.
func NumberLiteral(c *value.Const) string {
	b, _ := ir.Under(types.Default(c.T)).(*types.Basic)
	if b != nil && b.Info()&types.IsFloat != 0 {
		f, _ := constant.Float64Val(c.V)
		if b.Kind() == types.Float32 {
			out, err := json.Marshal(float32(f))
			if err == nil {
				return string(out)
			}
		}
		if out, err := json.Marshal(f); err == nil {
			return string(out)
		}
	}
	if i, ok := constant.Int64Val(constant.ToInt(c.V)); ok {
		return strconv.FormatInt(i, 10)
	}
	return c.V.ExactString()
}

func (e *Encoder) raw(text string, pos token.Pos) *schema.Node {
	n, err := schema.Parse([]byte(text))
	if err != nil {
		return e.fail("invalid JSON in a json.RawMessage: "+err.Error(), pos)
	}
	n.Walk(func(_ string, n *schema.Node) bool { n.Pos = pos; return true })
	return n
}

// Places reports which positions are in the source of an SDK. The [eval.Env] of a
// machine may implement it.
type Places interface{ OfSDK(pos token.Pos) bool }

// built reports whether code of an SDK made a value for a caller that passed its
// name.
func (e *Encoder) built(value, key token.Pos) bool {
	places, ok := e.M.Env.(Places)
	return ok && key.IsValid() && places.OfSDK(value) && !places.OfSDK(key)
}

// at returns the value of a map entry with the position of its key, if the key is the
// expression to change. That is so if only the key is in the analyzed package and the
// value has parts. It is also so if an SDK's builder made the value and its caller passed
// the key.
func (e *Encoder) at(n *schema.Node, key token.Pos) *schema.Node {
	own := e.M.Own
	if own == nil || own(n.Pos) || n.Kind == schema.String && n.Pos.IsValid() || !own(key) && !e.built(n.Pos, key) {
		return n
	}
	c := *n
	c.Pos = key
	return &c
}

// Fail records that a value cannot be encoded at run time.
func (e *Encoder) Fail(msg string, pos token.Pos) { e.fail(msg, pos) }
