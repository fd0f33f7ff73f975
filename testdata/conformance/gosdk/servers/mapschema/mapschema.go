// Package mapschema registers tools whose schemas are maps, written or built.
package mapschema

import (
	"maps"
	"slices"
	"sort"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

// M is what the map literals of this server are.
type M = map[string]any

var regions = map[string]string{"eu": "Frankfurt", "us": "Ashburn", "ap": "Singapore"}

func object(props M, required ...string) M {
	m := M{"type": "object", "properties": props}
	if len(required) > 0 {
		m["required"] = required
	}
	return m
}

func str(description string) M { return M{"type": "string", "description": description} }

func regionNames() []string {
	var names []string
	for name := range regions {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

func sizes() []any {
	var out []any
	for _, s := range [...]string{"s", "m", "l"} {
		out = append(out, s, s+"x")
	}
	return out
}

// Register adds the tools.
func Register(s *mcp.Server) {
	s.AddTool(&mcp.Tool{Name: "map_empty", InputSchema: map[string]any{"type": "object"}}, reply.Raw)
	s.AddTool(&mcp.Tool{Name: "map_literal", InputSchema: map[string]any{
		"type": "object",
		"properties": map[string]any{
			"count": map[string]any{"type": "integer", "minimum": 1, "maximum": 1e2, "default": 10},
			"ratio": map[string]any{"type": "number", "default": 0.5},
			"flags": map[string]any{"type": "array", "items": map[string]string{"type": "boolean"}},
			"extra": true,
			"none":  map[string]any{"const": nil},
		},
		"required":             []string{"count"},
		"additionalProperties": false,
	}}, reply.Raw)
	s.AddTool(&mcp.Tool{Name: "map_functions", InputSchema: object(M{"a": str("the a"), "b": str("the b")}, "a", "b")}, reply.Raw)
	s.AddTool(&mcp.Tool{Name: "map_enum", InputSchema: object(M{
		"region": M{"type": "string", "enum": regionNames()},
		"size":   M{"enum": sizes()},
	})}, reply.Raw)
	s.AddTool(&mcp.Tool{Name: "map_sorted", InputSchema: object(M{
		"region": M{"type": "string", "enum": slices.Sorted(maps.Keys(regions))},
	})}, reply.Raw)
	props := M{}
	for _, name := range []string{"x", "y", "z"} {
		props[name] = M{"type": "number", "description": "coordinate " + name}
	}
	in := object(props)
	in["additionalProperties"] = false
	delete(props, "z")
	s.AddTool(&mcp.Tool{Name: "map_loop", InputSchema: in}, reply.Raw)
	merged := maps.Clone(M{"page": M{"type": "integer"}})
	maps.Copy(merged, M{"query": str("what")})
	mcp.AddTool(s, &mcp.Tool{Name: "map_merged", InputSchema: object(merged, slices.Sorted(maps.Keys(merged))...)}, reply.OK[M])
	nested := object(M{"filter": object(M{"field": str("")})})
	nested["properties"].(M)["filter"].(M)["description"] = "set through assertions"
	s.AddTool(&mcp.Tool{Name: "map_assertions", InputSchema: nested, OutputSchema: object(M{})}, reply.Raw)
}
