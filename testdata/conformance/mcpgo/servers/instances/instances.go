// Package instances makes its own server, as programs do.
package instances

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// App holds the server and what its handlers need.
type App struct {
	srv  *server.MCPServer
	root string
}

// New returns a server with all tools.
func New() *server.MCPServer {
	app := &App{srv: server.NewMCPServer("files", "1.0", server.WithToolCapabilities(true)), root: "/"}
	app.tools()
	return app.srv
}

func (a *App) tools() {
	a.srv.AddTool(mcp.NewTool("files_read",
		mcp.WithDescription("Read the complete contents of a file."),
		mcp.WithString("path", mcp.Description("Path of the file"), mcp.Required())), a.read)
	a.srv.AddTool(mcp.NewTool("files_write",
		mcp.WithDescription("Create a file or overwrite it."),
		mcp.WithString("path", mcp.Description("Path of the file"), mcp.Required()),
		mcp.WithString("content", mcp.Description("What to write"), mcp.Required())), a.read)
	a.add("files_list", "List a directory.", mcp.WithBoolean("hidden", mcp.DefaultBool(false)))
	a.add("files_tree", "Show a tree.", mcp.WithNumber("depth", mcp.DefaultNumber(3), mcp.Min(1)))
	if a.root != "" {
		a.add("files_roots", "List the allowed directories.")
	}
}

func (a *App) add(name, help string, opts ...mcp.ToolOption) {
	opts = append([]mcp.ToolOption{
		mcp.WithDescription(help),
		mcp.WithString("path", mcp.Description("Path of the directory"), mcp.Required()),
	}, opts...)
	a.srv.AddTool(mcp.NewTool(name, opts...), a.read)
}

func (a *App) read(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(a.root), nil
}
