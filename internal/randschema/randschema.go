// Package randschema makes random JSON schemas, so that what compares schemas
// can be tried on many.
package randschema

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Generator makes schemas from a small vocabulary, so that any two of them probably
// overlap.
type Generator struct{ *rand.Rand }

func (g Generator) pick(ss ...string) string { return ss[g.IntN(len(ss))] }

func (g Generator) value() string {
	return g.pick("null", "true", "0", "1", "2", "0.5", `""`, `"a"`, `"ab"`, `[]`, `[0]`, `{}`, `{"a":0}`)
}

// schema returns the JSON text of a schema. depth limits its nesting.
func (g Generator) schema(depth int) string {
	if depth == 0 || g.IntN(12) == 0 {
		return g.pick("true", "false", `{"type":"string"}`, `{"type":"integer"}`, `{"type":"null"}`, `{"const":1}`, `{"type":"object"}`)
	}
	out := "{"
	for i := range 1 + g.IntN(3) {
		if i > 0 {
			out += ","
		}
		out += g.keyword(depth - 1)
	}
	return out + "}"
}

func (g Generator) keyword(depth int) string {
	sub := func() string { return g.schema(depth) }
	n := g.IntN(4)
	switch g.IntN(30) {
	case 0, 1, 2:
		return `"type":` + g.pick(`"string"`, `"integer"`, `"number"`, `"object"`, `"array"`, `["string","null"]`, `["integer","object"]`, `["array","boolean"]`)
	case 3:
		return fmt.Sprintf(`"enum":[%s,%s]`, g.value(), g.value())
	case 4:
		return `"const":` + g.value()
	case 5, 6:
		return fmt.Sprintf(`"%s":%d`, g.pick("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), n-1)
	case 7:
		return `"multipleOf":` + g.pick("1", "2", "0.5")
	case 8:
		return fmt.Sprintf(`"%s":%d`, g.pick("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"), n)
	case 9:
		return `"pattern":` + g.pick(`"^a"`, `"b$"`, `".*"`)
	case 10:
		return `"items":` + sub()
	case 11:
		return fmt.Sprintf(`"prefixItems":[%s],"items":%s`, sub(), sub())
	case 12:
		return `"uniqueItems":true`
	case 13, 14:
		return fmt.Sprintf(`"properties":{"a":%s,"b":%s}`, sub(), sub())
	case 15:
		return fmt.Sprintf(`"properties":{"a":%s},"additionalProperties":%s`, sub(), sub())
	case 16:
		return fmt.Sprintf(`"patternProperties":{"^a":%s},"additionalProperties":%s`, sub(), sub())
	case 17:
		return `"required":` + g.pick(`["a"]`, `["a","b"]`)
	case 18:
		return `"propertyNames":{"maxLength":1}`
	case 19:
		return fmt.Sprintf(`"%s":[%s,%s]`, g.pick("anyOf", "oneOf", "allOf"), sub(), sub())
	case 20:
		return `"not":` + sub()
	case 21:
		return `"dependentRequired":{"a":["b"]}`
	case 22:
		return `"$ref":` + g.pick(`"#/$defs/x"`, `"#/$defs/y"`)
	}
	switch g.IntN(7) {
	case 0:
		return fmt.Sprintf(`"if":%s,"then":%s`, sub(), sub())
	case 1:
		return fmt.Sprintf(`"if":%s,"else":%s`, sub(), sub())
	case 2:
		return fmt.Sprintf(`"contains":%s,"%s":%d`, sub(), g.pick("minContains", "maxContains"), n)
	case 3:
		return fmt.Sprintf(`"dependentSchemas":{"a":%s}`, sub())
	case 4:
		return `"propertyNames":` + g.pick(`{"enum":["a"]}`, `{"enum":["a","b"]}`, `{"pattern":"^a"}`, `{"minLength":2}`)
	}
	return `"additionalProperties":` + g.pick("false", `{"type":"integer"}`)
}

// Document returns a schema with definitions, which may be recursive.
func (g Generator) Document() string {
	return fmt.Sprintf(`{"allOf":[%s],"$defs":{"x":%s,"y":%s}}`, g.schema(3), g.schema(2), g.schema(2))
}

// Mutate returns a schema document with one random change.
func (g Generator) Mutate(text string) string {
	n, err := schema.Parse([]byte(text))
	if err != nil {
		return text
	}
	var objects []*schema.Node
	n.Walk(func(path string, m *schema.Node) bool {
		if m.Kind == schema.Object && path != "" {
			objects = append(objects, m)
		}
		return true
	})
	if len(objects) == 0 {
		return text
	}
	at := objects[g.IntN(len(objects))]
	if len(at.Members) > 0 && g.IntN(2) == 0 {
		at.Members = slices.Delete(at.Members, 0, 1)
	} else if extra, err := schema.Parse([]byte("{" + g.keyword(1) + "}")); err == nil && at != n.Get("$defs") {
		for _, m := range extra.Members {
			at.Set(m.Name, m.Value)
		}
	}
	return n.String()
}
