package gostd

import (
	"fmt"
	"go/constant"
	"go/types"
	"strconv"
	"strings"
	"unicode"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// builderModels are the models of functions that build texts and documents piece by
// piece.
func builderModels() map[string]eval.Intrinsic {
	out := map[string]eval.Intrinsic{"fmt.Fprintf": modelFprintf}
	for _, typ := range []string{"(*strings.Builder).", "(*bytes.Buffer)."} {
		for _, name := range []string{"Write", "WriteString", "WriteByte", "WriteRune"} {
			out[typ+name] = modelBuilderWrite
		}
		out[typ+"Grow"] = modelNothing
		out[typ+"Reset"] = modelBuilderReset
		out[typ+"String"] = modelBuilderString
		out[typ+"Bytes"] = modelBuilderString
		out[typ+"Len"] = modelBuilderLen
	}
	return out
}

// textKind is the kind of a native value that holds pieces: a text that contains
// documents.
const textKind = "text"

// pieces is a text that contains JSON documents with parts that may be unknown. In
// text, each document is replaced by a JSON string with its index in docs.
type pieces struct {
	text string
	docs []*schema.Node
	// loose reports whether a document is not in its compact form.
	loose bool
}

func placeholder(i int) string { return `"\u0000#` + strconv.Itoa(i) + `"` }

// builderCell returns the cell of the strings.Builder or bytes.Buffer that v points to,
// or nil if v does not point to one.
func builderCell(v value.Value) *value.Cell {
	p, ok := v.(*value.Ptr)
	if !ok {
		return nil
	}
	s, ok := p.C.Get().(*value.Struct)
	if !ok || s.NumFields() == 0 || s.Unseen() != nil {
		return nil
	}
	switch types.TypeString(s.T, nil) {
	case "strings.Builder", "bytes.Buffer":
		return p.C
	}
	return nil
}

// written returns the content of a builder. It is stored in the builder's first field,
// which no other code reads: the zero value of the field's type, a string constant, or
// pieces.
func written(c *value.Cell) value.Value { return c.Get().(*value.Struct).At(0) }

// write replaces the content of the builder in a cell.
func write(m *eval.Machine, c *value.Cell, v value.Value) {
	first, _ := c.Get().(*value.Struct).FieldVar(0)
	m.SetField(c, first.Name(), v)
}

// builderText returns the content of a builder if it is known.
func builderText(c *value.Cell) (pieces, bool) {
	if c == nil {
		return pieces{}, false
	}
	switch v := written(c).(type) {
	case *value.Nil:
		return pieces{}, true
	case *value.Slice:
		return pieces{}, v.IsNil
	case *value.Native:
		p, ok := v.Data.(pieces)
		return p, ok
	}
	text, ok := value.StringOf(written(c))
	return pieces{text: text}, ok
}

// with returns the text with v appended, or false if v is unknown or the text gets
// too long.
func (p pieces) with(m *eval.Machine, key string, v value.Value) (pieces, bool) {
	switch v := v.(type) {
	case *value.Const:
		if s, ok := value.StringOf(v); ok {
			return pieces{p.text + s, p.docs, p.loose}, len(p.text)+len(s) < 4<<20
		}
		i, ok := value.IntOf(v)
		if strings.HasSuffix(key, "WriteByte") {
			return pieces{p.text + string([]byte{byte(i)}), p.docs, p.loose}, ok
		}
		return pieces{p.text + string(rune(i)), p.docs, p.loose}, ok && 0 <= i && i <= unicode.MaxRune
	case *value.Slice:
		s, ok := m.BytesToString(v)
		return pieces{p.text + s, p.docs, p.loose}, ok
	case *value.Native:
		n, ok := v.Data.(*schema.Node)
		docs := append(p.docs[:len(p.docs):len(p.docs)], n)
		return pieces{p.text + placeholder(len(p.docs)), docs, p.loose || v.Loose}, ok
	}
	return p, false
}

func modelBuilderWrite(c *eval.Call) value.Value {
	cell := builderCell(c.Recv)
	old, ok := builderText(cell)
	if cell == nil {
		c.M.Decode([]value.Value{c.Recv}, value.NewUnknown("a builder that may have been written to", c.Pos, nil))
		return value.Unknowns("written to an unknown builder", c.Pos, c.Result)
	}
	now, fits := old.with(c.M, c.Key, c.Arg(0))
	switch {
	case !ok || !fits:
		write(c.M, cell, value.NewUnknown("a builder to which something unknown was written", c.Pos, nil))
	case len(now.docs) > 0:
		write(c.M, cell, &value.Native{Kind: textKind, Data: now, Pos: c.Pos})
	default:
		write(c.M, cell, value.NewString(now.text, c.M.Provenance(c.Args...)))
	}
	return value.Unknowns("the result of writing", c.Pos, c.Result)
}

func modelFprintf(c *eval.Call) value.Value {
	switch {
	case len(c.Args) == 0:
	case builderCell(c.Arg(0)) == nil:
		why := value.NewUnknown("written to by "+ir.ShortKey(c.Key), c.Pos, nil)
		c.M.Decode(c.Args[:1], why)
		c.M.MayCall([]value.Value{c.M.Dispatch(c.Arg(0), &ir.Node{Name: "Write", Pos: c.Pos})}, why)
		notPrinted(c, c.Arg(2))
	case len(c.Args) > 2:
		text := modelSprintf(&eval.Call{M: c.M, Key: c.Key, Pos: c.Pos, Args: c.Args[1:], Result: types.Typ[types.String]})
		modelBuilderWrite(&eval.Call{M: c.M, Key: c.Key, Pos: c.Pos, Recv: c.Arg(0), Args: []value.Value{text}, Result: c.Result})
	}
	return value.Unknowns("the result of writing", c.Pos, c.Result)
}

func modelBuilderReset(c *eval.Call) value.Value {
	if cell := builderCell(c.Recv); cell != nil {
		if _, ok := builderText(cell); ok {
			write(c.M, cell, value.NewString("", c.Pos))
		}
	}
	return value.Tuple{}
}

// modelBuilderString returns the content of a builder, as a string or as bytes.
func modelBuilderString(c *eval.Call) value.Value {
	cell := builderCell(c.Recv)
	p, ok := builderText(cell)
	switch {
	case ok && len(p.docs) == 0:
		return &value.Const{V: constant.MakeString(p.text), T: c.Result, Pos: value.PosOf(written(cell))}
	case ok:
		return p.value(c)
	}
	if cell != nil {
		if u, ok := written(cell).(*value.Unknown); ok {
			return value.NewUnknown(u.Reason, u.Pos, c.Result)
		}
	}
	return c.Unknown("an unknown builder")
}

// value returns the text as a document if it is valid JSON, and otherwise as a
// constant.
func (p pieces) value(c *eval.Call) value.Value {
	if n, err := schema.Parse([]byte(p.text)); err == nil {
		loose := p.loose || string(n.JSON()) != p.text
		if n, ok := p.fill(n); ok {
			return &value.Native{Kind: value.JSONKind, Data: n, T: c.Result, Pos: c.Pos, Loose: loose}
		}
	}
	text := p.text
	for i, d := range p.docs {
		if p.loose || len(d.Holes()) > 0 {
			return c.Unknown("a text with unknown parts")
		}
		text = strings.Replace(text, placeholder(i), string(d.JSON()), 1)
	}
	return &value.Const{V: constant.MakeString(text), T: c.Result, Pos: c.Pos}
}

// fill replaces the placeholders in n by their documents. It returns false if a
// document is used as a member name and is not a string.
func (p pieces) fill(n *schema.Node) (*schema.Node, bool) {
	if d := p.doc(n.StringValue()); d != nil {
		return d.Clone(), true
	}
	for i := range n.Elems {
		e, ok := p.fill(n.Elems[i])
		if !ok {
			return nil, false
		}
		n.Elems[i] = e
	}
	for i := range n.Members {
		m := &n.Members[i]
		if d := p.doc(m.Name); d != nil {
			if d.Kind != schema.String {
				return nil, false
			}
			m.Name = d.Text
		}
		v, ok := p.fill(m.Value)
		if !ok {
			return nil, false
		}
		m.Value = v
	}
	return n, true
}

// doc returns the document of a placeholder, or nil if text is not one.
func (p pieces) doc(text string) *schema.Node {
	var i int
	if n, err := fmt.Sscanf(text, "\x00#%d", &i); n != 1 || err != nil || i < 0 || i >= len(p.docs) {
		return nil
	}
	return p.docs[i]
}

func modelBuilderLen(c *eval.Call) value.Value {
	if p, ok := builderText(builderCell(c.Recv)); ok && len(p.docs) == 0 {
		return value.NewInt(int64(len(p.text)), c.Pos)
	}
	return c.Unknown("an unknown builder")
}
