//go:build sdk02 && schema02

package main

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func connect(ctx context.Context, server *mcp.Server, at, from mcp.Transport) (*mcp.ClientSession, error) {
	if _, err := server.Connect(ctx, at, nil); err != nil {
		return nil, err
	}
	return client().Connect(ctx, from, nil)
}
