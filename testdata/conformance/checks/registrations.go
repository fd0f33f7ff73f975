package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	mcpserver "github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// says returns a handler of the official SDK that answers with a text.
func says(text string) mcp.ToolHandler {
	return func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil
	}
}

// lists returns the claim that both SDKs list a tool with a part of this value.
func lists(rule, claims string, official *mcp.Tool, other mcpgo.Tool, value any, path ...string) claim {
	return claim{rule, claims, func() error {
		got, err := listed(func(s *mcp.Server) { s.AddTool(official, says("")) }, path...)
		if err := errors.Join(err, want(got, value)); err != nil {
			return fmt.Errorf("go-sdk: %w", err)
		}
		got, err = mcpgoListed(other, path...)
		if err := errors.Join(err, want(got, value)); err != nil {
			return fmt.Errorf("mcp-go: %w", err)
		}
		return nil
	}}
}

// mcpgoListed returns a part of the first tool that a server of mcp-go lists.
func mcpgoListed(tool mcpgo.Tool, path ...string) (any, error) {
	s := mcpserver.NewMCPServer("s", "1")
	if err := panics(func() { s.AddTool(tool, nil) }); err == nil {
		return nil, errors.New("the registration panics")
	}
	answer := s.HandleMessage(context.Background(), []byte(`{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}`))
	list, err := part(answer, "result", "tools")
	if err != nil {
		return nil, err
	}
	tools, _ := list.([]any)
	if len(tools) != 1 {
		return nil, fmt.Errorf("the server answers %v", answer)
	}
	return part(tools[0], path...)
}

// object is the schema of an object with the property a.
func object(a map[string]any) map[string]any {
	return map[string]any{"type": "object", "properties": map[string]any{"a": a}}
}

// refusesSchema returns the claim that registering an input schema panics in the official
// SDK.
func refusesSchema(rule, claims string, schema any) claim {
	return claim{rule, claims, func() error {
		return panics(func() {
			mcp.NewServer(&mcp.Implementation{}, nil).AddTool(&mcp.Tool{Name: "t", InputSchema: schema}, says(""))
		})
	}}
}

// rawTool returns a tool of mcp-go with an input schema in JSON.
func rawTool(schema string) mcpgo.Tool { return mcpgo.NewToolWithRawSchema("t", "", []byte(schema)) }

