// Package openai is a stub of sashabaranov's client for OpenAI.
package openai

type ToolType string

const ToolTypeFunction ToolType = "function"

type Tool struct {
	Type       ToolType            `json:"type"`
	Function   *FunctionDefinition `json:"function,omitempty"`
	Parameters map[string]any      `json:"-"`
}

func (t Tool) MarshalJSON() ([]byte, error) { return nil, nil }

type FunctionDefinition struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Strict      bool   `json:"strict,omitempty"`
	Parameters  any    `json:"parameters"`
}

type ChatCompletionRequest struct {
	Model string `json:"model"`
	Tools []Tool `json:"tools,omitempty"`
}
