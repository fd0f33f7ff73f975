// Package mcp_golang is a stub.
package mcp_golang

// Server is a server.
type Server struct{ name string }

// ServerOptions is an option of a server.
type ServerOptions func(*Server)

// Transport is what a server talks over.
type Transport interface{ Close() error }

// ToolResponse is what a handler returns.
type ToolResponse struct{ Content []*Content }

// Content is a part of it.
type Content struct{ Text string }

// NewToolResponse makes an answer.
func NewToolResponse(content ...*Content) *ToolResponse { panic("stub") }

// WithName says what a server calls itself.
func WithName(name string) ServerOptions { panic("stub") }

// NewServer makes a server.
func NewServer(transport Transport, options ...ServerOptions) *Server { panic("stub") }

// RegisterTool registers a tool.
func (s *Server) RegisterTool(name string, description string, handler any) error { panic("stub") }

// DeregisterTool takes one back.
func (s *Server) DeregisterTool(name string) error { panic("stub") }

// Serve answers clients.
func (s *Server) Serve() error { panic("stub") }
