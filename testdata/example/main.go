// Command parcels is an MCP server for a small parcel service. It speaks over
// stdin and stdout, and keeps everything in memory.
package main

import (
	"context"
	"log"
	"log/slog"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/parcels/internal/labels"
	"example.com/parcels/internal/parcels"
	"example.com/parcels/internal/rates"
)

func main() {
	logger := slog.New(slog.NewTextHandler(os.Stderr, nil))
	server := mcp.NewServer(&mcp.Implementation{Name: "parcels", Version: "1.4.0"}, &mcp.ServerOptions{Logger: logger})

	store := parcels.NewStore()
	parcels.Register(server, store)
	rates.Register(server)
	labels.NewPrinter(store, logger).Register(server)

	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
