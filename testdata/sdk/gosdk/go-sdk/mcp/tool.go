// Package mcp is a stub: the API of the official Go SDK v1.8 that servers with
// tools are written against, without its behaviour, for fixtures that are
// analysed and never run.
package mcp

import (
	"context"
	"encoding/json"
)

// Meta is additional metadata.
type Meta map[string]any

// GetMeta returns the metadata.
func (m Meta) GetMeta() map[string]any { panic("stub") }

// SetMeta replaces the metadata.
func (m *Meta) SetMeta(x map[string]any) { panic("stub") }

// Tool is the definition of a tool.
type Tool struct {
	Meta         `json:"_meta,omitempty"`
	Annotations  *ToolAnnotations `json:"annotations,omitempty"`
	Description  string           `json:"description,omitempty"`
	InputSchema  any              `json:"inputSchema"`
	Name         string           `json:"name"`
	OutputSchema any              `json:"outputSchema,omitempty"`
	Title        string           `json:"title,omitempty"`
	Icons        []Icon           `json:"icons,omitempty"`
}

// ToolAnnotations are hints about a tool.
type ToolAnnotations struct {
	DestructiveHint *bool  `json:"destructiveHint,omitempty"`
	IdempotentHint  bool   `json:"idempotentHint"`
	OpenWorldHint   *bool  `json:"openWorldHint,omitempty"`
	ReadOnlyHint    bool   `json:"readOnlyHint"`
	Title           string `json:"title,omitempty"`
}

// MarshalJSON prints the hints.
func (t ToolAnnotations) MarshalJSON() ([]byte, error) { panic("stub") }

// IconTheme is the theme an icon is made for.
type IconTheme string

// The themes.
const (
	IconThemeLight IconTheme = "light"
	IconThemeDark  IconTheme = "dark"
)

// Icon is an image of a tool or a server.
type Icon struct {
	Source   string    `json:"src"`
	MIMEType string    `json:"mimeType,omitempty"`
	Sizes    []string  `json:"sizes,omitempty"`
	Theme    IconTheme `json:"theme,omitempty"`
}

// Implementation names a server or a client.
type Implementation struct {
	Name        string `json:"name"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
	Version     string `json:"version"`
	WebsiteURL  string `json:"websiteUrl,omitempty"`
	Icons       []Icon `json:"icons,omitempty"`
}

// InputRequestMap holds requests for more input.
type InputRequestMap map[string]any

// InputResponseMap holds the answers to requests for more input.
type InputResponseMap map[string]any

// CallToolParams are the client's parameters of a call.
type CallToolParams struct {
	Meta           `json:"_meta,omitempty"`
	Name           string           `json:"name"`
	Arguments      any              `json:"arguments,omitempty"`
	InputResponses InputResponseMap `json:"inputResponses,omitempty"`
	RequestState   string           `json:"requestState,omitempty"`
}

// CallToolParamsRaw are the parameters as a handler sees them.
type CallToolParamsRaw struct {
	Meta           `json:"_meta,omitempty"`
	Name           string           `json:"name"`
	Arguments      json.RawMessage  `json:"arguments,omitempty"`
	InputResponses InputResponseMap `json:"inputResponses,omitempty"`
	RequestState   string           `json:"requestState,omitempty"`
}

// GetProgressToken returns the token for reports of progress.
func (p *CallToolParamsRaw) GetProgressToken() any { panic("stub") }

// CallToolRequest is a call as a handler sees it.
type CallToolRequest = ServerRequest[*CallToolParamsRaw]

// CallToolResult is the answer to a call.
type CallToolResult struct {
	Meta              `json:"_meta,omitempty"`
	Content           []Content       `json:"content"`
	StructuredContent any             `json:"structuredContent,omitempty"`
	IsError           bool            `json:"isError,omitempty"`
	InputRequests     InputRequestMap `json:"inputRequests,omitempty"`
	RequestState      string          `json:"requestState,omitempty"`
}

// GetError returns what SetError has set.
func (r *CallToolResult) GetError() error { panic("stub") }

// SetError makes the result an error.
func (r *CallToolResult) SetError(err error) { panic("stub") }

// NeedsInput reports whether the call waits for input.
func (r *CallToolResult) NeedsInput() bool { panic("stub") }

// MarshalJSON prints a result.
func (x *CallToolResult) MarshalJSON() ([]byte, error) { panic("stub") }

// UnmarshalJSON reads a result.
func (x *CallToolResult) UnmarshalJSON(data []byte) error { panic("stub") }

// ListToolsParams are the parameters of tools/list.
type ListToolsParams struct {
	Meta   `json:"_meta,omitempty"`
	Cursor string `json:"cursor,omitempty"`
}

// ListToolsResult is the answer to tools/list.
type ListToolsResult struct {
	Meta `json:"_meta,omitempty"`
	Cacheable
	NextCursor string  `json:"nextCursor,omitempty"`
	Tools      []*Tool `json:"tools"`
}

// Cacheable says how long a result may be kept.
type Cacheable struct {
	TTLMs      int    `json:"ttlMs"`
	CacheScope string `json:"cacheScope"`
}

// ToolHandler handles calls of a tool with raw arguments.
type ToolHandler func(context.Context, *CallToolRequest) (*CallToolResult, error)

// ToolHandlerFor handles calls of a tool with typed arguments.
type ToolHandlerFor[In, Out any] func(_ context.Context, request *CallToolRequest, input In) (result *CallToolResult, output Out, _ error)

// AddTool adds a tool with a typed handler.
func AddTool[In, Out any](s *Server, t *Tool, h ToolHandlerFor[In, Out]) { panic("stub") }

// AddTool adds a tool with a raw handler.
func (s *Server) AddTool(t *Tool, h ToolHandler) { panic("stub") }

// RemoveTools removes tools by name.
func (s *Server) RemoveTools(names ...string) { panic("stub") }
