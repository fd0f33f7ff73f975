// Package names names tools in many ways.
package names

import (
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/kit"
)

// ToolName is the name of a tool.
type ToolName string

// The tools.
const (
	Echo   ToolName = "names_echo"
	Add    ToolName = "names_add"
	prefix          = "names_"
	joined          = prefix + "joined"
)

// String returns the name.
func (n ToolName) String() string { return string(n) }

var variable = "names_variable"

var registry = struct{ Sub string }{Sub: "names_field"}

// Register registers the tools.
func Register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool(string(Echo), mcp.WithString("message", mcp.Required())), kit.OK)
	s.AddTool(mcp.NewTool(Add.String(), mcp.WithNumber("a"), mcp.WithNumber("b")), kit.OK)
	s.AddTool(mcp.NewTool(joined), kit.OK)
	s.AddTool(mcp.NewTool(variable), kit.OK)
	s.AddTool(mcp.NewTool(registry.Sub), kit.OK)
	s.AddTool(mcp.NewTool(fmt.Sprintf("%s%s_%d", prefix, "formatted", 2)), kit.OK)
	s.AddTool(mcp.NewTool(strings.ToLower("NAMES_LOWER")), kit.OK)
	s.AddTool(mcp.NewTool(strings.ReplaceAll("names-replaced", "-", "_")), kit.OK)
	s.AddTool(mcp.NewTool(name("function")), kit.OK)
	s.AddTool(mcp.NewTool("names with spaces/and more"), kit.OK)
	kit.Register(s, "wrapped", "Registered by a wrapper", mcp.WithString("x"))
	kit.Register(s, "wrapped_bare", "No options")
	register := s.AddTool
	register(mcp.NewTool("names_method_value"), kit.OK)
}

func name(s string) string { return prefix + s }
