// Package issues makes the tools for issues.
package issues

import (
	"context"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/model"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/constructors/repos"
)

// Number names an issue of a repository.
type Number struct {
	model.Ref
	Number int `json:"issue_number" jsonschema:"number of the issue"`
}

// Comment is the tool issue_comment.
var Comment = &mcp.Tool{Name: "issue_comment", Description: "Comment on an issue."}

// HandleComment handles issue_comment.
func HandleComment(context.Context, *mcp.CallToolRequest, struct {
	Number
	Body string `json:"body"`
}) (*mcp.CallToolResult, any, error) {
	return nil, nil, nil
}

// Get returns the tool issue_get, its handler and the scopes it needs.
func Get(c *repos.Client) (mcp.Tool, mcp.ToolHandlerFor[Number, *model.Issue], []string) {
	return mcp.Tool{Name: "issue_get", Description: "Get an issue."},
		func(context.Context, *mcp.CallToolRequest, Number) (*mcp.CallToolResult, *model.Issue, error) {
			return nil, nil, nil
		},
		[]string{"repo", "read:org"}
}

// Close returns the tool issue_close.
func Close(_ *repos.Client, reason *string) (*mcp.Tool, func(context.Context, *mcp.CallToolRequest, Number) (*mcp.CallToolResult, any, error), error) {
	in, err := jsonschema.For[Number](nil)
	if err != nil {
		return nil, nil, err
	}
	in.Properties["reason"] = &jsonschema.Schema{Type: "string", Const: jsonschema.Ptr[any](*reason)}
	tool := mcp.Tool{Name: "issue_close", InputSchema: in}
	tool.Description = "Close an issue as " + *reason + "."
	return &tool, func(context.Context, *mcp.CallToolRequest, Number) (*mcp.CallToolResult, any, error) {
		return nil, nil, nil
	}, nil
}
