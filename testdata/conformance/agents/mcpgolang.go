package main

import (
	"fmt"
	"path/filepath"
)

// mcpgolang is an SDK for servers: what it makes of types is told in tools/list.
var mcpgolang = framework{
	name:     "mcpgolang",
	versions: []string{"v0.7.0", "v0.8.0", "v0.13.0", "v0.16.1"},
	requires: func(v string) []string { return []string{"github.com/metoro-io/mcp-golang " + v} },
	replaced: func(string) map[string]string { return nil },
	types:    invopopTypes,
	cases:    filepath.Join("..", "invopop", "testdata", "probe", "cases"),
	imports:  []string{"github.com/metoro-io/mcp-golang"},
	random: func(i int, typ string) string {
		return fmt.Sprintf(`func Random%[1]d(s *mcp_golang.Server) error {
	return s.RegisterTool("random_%[1]d", "text %[1]d", func(%[2]s) (*mcp_golang.ToolResponse, error) { panic("") })
}
`, i, typ)
	},
}
