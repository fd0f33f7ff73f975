package limits

import (
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// closed returns a rule that requires additionalProperties: false in object schemas
// with properties. If all is set, it applies to every object schema.
func closed(all bool) func(*target) {
	return find(isObject, func(p place) string {
		n := p.node
		if open(n, "type") || open(n, "additionalProperties") || n.Get("type").StringValue() != "object" || !all && !n.Has("properties") ||
			n.Get("additionalProperties").IsFalse() {
			return ""
		}
		return "accepts additional properties"
	}, input)
}

func allRequired(t *target) {
	t.each(input, func(p place) {
		props, req := p.node.Get("properties"), p.node.Get("required")
		if props == nil || props.Kind != schema.Object || req != nil && (req.Kind != schema.Array || len(req.Holes()) > 0) {
			return
		}
		listed := map[string]bool{}
		if req != nil {
			for _, e := range req.Elems {
				if e.Kind == schema.Unresolved {
					return
				}
				listed[e.StringValue()] = true
			}
		}
		for _, m := range props.Members {
			if !listed[m.Name] {
				t.report(p.pointer+"/properties/"+schema.EscapeToken(m.Name), "is not required")
			}
		}
	})
}

// Limits of OpenAI's structured outputs.
const (
	maxProperties = 5_000
	maxNesting    = 10
	maxCharacters = 120_000
	maxEnum       = 1_000
)

func strictSize(t *target) {
	properties, characters, values, nesting := 0, 0, 0, 0
	t.each(input, func(p place) {
		if p.node.Kind != schema.Object {
			return
		}
		levels := strings.Count(p.pointer, "/properties/") + strings.Count(p.pointer, "/items")
		nesting = max(nesting, levels)
		if props := p.node.Get("properties"); props != nil {
			for _, m := range props.Members {
				properties++
				characters += len(m.Name)
			}
		}
		list := []*schema.Node{p.node.Get("const")}
		if enum := p.node.Get("enum"); enum != nil {
			list = append(list, enum.Elems...)
			values += len(enum.Elems)
		}
		for _, v := range list {
			characters += len(v.StringValue())
		}
	})
	for _, c := range []struct {
		n, limit int
		what     string
	}{{properties, maxProperties, "properties"}, {nesting, maxNesting, "levels"}, {characters, maxCharacters, "characters of names and values"}, {values, maxEnum, "values of enums"}} {
		if c.n > c.limit {
			t.report(input, fmt.Sprintf("has %d %s", c.n, c.what))
		}
	}
}

// fewMinItems reports values of minItems other than 0 and 1, which Anthropic does not
// accept.
func fewMinItems(p place) string {
	if n := p.node.Get("minItems"); n != nil && n.Kind == schema.Number && n.Text != "0" && n.Text != "1" {
		return "has minItems " + n.Text
	}
	return ""
}

// loneRef reports a reference with other keywords next to it.
func loneRef(p place) string {
	if p.node.Has("$ref") && len(p.node.Members) > 1 {
		return "has keywords next to $ref"
	}
	return ""
}

// textEnums reports members of an enum that are not strings.
func textEnums(p place) string {
	if enum := p.node.Get("enum"); enum != nil {
		for _, e := range enum.Elems {
			if known(e) && e.Kind != schema.String {
				return fmt.Sprintf("has the enum value %s", e)
			}
		}
	}
	return ""
}
