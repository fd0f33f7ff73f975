// Package core groups tools into sets that are enabled by name.
package core

import (
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Tool is a tool that a set holds.
type Tool struct {
	Definition mcp.Tool
	Write      bool
	bind       func(*mcp.Server, *mcp.Tool)
}

// New makes a tool from a handler of any types.
func New[In, Out any](definition mcp.Tool, h mcp.ToolHandlerFor[In, Out], flags ...func(*Tool)) Tool {
	t := Tool{Definition: definition, bind: func(s *mcp.Server, d *mcp.Tool) { mcp.AddTool(s, d, h) }}
	for _, f := range flags {
		f(&t)
	}
	return t
}

// Writes marks a tool that changes something.
func Writes(t *Tool) {
	t.Write = true
	t.Definition.Annotations = &mcp.ToolAnnotations{ReadOnlyHint: false, DestructiveHint: &t.Write}
}

// Set is a named list of tools.
type Set struct {
	Name, Description string
	tools             []Tool
}

// NewSet returns an empty set.
func NewSet(name, description string) *Set { return &Set{Name: name, Description: description} }

// Add adds tools and returns the set.
func (s *Set) Add(tools ...Tool) *Set {
	s.tools = append(s.tools, tools...)
	return s
}

// Group holds sets and registers those that are enabled.
type Group struct {
	sets    map[string]*Set
	enabled []string
	prefix  string
}

// NewGroup returns a group that registers the enabled sets.
func NewGroup(prefix string, enabled ...string) *Group {
	return &Group{sets: make(map[string]*Set), enabled: enabled, prefix: prefix}
}

// Add adds a set.
func (g *Group) Add(s *Set) { g.sets[s.Name] = s }

// Register registers the tools of all enabled sets.
func (g *Group) Register(s *mcp.Server) {
	for name, set := range g.sets {
		if !slices.Contains(g.enabled, name) {
			continue
		}
		for _, t := range set.tools {
			d := t.Definition
			d.Name = g.prefix + d.Name
			d.Description += " (" + set.Description + ")"
			t.bind(s, &d)
		}
	}
}
