// Package tools has tools as people write them.
package tools

import (
	"encoding/json"
	"os"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"google.golang.org/adk/agent"
	"google.golang.org/adk/agent/llmagent"
	"google.golang.org/adk/tool"
	"google.golang.org/adk/tool/agenttool"
	"google.golang.org/adk/tool/functiontool"
	"google.golang.org/genai"
)

// Query is what a search takes.
type Query struct {
	Text   string          `json:"text" jsonschema:"what to look for, in words"`
	Limit  int             `json:"limit,omitempty" jsonschema:"how many"`
	Page   *int            `json:"page,omitempty"`
	ID     int64           `json:"id,string"`
	Since  time.Time       `json:"since,omitzero"`
	Raw    json.RawMessage `json:"raw,omitempty"`
	Any    []any           `json:"any"`
	Labels map[string]int  `json:"labels,omitempty"`
	Base
	hidden int
}

// Base is embedded.
type Base struct {
	Offset uint8 `json:"offset"`
}

// Answer is what a search returns.
type Answer struct {
	Found []string `json:"found"`
}

// Handle is the function of all tools, whatever they get beside their arguments.
func Handle[C, A, R any](C, A) (R, error) { panic("not run") }

func must(t tool.Tool, err error) tool.Tool {
	if err != nil {
		panic(err)
	}
	return t
}

// Inferred are tools whose schemas are inferred.
func Inferred() []tool.Tool {
	plain, err := functiontool.New[Query, Answer](functiontool.Config{Name: "search", Description: "Search <all> & everything."}, Handle)
	if err != nil {
		panic(err)
	}
	list := []tool.Tool{
		plain,
		must(functiontool.New[*Query, *Answer](functiontool.Config{Name: "pointer", Description: "Of pointers."}, Handle)),
		must(functiontool.New[map[string]any, map[string]any](functiontool.Config{Name: "map"}, Handle)),
		must(functiontool.New[struct{}, string](functiontool.Config{Name: "text", Description: "Text."}, Handle)),
		must(functiontool.New[Base, any](functiontool.Config{Name: "any", Description: "Anything."}, Handle)),
		must(functiontool.New[Base, []Answer](functiontool.Config{Name: "long", Description: "Takes long.", IsLongRunning: true, RequireConfirmation: true}, Handle)),
		must(functiontool.New[Base, Answer](functiontool.Config{Name: "long_only", IsLongRunning: true}, Handle)),
	}
	for _, name := range []string{"loop_a", "loop_b"} {
		list = append(list, must(functiontool.New[Base, Answer](functiontool.Config{Name: name, Description: "Of a loop: " + name}, Handle)))
	}
	return list
}

// Manual are tools whose schemas are written by hand.
func Manual() []tool.Tool {
	in := &jsonschema.Schema{
		Type: "object", Required: []string{"u"},
		Properties: map[string]*jsonschema.Schema{
			"u": {Types: []string{"string", "null"}, Description: "either"},
			"b": {Type: "integer", Minimum: jsonschema.Ptr(1.0)},
		},
	}
	out, err := jsonschema.For[Answer](nil)
	if err != nil {
		panic(err)
	}
	out.Description = "what was found"
	config := functiontool.Config{Name: "changed", Description: "before", InputSchema: &jsonschema.Schema{Type: "object"}}
	config.Description = "after"
	changed := must(functiontool.New[Base, Answer](config, Handle))
	config.Description = "too late"
	late := &jsonschema.Schema{Type: "object"}
	shared := must(functiontool.New[Base, Answer](functiontool.Config{Name: "shared", InputSchema: late}, Handle))
	late.Description = "written later"
	return []tool.Tool{
		must(functiontool.New[map[string]any, Answer](functiontool.Config{Name: "by_hand", Description: "By hand.", InputSchema: in, OutputSchema: out}, Handle)),
		changed,
		shared,
	}
}

// add is a helper of the program's own.
func add[A, R any](list []tool.Tool, name, text string) []tool.Tool {
	t, err := functiontool.New[A, R](functiontool.Config{Name: "wrapped_" + name, Description: text}, Handle)
	if err != nil {
		return list
	}
	return append(list, t)
}

// Wrapped are tools that a helper makes.
func Wrapped() []tool.Tool {
	var list []tool.Tool
	list = add[Base, Answer](list, "base", "A base.")
	return add[Query, string](list, "query", "A query.")
}

// Agents are tools that are agents.
func Agents() []tool.Tool {
	plain, err := agent.New(agent.Config{Name: "plain_agent", Description: "Of the program's own."})
	if err != nil {
		panic(err)
	}
	writer, err := llmagent.New(llmagent.Config{Name: "writer", Description: "Writes.", Instruction: "Write."})
	if err != nil {
		panic(err)
	}
	asked, err := llmagent.New(llmagent.Config{Name: "asked", InputSchema: &genai.Schema{Type: genai.TypeObject, Required: []string{"q"},
		Properties: map[string]*genai.Schema{"q": {Type: genai.TypeArray, Items: &genai.Schema{Type: genai.TypeString, Enum: []string{"a"}}}}}})
	if err != nil {
		panic(err)
	}
	return []tool.Tool{agenttool.New(plain, nil), agenttool.New(writer, &agenttool.Config{SkipSummarization: true}), agenttool.New(asked, nil)}
}

// Open are tools that only run time knows in full.
func Open() []tool.Tool {
	return []tool.Tool{
		must(functiontool.New[Base, Answer](functiontool.Config{Name: "open_desc", Description: os.Getenv("PROBE_TEXT") + "x"}, Handle)),
	}
}

type node struct {
	Next *node `json:"next"`
}

type withFunc struct {
	F func() `json:"f"`
}

// FaultText is refused.
func FaultText() []tool.Tool {
	return []tool.Tool{must(functiontool.New[string, Answer](functiontool.Config{Name: "fault_text", Description: "Of text."}, Handle))}
}

// FaultAny is refused.
func FaultAny() []tool.Tool {
	return []tool.Tool{must(functiontool.New[any, Answer](functiontool.Config{Name: "fault_any", Description: "Of anything."}, Handle))}
}

// FaultRecursive is refused.
func FaultRecursive() []tool.Tool {
	return []tool.Tool{must(functiontool.New[node, Answer](functiontool.Config{Name: "fault_recursive", Description: "Of a list."}, Handle))}
}

// FaultResult is refused.
func FaultResult() []tool.Tool {
	return []tool.Tool{must(functiontool.New[Base, withFunc](functiontool.Config{Name: "fault_result", Description: "With a function."}, Handle))}
}

// FaultTree is refused.
func FaultTree() []tool.Tool {
	one := &jsonschema.Schema{Type: "string"}
	in := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{"a": one, "b": one}}
	return []tool.Tool{must(functiontool.New[Base, Answer](functiontool.Config{Name: "fault_tree", Description: "No tree.", InputSchema: in}, Handle))}
}
