//go:build !nohttp

package mcp

import "net/http"

// header is the type of the fields of http.Header.
type header = http.Header

// StreamableHTTPHandler serves sessions over HTTP.
type StreamableHTTPHandler struct{ getServer func(*http.Request) *Server }

// NewStreamableHTTPHandler returns a handler of servers.
func NewStreamableHTTPHandler(getServer func(*http.Request) *Server, opts *StreamableHTTPOptions) *StreamableHTTPHandler {
	panic("stub")
}

// ServeHTTP implements http.Handler.
func (h *StreamableHTTPHandler) ServeHTTP(w http.ResponseWriter, req *http.Request) { panic("stub") }
