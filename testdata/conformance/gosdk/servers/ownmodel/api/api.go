// Package api is a model of tools that knows no SDK.
package api

import "github.com/google/jsonschema-go/jsonschema"

// Tool is a tool.
type Tool struct {
	Name        string
	Description string
	Hints       Hints
	InputSchema *jsonschema.Schema
}

// Hints say what a tool does.
type Hints struct {
	Title       string
	ReadOnly    *bool
	Destructive *bool
}

// ServerTool is a tool with what runs it.
type ServerTool struct {
	Tool    Tool
	Handler func(args map[string]any) (string, error)
	// ClusterAware tools get one more parameter.
	ClusterAware bool
}

// Toolset is a named group of tools.
type Toolset interface {
	Name() string
	Tools() []ServerTool
}
