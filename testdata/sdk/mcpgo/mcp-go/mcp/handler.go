package mcp

import (
	"context"
	"encoding/json"
)

// MCPMethod is the name of a method of the protocol.
type MCPMethod string

// MethodToolsList is the method that lists tools.
const MethodToolsList MCPMethod = "tools/list"

// Request is what all requests have.
type Request struct {
	Method string `json:"method"`
}

// Result is what all results have.
type Result struct {
	Meta *Meta `json:"_meta,omitempty"`
}

// CallToolRequest asks for a call.
type CallToolRequest struct {
	Request
	Header header         `json:"-"`
	Params CallToolParams `json:"params"`
}

// CallToolParams are the parameters of a call.
type CallToolParams struct {
	Name         string          `json:"name"`
	Arguments    any             `json:"arguments,omitempty"`
	Meta         *Meta           `json:"_meta,omitempty"`
	RawArguments json.RawMessage `json:"-"`
}

// CallToolResult is the result of a call.
type CallToolResult struct {
	Result
	Content              []Content       `json:"content"`
	StructuredContent    any             `json:"structuredContent,omitempty"`
	RawStructuredContent json.RawMessage `json:"-"`
	IsError              bool            `json:"isError,omitempty"`
}

// CreateTaskResult is the result of a call that became a task.
type CreateTaskResult struct{ Result }

// ListToolsRequest asks for the tools.
type ListToolsRequest struct {
	Request
	Header header `json:"-"`
}

// ListToolsResult holds the tools.
type ListToolsResult struct {
	Result
	Tools []Tool `json:"tools"`
}

// ServerCapabilities say what a server can do.
type ServerCapabilities struct {
	Extensions   map[string]any `json:"extensions,omitempty"`
	Experimental map[string]any `json:"experimental,omitempty"`
}

// Content is a part of a result.
type Content interface{ isContent() }

// TextContent is text.
type TextContent struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

func (TextContent) isContent() {}

// NewTextContent returns text.
func NewTextContent(text string) TextContent { panic("stub") }

// NewToolResultText returns a result with text.
func NewToolResultText(text string) *CallToolResult {
	return &CallToolResult{Content: []Content{TextContent{Type: "text", Text: text}}}
}

// NewToolResultError returns a result that is an error.
func NewToolResultError(text string) *CallToolResult {
	return &CallToolResult{Content: []Content{TextContent{Type: "text", Text: text}}, IsError: true}
}

// NewToolResultErrorFromErr returns a result that is an error.
func NewToolResultErrorFromErr(text string, err error) *CallToolResult { panic("stub") }

// NewToolResultErrorf returns a result that is an error.
func NewToolResultErrorf(format string, a ...any) *CallToolResult { panic("stub") }

// NewToolResultJSON returns a result with JSON.
func NewToolResultJSON[T any](data T) (*CallToolResult, error) {
	return &CallToolResult{Content: []Content{TextContent{Type: "text"}}, StructuredContent: data}, nil
}

// NewToolResultStructured returns a structured result.
func NewToolResultStructured(structured any, fallbackText string) *CallToolResult {
	return &CallToolResult{Content: []Content{TextContent{Type: "text", Text: fallbackText}}, StructuredContent: structured}
}

// NewToolResultStructuredOnly returns a structured result.
func NewToolResultStructuredOnly(structured any) *CallToolResult {
	return &CallToolResult{Content: []Content{TextContent{Type: "text"}}, StructuredContent: structured}
}

// GetArguments returns the arguments as a map.
func (r CallToolRequest) GetArguments() map[string]any { panic("stub") }

// GetRawArguments returns the arguments as they came.
func (r CallToolRequest) GetRawArguments() any { panic("stub") }

// BindArguments decodes the arguments.
func (r CallToolRequest) BindArguments(target any) error { panic("stub") }

// GetString returns an argument or a default.
func (r CallToolRequest) GetString(key, defaultValue string) string { panic("stub") }

