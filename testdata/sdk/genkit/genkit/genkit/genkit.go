// Package genkit is a stub.
package genkit

import "github.com/firebase/genkit/go/ai"

// Genkit is the framework.
type Genkit struct{}

// Plugin is a plugin.
type Plugin interface{ Init() }

// Option is an option of Init.
type Option interface{ apply() }

// WithPlugins takes plugins.
func WithPlugins(plugins ...Plugin) Option { panic("stub") }

// Init makes the framework, and calls Init of the plugins.
func Init(opts ...Option) *Genkit { panic("stub") }

// DefineTool makes a tool and registers it.
func DefineTool[In, Out any](g *Genkit, name, description string, fn ai.ToolFunc[In, Out], opts ...ai.ToolOption) *ai.ToolDef[In, Out] {
	panic("stub")
}
