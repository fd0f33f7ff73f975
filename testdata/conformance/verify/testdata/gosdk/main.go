// A server of the official SDK, which lists its tools on two pages.
package main

import (
	"context"
	"flag"
	"fmt"
	"net"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type place struct {
	City string `json:"city" jsonschema:"the city"`
	Days int    `json:"days,omitempty" jsonschema:"how many days"`
}

type weather struct {
	Text string `json:"text"`
}

func look(context.Context, *mcp.CallToolRequest, place) (*mcp.CallToolResult, weather, error) {
	return nil, weather{}, nil
}

func main() {
	web := flag.Bool("http", false, "serve streamable HTTP and print the address")
	stateless := flag.Bool("stateless", false, "keep no sessions")
	json := flag.Bool("json", false, "answer with JSON instead of events")
	flag.Parse()
	s := mcp.NewServer(&mcp.Implementation{Name: "weather", Version: "1"}, &mcp.ServerOptions{PageSize: 2})
	mcp.AddTool(s, &mcp.Tool{Name: "forecast", Description: "Tells the weather of the next days.",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, Title: "Forecast"}}, look)
	mcp.AddTool(s, &mcp.Tool{Name: "now", Description: "Tells the weather <now>.", Meta: mcp.Meta{"example.com/rank": 1.5}}, look)
	mcp.AddTool(s, &mcp.Tool{Name: "history", Description: "Tells the weather of the past.", Title: "History"}, look)
	if !*web {
		if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
			panic(err)
		}
		return
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Printf("http://%s/mcp\n", l.Addr())
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: *stateless, JSONResponse: *json})
	panic(http.Serve(l, h))
}
