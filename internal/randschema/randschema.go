// Package randschema makes random JSON schemas, so that what compares schemas
// can be tried on many.
package randschema

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

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

// Tool returns the JSON text of a schema that is typical of tools.
func (g Generator) Tool() string { return g.object(2, true) }

func (g Generator) object(depth int, top bool) string {
	names := []string{"owner", "repo", "state", "labels", "page", "filter", "query"}
	g.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	names = names[:1+g.IntN(5)]
	var props, required []string
	for _, name := range names {
		props = append(props, fmt.Sprintf("%q:%s", name, g.parameter(depth)))
		if g.IntN(2) == 0 {
			required = append(required, fmt.Sprintf("%q", name))
		}
	}
	out := `{"type":"object","properties":{` + strings.Join(props, ",") + `}`
	if len(required) > 0 {
		out += `,"required":[` + strings.Join(required, ",") + `]`
	}
	if g.IntN(3) == 0 {
		out += `,"additionalProperties":false`
	}
	if top && g.IntN(12) == 0 {
		out += `,"` + g.pick("oneOf", "anyOf") + `":[{"required":["` + names[0] + `"]},{"required":["` + names[len(names)-1] + `"]}]`
	}
	return out + "}"
}

// parameter returns the schema of one parameter.
func (g Generator) parameter(depth int) string {
	n := g.IntN(4)
	kinds := 13
	if depth > 0 {
		kinds = 18
	}
	switch g.IntN(kinds) {
	case 0, 1, 2:
		return `{"type":"string"}`
	case 3:
		return fmt.Sprintf(`{"type":"string","%s":%d}`, g.pick("minLength", "maxLength"), n)
	case 4:
		return fmt.Sprintf(`{"type":"string","pattern":%s}`, g.pick(`"^[a-z]+$"`, `"^[a-z0-9-]+$"`, `"^.{1,3}$"`, `".+"`))
	case 5:
		return fmt.Sprintf(`{"type":"string","format":%s}`, g.pick(`"date"`, `"date-time"`, `"uri"`, `"email"`))
	case 6, 7:
		return fmt.Sprintf(`{"type":"string","enum":[%s]}`, g.pick(`"open"`, `"open","closed"`, `"open","closed","all"`, `"closed","all"`))
	case 8:
		return `{"type":"` + g.pick("integer", "number", "boolean") + `"}`
	case 9:
		return fmt.Sprintf(`{"type":"%s","%s":%d}`, g.pick("integer", "number"), g.pick("minimum", "maximum", "exclusiveMinimum", "multipleOf"), n+1)
	case 10:
		return fmt.Sprintf(`{"type":"integer","minimum":%d,"maximum":%d}`, n, n+g.IntN(100))
	case 11:
		return `{"type":["null","` + g.pick("string", "integer") + `"]}`
	case 12:
		return fmt.Sprintf(`{"const":%s}`, g.pick(`"create"`, `1`, `true`))
	case 13:
		return fmt.Sprintf(`{"type":%s,"items":%s}`, g.pick(`"array"`, `["null","array"]`), g.parameter(depth-1))
	case 14:
		return fmt.Sprintf(`{"type":"array","items":%s,"%s":%d}`, g.parameter(depth-1), g.pick("minItems", "maxItems"), n)
	case 15:
		return fmt.Sprintf(`{"type":"object","additionalProperties":%s}`, g.parameter(depth-1))
	case 16:
		return fmt.Sprintf(`{"%s":[%s,%s]}`, g.pick("anyOf", "oneOf"), g.parameter(depth-1), g.parameter(depth-1))
	}
	return g.object(depth-1, false)
}

// Edit returns a tool's schema with a change that is typical of people.
func (g Generator) Edit(text string) string {
	n, err := schema.Parse([]byte(text))
	if err != nil {
		return text
	}
	var objects []*schema.Node
	n.Walk(func(_ string, m *schema.Node) bool {
		if m.Get("properties") != nil {
			objects = append(objects, m)
		}
		return true
	})
	for range 1 + g.IntN(3) {
		at := objects[g.IntN(len(objects))]
		g.edit(at)
	}
	return n.String()
}

func (g Generator) edit(at *schema.Node) {
	props := at.Get("properties")
	parse := func(text string) *schema.Node {
		n, err := schema.Parse([]byte(text))
		if err != nil {
			panic(err)
		}
		return n
	}
	if len(props.Members) == 0 {
		return
	}
	i := g.IntN(len(props.Members))
	name := props.Members[i].Name
	switch g.IntN(6) {
	case 0:
		props.Members[i].Value = parse(g.parameter(1))
	case 1:
		props.Set(g.pick("extra", "limit", "cursor"), parse(g.parameter(1)))
	case 2:
		at.Set("required", schema.NewStrings(name))
	case 3:
		at.Delete("required")
	case 4:
		at.Set("additionalProperties", parse(g.pick("false", "true", `{"type":"string"}`)))
	case 5:
		props.Delete(name)
	}
}
