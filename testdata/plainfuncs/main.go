// Library answers questions about the books of a library. Its functions are
// tools for agents: there is no type beside them that says what they take, and
// schemavet generate wrote what makes them tools.
package main

import (
	"context"
	"log"

	"example.com/library/internal/desk"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "library", Version: "1.0.0"}, nil)
	desk.RegisterTools(server, desk.Deps{Desk: desk.New()})
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
