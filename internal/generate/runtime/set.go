package tools

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Tool is a function that can be called by name, with a description and schemas.
type Tool struct {
	Name        string          `json:"name"`
	Title       string          `json:"title,omitempty"`
	Description string          `json:"description,omitempty"`
	Annotations *Annotations    `json:"annotations,omitempty"`
	Input       json.RawMessage `json:"inputSchema"`
	// Output is nil if the function has no result that a schema describes.
	Output json.RawMessage `json:"outputSchema,omitempty"`

	// Box is the property of Output that holds the result, if Output wraps it.
	Box string `json:"-"`
	// Args are the arguments that the command line takes without a flag, in order.
	Args []string `json:"-"`
	// Run decodes the arguments, calls the function and returns its result.
	Run func(ctx context.Context, c *Call) (any, error) `json:"-"`

	input, output *document
}

// Annotations are hints about a tool, as in the Model Context Protocol.
type Annotations struct {
	ReadOnlyHint    bool  `json:"readOnlyHint,omitempty"`
	DestructiveHint *bool `json:"destructiveHint,omitempty"`
	IdempotentHint  bool  `json:"idempotentHint,omitempty"`
	OpenWorldHint   *bool `json:"openWorldHint,omitempty"`
}

// Hint returns a pointer to v, for annotations.
func Hint(v bool) *bool { return &v }

// Group describes the tools whose names begin with Name and a dot.
type Group struct{ Name, Text string }

// Set is a registry of tools. It doesn't change, so goroutines can share it.
type Set struct {
	tools  []*Tool // by name
	groups []Group
}

// New returns the set of the tools in a table. Generated files call it. It panics
// if a schema can't be compiled or if names collide.
func New(table []Tool, groups ...Group) *Set {
	s := &Set{groups: groups}
	for _, t := range table {
		var err error
		if t.input, err = compile(t.Input); err == nil && t.Output != nil {
			t.output, err = compile(t.Output)
		}
		if err != nil {
			panic(fmt.Sprintf("tool %q: %v", t.Name, err))
		}
		s.tools = append(s.tools, &t)
	}
	s.finish()
	return s
}

// Join returns one set with the tools of several sets. It panics if two tools have
// names that are equal for MCP, for model providers that ignore dots and case, or as
// commands.
func Join(sets ...*Set) *Set {
	s := &Set{}
	for _, other := range sets {
		s.tools = append(s.tools, other.tools...)
		s.groups = append(s.groups, other.groups...)
	}
	s.finish()
	return s
}

// finish sorts the tools and panics if names collide.
func (s *Set) finish() {
	slices.SortFunc(s.tools, func(a, b *Tool) int { return cmp.Compare(a.Name, b.Name) })
	folded := map[string]string{}
	for _, t := range s.tools {
		key := strings.ToLower(strings.NewReplacer(".", "_", "/", "_", " ", "_").Replace(t.Name))
		if other, ok := folded[key]; ok {
			panic(fmt.Sprintf("tools %q and %q have names that are equal without dots and case", other, t.Name))
		}
		folded[key] = t.Name
	}
	for _, t := range s.tools {
		if s.isGroup(t.Name) {
			panic(fmt.Sprintf("tool %q has the name of a group of tools, so the command line can't tell them apart", t.Name))
		}
	}
}

// isGroup reports whether a group contains tools.
func (s *Set) isGroup(name string) bool {
	return slices.ContainsFunc(s.tools, func(t *Tool) bool { return strings.HasPrefix(t.Name, name+".") })
}

// Names returns the names of all tools, sorted.
func (s *Set) Names() []string {
	var names []string
	for _, t := range s.tools {
		names = append(names, t.Name)
	}
	return names
}

// Tool returns the tool with a name, or nil.
func (s *Set) Tool(name string) *Tool {
	i, ok := slices.BinarySearchFunc(s.tools, name, func(t *Tool, name string) int { return cmp.Compare(t.Name, name) })
	if !ok {
		return nil
	}
	return s.tools[i]
}

// Tools returns all tools, sorted by name.
func (s *Set) Tools() []*Tool { return slices.Clone(s.tools) }
