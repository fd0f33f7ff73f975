// Package tools makes tools with the Copilot SDK.
package tools

import (
	"os"

	copilot "github.com/github/copilot-sdk/go"
)

// Maker makes the configuration of a session with tools.
type Maker struct {
	Name string
	Make func() any
}

// Makers are all of them.
var Makers = []Maker{{"defined", Defined}, {"literals", Literals}, {"table", Table}, {"open", Open},
	{"fault_tag", FaultTag}, {"fault_recursive", FaultRecursive}}

// Handle is the handler of all tools.
func Handle[T any](T, copilot.ToolInvocation) (any, error) { return nil, nil }

type place struct {
	City string `json:"city" jsonschema:"the city"`
	Days *int   `json:"days,omitempty"`
}

func Defined() any {
	return &copilot.SessionConfig{Tools: []copilot.Tool{
		copilot.DefineTool("defined", "Of a struct.", Handle[place]),
		copilot.DefineTool("pointer", "Of a pointer.", Handle[*place]),
		copilot.DefineTool("map", "Of a map.", Handle[map[string]int]),
		copilot.DefineTool("any", "", Handle[any]),
		copilot.DefineTool("nothing", "Of nothing.", Handle[struct{}]),
	}}
}

func Literals() any {
	t := copilot.Tool{Name: "literal", Description: "A literal.",
		Parameters: map[string]any{"type": "object", "properties": map[string]any{"x": map[string]any{"type": "string"}}}}
	changed := copilot.DefineTool("changed", "Before.", Handle[place])
	changed.Description = "After."
	changed.Parameters["additionalProperties"] = true
	return &copilot.SessionConfig{Tools: []copilot.Tool{t, changed, {Name: "bare"}}}
}

func Table() any {
	config := &copilot.SessionConfig{}
	for _, name := range []string{"first", "second"} {
		config.Tools = append(config.Tools, copilot.DefineTool("table_"+name, "The "+name+".", Handle[place]))
	}
	return config
}

func Open() any {
	return &copilot.SessionConfig{Tools: []copilot.Tool{copilot.DefineTool("open_text", os.Getenv("PROBE_TEXT")+"x", Handle[place])}}
}

type badTag struct {
	City string `json:"city" jsonschema:"description=The city"`
}

func FaultTag() any {
	return &copilot.SessionConfig{Tools: []copilot.Tool{copilot.DefineTool("fault_tag", "Of another dialect.", Handle[badTag])}}
}

type node struct {
	Next *node `json:"next"`
}

func FaultRecursive() any {
	return &copilot.SessionConfig{Tools: []copilot.Tool{copilot.DefineTool("fault_recursive", "Does not end.", Handle[node])}}
}
