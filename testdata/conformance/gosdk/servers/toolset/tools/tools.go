// Package tools defines the tools of the sets.
package tools

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/model"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/toolset/core"
)

// Deps are what handlers need.
type Deps struct{ Endpoint string }

type listArgs struct {
	model.Ref
	model.Paging
	State model.Status `json:"state,omitempty" jsonschema:"only in this state"`
}

type page struct {
	Issues []*model.Issue `json:"issues"`
}

type mergeArgs struct {
	model.Ref
	Number int    `json:"number"`
	Method string `json:"method,omitempty" jsonschema:"merge, squash or rebase"`
}

// List returns the tool that lists.
func List(d Deps) core.Tool {
	return core.New(mcp.Tool{Name: "list", Description: "List pull requests"}, d.list)
}

func (d Deps) list(context.Context, *mcp.CallToolRequest, listArgs) (*mcp.CallToolResult, page, error) {
	return nil, page{}, nil
}

// Merge returns the tool that merges.
func Merge(d Deps) core.Tool {
	return core.New(
		mcp.Tool{Name: "merge", Description: "Merge a pull request"},
		func(context.Context, *mcp.CallToolRequest, mergeArgs) (*mcp.CallToolResult, any, error) {
			return nil, nil, nil
		},
		core.Writes,
	)
}

// Read returns a tool for each thing to read.
func Read(d Deps) []core.Tool {
	var out []core.Tool
	for _, what := range []string{"diff", "files", "status"} {
		out = append(out, core.New(mcp.Tool{Name: "read_" + what, Description: "Read the " + what}, d.read(what)))
	}
	return out
}

func (d Deps) read(what string) mcp.ToolHandlerFor[model.Ref, map[string]string] {
	return func(context.Context, *mcp.CallToolRequest, model.Ref) (*mcp.CallToolResult, map[string]string, error) {
		return nil, map[string]string{"what": what}, nil
	}
}
