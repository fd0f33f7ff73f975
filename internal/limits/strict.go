package limits

import (
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// closed returns a rule that requires additionalProperties: false in object schemas
// with properties. If all is set, it applies to every object schema.
func closed(all bool) func(*target) {
	return func(t *target) {
		t.objects(input, func(p place) {
			n := p.node
			if open(n, "type") || open(n, "additionalProperties") || n.Get("type").StringValue() != "object" || !all && !n.Has("properties") {
				return
			}
			if !n.Get("additionalProperties").IsFalse() {
				t.report(p.pointer, "accepts additional properties")
			}
		})
	}
}

func allRequired(t *target) {
	t.objects(input, func(p place) {
		props, req := p.node.Get("properties"), p.node.Get("required")
		if props == nil || props.Kind != schema.Object || req != nil && req.Kind != schema.Array {
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

// unsupported returns a rule that forbids keywords anywhere in a schema.
func unsupported(names string) func(*target) {
	return func(t *target) {
		t.objects(input, func(p place) {
			for name := range strings.FieldsSeq(names) {
				if known(p.node.Get(name)) {
					t.report(p.pointer, "has the keyword "+name)
				}
			}
		})
	}
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
	t.objects(input, func(p place) {
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
func fewMinItems(t *target) {
	t.objects(input, func(p place) {
		if n := p.node.Get("minItems"); n != nil && n.Kind == schema.Number && n.Text != "0" && n.Text != "1" {
			t.report(p.pointer, "has minItems "+n.Text)
		}
	})
}

// loneRef reports a reference with other keywords next to it.
func loneRef(t *target) {
	t.objects(input, func(p place) {
		if p.node.Has("$ref") && len(p.node.Members) > 1 {
			t.report(p.pointer, "has keywords next to $ref")
		}
	})
}

// textEnums reports members of an enum that are not strings.
func textEnums(t *target) {
	t.objects(input, func(p place) {
		enum := p.node.Get("enum")
		if enum == nil {
			return
		}
		for _, e := range enum.Elems {
			if known(e) && e.Kind != schema.String {
				t.report(p.pointer, fmt.Sprintf("has the enum value %s", e))
				return
			}
		}
	})
}
