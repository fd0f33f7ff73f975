// Package tools has tools as people write them.
package tools

import (
	"context"
	"encoding/json"
	"os"
	"time"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
)

// Query is what a search takes.
type Query struct {
	Text   string          `json:"text" jsonschema:"description=what to look for" jsonschema_description:"the tag wins"`
	Limit  int             `json:"limit,omitempty" jsonschema:"minimum=1,maximum=5e1,default=10"`
	ID     int64           `json:"id,string"`
	Since  time.Time       `json:"since,omitempty"`
	Until  *time.Time      `json:"until,omitempty" jsonschema_description:"the second of its type"`
	Raw    json.RawMessage `json:"raw,omitempty"`
	Any    []any           `json:"any,omitempty" jsonschema:"minItems=1"`
	Labels map[string]int  `json:"labels,omitempty"`
	From   Place           `json:"from"`
	To     Place           `json:"to"`
	Tree   *Tree           `json:"tree,omitempty"`
	Base
	hidden int
}

// Place is used twice.
type Place struct {
	Name string `json:"name"`
	At   Point  `json:"at"`
}

// Point marshals itself.
type Point struct {
	X, Y int
}

// MarshalJSON prints the point.
func (p *Point) MarshalJSON() ([]byte, error) { return []byte("[]"), nil }

// Tree holds itself.
type Tree struct {
	Kids []*Tree `json:"kids"`
	At   Point   `json:"at"`
}

// Base is embedded.
type Base struct {
	Offset *uint8 `json:"offset,omitempty" jsonschema:"nullable"`
}

// Answer is what a search returns.
type Answer struct {
	Found []string `json:"found"`
}

func handle[In, Out any](*ai.ToolContext, In) (Out, error) { panic("not run") }

func parts[In any](*ai.ToolContext, In) (*ai.MultipartToolResponse, error) { panic("not run") }

func search(*ai.ToolContext, Query) (Answer, error) { panic("not run") }

// Inferred are tools whose schemas are inferred. An output that may be anything, and one
// with parts, have the same schema.
func Inferred() []ai.Tool {
	list := []ai.Tool{
		ai.NewTool("search", "Search <all> & everything.", search),
		ai.NewTool("pointer", "Of pointers.", handle[*Query, *Answer]),
		ai.NewTool("map", "", handle[map[string]any, map[string]any]),
		ai.NewTool("text", "Text.", handle[string, string]),
		ai.NewTool("list", "A list.", handle[[]any, []Place]),
		ai.NewTool("empty", "Nothing.", handle[struct{}, int]),
		ai.NewTool("nothing", "No input.", handle[any, Answer]),
		ai.NewTool("anything", "Any output.", handle[Base, any]),
		ai.NewMultipartTool("parts", "Parts.", parts[Base]),
	}
	for _, name := range []string{"loop_a", "loop_b"} {
		list = append(list, ai.NewTool(name, "Of a loop: "+name, handle[Base, Answer]))
	}
	return list
}

// Defined are tools that are registered.
func Defined() []ai.Tool {
	g := genkit.Init(context.Background())
	return []ai.Tool{
		genkit.DefineTool(g, "defined", "Defined.", search),
		genkit.DefineMultipartTool(g, "defined_parts", "Parts.", parts[Base]),
	}
}

// Manual are tools whose schema is given.
func Manual() []ai.Tool {
	in := map[string]any{
		"type":       "object",
		"properties": map[string]any{"u": map[string]any{"type": "string", "enum": []string{"b", "a"}}, "n": map[string]any{"minimum": 1}},
		"required":   []string{"u"},
	}
	return []ai.Tool{
		ai.NewTool("by_option", "By an option.", handle[any, Answer], ai.WithInputSchema(in)),
		ai.NewToolWithInputSchema("by_argument", "By an argument.", in, handle[any, Answer]),
		ai.NewTool("nil_option", "By an option that is nil.", handle[Base, Answer], ai.WithInputSchema(nil)),
	}
}

// wrap is a helper of the program's own.
func wrap[In, Out any](name, text string, opts ...ai.ToolOption) ai.Tool {
	return ai.NewTool("wrapped_"+name, text, handle[In, Out], opts...)
}

// Wrapped are tools that a helper makes.
func Wrapped() []ai.Tool {
	return []ai.Tool{wrap[Base, Answer]("base", "A base."), wrap[Query, string]("query", "A query.")}
}

// Open are tools that only run time knows in full.
func Open() []ai.Tool {
	return []ai.Tool{ai.NewTool("open_desc", os.Getenv("PROBE_TEXT")+"x", handle[Base, Answer])}
}

type withFunc struct {
	F func() `json:"f"`
}

// FaultFunc panics.
func FaultFunc() []ai.Tool {
	return []ai.Tool{ai.NewTool("fault_func", "Of a function.", handle[withFunc, Answer])}
}

// FaultGiven panics.
func FaultGiven() []ai.Tool {
	return []ai.Tool{ai.NewTool("fault_given", "Of two minds.", handle[Base, Answer], ai.WithInputSchema(map[string]any{"type": "object"}))}
}

type endless map[string]endless

// FaultRecursive never returns.
func FaultRecursive() []ai.Tool {
	return []ai.Tool{ai.NewTool("fault_recursive", "Of a map.", handle[endless, Answer])}
}
