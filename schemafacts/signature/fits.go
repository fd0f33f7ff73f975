package signature

import (
	"encoding/base64"
	"math/big"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// fits reports whether the schema n accepts v. It supports the keywords that this
// package writes. It returns true for parts that are unresolved or behind a
// reference.
func (w *walker) fits(v, n *schema.Node) bool {
	switch {
	case n == nil || n.Kind == schema.Unresolved || n.IsTrue() || v.Kind == schema.Unresolved:
		return true
	case n.Kind != schema.Object:
		return false
	}
	if def := w.visited(n); def != nil && def.node != nil {
		n = def.node
	}
	if typ := n.Get("type"); typ != nil && !hasType(v, typ) {
		return false
	}
	if enum := n.Get("enum"); enum != nil && !contains(enum, v) {
		return false
	}
	if either := n.Get("anyOf"); either != nil && !slices.ContainsFunc(either.Elems, func(e *schema.Node) bool { return w.fits(v, e) }) {
		return false
	}
	switch v.Kind {
	case schema.Number:
		return w.fitsNumber(v, n)
	case schema.String:
		return w.fitsString(v.Text, n)
	case schema.Array:
		return w.fitsArray(v, n)
	case schema.Object:
		return w.fitsObject(v, n)
	}
	return true
}

func hasType(v, typ *schema.Node) bool {
	if typ.Kind == schema.Array {
		return slices.ContainsFunc(typ.Elems, func(e *schema.Node) bool { return hasType(v, e) })
	}
	switch typ.StringValue() {
	case "string":
		return v.Kind == schema.String
	case "boolean":
		return v.Kind == schema.Bool
	case "null":
		return v.Kind == schema.Null
	case "array":
		return v.Kind == schema.Array
	case "object":
		return v.Kind == schema.Object
	case "number":
		return v.Kind == schema.Number
	case "integer":
		// As for the decoder, 1.0 is not an integer.
		return v.Kind == schema.Number && !strings.ContainsAny(v.Text, ".eE")
	}
	return false
}

func (w *walker) fitsNumber(v, n *schema.Node) bool {
	x, ok := rational(v)
	if !ok {
		return false
	}
	for key, good := range map[string]func(cmp int) bool{
		"minimum":          func(c int) bool { return c >= 0 },
		"maximum":          func(c int) bool { return c <= 0 },
		"exclusiveMinimum": func(c int) bool { return c > 0 },
		"exclusiveMaximum": func(c int) bool { return c < 0 },
	} {
		if limit, ok := rational(n.Get(key)); ok && !good(x.Cmp(limit)) {
			return false
		}
	}
	if unit, ok := rational(n.Get("multipleOf")); ok && unit.Sign() > 0 {
		return new(big.Rat).Quo(x, unit).IsInt()
	}
	return true
}

func (w *walker) fitsString(s string, n *schema.Node) bool {
	if p := n.Get("pattern"); p != nil {
		if re, err := regexp.Compile(p.Text); err == nil && !re.MatchString(s) {
			return false
		}
	}
	switch n.Get("format").StringValue() {
	case "date-time":
		if _, err := time.Parse(time.RFC3339, s); err != nil {
			return false
		}
	case "uri":
		if _, err := url.Parse(s); err != nil {
			return false
		}
	}
	if n.Get("contentEncoding").StringValue() == "base64" {
		if _, err := base64.StdEncoding.DecodeString(s); err != nil {
			return false
		}
	}
	return w.fitsSize(utf8.RuneCountInString(s), n, "minLength", "maxLength")
}

func (w *walker) fitsSize(size int, n *schema.Node, least, most string) bool {
	x := new(big.Rat).SetInt64(int64(size))
	low, ok1 := rational(n.Get(least))
	high, ok2 := rational(n.Get(most))
	return !(ok1 && x.Cmp(low) < 0 || ok2 && x.Cmp(high) > 0)
}

func (w *walker) fitsArray(v, n *schema.Node) bool {
	for i, e := range v.Elems {
		if !w.fits(e, n.Get("items")) || n.Get("uniqueItems").IsTrue() && contains(schema.NewArray(v.Elems[:i]...), e) {
			return false
		}
	}
	return w.fitsSize(len(v.Elems), n, "minItems", "maxItems")
}

func (w *walker) fitsObject(v, n *schema.Node) bool {
	for _, m := range v.Members {
		prop := n.Get("properties").Get(m.Name)
		if prop == nil {
			prop = n.Get("additionalProperties")
		}
		if !w.fits(m.Value, prop) || !w.fits(schema.NewString(m.Name), n.Get("propertyNames")) {
			return false
		}
	}
	if required := n.Get("required"); required != nil {
		for _, e := range required.Elems {
			if !v.Has(e.Text) {
				return false
			}
		}
	}
	return true
}
