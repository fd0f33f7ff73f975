package gosdk

import (
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/reflector/jsonschemago"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/jsonschemago/googleschema"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// TestRefuse checks with which schemas registrations are rejected, by version.
func TestRefuse(t *testing.T) {
	const (
		header = `{"type": "object", "properties": {"a": {"type": "number", "x-mcp-header": "X"}}}`
		badRef = `{"type": "object", "properties": {"a": {"$ref": "#/nowhere"}}}`
		fine   = `{"type": "object"}`
	)
	for _, c := range []struct {
		input, output string
		since         map[string]string // what a version refuses
	}{
		{fine, fine, map[string]string{"v1.0.0": "", "v1.8.0": ""}},
		{`{"type": "string"}`, "", map[string]string{"v1.0.0": `input schema must have type "object"`, "v1.8.0": `input schema must have type "object"`}},
		{`{}`, "", map[string]string{"v1.0.0": `input schema must have type "object"`}},
		{`{"type": ["object"]}`, "", map[string]string{"v1.0.0": `input schema must have type "object"`}},
		{fine, `{"type": "array"}`, map[string]string{"v1.6.0": `output schema must have type "object"`, "v1.7.0": ""}},
		{`null`, "", map[string]string{"v1.0.0": "missing input schema"}},
		{header, "", map[string]string{"v1.6.0": "", "v1.7.0": "invalid parameter header annotations"}},
		{badRef, "", map[string]string{"v1.0.0": `leads nowhere`, "v1.8.0": `leads nowhere`}},
	} {
		for version, want := range c.since {
			sdk, ok := parse(version)
			if !ok {
				t.Fatal(version)
			}
			b := &bound{rules: sdk.rules(), schemas: &googleschema.Schemas{Version: jsonschemago.V0_4_2}}
			tool := &tool.Tool{Name: "tool", Doc: schema.NewObject(), NamePos: 1, RegPos: 2}
			for name, text := range map[string]string{"inputSchema": c.input, "outputSchema": c.output} {
				if text == "" {
					continue
				}
				n, err := schema.Parse([]byte(text))
				if err != nil {
					t.Fatal(err)
				}
				tool.Doc.Set(name, n)
			}
			b.check(tool, true)
			var got []string
			for _, p := range tool.Errors {
				got = append(got, p.Msg)
				if !p.Pos.IsValid() {
					t.Errorf("%s: %q stands nowhere", version, p.Msg)
				}
			}
			if len(got) == 0 != (want == "") || len(got) > 0 && !strings.Contains(strings.Join(got, "; "), want) {
				t.Errorf("%s, input %s, output %s: refused %q, want %q", version, c.input, c.output, got, want)
			}
		}
	}
}
