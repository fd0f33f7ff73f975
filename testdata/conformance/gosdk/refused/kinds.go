package refused

import (
	"context"
	"encoding/json"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

type anything any

type item struct {
	Name string `json:"name"`
}

// TimeInput takes a time, which is a string.
func TimeInput(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_time_input"}, reply.OK[time.Time])
}

// NamedAnyInput takes a named interface, which is not any.
func NamedAnyInput(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_named_any_input"}, reply.OK[anything])
}

// PointerAnyInput takes a pointer to an interface.
func PointerAnyInput(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_pointer_any_input"}, reply.OK[*any])
}

// TwicePointerInput takes a pointer to a pointer; the SDK strips one.
func TwicePointerInput(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_twice_pointer_input"}, reply.OK[**item])
}

// RawInput takes JSON, which is bytes.
func RawInput(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_raw_input"}, reply.OK[json.RawMessage])
}

// ContextInput takes a context.
func ContextInput(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_context_input"}, reply.OK[context.Context])
}

// IntKeyInput takes a map that JSON cannot have.
func IntKeyInput(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_int_key_input"}, reply.OK[map[int]string])
}

// SliceOutput returns a slice. The SDK accepts it from 1.7.
func SliceOutput(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_slice_output"}, reply.Zero[item, []item])
}

// StringOutput returns a string. The SDK accepts it from 1.7.
func StringOutput(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_string_output"}, reply.Zero[item, string])
}

// ErrorOutput returns an error. The SDK accepts it from 1.7.
func ErrorOutput(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_error_output"}, reply.Zero[item, error])
}

// FuncOutput returns a function.
func FuncOutput(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_func_output"}, reply.Zero[item, func()])
}

// Chan has a channel in its input type.
func Chan(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_chan"}, reply.OK[struct {
		Item item       `json:"item"`
		Done chan error `json:"done"`
	}])
}

// EmbeddedTime embeds a time, which is no object.
func EmbeddedTime(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refused_embedded_time"}, reply.OK[struct {
		time.Time
		Name string `json:"name"`
	}])
}