// RequireString returns an argument.
func (r CallToolRequest) RequireString(key string) (string, error) { panic("stub") }

// GetInt returns an argument or a default.
func (r CallToolRequest) GetInt(key string, defaultValue int) int { panic("stub") }

// RequireInt returns an argument.
func (r CallToolRequest) RequireInt(key string) (int, error) { panic("stub") }

// GetFloat returns an argument or a default.
func (r CallToolRequest) GetFloat(key string, defaultValue float64) float64 { panic("stub") }

// RequireFloat returns an argument.
func (r CallToolRequest) RequireFloat(key string) (float64, error) { panic("stub") }

// GetBool returns an argument or a default.
func (r CallToolRequest) GetBool(key string, defaultValue bool) bool { panic("stub") }

// RequireBool returns an argument.
func (r CallToolRequest) RequireBool(key string) (bool, error) { panic("stub") }

// GetStringSlice returns an argument or a default.
func (r CallToolRequest) GetStringSlice(key string, defaultValue []string) []string { panic("stub") }

// RequireStringSlice returns an argument.
func (r CallToolRequest) RequireStringSlice(key string) ([]string, error) { panic("stub") }

// GetIntSlice returns an argument or a default.
func (r CallToolRequest) GetIntSlice(key string, defaultValue []int) []int { panic("stub") }

// TypedToolHandlerFunc handles calls with decoded arguments.
type TypedToolHandlerFunc[T any] func(ctx context.Context, request CallToolRequest, args T) (*CallToolResult, error)

// StructuredToolHandlerFunc handles calls with decoded arguments and a
// structured result.
type StructuredToolHandlerFunc[TArgs, TResult any] func(ctx context.Context, request CallToolRequest, args TArgs) (TResult, error)

// NewTypedToolHandler decodes arguments for a handler.
func NewTypedToolHandler[T any](handler TypedToolHandlerFunc[T]) func(ctx context.Context, request CallToolRequest) (*CallToolResult, error) {
	return func(ctx context.Context, request CallToolRequest) (*CallToolResult, error) {
		var args T
		if err := request.BindArguments(&args); err != nil {
			return nil, err
		}
		return handler(ctx, request, args)
	}
}

// NewStructuredToolHandler decodes arguments and encodes the result.
func NewStructuredToolHandler[TArgs, TResult any](handler StructuredToolHandlerFunc[TArgs, TResult]) func(ctx context.Context, request CallToolRequest) (*CallToolResult, error) {
	return func(ctx context.Context, request CallToolRequest) (*CallToolResult, error) {
		var args TArgs
		if err := request.BindArguments(&args); err != nil {
			return nil, err
		}
		result, err := handler(ctx, request, args)
		if err != nil {
			return nil, err
		}
		return NewToolResultStructuredOnly(result), nil
	}
}

// ReadResourceRequest asks for what a resource holds.
type ReadResourceRequest struct {
	Request
	Header header             `json:"-"`
	Params ReadResourceParams `json:"params"`
}

// ReadResourceParams are the parameters of such a request. Arguments are those of the
// template that the URI matches, each a []string.
type ReadResourceParams struct {
	URI       string         `json:"uri"`
	Arguments map[string]any `json:"arguments,omitempty"`
}

// ResourceContents is what a resource holds.
type ResourceContents interface{ isResourceContents() }

// TextResourceContents is text.
type TextResourceContents struct {
	URI      string `json:"uri"`
	MIMEType string `json:"mimeType,omitempty"`
	Text     string `json:"text"`
}

func (TextResourceContents) isResourceContents() {}

// ResourceTemplate describes resources.
type ResourceTemplate struct {
	Name string `json:"name"`
}

// ResourceTemplateOption changes a template that is being built.
type ResourceTemplateOption func(*ResourceTemplate)

// NewResourceTemplate returns a template.
func NewResourceTemplate(uriTemplate, name string, opts ...ResourceTemplateOption) ResourceTemplate {
	return ResourceTemplate{Name: name}
}
