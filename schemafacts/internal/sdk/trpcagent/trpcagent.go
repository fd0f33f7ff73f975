// Package trpcagent is the dialect of trpc-agent-go.
package trpcagent

import "github.com/schemavet/schemavet/schemafacts/internal/sdk"

// Dialect describes the framework.
var Dialect = (&sdk.Framework{
	Name: "trpcagent", Module: "trpc.group/trpc-go/trpc-agent-go",
	Packages: []string{"/tool", "/tool/function", "/internal/tool"},
	Seeds:    map[string][]string{"/tool": {"Declaration", "Schema", "Tool"}},
	Path:     "/tool", Declaration: "Declaration", Method: "Declaration",
	Constructors: map[string]int{"/tool/function.NewFunctionTool": 0, "/tool/function.NewStreamableFunctionTool": 0},
	Agents:       []string{"/agent/llmagent.WithTools"},
}).Dialect()
