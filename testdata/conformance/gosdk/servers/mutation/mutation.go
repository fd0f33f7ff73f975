// Package mutation registers tools whose schema is inferred and then changed, in
// place, through aliases, by helpers, and after copies.
package mutation

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/model"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

type search struct {
	Query  string         `json:"query" jsonschema:"what to look for"`
	Sort   string         `json:"sort,omitempty"`
	Limit  int            `json:"limit,omitempty" jsonschema:"at most this many"`
	Labels []string       `json:"labels,omitempty"`
	Status []model.Status `json:"status,omitempty"`
	Where  struct {
		Path string `json:"path"`
		Line *int   `json:"line,omitempty"`
	} `json:"where"`
}

func schemaFor[T any]() *jsonschema.Schema {
	s, err := jsonschema.For[T](nil)
	if err != nil {
		panic(fmt.Sprintf("schema of %T: %v", *new(T), err))
	}
	return s
}

func enum(s *jsonschema.Schema, values ...any) *jsonschema.Schema {
	s.Enum = values
	return s
}

func enumOf[T ~string](values []T) []any {
	out := make([]any, 0, len(values))
	for _, v := range values {
		out = append(out, v)
	}
	return out
}

// withPaging adds the parameters of a page to an object.
func withPaging(s *jsonschema.Schema) *jsonschema.Schema {
	s.Properties["page"] = &jsonschema.Schema{Type: "number", Description: "Page, from 1", Minimum: jsonschema.Ptr(1.0)}
	s.Properties["perPage"] = &jsonschema.Schema{Type: "number", Description: "Results a page", Minimum: jsonschema.Ptr(1.0), Maximum: jsonschema.Ptr(100.0)}
	return s
}

func direct(s *mcp.Server) {
	in, err := jsonschema.For[search](nil)
	if err != nil {
		return
	}
	in.Description = "A search."
	in.Properties["sort"].Enum = []any{"new", "old"}
	in.Properties["sort"].Default = json.RawMessage(`"new"`)
	limit := in.Properties["limit"]
	limit.Minimum, limit.Maximum = jsonschema.Ptr(1.0), jsonschema.Ptr(100.0)
	where := in.Properties["where"].Properties
	where["path"].Pattern = "^/"
	in.Required = append(in.Required, "sort")
	mcp.AddTool(s, &mcp.Tool{Name: "mut_direct", InputSchema: in}, reply.OK[search])
}

func later(s *mcp.Server) {
	in := schemaFor[search]()
	tool := &mcp.Tool{Name: "mut_later", InputSchema: in}
	in.Properties["query"].MinLength = jsonschema.Ptr(1)
	delete(in.Properties, "labels")
	in.Required = slices.DeleteFunc(in.Required, func(name string) bool { return name == "where" })
	tool.Description = "Changed after it was built."
	mcp.AddTool(s, tool, reply.OK[search])
}

func copies(s *mcp.Server) {
	base := schemaFor[search]()
	shallow := *base
	shallow.Properties = maps.Clone(base.Properties)
	shallow.Properties["query"] = &jsonschema.Schema{Type: "string", Description: "only in the copy"}
	shallow.Title = "Copy"
	mcp.AddTool(s, &mcp.Tool{Name: "mut_shallow", InputSchema: &shallow}, reply.OK[search])
	mcp.AddTool(s, &mcp.Tool{Name: "mut_base", InputSchema: base}, reply.OK[search])

	other := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}}
	maps.Copy(other.Properties, schemaFor[search]().Properties)
	for name, p := range other.Properties {
		p.Title = "The " + name
	}
	mcp.AddTool(s, &mcp.Tool{Name: "mut_copied", InputSchema: other}, reply.OK[search])
}

func helpers(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "mut_paging", InputSchema: withPaging(schemaFor[search]())}, reply.OK[search])
	in := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{"q": {Type: "string"}}}
	withPaging(in)
	s.AddTool(&mcp.Tool{Name: "mut_statement", InputSchema: in}, reply.Raw)
	mcp.AddTool(s, &mcp.Tool{Name: "mut_invoked", InputSchema: func() *jsonschema.Schema {
		s := schemaFor[search]()
		enum(s.Properties["status"].Items, enumOf(model.Statuses)...)
		enum(s.Properties["sort"], "asc", "desc").Description = "the order"
		return s
	}()}, reply.OK[search])
	strict := schemaFor[search]()
	for _, name := range []string{"sort", "limit"} {
		if !slices.Contains(strict.Required, name) {
			strict.Required = append(strict.Required, name)
		}
	}
	mcp.AddTool(s, &mcp.Tool{Name: "mut_strict", InputSchema: strict}, reply.OK[search])
}

func types(s *mcp.Server) {
	in, err := jsonschema.ForType(reflect.TypeFor[search](), &jsonschema.ForOptions{})
	if err != nil {
		panic(err)
	}
	in.AnyOf = []*jsonschema.Schema{{Required: []string{"query"}}, {Required: []string{"labels"}}}
	in.AdditionalProperties = nil
	mcp.AddTool(s, &mcp.Tool{Name: "mut_fortype", InputSchema: in}, reply.OK[search])
	byValue, err := jsonschema.ForType(reflect.TypeOf(search{}), new(jsonschema.ForOptions))
	if err != nil {
		panic(err)
	}
	byValue.Types, byValue.Type = nil, "object"
	mcp.AddTool(s, &mcp.Tool{Name: "mut_typeof", InputSchema: byValue}, reply.OK[search])

	type loose struct {
		Name string `json:"name"`
		Done func() `json:"done"`
	}
	ignored, err := jsonschema.For[loose](&jsonschema.ForOptions{IgnoreInvalidTypes: true})
	if err != nil {
		panic(err)
	}
	mcp.AddTool(s, &mcp.Tool{Name: "mut_ignored", InputSchema: ignored}, reply.OK[map[string]any])
}

// more are registrations that need a newer library.
var more []func(*mcp.Server)

// Register adds the tools.
func Register(s *mcp.Server) {
	direct(s)
	later(s)
	copies(s)
	helpers(s)
	types(s)
	for _, f := range more {
		f(s)
	}
}
