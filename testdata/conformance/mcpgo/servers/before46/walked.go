//go:build since41 && !since46

package before46

import (
	"encoding/json"
	"reflect"
	"strings"
	"time"

	"github.com/invopop/jsonschema"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/schemavet/schemavet/schemafacts/conformance/mcpgo/internal/kit"
)

// shared is given to the reflector again and again, which writes into it.
var shared = &jsonschema.Schema{Type: "string", Format: "duration", Description: "At first"}

// mapper gives interfaces and others schemas of their own.
var mapper = jsonschema.Reflector{
	Anonymous: true, AllowAdditionalProperties: true, RequiredFromJSONSchemaTags: true, DoNotReference: true, ExpandedStruct: true,
	Mapper: func(t reflect.Type) *jsonschema.Schema {
		switch {
		case t.Kind() == reflect.Interface:
			return &jsonschema.Schema{Extras: map[string]any{}}
		case t.Name() == "level":
			return &jsonschema.Schema{Type: "integer"}
		case t == reflect.TypeFor[time.Duration]():
			return shared
		}
		return nil
	},
}

type mapped struct {
	Any   any            `json:"any" jsonschema:"required,description=Whatever"`
	Level level          `json:"level" jsonschema:"maximum=3"`
	Deep  []*level       `json:"deep"`
	Map   map[string]any `json:"map"`
	Plain string         `json:"plain"`
}

type waits struct {
	First  time.Duration   `json:"first" jsonschema:"title=T"`
	Others []time.Duration `json:"others"`
	Last   *time.Duration  `json:"last" jsonschema:"description=The last"`
}

type waitsMore struct {
	Once time.Duration `json:"once"`
}

type bare struct{}

func inputOf(h any) reflect.Type { return reflect.ValueOf(h).Type().In(0) }

func text(v any) json.RawMessage {
	out, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return out
}

// walked goes through the properties of a reflected schema in their order.
func walked(r *jsonschema.Reflector, h any) json.RawMessage {
	s := r.ReflectFromType(inputOf(h))
	props := make(map[string]any, s.Properties.Len())
	for pair := s.Properties.Oldest(); pair != nil; pair = pair.Next() {
		props[pair.Key] = pair.Value
	}
	for pair := s.Properties.Oldest(); pair != nil; pair = pair.Next() {
		pair.Value.Title = pair.Key
	}
	return text(map[string]any{"type": s.Type, "properties": props, "required": s.Required})
}

// titles changes properties behind the back of who has taken one out.
func titles() json.RawMessage {
	r := &jsonschema.Reflector{DoNotReference: true, ExpandedStruct: true}
	s := r.Reflect(mapped{})
	plain, _ := s.Properties.Get("plain")
	for pair := s.Properties.Oldest(); pair != nil; pair = pair.Next() {
		pair.Value.Title = strings.ToUpper(pair.Key)
	}
	return text(map[string]any{"type": "object", "properties": map[string]any{"plain": plain}})
}

// replaced puts schemas in the places of others, through the pairs.
func replaced() *jsonschema.Schema {
	s := mapper.Reflect(mapped{})
	p := s.Properties.Oldest()
	p.Value = &jsonschema.Schema{Type: "boolean"}
	for pair := p.Next(); pair != nil; pair = pair.Next() {
		if pair.Key == "plain" {
			pair.Value = p.Value
		}
	}
	if old, ok := s.Properties.Set("any", &jsonschema.Schema{Title: "any"}); ok {
		s.Properties.Value("any").Description = old.Description
	}
	return s
}

// shortened deletes while it walks, which ends the walk.
func shortened() *jsonschema.Schema {
	s := mapper.Reflect(mapped{})
	for pair := s.Properties.Oldest(); pair != nil; pair = pair.Next() {
		if pair.Key == "level" {
			s.Properties.Delete(pair.Key)
		}
		pair.Value.Title = pair.Key
	}
	return s
}

// RegisterWalked registers tools whose schemas are taken apart.
func RegisterWalked(s *server.MCPServer) {
	add := func(name string, text json.RawMessage) {
		s.AddTool(mcp.NewToolWithRawSchema(name, "Walks", text), kit.OK)
	}
	add("walked", walked(&mapper, func(mapped) {}))
	add("walked_empty", walked(&mapper, func(bare) {}))
	add("walked_titles", titles())
	add("walked_replaced", text(replaced()))
	add("walked_shortened", text(shortened()))

	waiting := mapper.Reflect(waits{})
	add("walked_shared", text(waiting))
	add("walked_shared_later", text(mapper.Reflect(waitsMore{})))
	add("walked_shared_changed", text(waiting))
}
