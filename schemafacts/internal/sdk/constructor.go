package sdk

import (
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// A Constructor is a function of an SDK that has no type for a tool before it is made:
// the tool consists of the arguments of the call.
type Constructor struct {
	// Name, Desc and Handler are the indexes of arguments.
	Name, Desc, Handler int
	// Described reports whether the SDK passes on an empty description.
	Described bool
	// In and Out return the schemas of the tool that m makes, or nil if it has none; In
	// is called first. Out may be nil.
	In, Out func(m *Making) *schema.Node
	// Result returns the result of the call, which made the given tools: one for each
	// name that the tool may have.
	Result func(c *eval.Call, made []*Making) value.Value
}

// Making is the construction of one tool.
type Making struct {
	*eval.Call
	Tool *tool.Tool
	// Encoder encodes the parts of the tool.
	Encoder *gojson.Encoder
	// Desc is the value of the description. Input is that of an input schema that the
	// program sets, if In found one.
	Desc, Input value.Value
}

// Construct returns the model of a constructor.
func (r *Registrar) Construct(k Constructor) eval.Intrinsic {
	return func(c *eval.Call) value.Value {
		var made []*Making
		r.Register(c, define(c, c.Arg(k.Name)), c.Arg(k.Handler), func(t *tool.Tool, _ *value.Struct, _ *value.Cell) {
			m := &Making{Call: c, Tool: t, Encoder: NewEncoder(c.M), Desc: c.Arg(k.Desc)}
			var in, out *schema.Node
			if in = k.In(m); k.Out != nil {
				out = k.Out(m)
			}
			desc := m.Encoder.Encode(m.Desc)
			if !k.Described {
				desc = NotEmpty(desc)
			}
			t.Doc = Declare(t, m.Encoder, desc, in, out)
			made = append(made, m)
		})
		return k.Result(c, made)
	}
}

// NewEncoder returns an encoder for parts of tools. It keeps the known contents of
// values that other code may have changed, because such tools are untraced.
func NewEncoder(m *eval.Machine) *gojson.Encoder { return &gojson.Encoder{M: m, KeepTainted: true} }

// Declare returns what a model receives for a tool. Its members have the names that MCP
// uses; a part that is nil is omitted. If a part cannot be encoded, Declare adds an
// error to t.
func Declare(t *tool.Tool, e *gojson.Encoder, description, input, output *schema.Node) *schema.Node {
	doc := schema.NewObject().At(t.DefPos)
	doc.Set("name", schema.NewString(t.Name).At(t.NamePos))
	for _, m := range []schema.Member{{Name: "description", Value: description}, {Name: "inputSchema", Value: input}, {Name: "outputSchema", Value: output}} {
		if m.Value != nil {
			doc.Set(m.Name, m.Value)
		}
	}
	Unlisted(t, doc, e.Faults)
	return doc
}

// NotEmpty returns a description, or nil if it is the empty string.
func NotEmpty(description *schema.Node) *schema.Node {
	if description.Kind == schema.String && description.Text == "" {
		return nil
	}
	return description
}

// Unlisted adds an error to t for each part of its document that cannot be encoded.
func Unlisted(t *tool.Tool, doc *schema.Node, faults []*value.Fault) {
	for _, f := range faults {
		p := tool.Unlisted(doc, f.Hole, f.Msg, At(f.Pos, t.NamePos))
		if f.Fatal {
			p.Kind = tool.RegistrationFails
		}
		t.Fail(p)
	}
}

// Infers records that the input schema of t is inferred from a type, and which struct
// tag describes a field.
func Infers(t *tool.Tool, typ types.Type, tag string) {
	t.InputType, t.DescriptionTag = types.TypeString(typ, ShortQualifier), tag
}

// ShortQualifier makes types.TypeString print the names of packages and not their paths.
func ShortQualifier(p *types.Package) string { return p.Name() }

// Refused returns an unresolved node in place of the part p.Path of t, which a reflector
// could not infer. If the library rejects the type, it adds p to the errors of t, with
// the library's message after p.Msg, and reports true. p.Pos is the place of errors that
// have none.
func Refused(t *tool.Tool, err error, p tool.Problem) (hole *schema.Node, rejected bool) {
	text, pos, rejected := reflector.Cause(err, p.Pos)
	if rejected {
		p.Msg, p.Pos = p.Msg+text, pos
		t.Fail(p)
		if text = p.Msg; p.Kind == tool.RegistrationFails {
			text = "registration panics: " + text
		}
	}
	return schema.NewUnresolved(text, pos), rejected
}

// JSON returns a value that is encoded as n.
func JSON(n *schema.Node) value.Value {
	return &value.Native{Kind: value.JSONKind, Data: n, Pos: n.Pos}
}

// Returns returns v as the result of a call. If the function also returns an error, the
// error is nil.
func Returns(c *eval.Call, v value.Value) value.Value {
	if t, ok := c.Result.(*types.Tuple); ok && t.Len() == 2 {
		return value.Tuple{v, &value.Nil{T: t.At(1).Type(), Pos: c.Pos}}
	}
	return v
}

// Opaque returns a value that only models of the SDK look into, as the first result of a
// call; see [Returns].
func Opaque(c *eval.Call, kind string, data any) value.Value {
	t := c.Result
	if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
		t = tuple.At(0).Type()
	}
	return Returns(c, &value.Native{Kind: kind, Data: data, T: t, Pos: c.Pos})
}

