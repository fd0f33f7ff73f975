package limits

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// TestRows checks that each rule has a source, and that profiles contain only
// existing rules.
func TestRows(t *testing.T) {
	seen, used := map[string]bool{}, map[string]bool{}
	for _, r := range Rules {
		if seen[r.ID] || r.Who == "" || r.Limit == "" || r.Source == "" || r.Date == "" || r.find == nil {
			t.Errorf("%q is there twice, or lacks a part", r.ID)
		}
		seen[r.ID] = true
	}
	for _, p := range Profiles {
		for _, id := range p.Rules {
			if ByID(id) == nil {
				t.Errorf("%s: no rule %q", p.Name, id)
			}
			used[id] = true
		}
	}
	for id := range seen {
		if !used[id] {
			t.Errorf("no profile has %q", id)
		}
	}
	if _, err := Find("cline"); err == nil || !strings.Contains(err.Error(), "want one of inspector, portable,") {
		t.Error(err)
	}
}

// TestJudge applies each rule to a schema that violates it and to a similar one that
// does not.
func TestJudge(t *testing.T) {
	deep := strings.Repeat(`{"items": `, 64) + `true` + strings.Repeat(`}`, 64)
	deeper := strings.Repeat(`{"items": `, 65) + `true` + strings.Repeat(`}`, 65)
	for _, c := range []struct{ rule, doc, at string }{
		{"openai-name", `{"name": "a.b"}`, "/name"},
		{"openai-name", `{"name": "a-b_1"}`, ""},
		{"gemini-name", `{"name": "1a"}`, "/name"},
		{"gemini-name", `{"name": "a.b:c-d"}`, ""},
		{"cursor-name", `{"name": "` + strings.Repeat("a", 54) + `"}`, "/name"},
		{"cursor-name", `{"name": "` + strings.Repeat("a", 53) + `"}`, ""},
		{"claude-code-name", `{"name": "` + strings.Repeat("a", 52) + `"}`, "/name"},
		{"claude-code-name", `{"name": "` + strings.Repeat("a", 51) + `"}`, ""},
		{"cursor-type", `{"inputSchema": {"properties": {"a": {"type": ["string", "null"]}}}}`, "/inputSchema/properties/a"},
		{"codex-combinator", `{"inputSchema": {"properties": {"a": {"anyOf": [{"type": "null"}]}}}}`, "/inputSchema/properties/a"},
		{"codex-combinator", `{"inputSchema": {"anyOf": [{}], "properties": {"a": {"items": {"anyOf": "?"}}, "anyOf": {}}}}`, ""},
		{"output-dialect", `{"outputSchema": {"$schema": "http://json-schema.org/draft-07/schema#"}}`, "/outputSchema"},
		{"output-dialect", `{"outputSchema": {"$schema": "https://json-schema.org/draft/2020-12/schema"}, "inputSchema": {"$schema": "http://json-schema.org/draft-07/schema#"}}`, ""},
		{"anthropic-property", `{"inputSchema": {"properties": {"$a": {}}}}`, "/inputSchema/properties/$a"},
		{"anthropic-property", `{"inputSchema": {"properties": {"a.b": {"properties": {"$a": {}}}}}}`, ""},
		{"gemini-property", `{"inputSchema": {"properties": {"a": {"items": {"properties": {"a-b": {}}}}}}}`, "/inputSchema/properties/a/items/properties/a-b"},
		{"root-object", `{"inputSchema": {"type": ["object"]}}`, "/inputSchema"},
		{"root-object", `{"inputSchema": {"type": "object"}}`, ""},
		{"root-object", `{"inputSchema": {"type": null}}`, "/inputSchema"},
		{"root-object", `{"inputSchema": {"type": "?"}}`, ""},
		{"root-properties", `{"inputSchema": {"type": "object"}}`, "/inputSchema"},
		{"root-properties", `{"inputSchema": {"properties": "?"}}`, ""},
		{"root-combinator", `{"inputSchema": {"not": {}}}`, "/inputSchema"},
		{"root-combinator", `{"inputSchema": {"properties": {"a": {"not": {}}}, "anyOf": "?"}}`, ""},
		{"array-items", `{"inputSchema": {"properties": {"a": {"type": "array"}}}}`, "/inputSchema/properties/a"},
		{"array-items", `{"inputSchema": {"properties": {"a": {"type": "array", "items": true}, "b": {"type": "?"}}}}`, ""},
		{"property-object", `{"inputSchema": {"properties": {"a": true}}}`, "/inputSchema/properties/a"},
		{"property-object", `{"inputSchema": {"properties": {"a": "?"}, "additionalProperties": true}}`, ""},
		{"property-type", `{"inputSchema": {"properties": {"a": {"enum": ["x"]}}}}`, "/inputSchema/properties/a"},
		{"property-type", `{"inputSchema": {"properties": {"a": {"type": "?"}}}}`, ""},
		{"single-type", `{"inputSchema": {"properties": {"a": {"type": ["string"]}}}}`, "/inputSchema/properties/a"},
		{"branch-type", `{"inputSchema": {"anyOf": [{"type": "null"}, {"required": []}]}}`, "/inputSchema/anyOf/1"},
		{"branch-type", `{"inputSchema": {"allOf": [{}]}}`, ""},
		{"output-object", `{"outputSchema": {"type": "array"}}`, "/outputSchema"},
		{"output-object", `{"outputSchema": "?"}`, ""},
		{"legacy-form", `{"outputSchema": {"properties": {"a": true}}}`, "/outputSchema/properties/a"},
		{"legacy-form", `{"inputSchema": {"required": true}}`, "/inputSchema"},
		{"legacy-form", `{"inputSchema": {"required": "?", "properties": {"a": {}}, "additionalProperties": true}}`, ""},
		{"anthropic-keyword", `{"inputSchema": {"properties": {"a": {"maximum": 1}}}}`, "/inputSchema/properties/a"},
		{"anthropic-keyword", `{"inputSchema": {"$schema": "x", "properties": {"maximum": {"pattern": "a", "maxLength": "?"}}}}`, ""},
		{"anthropic-format", `{"inputSchema": {"items": {"type": "string", "format": "byte"}}}`, "/inputSchema/items"},
		{"anthropic-format", `{"inputSchema": {"items": {"type": "string", "format": "uri"}}}`, ""},
		{"openai-format", `{"inputSchema": {"items": {"type": "string", "format": "uri"}}}`, "/inputSchema/items"},
		{"anthropic-min-items", `{"inputSchema": {"items": {"minItems": 2}}}`, "/inputSchema/items"},
		{"anthropic-min-items", `{"inputSchema": {"items": {"minItems": 1}}}`, ""},
		{"anthropic-ref", `{"inputSchema": {"items": {"$ref": "#", "title": "t"}}}`, "/inputSchema/items"},
		{"anthropic-closed", `{"inputSchema": {"type": "object", "properties": {}}}`, "/inputSchema"},
		{"anthropic-closed", `{"inputSchema": {"type": "object"}}`, ""},
		{"openai-closed", `{"inputSchema": {"type": "object"}}`, "/inputSchema"},
		{"openai-closed", `{"inputSchema": {"type": "object", "additionalProperties": "?"}}`, ""},
		{"gemini-keyword", `{"inputSchema": {"items": {"const": 1}}}`, "/inputSchema/items"},
		{"gemini-enum", `{"inputSchema": {"items": {"enum": ["a", 1]}}}`, "/inputSchema/items"},
		{"openai-required", `{"inputSchema": {"properties": {"a": {}, "b": {}}, "required": ["b"]}}`, "/inputSchema/properties/a"},
		{"openai-required", `{"inputSchema": {"properties": {"a": {}}, "required": ["?"]}}`, ""},
		{"openai-keyword", `{"inputSchema": {"items": {"allOf": []}}}`, "/inputSchema/items"},
		{"openai-size", `{"inputSchema": {"enum": [` + strings.Repeat("1,", 1000) + `1]}}`, "/inputSchema"},
		{"openai-size", `{"inputSchema": {"enum": [` + strings.Repeat("1,", 999) + `1]}}`, ""},
		{"boolean-schema", `{"inputSchema": ` + deep + `}`, "/inputSchema" + strings.Repeat("/items", 64)},
		{"boolean-schema", `{"inputSchema": ` + deeper + `}`, ""},
		{"boolean-schema", `{"inputSchema": {"properties": {"a": "?"}}}`, ""},
		{"untyped-schema", `{"inputSchema": {"type": "?"}}`, ""},
		{"remote-ref", `{"inputSchema": {"$ref": "x", "$id": "?"}}`, ""},
	} {
		n, err := schema.Parse([]byte(c.doc))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, v := range Judge([]*Rule{ByID(c.rule)}, holed(n), "server") {
			got = append(got, v.Pointer)
		}
		if want := strings.Fields(c.at); !slices.Equal(got, want) {
			t.Errorf("%s of %.90s: %s, want %s", c.rule, c.doc, got, want)
		}
	}
}

// holed returns n with a hole in place of each text "?".
func holed(n *schema.Node) *schema.Node {
	if n.Kind == schema.String && n.Text == "?" {
		return schema.NewUnresolved("a test", 0)
	}
	for i := range n.Members {
		n.Members[i].Value = holed(n.Members[i].Value)
	}
	for i := range n.Elems {
		n.Elems[i] = holed(n.Elems[i])
	}
	return n
}

func ExampleOf() {
	for _, r := range Of([]string{"cursor"}) {
		fmt.Println(r.ID)
	}
	// Output:
	// cursor-name
	// array-items
	// cursor-type
	// output-dialect
}
