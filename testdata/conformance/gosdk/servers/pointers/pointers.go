// Package pointers registers tools that change between their definition and
// their registration, through pointers, copies and functions.
package pointers

import (
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

type args struct {
	A string `json:"a"`
	B int    `json:"b,omitempty"`
}

type holder struct {
	tool   *mcp.Tool
	schema **jsonschema.Schema
	nested struct{ list []*mcp.Tool }
}

func finish(t *mcp.Tool) *mcp.Tool {
	if t.Description == "" {
		t.Description = "Finished " + t.Name + "."
	}
	return t
}

func finishCopy(t mcp.Tool) mcp.Tool {
	t.Description = "A copy of " + t.Name + "."
	return t
}

func swap(a, b *mcp.Tool) { *a, *b = *b, *a }

func fill(t **mcp.Tool, name string) { *t = &mcp.Tool{Name: name, Title: "Filled"} }

// Register adds the tools.
func Register(s *mcp.Server) {
	first := &mcp.Tool{Name: "ptr_first"}
	alias := first
	alias.Description = "Set through an alias."
	mcp.AddTool(s, finish(first), reply.OK[args])

	second := *first
	second.Name = "ptr_second"
	first.Description = "Not seen by the copy."
	mcp.AddTool(s, &second, reply.OK[args])

	third := finishCopy(mcp.Tool{Name: "ptr_third"})
	p := &third
	(*p).Title = "Third"
	mcp.AddTool(s, p, reply.OK[args])

	fourth, fifth := mcp.Tool{Name: "ptr_fourth", Title: "4"}, mcp.Tool{Name: "ptr_fifth", Title: "5"}
	swap(&fourth, &fifth)
	fourth.Description = "This is the fifth."
	mcp.AddTool(s, &fourth, reply.OK[args])
	mcp.AddTool(s, finish(&fifth), reply.OK[args])

	var sixth *mcp.Tool
	fill(&sixth, "ptr_sixth")
	mcp.AddTool(s, sixth, reply.OK[args])

	in, err := jsonschema.For[args](nil)
	if err != nil {
		panic(err)
	}
	h := holder{tool: &mcp.Tool{Name: "ptr_seventh", InputSchema: in}, schema: &in}
	(*h.schema).Properties["a"].Description = "set through two pointers"
	b := (*h.schema).Properties["b"]
	*b = jsonschema.Schema{Type: "integer", Minimum: jsonschema.Ptr(2.0)}
	h.nested.list = append(h.nested.list, h.tool, &mcp.Tool{Name: "ptr_eighth"})
	for i, t := range h.nested.list {
		t.Meta = mcp.Meta{"index": i}
		mcp.AddTool(s, t, reply.OK[args])
	}

	reused := &mcp.Tool{Name: "ptr_ninth"}
	mcp.AddTool(s, reused, reply.OK[args])
	reused.Name = "ptr_tenth"
	reused.Description = "The same variable again."
	mcp.AddTool(s, reused, reply.OK[args])

	tools := []mcp.Tool{{Name: "ptr_range_a"}, {Name: "ptr_range_b"}}
	for _, t := range tools {
		t.Description = "Lost: the loop changes a copy."
	}
	for i := range tools {
		tools[i].Title = "Kept"
		mcp.AddTool(s, &tools[i], reply.OK[args])
	}
}
