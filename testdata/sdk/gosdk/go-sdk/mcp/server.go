package mcp

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/auth"
)

// CodeHeaderMismatch is an error code.
const CodeHeaderMismatch = -32020

// SupportedProtocolVersions returns the versions of the protocol.
func SupportedProtocolVersions() []string { panic("stub") }

// ServerOptions configure a server.
type ServerOptions struct {
	Instructions              string
	Logger                    *slog.Logger
	PageSize                  int
	KeepAlive                 time.Duration
	KeepAliveFailureThreshold int
	Capabilities              *ServerCapabilities
	HasPrompts                bool
	HasResources              bool
	HasTools                  bool
	SchemaCache               *SchemaCache
	GetSessionID              func() string
	SetCacheable              func(ctx context.Context, req Request, c *Cacheable)
	SupportedProtocolVersions []string
}

// ServerCapabilities describe a server.
type ServerCapabilities struct {
	Experimental map[string]any    `json:"experimental,omitempty"`
	Extensions   map[string]any    `json:"extensions,omitempty"`
	Tools        *ToolCapabilities `json:"tools,omitempty"`
}

// AddExtension adds an extension.
func (c *ServerCapabilities) AddExtension(name string, settings map[string]any) { panic("stub") }

// ClientCapabilities describe a client.
type ClientCapabilities struct {
	Experimental map[string]any `json:"experimental,omitempty"`
	Extensions   map[string]any `json:"extensions,omitempty"`
}

// AddExtension adds an extension.
func (c *ClientCapabilities) AddExtension(name string, settings map[string]any) { panic("stub") }

// ToolCapabilities describe what a server does with tools.
type ToolCapabilities struct {
	ListChanged bool `json:"listChanged,omitempty"`
}

// SchemaCache keeps schemas between servers.
type SchemaCache struct{ schemas map[any]*jsonschema.Schema }

// NewSchemaCache returns an empty cache.
func NewSchemaCache() *SchemaCache { panic("stub") }

// Server is an MCP server.
type Server struct{ impl *Implementation }

// NewServer returns a server without features.
func NewServer(impl *Implementation, options *ServerOptions) *Server { panic("stub") }

// AddReceivingMiddleware wraps the handling of requests.
func (s *Server) AddReceivingMiddleware(middleware ...Middleware) { panic("stub") }

// AddSendingMiddleware wraps the sending of requests.
func (s *Server) AddSendingMiddleware(middleware ...Middleware) { panic("stub") }

// Connect begins a session.
func (s *Server) Connect(ctx context.Context, t Transport, opts *ServerSessionOptions) (*ServerSession, error) {
	panic("stub")
}

// Run serves one session.
func (s *Server) Run(ctx context.Context, t Transport) error { panic("stub") }

// ServerSessionOptions configure a session.
type ServerSessionOptions struct{ onClose func() }

// ServerSession is a connection with a client.
type ServerSession struct{ server *Server }

// Close ends the session.
func (ss *ServerSession) Close() error { panic("stub") }

// ID names the session.
func (ss *ServerSession) ID() string { panic("stub") }

// Wait waits for the end of the session.
func (ss *ServerSession) Wait() error { panic("stub") }

// NotifyProgress tells the client of progress.
func (ss *ServerSession) NotifyProgress(ctx context.Context, params *ProgressNotificationParams) error {
	panic("stub")
}

// ProgressNotificationParams say how far a call is.
type ProgressNotificationParams struct {
	Meta          `json:"_meta,omitempty"`
	ProgressToken any     `json:"progressToken"`
	Message       string  `json:"message,omitempty"`
	Progress      float64 `json:"progress"`
	Total         float64 `json:"total,omitempty"`
}

// Session is a session of either side.
type Session interface {
	ID() string
}

// Params are the parameters of a request.
type Params interface {
	GetMeta() map[string]any
	SetMeta(map[string]any)
}

// Result is the result of a request.
type Result interface {
	GetMeta() map[string]any
	SetMeta(map[string]any)
}

// Request is a request to a server or a client.
type Request interface {
	GetSession() Session
	GetParams() Params
	GetExtra() *RequestExtra
}

// RequestExtra comes with a request over HTTP.
type RequestExtra struct {
	TokenInfo      *auth.TokenInfo
	Header         header
	CloseSSEStream func(CloseSSEStreamArgs)
}

// CloseSSEStreamArgs are the arguments of CloseSSEStream.
type CloseSSEStreamArgs struct {
	RetryAfter time.Duration
}

// ServerRequest is a request to a server.
type ServerRequest[P Params] struct {
	Session *ServerSession
	Params  P
	Extra   *RequestExtra
}

// GetExtra returns what came with the request.
func (r *ServerRequest[P]) GetExtra() *RequestExtra { panic("stub") }

// GetParams returns the parameters.
func (r *ServerRequest[P]) GetParams() Params { panic("stub") }

// GetSession returns the session.
func (r *ServerRequest[P]) GetSession() Session { panic("stub") }

// MethodHandler handles a request.
type MethodHandler func(ctx context.Context, method string, req Request) (result Result, err error)

// Middleware wraps a handler.
type Middleware func(MethodHandler) MethodHandler

// InitializeParams are what a client says of itself.
type InitializeParams struct {
	ProtocolVersion string `json:"protocolVersion"`
}

// InitializeParams returns what the client said of itself.
func (ss *ServerSession) InitializeParams() *InitializeParams { panic("stub") }

// ElicitParams ask the user.
type ElicitParams struct {
	Message         string `json:"message"`
	RequestedSchema any    `json:"requestedSchema,omitempty"`
}

// ElicitResult is the answer of the user.
type ElicitResult struct {
	Action  string         `json:"action"`
	Content map[string]any `json:"content,omitempty"`
}

// Elicit asks the user.
func (ss *ServerSession) Elicit(ctx context.Context, params *ElicitParams) (*ElicitResult, error) {
	panic("stub")
}

// CreateMessageParams ask a model.
type CreateMessageParams struct {
	MaxTokens int64 `json:"maxTokens"`
}

// CreateMessageResult is the answer of a model.
type CreateMessageResult struct {
	Model string `json:"model"`
}

// CreateMessage asks a model.
func (ss *ServerSession) CreateMessage(ctx context.Context, params *CreateMessageParams) (*CreateMessageResult, error) {
	panic("stub")
}

// ListRootsParams ask for the roots.
type ListRootsParams struct{}

// ListRootsResult are the roots.
type ListRootsResult struct{}

// ListRoots asks for the roots of the client.
func (ss *ServerSession) ListRoots(ctx context.Context, params *ListRootsParams) (*ListRootsResult, error) {
	panic("stub")
}
