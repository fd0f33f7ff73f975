// Package spread registers tools from slices that grow by append, spread,
// variadic functions and the slices package.
package spread

import (
	"cmp"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

type spec struct {
	name   string
	params []string
}

func specs(prefix string, names ...string) []spec {
	out := make([]spec, 0, len(names))
	for _, n := range names {
		out = append(out, spec{name: prefix + n})
	}
	return out
}

func props(names ...string) (map[string]*jsonschema.Schema, []string) {
	m := make(map[string]*jsonschema.Schema)
	var required []string
	for _, n := range names {
		name, optional := strings.CutSuffix(n, "?")
		m[name] = &jsonschema.Schema{Type: "string"}
		if !optional {
			required = append(required, name)
		}
	}
	return m, required
}

func object(names ...string) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object"}
	s.Properties, s.Required = props(names...)
	return s
}

// Register adds the tools.
func Register(s *mcp.Server) {
	common := []string{"project", "zone?"}
	all := append(specs("bucket_", "create", "delete"), spec{"bucket_copy", []string{"from", "to"}})
	all = append(all, specs("object_", []string{"get", "put"}...)...)
	all = slices.Concat(all, []spec{{name: "bucket_first"}, {"object_list", []string{"prefix?", "limit?"}}})
	slices.SortFunc(all, func(a, b spec) int { return cmp.Compare(a.name, b.name) })
	for i, sp := range all {
		t := &mcp.Tool{Name: sp.name, InputSchema: object(append(slices.Clone(common), sp.params...)...)}
		if i == 0 {
			t.Title = "First"
		}
		s.AddTool(t, reply.Raw)
	}

	values := []any{"a", "b"}
	values = append(values, "c")
	values[0] = "A"
	in := object("mode")
	in.Properties["mode"].Enum = values[:2]
	in.Properties["modes"] = &jsonschema.Schema{Enum: append([]any{nil, true, 1, 2.5}, values...)}
	s.AddTool(&mcp.Tool{Name: "spread_enum", InputSchema: in}, reply.Raw)

	var grid [2][2]string
	for i := range grid {
		for j := range grid[i] {
			grid[i][j] = string(rune('a'+i)) + string(rune('x'+j))
		}
	}
	flat := slices.Concat(grid[0][:], grid[1][:])
	s.AddTool(&mcp.Tool{Name: "spread_grid", Description: strings.Join(flat, " "), InputSchema: object(flat[1:3]...)}, reply.Raw)

	seen := map[string]bool{}
	var unique []string
	for _, w := range strings.Split("red,green,red,blue,green", ",") {
		if !seen[w] {
			seen[w] = true
			unique = append(unique, w)
		}
	}
	s.AddTool(&mcp.Tool{Name: "spread_unique", InputSchema: object(unique...)}, reply.Raw)
	dst := make([]string, 2)
	n := copy(dst, unique)
	s.AddTool(&mcp.Tool{Name: "spread_copy", InputSchema: object(dst[:min(n, 1)]...)}, reply.Raw)
	s.AddTool(&mcp.Tool{Name: "spread_index", InputSchema: object(unique[slices.IndexFunc(unique, func(s string) bool { return s == "blue" })])}, reply.Raw)
}
