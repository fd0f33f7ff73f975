// Package toolset registers sets of tools that are enabled by name.
package toolset

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/toolset/core"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/toolset/tools"
)

var defaults = []string{"pulls", "meta"}

// Register adds the tools.
func Register(s *mcp.Server) {
	deps := tools.Deps{Endpoint: "https://example.com"}
	g := core.NewGroup("pr_", defaults...)
	g.Add(core.NewSet("pulls", "pull requests").
		Add(tools.List(deps), tools.Merge(deps)).
		Add(tools.Read(deps)...))
	g.Add(core.NewSet("meta", "about the server").Add(
		core.New(mcp.Tool{Name: "whoami", Description: "Who am I"}, reply.OK[struct{}]),
	))
	g.Add(core.NewSet("off", "not enabled").Add(
		core.New(mcp.Tool{Name: "never", Description: "Never registered"}, reply.OK[struct{}]),
	))
	g.Register(s)
}
