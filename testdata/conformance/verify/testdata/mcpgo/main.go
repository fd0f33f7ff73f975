// A server of mcp-go, which lists its tools on two pages.
package main

import (
	"context"
	"flag"
	"fmt"
	"net"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func look(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}

func main() {
	web := flag.Bool("http", false, "serve streamable HTTP and print the address")
	stateless := flag.Bool("stateless", false, "keep no sessions")
	flag.Bool("json", false, "")
	flag.Parse()
	s := server.NewMCPServer("weather", "1", server.WithToolCapabilities(true), server.WithPaginationLimit(2))
	s.AddTool(mcp.NewTool("forecast", mcp.WithDescription("Tells the weather of the next days."),
		mcp.WithString("city", mcp.Required(), mcp.Description("the city")), mcp.WithNumber("days")), look)
	s.AddTool(mcp.NewTool("now", mcp.WithDescription("Tells the weather <now>."), mcp.WithTaskSupport(mcp.TaskSupportOptional)), look)
	s.AddTool(mcp.NewTool("history", mcp.WithDescription("Tells the weather of the past."), mcp.WithDeferLoading(true)), look)
	if !*web {
		if err := server.ServeStdio(s); err != nil {
			panic(err)
		}
		return
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Printf("http://%s/mcp\n", l.Addr())
	panic(http.Serve(l, server.NewStreamableHTTPServer(s, server.WithStateLess(*stateless))))
}
