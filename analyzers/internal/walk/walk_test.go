package walk

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

func TestSchemas(t *testing.T) {
	root, err := schema.Parse([]byte(`{
		"type": "object",
		"required": ["a", 1],
		"properties": {
			"a": {"default": {"properties": {"no": {}}}, "items": {"properties": {"b/c": {}}}},
			"properties": {"additionalProperties": {"properties": {"d": {}}}}
		},
		"enum": [{"properties": {"no": {}}}],
		"anyOf": [{"properties": {"e": true}}],
		"items": [{"not": {}}],
		"additionalProperties": false
	}`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	Schemas(root, func(p Place) bool {
		line := p.Pointer + " " + p.Path
		if p.Required {
			line += " required"
		}
		got = append(got, line)
		return p.Name != "e"
	})
	want := ` 
/properties/a a required
/properties/a/items a[]
/properties/a/items/properties/b~1c a[].b/c
/properties/properties properties
/properties/properties/additionalProperties properties{}
/properties/properties/additionalProperties/properties/d properties{}.d
/anyOf/0 
/anyOf/0/properties/e e
/items/0 []
/items/0/not []
/additionalProperties {}`
	if diff := cmp.Diff(want, strings.Join(got, "\n")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
