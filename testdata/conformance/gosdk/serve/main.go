// Command serve runs every server of this module, asks each for its tools and
// prints what went over the wire, in the form of package wire.
package main

import (
	"context"
	"encoding/json"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/wire"
)

func main() { wire.Print(servers, refusals, list) }

// list registers the tools of one server and returns them as the SDK prints
// them.
func list(register func(*mcp.Server)) (json.RawMessage, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	server := mcp.NewServer(&mcp.Implementation{Name: "conformance", Version: "1"}, nil)
	register(server)
	clientSide, serverSide := mcp.NewInMemoryTransports()
	var log wire.Log
	if _, err := server.Connect(ctx, logged(serverSide, &log), nil); err != nil {
		return nil, err
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "conformance", Version: "1"}, nil)
	session, err := client.Connect(ctx, clientSide, nil)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	if _, err := session.ListTools(ctx, nil); err != nil {
		return nil, err
	}
	return log.Tools()
}
