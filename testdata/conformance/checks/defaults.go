package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	mcpclient "github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	mcpserver "github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// withDefault is a tool whose argument a has this schema.
func withDefault(a *jsonschema.Schema, required ...string) *mcp.Tool {
	return &mcp.Tool{Name: "t", InputSchema: &jsonschema.Schema{
		Type: "object", Required: required, Properties: map[string]*jsonschema.Schema{"a": a},
	}}
}

// misfits returns the claim that the official SDK registers no tool with such a
// default, while the same default is taken once it fits.
func misfits(rule, says string, a *jsonschema.Schema, fits string) claim {
	return claim{rule, says, func() error {
		add := func() {
			mcp.AddTool(mcp.NewServer(&mcp.Implementation{}, nil), withDefault(a), handle[map[string]any])
		}
		if err := panics(add); err != nil {
			return err
		}
		a.Default = json.RawMessage(fits)
		if panics(add) == nil {
			return fmt.Errorf("it panics with %s, too", fits)
		}
		return nil
	}}
}

// unlisted returns the claim that tools/list fails for a tool.
func unlisted(rule, says string, list func() error) claim {
	return claim{rule, says, func() error {
		if list() == nil {
			return fmt.Errorf("tools/list is answered")
		}
		return nil
	}}
}

// gosdkList asks a server of the official SDK for its tools, which does not even
// refuse to answer if it cannot.
func gosdkList(t *mcp.Tool) error {
	return gosdk(func(s *mcp.Server) { s.AddTool(t, nil) }, func(ctx context.Context, c *mcp.ClientSession) error {
		ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
		defer cancel()
		_, err := c.ListTools(ctx, nil)
		return err
	})
}

// mcpgoList asks a server of mcp-go for its tools, as a client does.
func mcpgoList(t mcpgo.Tool) error {
	ctx := context.Background()
	s := mcpserver.NewMCPServer("s", "1")
	s.AddTool(t, func(context.Context, mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) { return nil, nil })
	c, err := mcpclient.NewInProcessClient(s)
	if err != nil {
		return err
	}
	defer c.Close()
	if _, err := c.Initialize(ctx, mcpgo.InitializeRequest{}); err != nil {
		return err
	}
	_, err = c.ListTools(ctx, mcpgo.ListToolsRequest{})
	return err
}

func defaults() []claim {
	one := 1.0
	def := func(text string) json.RawMessage { return json.RawMessage(text) }
	return []claim{
		misfits("baddefault/type", "registration panics", &jsonschema.Schema{Type: "integer", Default: def(`"ten"`)}, `10`),
		misfits("baddefault/bounds", "registration panics", &jsonschema.Schema{Type: "integer", Minimum: &one, Default: def(`0`)}, `1`),
		misfits("baddefault/enum", "registration panics", &jsonschema.Schema{Type: "string", Enum: []any{"a"}, Default: def(`"b"`)}, `"a"`),
		misfits("baddefault/pattern", "registration panics", &jsonschema.Schema{Type: "string", Pattern: "^a", Default: def(`"b"`)}, `"ab"`),
		misfits("baddefault/schema", "registration panics", &jsonschema.Schema{Type: "object", Required: []string{"x"}, Default: def(`{}`)}, `{"x": 1}`),
		misfits("baddefault/syntax", "registration panics", &jsonschema.Schema{Type: "string", Default: def(`any`)}, `"any"`),
		unlisted("baddefault/syntax", "with a handler that decodes itself, tools/list is not answered", func() error {
			return gosdkList(withDefault(&jsonschema.Schema{Type: "string", Default: def(`any`)}))
		}),
		{"baddefault/syntax", "but it is with a default that is JSON", func() error {
			return gosdkList(withDefault(&jsonschema.Schema{Type: "string", Default: def(`"any"`)}))
		}},
		unlisted("baddefault/syntax", "mcp-go cannot list a tool whose default is NaN", func() error {
			return mcpgoList(mcpgo.NewTool("t", mcpgo.WithNumber("a", mcpgo.DefaultNumber(math.NaN()))))
		}),
		{"baddefault/syntax", "but one whose default is a number", func() error {
			return mcpgoList(mcpgo.NewTool("t", mcpgo.WithNumber("a", mcpgo.DefaultNumber(1))))
		}},
		drops("baddefault/type", "mcp-go lists what does not fit", mcpgo.NewTool("t", mcpgo.WithNumber("a", mcpgo.DefaultString("ten"))),
			map[string]any{"type": "number", "default": "ten"}, "inputSchema", "properties", "a"),
		{"baddefault/required", "a call that leaves it to the default is refused", func() error {
			return gosdk(func(s *mcp.Server) {
				mcp.AddTool(s, withDefault(&jsonschema.Schema{Type: "integer", Default: def(`1`)}, "a"), handle[map[string]any])
			}, func(ctx context.Context, c *mcp.ClientSession) error {
				res, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "t", Arguments: map[string]any{}})
				if err == nil && !res.IsError {
					return errors.New("it is called")
				}
				return nil
			})
		}},
		{"baddefault/required", "an optional one is filled in", func() error {
			got := ""
			return gosdk(func(s *mcp.Server) {
				mcp.AddTool(s, withDefault(&jsonschema.Schema{Type: "integer", Default: def(`1`)}),
					func(_ context.Context, _ *mcp.CallToolRequest, in map[string]any) (*mcp.CallToolResult, any, error) {
						got = strings.TrimSpace(fmt.Sprint(in))
						return nil, nil, nil
					})
			}, func(ctx context.Context, c *mcp.ClientSession) error {
				_, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "t", Arguments: map[string]any{}})
				return errors.Join(err, want(got, "map[a:1]"))
			})
		}},
	}
}
