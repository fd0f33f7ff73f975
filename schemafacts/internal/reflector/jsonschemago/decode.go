package jsonschemago

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Decode returns what Schema.UnmarshalJSON rejects in root: keywords whose values have
// the wrong JSON type. SDKs decode a schema that is JSON before they resolve it. Unlike
// the messages of [Resolve], these are not the library's, which describe its internals.
func Decode(root *schema.Node, v Version) []tool.Problem {
	d := &decoder{version: v}
	d.schema(root, "")
	return d.problems
}

type decoder struct {
	version  Version
	problems []tool.Problem
}

func (d *decoder) refuse(n *schema.Node, path, want string) {
	d.report(n, path, fmt.Sprintf("must be %s, not %s", want, jsonKind(n)))
}

func (d *decoder) report(n *schema.Node, path, msg string) {
	d.problems = append(d.problems, tool.Problem{Path: path, Msg: msg, Pos: n.Pos})
}

func jsonKind(n *schema.Node) string {
	return [...]string{
		schema.Null: "null", schema.Bool: "a boolean", schema.Number: "the number " + n.Text, schema.String: "a string",
		schema.Array: "an array", schema.Object: "an object",
	}[n.Kind]
}

// schema decodes a schema.
func (d *decoder) schema(n *schema.Node, path string) {
	switch n.Kind {
	case schema.Unresolved, schema.Bool, schema.Null:
		return
	case schema.Object:
	default:
		d.refuse(n, path, "a schema")
		return
	}
	for _, m := range n.Members {
		at := path + "/" + schema.EscapeToken(m.Name)
		k, ok := keyword(m.Name, d.version)
		switch {
		case m.Value.Kind == schema.Unresolved:
		case m.Name == "type":
			d.typ(m.Value, at)
		case m.Name == "items" && m.Value.Kind == schema.Array && d.version >= V0_4_0:
			d.each(m.Value, KindSchema, at)
		case m.Name == "dependencies" && ok:
			d.dependencies(m.Value, at)
		case !ok:
			d.numbers(m.Value, at)
		default:
			d.value(m.Value, k.Kind, at)
		}
	}
}

// typ decodes the keyword "type", which must not be null.
func (d *decoder) typ(n *schema.Node, path string) {
	if n.Kind != schema.String && n.Kind != schema.Array {
		d.refuse(n, path, "a string or an array")
		return
	}
	for i, e := range n.Elems {
		d.value(e, KindString, fmt.Sprintf("%s/%d", path, i))
	}
}

// value decodes the value of a field. A null leaves any field unset.
func (d *decoder) value(n *schema.Node, kind Kind, path string) {
	want, name := schema.Null, ""
	switch kind {
	case KindString:
		want, name = schema.String, "a string"
	case KindBool:
		want, name = schema.Bool, "a boolean"
	case KindInt, KindNumber:
		want, name = schema.Number, "a number"
	case KindStrings, KindAnys, KindSchemas:
		want, name = schema.Array, "an array"
	case KindStringsMap, KindBoolMap, KindSchemaMap:
		want, name = schema.Object, "an object"
	}
	if n.Kind == schema.Null || n.Kind == schema.Unresolved {
		return
	}
	if name != "" && n.Kind != want {
		d.refuse(n, path, name)
		return
	}
	switch kind {
	case KindInt:
		if !isInt(n.Text) {
			d.refuse(n, path, "an integer of 32 bits")
		}
	case KindSchema:
		d.schema(n, path)
	case KindSchemas, KindSchemaMap:
		d.each(n, KindSchema, path)
	case KindStrings:
		d.each(n, KindString, path)
	case KindStringsMap:
		d.each(n, KindStrings, path)
	case KindBoolMap:
		d.each(n, KindBool, path)
	default:
		d.numbers(n, path)
	}
}

// each decodes the elements of an array or object.
func (d *decoder) each(n *schema.Node, kind Kind, path string) {
	for i, e := range n.Elems {
		d.value(e, kind, fmt.Sprintf("%s/%d", path, i))
	}
	for _, m := range n.Members {
		d.value(m.Value, kind, path+"/"+schema.EscapeToken(m.Name))
	}
}

// dependencies decodes a keyword whose members are schemas or lists of names.
func (d *decoder) dependencies(n *schema.Node, path string) {
	if n.Kind != schema.Object && n.Kind != schema.Null {
		d.refuse(n, path, "an object")
	}
	for _, m := range n.Members {
		kind := KindSchema
		if m.Value.Kind == schema.Array {
			kind = KindStrings
		}
		d.value(m.Value, kind, path+"/"+schema.EscapeToken(m.Name))
	}
}

// isInt reports whether the library accepts a number as an integer: a whole number
// within int32 that is written without an exponent or with a point.
func isInt(lit string) bool {
	f, err := strconv.ParseFloat(lit, 64)
	if err != nil || f != math.Trunc(f) || f < math.MinInt32 || f > math.MaxInt32 {
		return false
	}
	return strings.Contains(lit, ".") || !strings.ContainsAny(lit, "eE")
}

// numbers rejects numbers that do not fit in a float64, at any depth.
func (d *decoder) numbers(n *schema.Node, path string) {
	n.Walk(func(below string, n *schema.Node) bool {
		if n.Kind == schema.Number {
			if _, err := strconv.ParseFloat(n.Text, 64); err != nil {
				d.report(n, path+below, "the number "+n.Text+" does not fit a float64")
			}
		}
		return true
	})
}
