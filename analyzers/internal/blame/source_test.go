package blame

import "testing"

func TestSubject(t *testing.T) {
	for pointer, want := range map[string]string{
		"":                                  "",
		"/name":                             "",
		"/inputSchema":                      "input",
		"/inputSchema/properties/a/default": `input property "a"`,
		"/inputSchema/properties/a/items/properties/b~1c":          `input property "a[].b/c"`,
		"/outputSchema/properties/result/additionalProperties":     `output property "result{}"`,
		"/inputSchema/$defs/Tree/properties/left":                  `input property "Tree.left"`,
		"/inputSchema/properties/properties/anyOf/1/properties/id": `input property "properties.id"`,
	} {
		if got := Subject(pointer); got != want {
			t.Errorf("Subject(%q) = %q, want %q", pointer, got, want)
		}
	}
}
