package toolset

import (
	"testing"

	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// FuzzParse parses lists of tools. It checks that a list does not differ from itself,
// and that each tool of a list can be parsed alone.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"tools":[{"name":"a","description":"d","inputSchema":{"type":"object"}}]}`,
		`{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"},{"name":"a"}],"nextCursor":"x"}}`,
		`[{"name":"a","inputSchema":{"type":"object","properties":{"p":{"type":"string"}},"required":["p"]}}]`,
		`{"name":"a","annotations":{"readOnlyHint":true},"_meta":{}}`,
		`{"tools":[{"name":"a","traced":true,"unresolved":[{"path":"/description","reason":"r"}]}],"unnamed":[]}`,
		`{"$schemavet":1,"name":"a","unresolved":[{"path":"/inputSchema/properties/x","reason":"r"}]}`,
		`{"tools":null}`, `[]`, `{"name":""}`, "\xff",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := parse(data)
		if err != nil {
			return
		}
		for _, c := range Compare(s, s) {
			if c.Level >= compat.Caution {
				t.Errorf("%q differs from itself: %v", data, c)
			}
		}
		for _, tool := range s.Tools {
			if tool.Name() == "" {
				t.Errorf("%q: a tool without a name", data)
			}
			if _, err := schema.Parse([]byte(tool.Node.String())); err != nil {
				t.Errorf("%q: %s: %v", data, tool.Node, err)
			}
		}
	})
}
