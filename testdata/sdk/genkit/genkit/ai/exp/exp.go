// Package exp is a stub.
package exp

import (
	"context"

	"github.com/firebase/genkit/go/ai"
)

// ToolFunc is the function of a tool.
type ToolFunc[In, Out any] = func(ctx context.Context, input In) (Out, error)

// InterruptibleToolFunc is the function of a tool that can pause.
type InterruptibleToolFunc[In, Out, Resume any] = func(ctx context.Context, input In, res *Resume) (Out, error)

// Tool is a tool.
type Tool[In, Out any] struct {
	inner *ai.ToolAction[In, *ai.MultipartToolResponse]
}

// Name returns the name.
func (t *Tool[In, Out]) Name() string { panic("stub") }

// Definition returns what a model is told.
func (t *Tool[In, Out]) Definition() *ai.ToolDefinition { panic("stub") }

// InterruptibleTool is a tool that can pause.
type InterruptibleTool[In, Out, Res any] struct{ Tool[In, Out] }

// NewTool makes a tool.
func NewTool[In, Out any](name, description string, fn ToolFunc[In, Out], opts ...ai.ToolOption) *Tool[In, Out] {
	panic("stub")
}

// NewInterruptibleTool makes a tool that can pause.
func NewInterruptibleTool[In, Out, Res any](name, description string, fn InterruptibleToolFunc[In, Out, Res], opts ...ai.ToolOption) *InterruptibleTool[In, Out, Res] {
	panic("stub")
}
