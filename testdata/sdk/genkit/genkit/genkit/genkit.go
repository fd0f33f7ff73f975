// Package genkit is a stub.
package genkit

import "github.com/firebase/genkit/go/ai"

// Genkit is the framework.
type Genkit struct{}

// DefineTool makes a tool and registers it.
func DefineTool[In, Out any](g *Genkit, name, description string, fn ai.ToolFunc[In, Out], opts ...ai.ToolOption) *ai.ToolDef[In, Out] {
	panic("stub")
}
