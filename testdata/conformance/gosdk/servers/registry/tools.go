package registry

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

type key struct {
	Key string `json:"key" jsonschema:"name of the entry"`
}

type value struct {
	Value string `json:"value"`
	TTL   int    `json:"ttl,omitempty" jsonschema:"seconds to live"`
}

type setArgs struct {
	key
	value
}

func get(context.Context, *mcp.CallToolRequest, key) (*mcp.CallToolResult, value, error) {
	return nil, value{}, nil
}

func set(context.Context, *mcp.CallToolRequest, setArgs) (*mcp.CallToolResult, any, error) {
	return nil, nil, nil
}

type flush struct{ everything bool }

func (flush) Definition() mcp.Tool {
	return mcp.Tool{Name: "kv_flush", Description: "Flush everything."}
}

func (f flush) Bind(s *mcp.Server) {
	t := f.Definition()
	mcp.AddTool(s, &t, f.run)
}

func (f flush) run(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
	return nil, nil, nil
}

var definers = []Definer{
	flush{true},
	generic[key, value]{"kv_peek", "Read without touching.", get},
	&generic[setArgs, any]{name: "kv_put", handle: set},
}

type getter struct{ store map[string]string }

func (g *getter) tool() (*mcp.Tool, mcp.ToolHandlerFor[key, value]) {
	return &mcp.Tool{Name: "kv_method", Description: "Returned by a method."}, get
}

// Register adds the tools.
func Register(s *mcp.Server) {
	r := New()
	Add(r, &mcp.Tool{Name: "kv_get", Description: "Read an entry."}, get)
	Add(Add(r, &mcp.Tool{Name: "kv_set", Description: "Write an entry."}, set), &mcp.Tool{Name: "kv_del"}, reply.OK[key])
	r.add(Entry{
		Tool: &mcp.Tool{Name: "kv_raw"},
		Register: func(s *mcp.Server) {
			mcp.AddTool(s, &mcp.Tool{Name: "kv_raw", Title: "Registered by its closure"}, reply.OK[map[string]string])
		},
		Write: true,
	})
	tool, handler := (&getter{}).tool()
	Add(r, tool, handler)
	r.RegisterAll(s, false)

	for _, d := range definers {
		d.Bind(s)
	}

	var later []func()
	for _, name := range []string{"kv_lock", "kv_unlock"} {
		later = append(later, func() { mcp.AddTool(s, &mcp.Tool{Name: name, Description: "For " + name}, reply.OK[key]) })
	}
	for _, f := range later {
		f()
	}
}
