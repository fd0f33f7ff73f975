package wiremismatch

import (
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/analyzers/internal/leak"
	"github.com/schemavet/schemavet/internal/jsonmethod"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// form is how encoding/json reads or writes a value, if that differs from the default for
// the type's kind: because of a method, or because the value is a slice of bytes.
type form struct {
	rule  string
	kinds []string // JSON types, or nil if they are unknown
}

func (f *form) has(typ string) bool {
	return slices.ContainsFunc(f.kinds, func(k string) bool { return same(k)(typ) })
}

// standard maps types of the standard library, by package path and name, to two lists
// of JSON types: the types that encoding/json reads and the types that it writes.
var standard = map[string][2][]string{
	"math/big.Int":         {{"number"}, {"number"}},
	"encoding/json.Number": {{"number", "string"}, {"number"}},
	"time.Time":            {{"string"}, {"string"}},
	"log/slog.Level":       {{"string"}, {"string"}},
}

// form returns the form of t on one side, or nil if encoding/json uses the default for the
// kind of t.
func (c *checker) form(t types.Type, side string) *form {
	elem := leak.Deref(t)
	read := side == "input"
	if named, ok := elem.(*types.Named); ok && named.Obj().Pkg() != nil {
		if k, ok := standard[named.Obj().Pkg().Path()+"."+named.Obj().Name()]; ok {
			if read {
				return &form{"json-type", k[0]}
			}
			return &form{"json-type", k[1]}
		}
	}
	if read {
		return c.readForm(jsonmethod.Reads(elem))
	}
	// A method of the pointer is called only where there is a pointer.
	_, pointer := types.Unalias(t).(*types.Pointer)
	m := jsonmethod.Writes(elem, pointer)
	switch {
	case m.Kind == jsonmethod.JSON && m.Name != "AppendText":
		return &form{"json-type", c.kinds(m.Func)}
	case m.Kind == jsonmethod.JSON, jsonmethod.Writes(elem, true).Kind == jsonmethod.JSON:
		return &form{rule: "json-type"}
	case m.Kind == jsonmethod.Text:
		return &form{"text-type", []string{"string"}}
	}
	if s, ok := elem.Underlying().(*types.Slice); ok && isByte(s.Elem()) && jsonmethod.Writes(elem, true).Kind == jsonmethod.None {
		return &form{"text-type", []string{"string"}}
	}
	return nil
}

// readForm returns the form that a method reads, or nil for the zero Method.
func (c *checker) readForm(m jsonmethod.Method) *form {
	switch {
	case m.Kind == jsonmethod.JSON:
		return &form{"json-type", c.kinds(m.Func)}
	case m.Kind == jsonmethod.Text:
		return &form{"text-type", []string{"string"}}
	}
	return nil
}

func isByte(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Uint8 && jsonmethod.Writes(t, true).Kind == jsonmethod.None
}

// opaque reports whether a schema shows the representation of a type by accident:
// bytes, or an object without a known member.
func opaque(t types.Type, n *schema.Node) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return isByte(u.Elem()) && n.Get("items").Get("type").StringValue() == "integer"
	case *types.Array:
		return isByte(u.Elem()) && n.Get("items").Get("type").StringValue() == "integer"
	case *types.Struct:
		p := n.Get("properties")
		return (p == nil || p.Kind == schema.Object && len(p.Members) == 0) && n.Get("additionalProperties").IsFalse()
	}
	return false
}
