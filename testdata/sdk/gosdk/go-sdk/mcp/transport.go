package mcp

import (
	"context"
	"io"
	"log/slog"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// Connection carries messages.
type Connection interface {
	Read(context.Context) (jsonrpc.Message, error)
	Write(context.Context, jsonrpc.Message) error
	Close() error
	SessionID() string
}

// Transport makes connections.
type Transport interface {
	Connect(ctx context.Context) (Connection, error)
}

// StdioTransport speaks over stdin and stdout.
type StdioTransport struct{}

// Connect implements Transport.
func (*StdioTransport) Connect(context.Context) (Connection, error) { panic("stub") }

// InMemoryTransport speaks to its twin.
type InMemoryTransport struct{ rwc io.ReadWriteCloser }

// NewInMemoryTransports returns two transports that speak to each other.
func NewInMemoryTransports() (*InMemoryTransport, *InMemoryTransport) { panic("stub") }

// Connect implements Transport.
func (t *InMemoryTransport) Connect(context.Context) (Connection, error) { panic("stub") }

// IOTransport speaks over a reader and a writer.
type IOTransport struct {
	Reader io.ReadCloser
	Writer io.WriteCloser
}

// Connect implements Transport.
func (*IOTransport) Connect(context.Context) (Connection, error) { panic("stub") }

// LoggingTransport writes what passes.
type LoggingTransport struct {
	Transport Transport
	Writer    io.Writer
}

// Connect implements Transport.
func (t *LoggingTransport) Connect(context.Context) (Connection, error) { panic("stub") }

// StreamableHTTPOptions configure a StreamableHTTPHandler.
type StreamableHTTPOptions struct {
	Stateless           bool
	JSONResponse        bool
	Logger              *slog.Logger
	SessionTimeout      time.Duration
	MaxRequestBodyBytes int64
}

// ClientOptions configure a client.
type ClientOptions struct {
	Logger *slog.Logger
}

// Client is an MCP client.
type Client struct{ impl *Implementation }

// NewClient returns a client.
func NewClient(impl *Implementation, options *ClientOptions) *Client { panic("stub") }

// ClientSessionOptions configure a client's session.
type ClientSessionOptions struct{ protocol string }

// ClientSession is a connection with a server.
type ClientSession struct{ client *Client }

// Connect begins a session.
func (c *Client) Connect(ctx context.Context, t Transport, opts *ClientSessionOptions) (*ClientSession, error) {
	panic("stub")
}

// Close ends the session.
func (cs *ClientSession) Close() error { panic("stub") }

// ID names the session.
func (cs *ClientSession) ID() string { panic("stub") }

// ListTools asks for the tools.
func (cs *ClientSession) ListTools(ctx context.Context, params *ListToolsParams) (*ListToolsResult, error) {
	panic("stub")
}

// CallTool calls a tool.
func (cs *ClientSession) CallTool(ctx context.Context, params *CallToolParams) (*CallToolResult, error) {
	panic("stub")
}
