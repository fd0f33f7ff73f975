// Package llms is a stub.
package llms

type Tool struct {
	Type     string              `json:"type"`
	Function *FunctionDefinition `json:"function,omitempty"`
}

type FunctionDefinition struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Parameters  any    `json:"parameters,omitempty"`
	Strict      bool   `json:"strict,omitempty"`
}

type CallOptions struct {
	Tools []Tool `json:"tools,omitempty"`
}

type CallOption func(*CallOptions)

func WithTools(tools []Tool) CallOption { panic("stub") }
