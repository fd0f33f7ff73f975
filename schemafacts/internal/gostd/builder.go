package gostd

import (
	"go/constant"
	"go/types"
	"strings"
	"unicode"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// builderModels are the models of functions that build texts piece by piece.
func builderModels() map[string]eval.Intrinsic {
	out := map[string]eval.Intrinsic{"fmt.Fprintf": modelFprintf}
	for _, typ := range []string{"(*strings.Builder).", "(*bytes.Buffer)."} {
		for _, name := range []string{"Write", "WriteString", "WriteByte", "WriteRune"} {
			out[typ+name] = modelBuilderWrite
		}
		out[typ+"Grow"] = modelNothing
		out[typ+"Reset"] = modelBuilderReset
		out[typ+"String"] = modelBuilderString
		out[typ+"Bytes"] = modelBuilderBytes
		out[typ+"Len"] = modelBuilderLen
	}
	return out
}

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
// which no other code reads: the zero value of the field's type, or a string constant.
func written(c *value.Cell) value.Value { return c.Get().(*value.Struct).At(0) }

// write replaces the content of the builder in a cell.
func write(m *eval.Machine, c *value.Cell, v value.Value) {
	first, _ := c.Get().(*value.Struct).FieldVar(0)
	m.SetField(c, first.Name(), v)
}

// builderText returns the content of a builder if it is known.
func builderText(c *value.Cell) (string, bool) {
	if c == nil {
		return "", false
	}
	switch v := written(c).(type) {
	case *value.Nil:
		return "", true
	case *value.Slice:
		return "", v.IsNil
	}
	return value.StringOf(written(c))
}

// writtenText returns the text that a method writes for v, or false if it is unknown.
func writtenText(m *eval.Machine, key string, v value.Value) (string, bool) {
	switch v := v.(type) {
	case *value.Const:
		if s, ok := value.StringOf(v); ok {
			return s, true
		}
		i, ok := value.IntOf(v)
		if strings.HasSuffix(key, "WriteByte") {
			return string([]byte{byte(i)}), ok
		}
		return string(rune(i)), ok && 0 <= i && i <= unicode.MaxRune
	case *value.Slice:
		return m.BytesToString(v)
	case *value.Native:
		if n, ok := v.Data.(*schema.Node); ok && !v.Loose && len(n.Holes()) == 0 {
			return string(n.JSON()), true
		}
	}
	return "", false
}

func modelBuilderWrite(c *eval.Call) value.Value {
	cell := builderCell(c.Recv)
	old, ok := builderText(cell)
	if cell == nil {
		c.M.Decode([]value.Value{c.Recv}, value.NewUnknown("a builder that may have been written to", c.Pos, nil))
		return value.Unknowns("written to an unknown builder", c.Pos, c.Result)
	}
	if more, fits := writtenText(c.M, c.Key, c.Arg(0)); ok && fits && len(old)+len(more) < maxText {
		write(c.M, cell, value.NewString(old+more, c.M.Provenance(c.Args...)))
	} else {
		write(c.M, cell, value.NewUnknown("a builder to which something unknown was written", c.Pos, nil))
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
	if text, ok := builderText(cell); ok {
		return &value.Const{V: constant.MakeString(text), T: c.Result, Pos: value.PosOf(written(cell))}
	}
	if cell != nil {
		if u, ok := written(cell).(*value.Unknown); ok {
			return value.NewUnknown(u.Reason, u.Pos, c.Result)
		}
	}
	return c.Unknown("an unknown builder")
}

// modelBuilderBytes returns the content of a builder. If the program may write to it, or writes
// to the builder from its beginning again, both are unknown: they are one array.
func modelBuilderBytes(c *eval.Call) value.Value {
	cell := builderCell(c.Recv)
	if _, known := builderText(cell); !known || !c.M.LendsBytes() {
		return modelBuilderString(c)
	}
	write(c.M, cell, value.NewUnknown("bytes that a builder has lent", c.Pos, nil))
	return c.Unknown("bytes that a builder has lent")
}

func modelBuilderLen(c *eval.Call) value.Value {
	if text, ok := builderText(builderCell(c.Recv)); ok {
		return value.NewInt(int64(len(text)), c.Pos)
	}
	return c.Unknown("an unknown builder")
}
