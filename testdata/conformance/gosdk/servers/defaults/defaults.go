// Package defaults registers tools with defaults, constants and examples of
// every kind.
package defaults

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

const (
	defaultTimeout = 30
	defaultMode    = "auto"
	maxRatio       = 1.0 / 3
)

type options struct {
	Mode    string            `json:"mode,omitempty"`
	Timeout int               `json:"timeout,omitempty"`
	Ratio   float64           `json:"ratio,omitempty"`
	Verbose bool              `json:"verbose,omitempty"`
	Tags    []string          `json:"tags,omitempty"`
	Env     map[string]string `json:"env,omitempty"`
	Parent  *string           `json:"parent,omitempty"`
}

func must(v any) json.RawMessage {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return data
}

func set(s *jsonschema.Schema, name, value string) {
	s.Properties[name].Default = json.RawMessage(value)
}

func infer() *jsonschema.Schema {
	s, err := jsonschema.For[options](nil)
	if err != nil {
		panic(err)
	}
	return s
}

// Register adds the tools.
func Register(s *mcp.Server) {
	in := infer()
	set(in, "mode", strconv.Quote(defaultMode))
	set(in, "timeout", strconv.Itoa(defaultTimeout))
	set(in, "ratio", fmt.Sprint(0.25))
	set(in, "verbose", "false")
	set(in, "tags", `[]`)
	set(in, "env", ` { "A" : "1", "B":"2" } `)
	mcp.AddTool(s, &mcp.Tool{Name: "def_texts", InputSchema: in}, reply.OK[options])

	in = infer()
	in.Properties["mode"].Default = must(defaultMode)
	in.Properties["timeout"].Default = must(defaultTimeout * 2)
	in.Properties["verbose"].Default = must(true)
	in.Properties["tags"].Default = must([]string{"a", "b"})
	in.Properties["env"].Default = must(map[string]string{"HOME": "/root", "A": ""})
	mcp.AddTool(s, &mcp.Tool{Name: "def_marshalled", InputSchema: in}, reply.OK[options])

	in = infer()
	in.Properties["mode"].Examples = []any{"auto", "manual"}
	in.Properties["timeout"].Examples = []any{1, int64(2), uint8(3)}
	in.Properties["ratio"].Maximum = jsonschema.Ptr(maxRatio)
	in.Properties["ratio"].Minimum = jsonschema.Ptr(-math.Pi)
	in.Properties["ratio"].MultipleOf = jsonschema.Ptr(1e-9)
	in.Properties["timeout"].Maximum = jsonschema.Ptr(float64(math.MaxInt32))
	in.Properties["timeout"].ExclusiveMinimum = jsonschema.Ptr(-1e21)
	mcp.AddTool(s, &mcp.Tool{Name: "def_numbers", InputSchema: in}, reply.OK[options])

	s.AddTool(&mcp.Tool{Name: "def_consts", InputSchema: &jsonschema.Schema{
		Type: "object",
		Properties: map[string]*jsonschema.Schema{
			"d": {Types: []string{"null", "string"}, Default: json.RawMessage("null")},
			"s": {Const: jsonschema.Ptr(any("fixed"))},
			"n": {Const: jsonschema.Ptr[any](nil)},
			"l": {Const: jsonschema.Ptr[any]([]int{1, 2})},
			"e": {Enum: []any{1.0, 1.5, "x", nil, []string{"y"}, map[string]any{"k": 1}}},
		},
	}}, reply.Raw)
}
