// Package registry collects tools first and registers them later: values,
// closures and interfaces.
package registry

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Entry is a tool that registers itself.
type Entry struct {
	Tool     *mcp.Tool
	Register func(*mcp.Server)
	Write    bool
}

// Registry keeps entries in order.
type Registry struct {
	entries []Entry
	index   map[string]int
}

// New returns an empty registry.
func New() *Registry { return &Registry{index: map[string]int{}} }

// Add adds a tool to r. It is a function since methods have no type parameters.
func Add[In, Out any](r *Registry, tool *mcp.Tool, h mcp.ToolHandlerFor[In, Out]) *Registry {
	r.add(Entry{Tool: tool, Register: func(s *mcp.Server) { mcp.AddTool(s, tool, h) }})
	return r
}

func (r *Registry) add(e Entry) {
	r.index[e.Tool.Name] = len(r.entries)
	r.entries = append(r.entries, e)
}

// RegisterAll registers what was added, and only reads if readOnly is set.
func (r *Registry) RegisterAll(s *mcp.Server, readOnly bool) {
	for _, e := range r.entries {
		if readOnly && e.Write {
			continue
		}
		e.Register(s)
	}
}

// A Definer knows its tool and how to register it.
type Definer interface {
	Definition() mcp.Tool
	Bind(*mcp.Server)
}

type generic[In, Out any] struct {
	name, description string
	handle            mcp.ToolHandlerFor[In, Out]
}

func (g generic[In, Out]) Definition() mcp.Tool {
	return mcp.Tool{Name: g.name, Description: g.description}
}

func (g generic[In, Out]) Bind(s *mcp.Server) {
	t := g.Definition()
	mcp.AddTool(s, &t, g.handle)
}
