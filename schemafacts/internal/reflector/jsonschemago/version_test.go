package jsonschemago

import "testing"

func TestParseVersion(t *testing.T) {
	for in, want := range map[string]string{
		"v0.2.9": "", "v0.3.0": "v0.3.0", "v0.4.3": "v0.4.3", "v0.5.1": "v0.4.3", "v1.0.0": "v0.4.3",
		"v0.4.2-0.20251101000000-abcdefabcdef": "v0.4.1", "v0.1.0": "", "": "", "(devel)": "", "0.4.3": "",
	} {
		got := ""
		if v, ok := ParseVersion(in); ok {
			got = v.String()
		}
		if got != want {
			t.Errorf("ParseVersion(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestDetectVersion(t *testing.T) {
	apis := map[string]string{
		"none": "",
		"other": `package jsonschema

type Schema struct{}`,
		"0.3": `package jsonschema

type Type interface{ Name() string }
type Schema struct{ Properties map[string]*Schema ` + "`json:\"properties,omitempty\"`" + ` }
type ForOptions struct{ TypeSchemas map[Type]*Schema }`,
		"0.4": `package jsonschema

type Schema struct {
	Properties    map[string]*Schema ` + "`json:\"properties,omitempty\"`" + `
	PropertyOrder []string
}`,
		"0.4.1": `package jsonschema

type Schema struct {
	Properties    map[string]*Schema ` + "`json:\"properties\"`" + `
	PropertyOrder []string
}`,
	}
	for _, c := range []struct{ api, file, required, want string }{
		{"none", "", "", ""},
		{"none", "", "v0.4.0", "v0.4.0"},
		{"none", "/mod/github.com/google/jsonschema-go@v0.4.2/jsonschema/infer.go", "v0.4.0", "v0.4.2"},
		{"0.3", "/mod/github.com/google/jsonschema-go@v0.4.2/jsonschema/infer.go", "", "v0.4.2"},
		{"none", `C:\mod\github.com\google\jsonschema-go@v0.4.2\jsonschema\infer.go`, "", "v0.4.2"},
		{"other", "", "v0.3.0", "v0.3.0"},
		{"0.3", "", "v0.4.3", "v0.3.0"},
		{"0.4", "", "", "v0.4.3"},
		{"0.4", "", "v0.4.2", "v0.4.2"},
		{"0.4", "", "v0.3.0", "v0.4.3"},
		{"0.4.1", "", "v0.4.3", "v0.4.1"},
	} {
		s := source{}
		if text := apis[c.api]; text != "" {
			s = check(t, text)
		}
		got := ""
		if v, ok := DetectVersion(s.pkg, c.file, c.required); ok {
			got = v.String()
		}
		if got != c.want {
			t.Errorf("API %s, file %q, required %q: %q, want %q", c.api, c.file, c.required, got, c.want)
		}
	}
}
