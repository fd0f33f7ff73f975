package schema_test

import (
	"testing"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

func TestPartName(t *testing.T) {
	for pointer, want := range map[string]string{
		"":                          "members of the tool",
		"/title":                    "title",
		"/annotations/readOnlyHint": "readOnlyHint",
		"/inputSchema":              "the input schema",
		"/inputSchema/properties/a~1b/properties/c/description": `description of input property "a/b.c"`,
	} {
		if got := schema.PartName(pointer); got != want {
			t.Errorf("PartName(%q) = %q, want %q", pointer, got, want)
		}
	}
}
