//go:build sdk01

// Package tools defines tools that another package registers.
package tools

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/sdk01/reply"
)

type readArgs struct {
	Path string `json:"path"`
}

// Read is a package variable.
var Read = mcp.NewServerTool[readArgs, any]("file_read", "Read a file.", reply.OK[readArgs],
	mcp.Input(mcp.Property("path", mcp.Description("path of the file"))))

// Write returns a tool.
func Write() *mcp.ServerTool {
	type args struct {
		readArgs
		Text string `json:"text"`
	}
	return mcp.NewServerTool("file_write", "Write a file.", reply.OK[args], mcp.Input(
		mcp.Property("text", mcp.Description("what to write"))))
}

// Config says what tools there are.
type Config struct {
	Root     string
	ReadOnly bool
}

// All returns tools in a slice.
func All(cfg *Config) []*mcp.ServerTool {
	return []*mcp.ServerTool{listTool(cfg), statTool(cfg, "stat")}
}

func listTool(cfg *Config) *mcp.ServerTool {
	handler := func(context.Context, *mcp.ServerSession, *mcp.CallToolParamsFor[struct {
		Depth int `json:"depth,omitempty"`
	}]) (*mcp.CallToolResultFor[[]string], error) {
		_ = cfg.Root
		return nil, nil
	}
	return mcp.NewServerTool("file_list", "List files.", handler,
		mcp.Input(mcp.Property("depth", mcp.Description("how deep to go"))))
}

func statTool(_ *Config, name string) *mcp.ServerTool {
	return mcp.NewServerTool("file_"+name, "Stat a file.", reply.Typed[readArgs, map[string]int])
}

// Tool is what a registry holds.
type Tool interface{ Server() *mcp.ServerTool }

// Named is a tool made from its name.
type Named string

// Server returns the tool.
func (n Named) Server() *mcp.ServerTool {
	return mcp.NewServerTool(string(n), "The tool "+string(n)+".", reply.OK[readArgs])
}
