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
func DefineTool[In, Out any](g *Genkit, name, description string, fn ai.ToolFunc[In, Out], opts ...ai.ToolOption) *ai.ToolAction[In, Out] {
	panic("stub")
}

// WithExperimental allows the experimental packages.
func WithExperimental() Option { panic("stub") }

// ListTools returns the registered tools.
func ListTools(g *Genkit) []ai.Tool { panic("stub") }

// RegisterAction registers what was made without being registered.
func RegisterAction(g *Genkit, action ai.Tool) { panic("stub") }

// Generate asks a model.
func Generate(g *Genkit, tools ...ai.Tool) (string, error) { panic("stub") }
