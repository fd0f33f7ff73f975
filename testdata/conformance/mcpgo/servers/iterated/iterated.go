//go:build since12

// Package iterated has schemas of the invopop library, which the SDK has left,
// in the version whose properties have iterators.
package iterated

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/invopop/jsonschema"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	orderedmap "github.com/pb33f/ordered-map/v2"

	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/kit"
)

type search struct {
	Query  string        `json:"query" jsonschema:"required"`
	Within time.Duration `json:"within"`
	Filter any           `json:"filter"`
	Limit  int           `json:"limit,omitempty" jsonschema:"minimum=1"`
}

func reflected(v any) *jsonschema.Schema {
	r := &jsonschema.Reflector{DoNotReference: true, ExpandedStruct: true, Anonymous: true, Mapper: durations}
	return r.Reflect(v)
}

func durations(t reflect.Type) *jsonschema.Schema {
	if t.PkgPath()+"."+t.Name() == "time.Duration" {
		return &jsonschema.Schema{Type: "string", Format: "duration"}
	}
	return nil
}

func titled() *jsonschema.Schema {
	s := reflected(search{})
	for name, p := range s.Properties.FromOldest() {
		if name == "limit" {
			break
		}
		p.Title = strings.ToUpper(name)
	}
	for name, p := range s.Properties.FromNewest() {
		p.Comments = name
	}
	return s
}

func named() *jsonschema.Schema {
	s := reflected(search{})
	s.Required = nil
	for name := range s.Properties.KeysFromNewest() {
		s.Required = append(s.Required, name)
	}
	for p := range s.Properties.ValuesFromOldest() {
		p.Description = "one of " + strings.Join(slices.Sorted(s.Properties.KeysFromOldest()), ", ")
	}
	for _, p := range slices.Collect(s.Properties.ValuesFromNewest()) {
		p.ReadOnly = true
	}
	return s
}

// emptied deletes while it iterates, which ends the iteration.
func emptied() *jsonschema.Schema {
	s := reflected(search{})
	for name := range s.Properties.KeysFromOldest() {
		s.Properties.Delete(name)
	}
	return s
}

func filtered() *jsonschema.Schema {
	s := reflected(search{})
	s.Properties.Filter(func(name string, p *jsonschema.Schema) bool { return p.Type == "string" || name == "filter" })
	return s
}

func byHand() json.RawMessage {
	props := orderedmap.New[string, *jsonschema.Schema]()
	props.AddPairs(
		orderedmap.Pair[string, *jsonschema.Schema]{Key: "z", Value: &jsonschema.Schema{Type: "string"}},
		orderedmap.Pair[string, *jsonschema.Schema]{Key: "a", Value: &jsonschema.Schema{Type: "integer"}},
	)
	all := maps.Collect(props.FromOldest())
	all["a"].Title = "A"
	text, _ := json.Marshal(map[string]any{"type": "object", "properties": props})
	return text
}

// Register registers the tools.
func Register(s *server.MCPServer) {
	add := func(name string, schema any) {
		text, ok := schema.(json.RawMessage)
		if !ok {
			text, _ = json.Marshal(schema)
		}
		s.AddTool(mcp.NewToolWithRawSchema(name, "Iterates", text), kit.OK)
	}
	add("iterated_titled", titled())
	add("iterated_named", named())
	add("iterated_emptied", emptied())
	add("iterated_filtered", filtered())
	add("iterated_by_hand", byHand())
	add("iterated_unnamed", reflected(struct{ Path string }{}))
}
