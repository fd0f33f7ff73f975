package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// judges returns the claim that a schema accepts some values and refuses others.
func judges(rule, says, schema string, accepted, refused []any) claim {
	return claim{rule, says, func() error {
		var s jsonschema.Schema
		if err := json.Unmarshal([]byte(schema), &s); err != nil {
			return err
		}
		r, err := s.Resolve(nil)
		if err != nil {
			return err
		}
		for _, v := range accepted {
			if err := r.Validate(v); err != nil {
				return fmt.Errorf("%v is rejected: %w", v, err)
			}
		}
		for _, v := range refused {
			if r.Validate(v) == nil {
				return fmt.Errorf("%v is accepted", v)
			}
		}
		return nil
	}}
}

type report struct {
	Name string `json:"name"`
}

type tree struct {
	Children []*tree `json:"children"`
}

// drops returns the claim that a part of a tool is this, and no more.
func drops(rule, says string, t mcpgo.Tool, is any, path ...string) claim {
	return claim{rule, says, func() error {
		got, err := part(t, path...)
		return errors.Join(err, want(got, is))
	}}
}

func documents() []claim {
	return []claim{
		judges("schemaerror/unsatisfiable", "texts are no numbers", `{"type": "number", "enum": ["1", "2"]}`, nil, []any{"1", 1.0, 2.0, nil}),
		judges("schemaerror/unsatisfiable", "nothing lies between 5 and 3", `{"type": "integer", "minimum": 5, "maximum": 3}`, nil, []any{2.0, 3.0, 4.0, 5.0, 6.0}),
		judges("schemaerror/no-effect", "a text has no minimum", `{"type": "string", "minimum": 5}`, []any{"", "4", "x"}, []any{4.0}),
		{"schemaerror/unsatisfiable", "mcp-go takes an enum on a number as it comes", func() error {
			got, err := part(mcpgo.NewTool("t", mcpgo.WithNumber("n", mcpgo.Enum("1", "2"))), "inputSchema", "properties", "n", "enum")
			if err != nil {
				return err
			}
			return want(got, []any{"1", "2"})
		}},
		drops("schemaerror/output-dropped", "mcp-go makes no output schema of a pointer", mcpgo.NewTool("t", mcpgo.WithOutputSchema[*report]()), nil, "outputSchema"),
		drops("schemaerror/output-dropped", "mcp-go makes no output schema of a list", mcpgo.NewTool("t", mcpgo.WithOutputSchema[[]report]()), nil, "outputSchema"),
		drops("schemaerror/output-dropped", "mcp-go makes an empty object of a text", mcpgo.NewTool("t", mcpgo.WithOutputSchema[string]()), map[string]any{}, "outputSchema", "properties"),
		drops("schemaerror/input-dropped", "mcp-go makes no input schema of a recursive type", mcpgo.NewTool("t", mcpgo.WithInputSchema[tree]()), map[string]any{}, "inputSchema", "properties"),
		{"schemaerror/unstable", "a list that is filled from a map is another one in each round", func() error {
			values, seen := map[string]bool{"a": true, "b": true, "c": true, "d": true}, map[string]bool{}
			for range 200 {
				got, err := part(mcpgo.NewTool("t", mcpgo.WithString("s", mcpgo.Enum(slices.Collect(maps.Keys(values))...))), "inputSchema", "properties", "s", "enum")
				if err != nil {
					return err
				}
				seen[fmt.Sprint(got)] = true
			}
			return want(len(seen) > 1, true)
		}},
		{"schemaerror/two-sources", "the official SDK shows the schema that is written by hand, and no tag", func() error {
			got, err := listed(func(s *mcp.Server) {
				mcp.AddTool(s, &mcp.Tool{Name: "t", InputSchema: json.RawMessage(`{"type": "object", "properties": {"a": {"type": "string", "description": "by hand"}}}`)},
					handle[struct {
						A string `json:"a" jsonschema:"by tag"`
					}])
			}, "inputSchema")
			return errors.Join(err, want(got, map[string]any{"type": "object", "properties": map[string]any{"a": map[string]any{"type": "string", "description": "by hand"}}}))
		}},
		{"schemaerror/two-sources", "a call may leave out what the tag makes required, and the field is empty then", func() error {
			type in struct {
				A string `json:"a" jsonschema:"by tag"`
			}
			got := "not called"
			add := func(s *mcp.Server) {
				mcp.AddTool(s, &mcp.Tool{Name: "t", InputSchema: json.RawMessage(`{"type": "object", "properties": {"a": {"type": "string"}}}`)},
					func(_ context.Context, _ *mcp.CallToolRequest, args in) (*mcp.CallToolResult, any, error) {
						got = args.A
						return nil, nil, nil
					})
			}
			err := gosdk(add, func(ctx context.Context, c *mcp.ClientSession) error {
				_, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "t", Arguments: map[string]any{}})
				return err
			})
			return errors.Join(err, want(got, ""))
		}},
		{"handlerargs/empty", "a required text may be empty for the SDK, so that the handler is what fails", func() error {
			add := func(s *mcp.Server) {
				mcp.AddTool(s, &mcp.Tool{Name: "t"}, func(_ context.Context, _ *mcp.CallToolRequest, args struct {
					A string `json:"a" jsonschema:"Leave this empty for all."`
				}) (*mcp.CallToolResult, any, error) {
					if args.A == "" {
						return nil, nil, errors.New("no a")
					}
					return nil, nil, nil
				})
			}
			return gosdk(add, func(ctx context.Context, c *mcp.ClientSession) error {
				res, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "t", Arguments: map[string]any{"a": ""}})
				if err != nil {
					return err
				}
				text, _ := res.Content[0].(*mcp.TextContent)
				return errors.Join(want(res.IsError, true), want(text.Text, "no a"))
			})
		}},
		{"nodescription/left-over", "a description is sent as it stands", func() error {
			text, err := part(&mcp.Tool{Name: "t", Description: `a\, b %s &quot;`}, "description")
			return errors.Join(err, want(text, `a\, b %s &quot;`))
		}},
		{"nodescription/says-optional", "a call that leaves out what is required is refused, whatever the description says", func() error {
			return gosdk(adds[struct {
				A string `json:"a" jsonschema:"Leave this empty for all."`
			}], func(ctx context.Context, c *mcp.ClientSession) error {
				res, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "t", Arguments: map[string]any{}})
				return want(err != nil || res.IsError, true)
			})
		}},
		{"hints/contradiction", "NewTool makes a read-only tool destructive", func() error {
			t := mcpgo.NewTool("t", mcpgo.WithReadOnlyHintAnnotation(true))
			read, err := part(t, "annotations", "readOnlyHint")
			destructive, err2 := part(t, "annotations", "destructiveHint")
			return errors.Join(err, err2, want(read, true), want(destructive, true))
		}},
		{"hints/default", "one option takes that back", func() error {
			t := mcpgo.NewTool("t", mcpgo.WithReadOnlyHintAnnotation(true), mcpgo.WithDestructiveHintAnnotation(false))
			destructive, err := part(t, "annotations", "destructiveHint")
			return errors.Join(err, want(destructive, false))
		}},
		{"hints/explicit", "go-sdk does not send openWorldHint by itself", func() error {
			hint, err := part(&mcp.Tool{Name: "t", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, "annotations", "openWorldHint")
			return errors.Join(err, want(hint, nil))
		}},
		{"hints/missing", "go-sdk sends no hints that the author did not set", func() error {
			_, err := part(&mcp.Tool{Name: "t"}, "annotations", "destructiveHint")
			return want(err != nil, true)
		}},
		{"hints/title", "both titles are sent", func() error {
			t := &mcp.Tool{Name: "t", Title: "List files", Annotations: &mcp.ToolAnnotations{Title: "Files"}}
			title, err := part(t, "title")
			old, err2 := part(t, "annotations", "title")
			return errors.Join(err, err2, want(title, "List files"), want(old, "Files"))
		}},
	}
}
