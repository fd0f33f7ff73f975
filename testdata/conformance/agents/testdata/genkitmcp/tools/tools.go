// Package tools has servers of genkit's tools as people write them.
package tools

import (
	"context"
	"time"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
	"github.com/firebase/genkit/go/plugins/mcp"
)

// Query is what a search takes.
type Query struct {
	Text   string         `json:"text" jsonschema:"description=what to look for,enum=a,enum=b"`
	Limit  int            `json:"limit,omitempty" jsonschema:"minimum=1,maximum=50,default=10"`
	Exact  bool           `json:"exact"`
	Ratio  *float64       `json:"ratio,omitempty"`
	Since  time.Time      `json:"since"`
	Tags   []string       `json:"tags"`
	Labels map[string]int `json:"labels,omitempty"`
	Place  Place          `json:"place"`
	Any    any            `json:"any"`
}

// Place is a part of a query.
type Place struct {
	Name string `json:"name"`
}

func handle[In, Out any](*ai.ToolContext, In) (Out, error) { panic("not run") }

// serve serves an instance's tools until its input ends.
func serve(g *genkit.Genkit, name string) *mcp.GenkitMCPServer {
	s := mcp.NewMCPServer(g, mcp.MCPServerOptions{Name: name})
	if err := s.ServeStdio(); err != nil {
		panic(err)
	}
	return s
}

// Served are tools of several types.
func Served() *mcp.GenkitMCPServer {
	g := genkit.Init(context.Background())
	genkit.DefineTool(g, "search", "Search <all> & everything.", handle[Query, string])
	genkit.DefineTool(g, "pointer", "Of pointers.", handle[*Query, *Place])
	genkit.DefineTool(g, "nothing", "", handle[struct{}, int])
	genkit.DefineTool(g, "anything", "Any input.", handle[any, Place])
	genkit.DefineTool(g, "text", "A text.", handle[string, string])
	genkit.DefineTool(g, "some/where", "A name with a slash.", handle[Place, any])
	genkit.DefineMultipartTool(g, "parts", "Parts.", func(*ai.ToolContext, Place) (*ai.MultipartToolResponse, error) { panic("not run") })
	in := map[string]any{
		"type":       "object",
		"properties": map[string]any{"u": map[string]any{"type": "string", "description": "a unit"}, "v": map[string]string{"type": "string"}, "n": map[string]any{"type": []string{"integer", "null"}}},
		"required":   []string{"u"},
	}
	genkit.DefineToolWithInputSchema(g, "given", "A given schema.", in, handle[any, Place])
	return serve(g, "served")
}

// define is a helper of the program's own.
func define[In any](g *genkit.Genkit, name string) {
	genkit.DefineTool(g, "helped_"+name, "Helped.", handle[In, string])
}

// Helped are tools that a helper defines.
func Helped() *mcp.GenkitMCPServer {
	g := genkit.Init(context.Background())
	define[Query](g, "query")
	define[Place](g, "place")
	return serve(g, "helped")
}

// Looped are tools that a loop defines.
func Looped() *mcp.GenkitMCPServer {
	g := genkit.Init(context.Background())
	for _, name := range []string{"loop_a", "loop_b"} {
		genkit.DefineTool(g, name, "Of a loop: "+name, handle[Place, string])
	}
	return serve(g, "looped")
}

// Registered are tools that are registered after they are made.
func Registered() *mcp.GenkitMCPServer {
	g := genkit.Init(context.Background())
	genkit.RegisterAction(g, ai.NewTool("registered", "Registered.", handle[Query, string]))
	return serve(g, "registered")
}

type withFunc struct {
	F func() `json:"f"`
}

// FaultFunc panics.
func FaultFunc() *mcp.GenkitMCPServer {
	g := genkit.Init(context.Background())
	genkit.DefineTool(g, "fault_func", "Of a function.", handle[withFunc, string])
	return serve(g, "fault")
}
