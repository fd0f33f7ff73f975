package main

import (
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func logged(t mcp.Transport, w io.Writer) mcp.Transport {
	return &mcp.LoggingTransport{Transport: t, Writer: w}
}
