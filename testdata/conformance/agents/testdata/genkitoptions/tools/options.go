package tools

import (
	"github.com/firebase/genkit/go/ai"
	aix "github.com/firebase/genkit/go/ai/exp"
)

func parts[In any](*ai.ToolContext, In) (*ai.MultipartToolResponse, error) { panic("not run") }

func anything[In any](*ai.ToolContext, In) (any, error) { panic("not run") }

var (
	in  = map[string]any{"type": "object", "properties": map[string]any{"a": map[string]any{"type": "string"}}}
	out = map[string]any{"type": "object", "properties": map[string]any{"b": map[string]any{"type": "integer"}}}
)

// Options are tools whose schemas come from options.
func Options() []ai.Tool {
	return []ai.Tool{
		ai.NewTool("option_both", "Both schemas.", anything[any], ai.WithInputSchema(in), ai.WithOutputSchema(out)),
		ai.NewTool("option_output", "A type and a schema.", anything[Base], ai.WithOutputSchema(out)),
		ai.NewTool("option_last", "The last one counts.", anything[any], ai.WithInputSchema(out), ai.WithInputType(Base{}), ai.WithOutputSchema(out)),
		ai.NewTool("option_again", "The last one counts.", anything[any], ai.WithInputType(Base{}), ai.WithInputSchema(in), ai.WithOutputSchema(in), ai.WithOutputSchema(out)),
		ai.NewTool("option_nil", "No schema.", anything[any], ai.WithInputSchema(in), ai.WithInputSchema(nil), ai.WithOutputSchema(out), ai.WithOutputSchema(nil)),
		ai.NewTool("option_strict", "Strict.", anything[Base], ai.WithStrictSchema(true), ai.WithOutputSchema(out)),
		ai.NewMultipartTool("option_parts", "Parts with a schema.", parts[Base], ai.WithOutputSchema(out)),
		ai.NewMultipartTool("option_any_parts", "Parts with two schemas.", parts[any], ai.WithOutputSchema(out), ai.WithInputSchema(in)),
		aix.NewTool("option_exp", "Experimental.", plain[Base, any], ai.WithOutputSchema(out)),
	}
}

// FaultOutput panics.
func FaultOutput() []ai.Tool {
	return []ai.Tool{ai.NewTool("fault_output", "Of two minds.", func(*ai.ToolContext, Base) (Base, error) { panic("") }, ai.WithOutputSchema(out))}
}

// FaultParts panics.
func FaultParts() []ai.Tool {
	return []ai.Tool{ai.NewMultipartTool("fault_parts", "Of two minds.", parts[Base], ai.WithInputSchema(in))}
}

// FaultExpOutput panics.
func FaultExpOutput() []ai.Tool {
	return []ai.Tool{aix.NewTool("fault_exp_output", "Of two minds.", plain[Base, Base], ai.WithOutputSchema(out))}
}
