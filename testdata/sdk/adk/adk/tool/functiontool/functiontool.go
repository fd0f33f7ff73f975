// Package functiontool is a stub.
package functiontool

import (
	"github.com/google/jsonschema-go/jsonschema"
	"google.golang.org/adk/tool"
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
type Func[TArgs, TResults any] func(tool.Context, TArgs) (TResults, error)

// New makes a tool.
func New[TArgs, TResults any](cfg Config, handler Func[TArgs, TResults]) (tool.Tool, error) {
	panic("stub")
}
