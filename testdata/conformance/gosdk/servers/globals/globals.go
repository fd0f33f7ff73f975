// Package globals registers tools from package variables that declarations and
// init functions fill.
package globals

import (
	"context"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

type queueArgs struct {
	Queue string `json:"queue" jsonschema:"name of the queue"`
}

// ToolName is the name of a tool.
type ToolName string

// The names.
const (
	Push ToolName = "queue_push"
	Pop  ToolName = "queue_pop"
	Peek          = Pop + "_peek"
)

var (
	pushTool = &mcp.Tool{Name: string(Push), Description: description("Push"), Annotations: writes}
	popTool  = mcp.Tool{Name: string(Pop), Description: description("Pop")}
	writes   = &mcp.ToolAnnotations{DestructiveHint: pointer(false)}

	queueSchema = mustSchema[queueArgs]()

	handlers = map[ToolName]mcp.ToolHandler{}
	tools    []*mcp.Tool
	order    = []ToolName{}
)

func pointer[T any](v T) *T { return &v }

func description(verb string) string { return verb + " " + subject + "." }

const subject = "a message"

func mustSchema[T any]() *jsonschema.Schema {
	s, err := jsonschema.For[T](&jsonschema.ForOptions{})
	if err != nil {
		panic(err)
	}
	return s
}

func init() {
	handlers[Peek] = reply.Raw
	handlers["queue_purge"] = func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, nil }
	tools = append(tools, &mcp.Tool{Name: string(Peek), InputSchema: queueSchema})
}

func init() {
	tools = append(tools, &mcp.Tool{Name: "queue_purge", InputSchema: emptySchema, Title: title})
	order = append(order, Push, Pop)
	queueSchema.Properties["queue"].MaxLength = jsonschema.Ptr(80)
}

var emptySchema = &jsonschema.Schema{Type: "object"}

var title = func() string {
	if len(order) == 0 {
		return "Purge (no order)"
	}
	return "Purge"
}()

var addList = func(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "queue_list"}, reply.OK[struct{}])
}

// Register adds the tools.
func Register(s *mcp.Server) {
	mcp.AddTool(s, pushTool, reply.OK[queueArgs])
	mcp.AddTool(s, &popTool, reply.OK[queueArgs])
	for _, t := range tools {
		s.AddTool(t, handlers[ToolName(t.Name)])
	}
	addList(s)
	if slices.Contains(order, Push) {
		mcp.AddTool(s, &mcp.Tool{Name: "queue_order_" + string(order[0])}, reply.OK[queueArgs])
	}
}
