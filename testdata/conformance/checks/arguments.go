package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	mcpserver "github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// reads returns a handler that does something with the arguments, and reports a
// panic as a text, which a server would not.
func reads(f func(args map[string]any) string) mcpserver.ToolHandlerFunc {
	return func(ctx context.Context, req mcpgo.CallToolRequest) (res *mcpgo.CallToolResult, err error) {
		defer func() {
			if p := recover(); p != nil {
				res = mcpgo.NewToolResultText("panic")
			}
		}()
		return mcpgo.NewToolResultText(f(req.GetArguments())), nil
	}
}

var tool = mcpgo.NewTool("t", mcpgo.WithString("name", mcpgo.Required()), mcpgo.WithArray("ids", mcpgo.WithStringItems()), mcpgo.WithNumber("n"))

func answers(rule, says, args, text string, f func(args map[string]any) string) claim {
	return claim{rule, says, func() error {
		res, err := mcpgoCall(tool, reads(f), args)
		if err != nil {
			return err
		}
		return want(res.Content[0].(mcpgo.TextContent).Text, text)
	}}
}

func arguments() []claim {
	return []claim{
		answers("handlerargs/never-holds", "a correct list is no []string", `{"name": "a", "ids": ["x"]}`, "panic",
			func(args map[string]any) string { return fmt.Sprint(args["ids"].([]string)) }),
		answers("handlerargs/never-holds", "with ok it is ignored", `{"name": "a", "ids": ["x"]}`, "[]",
			func(args map[string]any) string { ids, _ := args["ids"].([]string); return fmt.Sprint(ids) }),
		answers("handlerargs/never-holds", "a number is no int", `{"name": "a", "n": 3}`, "panic",
			func(args map[string]any) string { return fmt.Sprint(args["n"].(int)) }),
		answers("handlerargs/never-holds", "a list is a []any", `{"name": "a", "ids": ["x"]}`, "[x]",
			func(args map[string]any) string { return fmt.Sprint(args["ids"].([]any)) }),
		answers("handlerargs/unchecked", "mcp-go hands on a call without a required argument", `{}`, "panic",
			func(args map[string]any) string { return args["name"].(string) }),
		{"handlerargs/unchecked", "a call without arguments has none at all", func() error {
			_, err := mcpgoCall(tool, func(_ context.Context, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
				_ = req.Params.Arguments.(map[string]any)
				return mcpgo.NewToolResultText(""), nil
			}, "", mcpserver.WithRecovery())
			if err == nil || !strings.Contains(err.Error(), "panic") {
				return fmt.Errorf("got %v", err)
			}
			return nil
		}},
		{"handlerargs/other-type", "GetString gives the default for a list", func() error {
			var got string
			_, err := mcpgoCall(tool, func(_ context.Context, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
				got = req.GetString("ids", "default")
				return mcpgo.NewToolResultText(got), nil
			}, `{"ids": ["x"]}`)
			if err != nil {
				return err
			}
			return want(got, "default")
		}},
		{"handlerargs/other-type", "GetString gives the default for a boolean, GetInt reads a text", func() error {
			var text string
			var number int
			_, err := mcpgoCall(tool, func(_ context.Context, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
				text, number = req.GetString("b", "default"), req.GetInt("n", 0)
				return mcpgo.NewToolResultText(text), nil
			}, `{"b": true, "n": "5"}`)
			if err != nil {
				return err
			}
			return want([]any{text, number}, []any{"default", 5})
		}},
		{"handlerargs/undeclared", "an argument in another spelling is not found", func() error {
			var got int
			_, err := mcpgoCall(tool, func(_ context.Context, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
				got = req.GetInt("perPage", 30)
				return mcpgo.NewToolResultText(""), nil
			}, `{"per_page": 5}`)
			if err != nil {
				return err
			}
			return want(got, 30)
		}},
		{"handlerargs/required", "RequireString fails without an argument that the schema calls optional", func() error {
			var failed error
			_, err := mcpgoCall(tool, func(_ context.Context, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
				_, failed = req.RequireString("ids")
				return mcpgo.NewToolResultText(""), nil
			}, `{"name": "a"}`)
			if err != nil {
				return err
			}
			return want(failed != nil, true)
		}},
		{"handlerargs/null", "RequireString fails for null", func() error {
			var failed error
			_, err := mcpgoCall(tool, func(_ context.Context, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
				_, failed = req.RequireString("name")
				return mcpgo.NewToolResultText(""), nil
			}, `{"name": null}`)
			return errors.Join(err, want(failed != nil, true))
		}},
		{"handlerargs/null", "the official SDK hands a null on that the schema takes", func() error {
			var got any = "nothing"
			return gosdk(func(s *mcp.Server) {
				mcp.AddTool(s, &mcp.Tool{Name: "t", InputSchema: json.RawMessage(`{"type": "object", "required": ["a"], "properties": {"a": {"type": ["null", "string"]}}}`)},
					func(_ context.Context, _ *mcp.CallToolRequest, args map[string]any) (*mcp.CallToolResult, any, error) {
						got = args["a"]
						return &mcp.CallToolResult{}, nil, nil
					})
			}, func(ctx context.Context, c *mcp.ClientSession) error {
				_, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "t", Arguments: map[string]any{"a": nil}})
				return errors.Join(err, want(got, nil))
			})
		}},
		{"handlerargs/default", "mcp-go does not fill in a default", func() error {
			var got int
			t := mcpgo.NewTool("t", mcpgo.WithNumber("limit", mcpgo.DefaultNumber(10)))
			_, err := mcpgoCall(t, func(_ context.Context, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
				got = req.GetInt("limit", 50)
				return mcpgo.NewToolResultText(""), nil
			}, `{}`)
			if err != nil {
				return err
			}
			return want(got, 50)
		}},
		{"handlerargs/dropped", "the official SDK drops what the struct lacks", func() error {
			got := ""
			return gosdk(func(s *mcp.Server) {
				mcp.AddTool(s, &mcp.Tool{Name: "t", InputSchema: json.RawMessage(`{"type": "object", "properties": {"name": {"type": "string"}, "label": {"type": "string"}}}`)},
					func(_ context.Context, _ *mcp.CallToolRequest, in struct{ Name string }) (*mcp.CallToolResult, any, error) {
						got = fmt.Sprintf("%+v", in)
						return nil, nil, nil
					})
			}, func(ctx context.Context, c *mcp.ClientSession) error {
				if _, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "t", Arguments: map[string]any{"label": "x"}}); err != nil {
					return err
				}
				return want(got, "{Name:}")
			})
		}},
		{"handlerargs/unchecked", "with WithRecovery the panic is an error of the call", func() error {
			_, err := mcpgoCall(tool, func(_ context.Context, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
				return mcpgo.NewToolResultText(req.GetArguments()["name"].(string)), nil
			}, `{}`, mcpserver.WithRecovery())
			if err == nil || !strings.Contains(err.Error(), "panic") {
				return fmt.Errorf("got %v", err)
			}
			return nil
		}},
		{"handlerargs/unchecked", "the official SDK refuses a call without a required argument before the handler", func() error {
			called := false
			return gosdk(func(s *mcp.Server) {
				mcp.AddTool(s, &mcp.Tool{Name: "t", InputSchema: json.RawMessage(`{"type": "object", "required": ["name"]}`)},
					func(context.Context, *mcp.CallToolRequest, map[string]any) (*mcp.CallToolResult, any, error) {
						called = true
						return nil, nil, nil
					})
			}, func(ctx context.Context, c *mcp.ClientSession) error {
				res, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "t", Arguments: map[string]any{}})
				if called || err == nil && !res.IsError {
					return fmt.Errorf("it is called: %v", res)
				}
				return nil
			})
		}},
		{"handlerargs/unchecked", "a handler that decodes arguments itself gets any", func() error {
			called := false
			return gosdk(func(s *mcp.Server) {
				s.AddTool(&mcp.Tool{Name: "t", InputSchema: json.RawMessage(`{"type": "object", "required": ["name"]}`)},
					func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
						called = true
						return &mcp.CallToolResult{}, nil
					})
			}, func(ctx context.Context, c *mcp.ClientSession) error {
				_, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "t", Arguments: map[string]any{}})
				if !called {
					return fmt.Errorf("it is not called: %v", err)
				}
				return nil
			})
		}},
	}
}
