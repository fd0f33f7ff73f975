// Package server is a stub: the API of mcp-go v1.2 that registers tools, for
// fixtures that are analysed and never run.
package server

import (
	"context"
	"io"

	"github.com/mark3labs/mcp-go/mcp"
)

// ToolHandlerFunc handles calls.
type ToolHandlerFunc func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error)

// TaskToolHandlerFunc handles calls that become tasks.
type TaskToolHandlerFunc func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CreateTaskResult, error)

// ToolHandlerMiddleware wraps a handler.
type ToolHandlerMiddleware func(ToolHandlerFunc) ToolHandlerFunc

// ToolFilterFunc changes the list of tools.
type ToolFilterFunc func(ctx context.Context, tools []mcp.Tool) []mcp.Tool

// ResourceTemplateHandlerFunc reads resources of a template.
type ResourceTemplateHandlerFunc func(ctx context.Context, request mcp.ReadResourceRequest) ([]mcp.ResourceContents, error)

// ServerTool is a tool with its handler.
type ServerTool struct {
	Tool    mcp.Tool
	Handler ToolHandlerFunc
}

// ServerTaskTool is a tool with a handler that makes tasks.
type ServerTaskTool struct {
	Tool    mcp.Tool
	Handler TaskToolHandlerFunc
}

// MCPServer is a server.
type MCPServer struct{ tools map[string]ServerTool }

// ServerOption changes a server that is being built.
type ServerOption func(*MCPServer)

// NewMCPServer returns a server.
func NewMCPServer(name, version string, opts ...ServerOption) *MCPServer { panic("stub") }

// ServerFromContext returns the server that handles a call.
func ServerFromContext(ctx context.Context) *MCPServer { panic("stub") }

// SendNotificationToClient sends a notification to the client of a call.
func (s *MCPServer) SendNotificationToClient(ctx context.Context, method string, params map[string]any) error {
	panic("stub")
}

// AddTool registers a tool.
func (s *MCPServer) AddTool(tool mcp.Tool, handler ToolHandlerFunc) { panic("stub") }

// AddResourceTemplate registers a template of resources.
func (s *MCPServer) AddResourceTemplate(template mcp.ResourceTemplate, handler ResourceTemplateHandlerFunc) {
}

// AddTools registers tools.
func (s *MCPServer) AddTools(tools ...ServerTool) { panic("stub") }

// SetTools replaces all tools.
func (s *MCPServer) SetTools(tools ...ServerTool) { panic("stub") }

// AddTaskTool registers a tool that makes tasks.
func (s *MCPServer) AddTaskTool(tool mcp.Tool, handler TaskToolHandlerFunc) { panic("stub") }

// AddTaskTools registers tools that make tasks.
func (s *MCPServer) AddTaskTools(tools ...ServerTaskTool) { panic("stub") }

// DeleteTools removes tools.
func (s *MCPServer) DeleteTools(names ...string) { panic("stub") }

// GetTool returns a tool.
func (s *MCPServer) GetTool(name string) *ServerTool { panic("stub") }

// ListTools returns the tools by name.
func (s *MCPServer) ListTools() map[string]*ServerTool { panic("stub") }

// AddSessionTool registers a tool for one session.
func (s *MCPServer) AddSessionTool(sessionID string, tool mcp.Tool, handler ToolHandlerFunc) error {
	panic("stub")
}

// AddSessionTools registers tools for one session.
func (s *MCPServer) AddSessionTools(sessionID string, tools ...ServerTool) error { panic("stub") }

// DeleteSessionTools removes tools of one session.
func (s *MCPServer) DeleteSessionTools(sessionID string, names ...string) error { panic("stub") }

// Use adds middleware.
func (s *MCPServer) Use(mw ...ToolHandlerMiddleware) { panic("stub") }

// WithToolCapabilities announces tools.
func WithToolCapabilities(listChanged bool) ServerOption { panic("stub") }

// WithToolHandlerMiddleware adds middleware.
func WithToolHandlerMiddleware(mw ToolHandlerMiddleware) ServerOption { panic("stub") }

// WithToolFilter changes what is listed.
func WithToolFilter(filter ToolFilterFunc) ServerOption { panic("stub") }

