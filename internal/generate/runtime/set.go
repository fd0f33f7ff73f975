package tools

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
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
	Output      json.RawMessage `json:"outputSchema,omitempty"` // nil if no schema describes a result

	Box  string   `json:"-"` // the property of Output that holds the result, if Output wraps it
	Args []string `json:"-"` // the arguments that the command line takes without a flag, in order
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
	tools  []*Tool // sorted by name
	byName map[string]*Tool
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
// names that are equal without dots, which model providers do not know, and case.
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
	s.byName = map[string]*Tool{}
	folded := map[string]string{}
	for _, t := range s.tools {
		plain := plainName(t.Name)
		if other, ok := folded[strings.ToLower(plain)]; ok {
			panic(fmt.Sprintf("tools %q and %q have names that are equal without dots and case", other, t.Name))
		}
		folded[strings.ToLower(plain)] = t.Name
		s.byName[t.Name], s.byName[plain] = t, t
	}
}

// plainName returns a name that all model providers accept.
func plainName(name string) string { return special.ReplaceAllString(name, "_") }

var special = regexp.MustCompile(`[^-A-Za-z0-9]`)

// isGroup reports whether a group contains tools.
func (s *Set) isGroup(name string) bool {
	return slices.ContainsFunc(s.tools, func(t *Tool) bool { return strings.HasPrefix(t.Name, name+".") })
}

// Names returns the names of all tools, sorted.
func (s *Set) Names() (names []string) {
	for _, t := range s.tools {
		names = append(names, t.Name)
	}
	return names
}

// Tool returns the tool with a name, or nil. The name can also be the one that [Set.Tools]
// gives to a model provider.
func (s *Set) Tool(name string) *Tool { return s.byName[name] }

// Tools returns all tools for a model provider, sorted by name. OpenAI and others refuse
// names with dots: site.build becomes site_build here. [Set.Tool], [Set.Call] and
// [Set.CallRaw] take both names.
func (s *Set) Tools() (out []*Tool) {
	for _, t := range s.tools {
		plain := *t
		plain.Name = plainName(t.Name)
		out = append(out, &plain)
	}
	return out
}

// Optional returns the value of a parameter that callers can leave out.
func Optional[T any](values []T) (v T) {
	if len(values) > 1 {
		panic("there can be only one value")
	}
	return append(values, v)[0]
}
