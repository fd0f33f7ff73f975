// Package repos makes the tools for repositories.
package repos

import (
	"context"
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/model"
)

// Client speaks to a host.
type Client struct{ Host string }

// Repo is a repository.
type Repo struct {
	model.Ref
	Stars int64 `json:"stars"`
}

// ServerTool is a tool with its handler.
type ServerTool struct {
	Tool    *mcp.Tool
	Handler mcp.ToolHandler
}

// Get returns the tool repo_get.
func Get(c *Client) (*mcp.Tool, mcp.ToolHandlerFor[model.Ref, Repo]) {
	hints := &mcp.ToolAnnotations{Title: "Get repository", ReadOnlyHint: true}
	return &mcp.Tool{Name: "repo_get", Description: "Get a repository.", Annotations: hints}, func(ctx context.Context, _ *mcp.CallToolRequest, in model.Ref) (*mcp.CallToolResult, Repo, error) {
		return nil, Repo{Ref: in}, nil
	}
}

// Search returns the tool repo_search.
func Search(c *Client) (tool *mcp.Tool, handler mcp.ToolHandler) {
	tool = &mcp.Tool{Name: "repo_search", Description: "Search repositories.", InputSchema: query("repositories")}
	handler = c.handle
	return
}

// All returns the tools that need no more than a reference.
func All(c *Client) []ServerTool {
	tools := []ServerTool{one(c, "fork"), one(c, "star")}
	return append(tools, ServerTool{
		Tool:    &mcp.Tool{Name: "repo_code", Description: "Search code.", InputSchema: query("code")},
		Handler: c.handle,
	})
}

func one(c *Client, verb string) ServerTool {
	return ServerTool{
		Tool: &mcp.Tool{
			Name:        "repo_" + verb,
			Description: fmt.Sprintf("%s a repository.", verb),
			InputSchema: &jsonschema.Schema{
				Type:       "object",
				Required:   []string{"owner", "repo"},
				Properties: map[string]*jsonschema.Schema{"owner": name("Owner"), "repo": name("Repository")},
			},
		},
		Handler: c.handle,
	}
}

func name(what string) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Description: what + " name"}
}

func query(what string) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{"q": {Type: "string"}}}
	s.Properties["q"].Description = "Query for " + what
	s.Required = []string{"q"}
	return s
}

func (c *Client) handle(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{}, nil
}