// WithRecovery recovers from panics of handlers.
func WithRecovery() ServerOption { panic("stub") }

// WithLogging announces logging.
func WithLogging() ServerOption { panic("stub") }

// WithInstructions sets the instructions.
func WithInstructions(instructions string) ServerOption { panic("stub") }

// WithInputSchemaValidation validates arguments.
func WithInputSchemaValidation() ServerOption { panic("stub") }

// WithStrictInputSchemaDefault forbids arguments that a schema does not name.
func WithStrictInputSchemaDefault() ServerOption { panic("stub") }

// WithHooks sets hooks.
func WithHooks(hooks *Hooks) ServerOption { panic("stub") }

// OnBeforeListToolsFunc runs before tools are listed.
type OnBeforeListToolsFunc func(ctx context.Context, id any, message *mcp.ListToolsRequest)

// OnAfterListToolsFunc runs after tools are listed, and may change the list.
type OnAfterListToolsFunc func(ctx context.Context, id any, message *mcp.ListToolsRequest, result *mcp.ListToolsResult)

// Hooks are functions that run around requests.
type Hooks struct {
	OnBeforeListTools []OnBeforeListToolsFunc
	OnAfterListTools  []OnAfterListToolsFunc
}

// AddBeforeListTools adds a hook.
func (h *Hooks) AddBeforeListTools(hook OnBeforeListToolsFunc) { panic("stub") }

// AddAfterListTools adds a hook.
func (h *Hooks) AddAfterListTools(hook OnAfterListToolsFunc) { panic("stub") }

// ClientSession is a connection.
type ClientSession interface{ SessionID() string }

// SessionWithResourceSubscriptionsErr is a session with subscriptions.
type SessionWithResourceSubscriptionsErr interface {
	ClientSession
	SubscribeToResource(uri string) error
}

// StdioOption changes how stdio is served.
type StdioOption func(*StdioServer)

// StdioServer serves standard input and output.
type StdioServer struct{ server *MCPServer }

// NewStdioServer returns a server for standard input and output.
func NewStdioServer(server *MCPServer) *StdioServer { panic("stub") }

// Listen serves a reader and a writer.
func (s *StdioServer) Listen(ctx context.Context, stdin io.Reader, stdout io.Writer) error {
	panic("stub")
}

// ServeStdio serves standard input and output.
func ServeStdio(server *MCPServer, opts ...StdioOption) error { panic("stub") }

// SSEServer serves server-sent events.
type SSEServer struct{ server *MCPServer }

// SSEOption changes an SSEServer.
type SSEOption func(*SSEServer)

// NewSSEServer returns a server for server-sent events.
func NewSSEServer(server *MCPServer, opts ...SSEOption) *SSEServer { panic("stub") }

// Start listens.
func (s *SSEServer) Start(addr string) error { panic("stub") }

// StreamableHTTPServer serves HTTP.
type StreamableHTTPServer struct{ server *MCPServer }

// StreamableHTTPOption changes a StreamableHTTPServer.
type StreamableHTTPOption func(*StreamableHTTPServer)

// NewStreamableHTTPServer returns a server for HTTP.
func NewStreamableHTTPServer(server *MCPServer, opts ...StreamableHTTPOption) *StreamableHTTPServer {
	panic("stub")
}

// Start listens.
func (s *StreamableHTTPServer) Start(addr string) error { panic("stub") }

// RequestElicitation asks the user.
func (s *MCPServer) RequestElicitation(ctx context.Context, request mcp.ElicitationRequest) (*mcp.ElicitationResult, error) {
	panic("stub")
}

// RequestRoots asks for the roots of the client.
func (s *MCPServer) RequestRoots(ctx context.Context, request mcp.ListRootsRequest) (*mcp.ListRootsResult, error) {
	panic("stub")
}

// IsModernRequest reports whether the client uses protocol version 2026-07-28.
func IsModernRequest(ctx context.Context) bool { panic("stub") }

// WithLegacyServerInitiatedRequests sends requests to clients of every version.
func WithLegacyServerInitiatedRequests() ServerOption { panic("stub") }

// SessionWithTools is a session with tools.
type SessionWithTools interface {
	GetSessionTools() map[string]ServerTool
	SetSessionTools(tools map[string]ServerTool)
}
