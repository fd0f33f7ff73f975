//go:build since46

// Package since46 has types on which the engine of 0.46 fails without a word,
// so that the tool keeps its schema of before. The engine of earlier versions
// panics on some of them.
package since46

import (
	"context"
	"io"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/kit"
	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/model"
)

type described struct {
	A string `json:"a" jsonschema:"description=the a"`
}

type requiredFirst struct {
	A string `json:"a" jsonschema:"required,description=the a"`
}

type emptyTag struct {
	A string `json:"a" jsonschema:""`
}

type enums struct {
	A string   `json:"a" jsonschema:"enum=x,enum=y"`
	B int      `json:"b" jsonschema:"enum=1,enum=2"`
	C []string `json:"c" jsonschema:"enum=p,enum=q"`
	D string   `json:"d" jsonschema:"text, with commas ,enum=z"`
	E *string  `json:"e" jsonschema_description:" trimmed "`
}

type nestedEnum struct {
	Plain []int    `json:"plain"`
	List  []enums  `json:"list"`
	Array [2]enums `json:"array"`
	Ptr   *enums   `json:"ptr"`
	Map   map[string]enums
}

type mixed struct {
	A string `json:"a" jsonschema:"enum=x,minimum=3"`
}

type functions struct {
	F func()       `json:"f"`
	C chan int     `json:"c"`
	K complex128   `json:"k"`
	M map[int]bool `json:"m"`
	R io.Reader    `json:"r"`
	X context.Context
	A string `json:"a"`
}

type request struct {
	R *http.Request `json:"r"`
}

// Register registers the tools.
func Register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("since46_described", mcp.WithInputSchema[described]()), kit.OK)
	s.AddTool(mcp.NewTool("since46_required_first", mcp.WithString("kept"), mcp.WithInputSchema[requiredFirst]()), kit.OK)
	s.AddTool(mcp.NewTool("since46_empty_tag", mcp.WithInputSchema[emptyTag]()), kit.OK)
	s.AddTool(mcp.NewTool("since46_enums", mcp.WithInputSchema[enums]()), kit.OK)
	s.AddTool(mcp.NewTool("since46_nested_enum", mcp.WithInputSchema[nestedEnum]()), kit.OK)
	s.AddTool(mcp.NewTool("since46_enum_slice", mcp.WithInputSchema[[]enums]()), kit.OK)
	s.AddTool(mcp.NewTool("since46_mixed", mcp.WithInputSchema[mixed]()), kit.OK)
	s.AddTool(mcp.NewTool("since46_recursive", mcp.WithInputSchema[model.Node]()), kit.OK)
	s.AddTool(mcp.NewTool("since46_functions", mcp.WithInputSchema[functions]()), kit.OK)
	s.AddTool(mcp.NewTool("since46_func", mcp.WithInputSchema[func()]()), kit.OK)
	s.AddTool(mcp.NewTool("since46_any", mcp.WithInputSchema[any]()), kit.OK)
	s.AddTool(mcp.NewTool("since46_context", mcp.WithInputSchema[context.Context]()), kit.OK)
	s.AddTool(mcp.NewTool("since46_request", mcp.WithInputSchema[request]()), kit.OK)
	s.AddTool(mcp.NewTool("since46_call", mcp.WithInputSchema[struct{ R mcp.Implementation }]()), kit.OK)
	s.AddTool(mcp.NewTool("since46_out_any", mcp.WithOutputSchema[any]()), kit.OK)
	s.AddTool(mcp.NewTool("since46_out_recursive", mcp.WithOutputSchema[model.Node]()), kit.OK)
	s.AddTool(mcp.NewTool("since46_out_described", mcp.WithOutputSchema[described]()), kit.OK)
	s.AddTool(mcp.NewTool("since46_out_enums", mcp.WithOutputSchema[enums]()), kit.OK)
	s.AddTool(mcp.NewTool("since46_out_nested", mcp.WithOutputSchema[struct {
		Items []model.Page `json:"items"`
		Big   uint8        `json:"big"`
	}]()), kit.OK)
}