func registrations() []claim {
	const remote = "https://example.com/a.json"
	icon := "http://example.com/a.png"
	return []claim{
		{"toolname/duplicate", "in both SDKs the second tool of a name replaces the first", func() error {
			err := gosdk(func(s *mcp.Server) {
				s.AddTool(&mcp.Tool{Name: "t", InputSchema: object(nil)}, says("first"))
				s.AddTool(&mcp.Tool{Name: "t", InputSchema: object(nil)}, says("second"))
			}, func(ctx context.Context, c *mcp.ClientSession) error {
				list, err1 := c.ListTools(ctx, nil)
				res, err2 := c.CallTool(ctx, &mcp.CallToolParams{Name: "t"})
				if err := errors.Join(err1, err2); err != nil {
					return err
				}
				return errors.Join(want(len(list.Tools), 1), want(res.Content[0].(*mcp.TextContent).Text, "second"))
			})
			s := mcpserver.NewMCPServer("s", "1")
			for _, text := range []string{"first", "second"} {
				s.AddTool(mcpgo.NewTool("t"), func(context.Context, mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
					return mcpgo.NewToolResultText(text), nil
				})
			}
			answer := s.HandleMessage(context.Background(), []byte(`{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "t"}}`))
			content, err2 := part(answer, "result", "content")
			return errors.Join(err, err2, want(len(s.ListTools()), 1), want(content, []any{map[string]any{"type": "text", "text": "second"}}))
		}},
		lists("toolname/invalid", "both SDKs list a name that the protocol does not allow",
			&mcp.Tool{Name: "a b", InputSchema: object(nil)}, mcpgo.NewTool("a b"), "a b", "name"),
		lists("nodescription/missing", "both SDKs list a tool without a description",
			&mcp.Tool{Name: "t", InputSchema: object(nil)}, mcpgo.NewTool("t"), nil, "description"),
		lists("nodescription/missing", "and a property without one",
			&mcp.Tool{Name: "t", InputSchema: object(map[string]any{"type": "string"})}, mcpgo.NewTool("t", mcpgo.WithString("a")),
			nil, "inputSchema", "properties", "a", "description"),
		lists("schemaerror/icon-source", "both SDKs list an icon that clients must reject",
			&mcp.Tool{Name: "t", InputSchema: object(nil), Icons: []mcp.Icon{{Source: icon}}}, mcpgo.NewTool("t", mcpgo.WithToolIcons(mcpgo.Icon{Src: icon})),
			[]any{map[string]any{"src": icon}}, "icons"),
		refusesSchema("schemaerror/registration", "go-sdk refuses a tool without an input schema", nil),
		refusesSchema("schemaerror/registration", "go-sdk refuses an input schema of another type than object", map[string]any{"type": "string"}),
		{"schemaerror/list", "mcp-go cannot list a tool with two input schemas", func() error {
			tool := rawTool(`{"type": "object"}`)
			tool.InputSchema = mcpgo.ToolInputSchema{Type: "object"}
			if got, err := mcpgoListed(tool); err == nil {
				return fmt.Errorf("it lists %v", got)
			}
			return nil
		}},
		{"schemaerror/list", "mcp-go cannot list a default that cannot be encoded", func() error {
			if got, err := mcpgoListed(mcpgo.NewTool("t", mcpgo.WithObject("a", mcpgo.DefaultString("x"), func(s map[string]any) { s["default"] = func() {} }))); err == nil {
				return fmt.Errorf("it lists %v", got)
			}
			return nil
		}},
		{"schemaerror/network-ref", "mcp-go lists a reference to another document", func() error {
			got, err := mcpgoListed(rawTool(`{"type": "object", "properties": {"a": {"$ref": "`+remote+`"}}}`), "inputSchema", "properties", "a", "$ref")
			return errors.Join(err, want(got, remote))
		}},
		{"schemaerror/invalid", "mcp-go lists a type that JSON Schema does not have", func() error {
			got, err := mcpgoListed(rawTool(`{"type": "object", "properties": {"a": {"type": "strng"}}}`), "inputSchema", "properties", "a", "type")
			return errors.Join(err, want(got, "strng"))
		}},
		judges("schemaerror/unknown-format", "a validator ignores a format that it does not know", `{"type": "string", "format": "iso-date"}`, []any{"", "x"}, []any{1.0}),
		{"schemaerror/header", "mcp-go does not register a tool whose header is not a token", func() error {
			if got, err := mcpgoListed(rawTool(`{"type": "object", "properties": {"a": {"type": "string", "x-mcp-header": "a b"}}}`)); err == nil {
				return fmt.Errorf("it lists %v", got)
			}
			return nil
		}},
		reflects[struct {
			A string `json:"a" jsonschema:"enum=x|y"`
		}]("tagdialect/enum", "a bar does not separate values", "enum", []any{"x|y"}),
		reflects[struct {
			A string `json:"a" jsonschema:"enum=x,y"`
		}]("tagdialect/enum", "after a comma the next value is ignored", "enum", []any{"x"}),
		reflects[struct {
			A string `json:"a" jsonschema:"enum=x,enum=y"`
		}]("tagdialect/enum", "each value needs the keyword", "enum", []any{"x", "y"}),
		{"handlerargs/unread", "a call with an argument that no code reads is answered like one without it", func() error {
			type in struct {
				A string `json:"a,omitempty"`
			}
			var texts []string
			for _, args := range []string{`{}`, `{"a": "x"}`} {
				err := gosdk(func(s *mcp.Server) {
					mcp.AddTool(s, &mcp.Tool{Name: "t"}, func(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
						return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "done"}}}, nil, nil
					})
				}, func(ctx context.Context, c *mcp.ClientSession) error {
					res, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "t", Arguments: raw(args)})
					if err == nil {
						texts = append(texts, fmt.Sprintf("%t %s", res.IsError, res.Content[0].(*mcp.TextContent).Text))
					}
					return err
				})
				if err != nil {
					return err
				}
			}
			return want(strings.Join(texts, ", "), "false done, false done")
		}},
	}
}
