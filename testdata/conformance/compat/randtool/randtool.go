// Package randtool makes random schemas that are like those of tools.
package randtool

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/schemavet/schemavet/internal/randschema"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Generator makes schemas from random numbers.
type Generator struct{ randschema.Generator }

// New returns a generator that uses r.
func New(r *rand.Rand) Generator { return Generator{randschema.Generator{Rand: r}} }

func (g Generator) pick(ss ...string) string { return ss[g.IntN(len(ss))] }

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