// Definition is the type of the values that define tools of a [Constructor].
var Definition types.Type = types.NewNamed(types.NewTypeName(token.NoPos, nil, "definition", nil), types.NewStruct([]*types.Var{
	types.NewField(token.NoPos, nil, "Name", types.Typ[types.String], false),
}, nil), nil)

// define records a call as the definition of a tool with this name. It returns a
// pointer to a value of type [Definition].
func define(c *eval.Call, name value.Value) value.Value {
	s := value.NewStruct(Definition, c.Pos)
	if name == nil {
		name = c.Unknown("an unknown name")
	}
	s.SetField("Name", name)
	return Define(c, s)
}

// Define records s, the result of a call, as the definition of a tool. It returns a
// pointer to s.
func Define(c *eval.Call, s *value.Struct) value.Value {
	var fn *ir.Func
	if stack := c.M.Stack(); len(stack) > 0 {
		fn = stack[len(stack)-1].Fn
	}
	c.M.Define(s, c.Pos, fn)
	return &value.Ptr{T: types.NewPointer(s.T), C: value.NewCell(s), Pos: c.Pos}
}

// Option is the result of an SDK's function that makes an option: the part of its name
// after With, and its first argument.
type Option struct {
	Name string
	Arg  value.Value
	Pos  token.Pos
}

const optionKind = "option"

// NewOption returns the model of a function that makes an option.
func NewOption(name string) eval.Intrinsic {
	return func(c *eval.Call) value.Value {
		return &value.Native{Kind: optionKind, Data: Option{name, c.Arg(0), c.Pos}, T: c.Result, Pos: c.Pos}
	}
}

// Options returns the known options in a list, and why others may be in it, or nil.
func Options(v value.Value, pos token.Pos) ([]Option, *value.Unknown) {
	if v == nil || value.IsNil(v) {
		return nil, nil
	}
	list, ok := v.(*value.Slice)
	if !ok {
		return nil, value.NewUnknown("unknown options", pos, nil)
	}
	vals, open := list.Values()
	if open != nil {
		open = value.NewUnknown("unknown options", pos, nil)
	}
	var out []Option
	for _, v := range vals {
		n, ok := v.(*value.Native)
		if !ok || n.Kind != optionKind {
			open = value.NewUnknown("an unknown option", pos, nil)
			continue
		}
		out = append(out, n.Data.(Option))
	}
	return out, open
}
