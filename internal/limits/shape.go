package limits

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// matching returns a rule that the tool's name matches a pattern.
func matching(pattern string) func(*target) {
	re := regexp.MustCompile(pattern)
	return func(t *target) {
		if name := t.name(); name != "" && !re.MatchString(name) {
			t.report("/name", fmt.Sprintf("is named %q", name))
		}
	}
}

// together returns a rule on the length of the tool's name combined with the server's
// name.
func together(format string, limit int) func(*target) {
	return func(t *target) {
		if t.server == "" || t.name() == "" {
			return
		}
		if full := fmt.Sprintf(format, t.server, t.name()); len(full) > limit {
			t.report("/name", fmt.Sprintf("is %s there, %d bytes", full, len(full)))
		}
	}
}

// outputDialect is the rule that an output schema declares no dialect but JSON Schema
// 2020-12.
func outputDialect(t *target) {
	n := t.root(output)
	if n == nil {
		return
	}
	if d := n.Get("$schema").StringValue(); d != "" && strings.TrimSuffix(d, "#") != "https://json-schema.org/draft/2020-12/schema" {
		t.report(output, "has $schema "+d)
	}
}

// parameterType is the rule that each parameter has a single type.
func parameterType(t *target) {
	t.properties(input, func(p place, _ string) {
		if p.depth == 1 && p.node.Kind == schema.Object && p.node.Get("type") != nil && p.node.Get("type").Kind == schema.Array {
			t.report(p.pointer, "has a list of types")
		}
	})
}

// propertyCombinator is the rule that a property has no alternatives.
func propertyCombinator(t *target) {
	t.properties(input, func(p place, _ string) {
		for _, keyword := range []string{"anyOf", "oneOf", "allOf"} {
			if p.node.Kind == schema.Object && known(p.node.Get(keyword)) {
				t.report(p.pointer, "has "+keyword)
				return
			}
		}
	})
}

// naming returns a rule that the names of properties match a pattern. If deep is set,
// it applies to nested properties as well.
func naming(pattern string, deep bool) func(*target) {
	re := regexp.MustCompile(pattern)
	return func(t *target) {
		t.properties(input, func(p place, name string) {
			if (deep || p.depth == 1) && !re.MatchString(name) {
				t.report(p.pointer, fmt.Sprintf("is named %q", name))
			}
		})
	}
}

// objectRoot returns a rule that the input or output schema has the type object.
func objectRoot(side string) func(*target) {
	return func(t *target) {
		n := t.root(side)
		if n == nil || open(n, "type") {
			return
		}
		if n.Get("type").StringValue() != "object" {
			t.report(side, `does not have the type "object" alone`)
		}
	}
}

func rootProperties(t *target) {
	if n := t.root(input); n != nil && !n.Has("properties") {
		t.report(input, "has no properties")
	}
}

func rootCombinator(t *target) {
	n := t.root(input)
	if n == nil {
		return
	}
	for _, keyword := range []string{"anyOf", "oneOf", "allOf", "not", "enum"} {
		if known(n.Get(keyword)) {
			t.report(input, fmt.Sprintf("has %s at the top", keyword))
		}
	}
}

func arrayItems(t *target) {
	t.objects(input, func(p place) {
		if p.node.Get("type").StringValue() == "array" && !p.node.Has("items") && !p.node.Has("prefixItems") && !p.node.Has("$ref") {
			t.report(p.pointer, "is an array without items")
		}
	})
}

func propertyObject(t *target) {
	t.properties(input, func(p place, _ string) {
		if known(p.node) && p.node.Kind != schema.Object {
			t.report(p.pointer, fmt.Sprintf("is %s instead of a schema object", p.node))
		}
	})
}

func propertyType(t *target) {
	t.properties(input, func(p place, _ string) {
		if p.node.Kind == schema.Object && !p.node.Has("type") {
			t.report(p.pointer, "has no type")
		}
	})
}

func singleType(t *target) {
	t.objects(input, func(p place) {
		if typ := p.node.Get("type"); typ != nil && typ.Kind == schema.Array {
			t.report(p.pointer, "has a list of types")
		}
	})
}

func branchType(t *target) {
	t.objects(input, func(p place) {
		if (p.keyword == "anyOf" || p.keyword == "oneOf") && !p.node.Has("type") {
			t.report(p.pointer, "is a branch without a type")
		}
	})
}

// legacyForm reports schemas that lack the form which the protocol requires up to
// version 2025-11-25: an object whose properties are objects, and a list of required
// properties.
func legacyForm(t *target) {
	for _, side := range []string{input, output} {
		n := t.root(side)
		if n == nil {
			continue
		}
		if props := n.Get("properties"); known(props) && props.Kind != schema.Object {
			t.report(side, "has \"properties\" that are not an object")
		} else if props != nil {
			for _, m := range props.Members {
				if known(m.Value) && m.Value.Kind != schema.Object {
					t.report(side+"/properties/"+schema.EscapeToken(m.Name), fmt.Sprintf("is %s instead of a schema object", m.Value))
				}
			}
		}
		if req := n.Get("required"); known(req) && req.Kind != schema.Array {
			t.report(side, "has a \"required\" that is not a list")
		}
	}
}

// keywords returns a rule that allows only the given keywords and $schema in an input
// schema.
func keywords(allowed string) func(*target) {
	ok := map[string]bool{"$schema": true}
	for k := range strings.FieldsSeq(allowed) {
		ok[k] = true
	}
	return func(t *target) {
		t.objects(input, func(p place) {
			for _, m := range p.node.Members {
				if known(m.Value) && !ok[m.Name] {
					t.report(p.pointer, "has the keyword "+m.Name)
				}
			}
		})
	}
}

// formats returns a rule that allows only the given formats of strings.
func formats(allowed string) func(*target) {
	ok := map[string]bool{}
	for f := range strings.FieldsSeq(allowed) {
		ok[f] = true
	}
	return func(t *target) {
		t.objects(input, func(p place) {
			f := p.node.Get("format").StringValue()
			if f != "" && !ok[f] && p.node.Get("type").StringValue() == "string" {
				t.report(p.pointer, fmt.Sprintf("has the format %q", f))
			}
		})
	}
}
