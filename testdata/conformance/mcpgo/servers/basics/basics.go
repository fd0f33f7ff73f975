// Package basics uses every option that all versions have.
package basics

import (
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/kit"
)

// Register registers the tools.
func Register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("basics_empty"), kit.OK)
	s.AddTool(mcp.NewTool("basics_described", mcp.WithDescription("Says what it does")), kit.OK)
	s.AddTool(mcp.NewTool("basics_no_description", mcp.WithDescription("")), kit.OK)
	strings(s)
	numbers(s)
	lists(s)
	objects(s)
	s.AddTool(mcp.NewTool("basics_bool",
		mcp.WithBoolean("on", mcp.DefaultBool(true), mcp.Title("On")),
		mcp.WithBoolean("off", mcp.DefaultBool(false), mcp.Required())), kit.OK)
	s.AddTool(mcp.NewTool("basics_order",
		mcp.WithString("zeta", mcp.Required()),
		mcp.WithString("alpha", mcp.Required()),
		mcp.WithString("mid")), kit.OK)
}

func strings(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("basics_string",
		mcp.WithString("plain"),
		mcp.WithString("full",
			mcp.Required(), mcp.Title("Full"), mcp.Description("Has <all> & \"more\""),
			mcp.DefaultString("a"), mcp.Enum("a", "b"), mcp.MinLength(1), mcp.MaxLength(10),
			mcp.Pattern(`^[a-z]+\d*$`))), kit.OK)
	s.AddTool(mcp.NewTool("basics_enum_empty", mcp.WithString("e", mcp.Enum())), kit.OK)
	s.AddTool(mcp.NewTool("basics_enum_spread", mcp.WithString("e", mcp.Enum(colours...))), kit.OK)
	s.AddTool(mcp.NewTool("basics_empty_texts",
		mcp.WithString("a", mcp.Description(""), mcp.DefaultString(""), mcp.Title(""), mcp.Pattern(""))), kit.OK)
	s.AddTool(mcp.NewTool("basics_unicode",
		mcp.WithDescription("Zürich \u2028 → 東京"), mcp.WithString("größe", mcp.Enum("é", "<"))), kit.OK)
}

var colours = []string{"red", "green", "blue"}

func numbers(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("basics_number",
		mcp.WithNumber("n", mcp.Min(0), mcp.Max(100), mcp.MultipleOf(5), mcp.DefaultNumber(10)),
		mcp.WithNumber("f", mcp.Min(-0.5), mcp.Max(1e21), mcp.DefaultNumber(0.000001), mcp.Required())), kit.OK)
	s.AddTool(mcp.NewTool("basics_number_enum", mcp.WithNumber("n", mcp.Enum("1", "2"))), kit.OK)
}

func lists(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("basics_array",
		mcp.WithArray("bare"),
		mcp.WithArray("full", mcp.Required(), mcp.MinItems(1), mcp.MaxItems(3), mcp.UniqueItems(true),
			mcp.Items(map[string]any{"type": "string", "minLength": 1}))), kit.OK)
	s.AddTool(mcp.NewTool("basics_array_default",
		mcp.WithArray("s", mcp.DefaultArray([]string{"a", "b"})),
		mcp.WithArray("i", mcp.DefaultArray([]int{1, 2})),
		mcp.WithArray("e", mcp.DefaultArray([]float64{})),
		mcp.WithArray("n", mcp.DefaultArray[string](nil))), kit.OK)
	s.AddTool(mcp.NewTool("basics_array_wrong_items", mcp.WithArray("s", mcp.Items("string"))), kit.OK)
	s.AddTool(mcp.NewTool("basics_array_nested", mcp.WithArray("m", mcp.Items(map[string]any{
		"type":  "array",
		"items": map[string]any{"type": "number"},
	}))), kit.OK)
}

func objects(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("basics_object",
		mcp.WithObject("bare"),
		mcp.WithObject("full", mcp.Required(), mcp.MinProperties(1), mcp.MaxProperties(9),
			mcp.AdditionalProperties(false),
			mcp.PropertyNames(map[string]any{"pattern": "^x-"}),
			mcp.Properties(map[string]any{
				"name": map[string]any{"type": "string", "description": "The name"},
				"size": map[string]any{"type": "integer", "enum": []int{1, 2, 4}},
			}))), kit.OK)
	s.AddTool(mcp.NewTool("basics_object_required", mcp.WithObject("o",
		mcp.Properties(map[string]any{"a": map[string]any{"type": "string"}}),
		func(schema map[string]any) { schema["required"] = []string{"a"} })), kit.OK)
	s.AddTool(mcp.NewTool("basics_object_additional",
		mcp.WithObject("o", mcp.AdditionalProperties(map[string]string{"type": "string"}))), kit.OK)
}
