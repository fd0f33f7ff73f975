package main

import (
	"fmt"
	"path/filepath"
)

// genkitmcp is the MCP plugin of genkit: what a server lists of an instance's
// tools. The plugin does not compile with mcp-go 0.45 or later.
var genkitmcp = framework{
	name:     "genkitmcp",
	versions: []string{"v1.4.0", "v1.7.0", "v1.9.0", "v1.10.0", "v1.12.0"},
	requires: func(v string) []string { return []string{"github.com/firebase/genkit/go " + v} },
	replaced: func(string) map[string]string { return nil },
	types:    invopopTypes,
	cases:    filepath.Join("..", "invopop", "testdata", "probe", "cases"),
	imports:  []string{"context", "github.com/firebase/genkit/go/ai", "github.com/firebase/genkit/go/genkit", "github.com/firebase/genkit/go/plugins/mcp"},
	random: func(i int, typ string) string {
		return fmt.Sprintf(`func Random%[1]d() *mcp.GenkitMCPServer {
	g := genkit.Init(context.Background())
	genkit.DefineTool(g, "random_%[1]d", "text %[1]d", func(*ai.ToolContext, %[2]s) (string, error) { panic("") })
	s := mcp.NewMCPServer(g, mcp.MCPServerOptions{Name: "random_%[1]d"})
	if err := s.ServeStdio(); err != nil {
		panic(err)
	}
	return s
}
`, i, typ)
	},
}
