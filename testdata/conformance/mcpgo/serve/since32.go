//go:build since32

package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/servers/annotated"
	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/servers/session"
	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/servers/typed"
)

func init() {
	programs = append(programs,
		registered("annotated", annotated.Register),
		registered("typed", typed.Register),
		program{"session", inSession})
}

func inSession() (*server.MCPServer, context.Context, error) {
	s := empty()
	session.Register(s)
	client := &client{id: "one"}
	ctx := context.Background()
	if err := s.RegisterSession(ctx, client); err != nil {
		return nil, nil, err
	}
	if err := session.RegisterSession(s, client.id); err != nil {
		return nil, nil, err
	}
	return s, s.WithContext(ctx, client), nil
}

// client is a client that may have tools of its own.
type client struct {
	id    string
	tools map[string]server.ServerTool
}

func (c *client) SessionID() string { return c.id }
func (c *client) Initialize()       {}
func (c *client) Initialized() bool { return true }
func (c *client) NotificationChannel() chan<- mcp.JSONRPCNotification {
	return make(chan mcp.JSONRPCNotification, 9)
}
func (c *client) GetSessionTools() map[string]server.ServerTool      { return c.tools }
func (c *client) SetSessionTools(tools map[string]server.ServerTool) { c.tools = tools }
