// Package constructors registers tools that functions of other packages return
// with their handlers.
package constructors

import (
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/constructors/issues"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/constructors/repos"
)

func add[In, Out any](s *mcp.Server, tool mcp.Tool, handler mcp.ToolHandlerFor[In, Out], scopes []string) {
	if len(scopes) > 0 {
		tool.Meta = mcp.Meta{"scopes": scopes}
	}
	mcp.AddTool(s, &tool, handler)
}

// Register adds the tools.
func Register(s *mcp.Server) {
	client := &repos.Client{Host: "https://example.com"}
	tool, handler := repos.Get(client)
	mcp.AddTool(s, tool, handler)
	s.AddTool(repos.Search(client))
	getTool, getHandler, scopes := issues.Get(client)
	add(s, getTool, getHandler, scopes)
	for _, t := range repos.All(client) {
		s.AddTool(t.Tool, t.Handler)
	}
	closeTool, closeHandler, err := issues.Close(client, jsonschema.Ptr("done"))
	if err != nil {
		panic(err)
	}
	mcp.AddTool(s, closeTool, closeHandler)
	add(s, *issues.Comment, issues.HandleComment, nil)
}
