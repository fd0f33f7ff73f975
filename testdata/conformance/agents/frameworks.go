package main

import (
	"fmt"
	"path/filepath"
)

// The frameworks that schemavet evaluates from source.

var fantasy = framework{
	name:     "fantasy",
	versions: []string{"v0.10.0", "v0.30.0", "v0.41.2"},
	requires: func(v string) []string { return []string{"charm.land/fantasy " + v} },
	replaced: func(string) map[string]string { return nil },
	shared:   func(string) []string { return []string{"clients"} },
	types:    googleTypes,
	cases:    filepath.Join("..", "jsonschemago", "testdata", "probe", "cases"),
	imports:  []string{"example.test/probe/tools", "charm.land/fantasy"},
	random: func(i int, typ string) string {
		return fmt.Sprintf(`func Random%[1]d() any {
	return []fantasy.AgentTool{fantasy.NewAgentTool("random_%[1]d", "text %[1]d", tools.Handle[%[2]s])}
}
`, i, typ)
	},
}

var trpc = framework{
	name:     "trpc",
	versions: []string{"v1.5.0", "v1.11.2"},
	requires: func(v string) []string { return []string{"trpc.group/trpc-go/trpc-agent-go " + v} },
	replaced: func(string) map[string]string { return nil },
	shared:   func(string) []string { return []string{"clients"} },
	types:    googleTypes,
	cases:    filepath.Join("..", "jsonschemago", "testdata", "probe", "cases"),
	imports:  []string{"example.test/probe/tools", "trpc.group/trpc-go/trpc-agent-go/tool", "trpc.group/trpc-go/trpc-agent-go/tool/function"},
	random: func(i int, typ string) string {
		return fmt.Sprintf(`func Random%[1]d() any {
	return []tool.Tool{function.NewFunctionTool(tools.Handle[%[2]s, %[2]s], function.WithName("random_%[1]d"), function.WithDescription("text %[1]d"))}
}
`, i, typ)
	},
}

// gozero is a layer over the MCP Go SDK.
var gozero = framework{
	name:     "gozero",
	versions: []string{"v1.10.0", "v1.10.3"},
	requires: func(v string) []string { return []string{"github.com/zeromicro/go-zero " + v} },
	replaced: func(string) map[string]string { return nil },
}
