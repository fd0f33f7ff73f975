package main

import (
	"context"
	"encoding/json"
	"fmt"

	mcpclient "github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	mcpserver "github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// gosdk runs a server of the official SDK and connects to it.
func gosdk(add func(s *mcp.Server), use func(ctx context.Context, c *mcp.ClientSession) error) error {
	ctx := context.Background()
	s := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
	add(s)
	here, there := mcp.NewInMemoryTransports()
	if _, err := s.Connect(ctx, there, nil); err != nil {
		return err
	}
	c, err := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil).Connect(ctx, here, nil)
	if err != nil {
		return err
	}
	defer c.Close()
	return use(ctx, c)
}

// listed returns a part of the first tool that a server of the official SDK lists.
func listed(add func(s *mcp.Server), path ...string) (any, error) {
	var v any
	err := gosdk(add, func(ctx context.Context, c *mcp.ClientSession) error {
		list, err := c.ListTools(ctx, nil)
		if err != nil {
			return err
		}
		v, err = part(list.Tools[0], path...)
		return err
	})
	return v, err
}

// part returns a part of the JSON of a value, nil if there is none.
func part(v any, path ...string) (any, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var doc any
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, err
	}
	for _, name := range path {
		m, ok := doc.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("no %s in %s", name, data)
		}
		doc = m[name]
	}
	return doc, nil
}

// mcpgoCall calls a tool of mcp-go with arguments as JSON, "" for none.
func mcpgoCall(tool mcpgo.Tool, h mcpserver.ToolHandlerFunc, args string, o ...mcpserver.ServerOption) (*mcpgo.CallToolResult, error) {
	ctx := context.Background()
	s := mcpserver.NewMCPServer("s", "1", o...)
	s.AddTool(tool, h)
	c, err := mcpclient.NewInProcessClient(s)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	if err := c.Start(ctx); err != nil {
		return nil, err
	}
	if _, err := c.Initialize(ctx, mcpgo.InitializeRequest{}); err != nil {
		return nil, err
	}
	var req mcpgo.CallToolRequest
	req.Params.Name = tool.Name
	if args != "" {
		var m map[string]any
		if err := json.Unmarshal([]byte(args), &m); err != nil {
			return nil, err
		}
		req.Params.Arguments = m
	}
	return c.CallTool(ctx, req)
}
