// Package functiontool is a stub.
package functiontool

import (
	"iter"

	"github.com/google/jsonschema-go/jsonschema"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/tool"
)

// ErrInvalidArgument says that a tool takes no struct or map.
var ErrInvalidArgument error

// Config says what a tool is.
type Config struct {
	Name                        string
	Description                 string
	InputSchema                 *jsonschema.Schema
	OutputSchema                *jsonschema.Schema
	IsLongRunning               bool
	RequireConfirmation         bool
	RequireConfirmationProvider any
}

// Func is the function of a tool.
type Func[TArgs, TResults any] func(agent.Context, TArgs) (TResults, error)

// New makes a tool.
func New[TArgs, TResults any](cfg Config, handler Func[TArgs, TResults]) (tool.Tool, error) {
	panic("stub")
}

// StreamingFunc is the function of a streaming tool.
type StreamingFunc[TArgs any] func(agent.Context, TArgs) iter.Seq2[string, error]

// NewStreaming makes a streaming tool.
func NewStreaming[TArgs any](cfg Config, handler StreamingFunc[TArgs]) (tool.Tool, error) {
	panic("stub")
}
