package tools

import (
	"github.com/firebase/genkit/go/ai"
	aix "github.com/firebase/genkit/go/ai/exp"
)

func envelope[In any](*ai.ToolContext, In) (*ai.MultipartToolResponse, error) { panic("not run") }

func whatever[In any](*ai.ToolContext, In) (any, error) { panic("not run") }

var (
	given    = map[string]any{"type": "object", "properties": map[string]any{"a": map[string]any{"type": "string"}}}
	returned = map[string]any{"type": "object", "properties": map[string]any{"b": map[string]any{"type": "integer"}}}
)

// Options are tools whose schemas come from options.
func Options() []ai.Tool {
	return []ai.Tool{
		ai.NewTool("option_both", "Both schemas.", whatever[any], ai.WithInputSchema(given), ai.WithOutputSchema(returned)),
		ai.NewTool("option_output", "A type and a schema.", whatever[Base], ai.WithOutputSchema(returned)),
		ai.NewTool("option_last", "The last one counts.", whatever[any], ai.WithInputSchema(returned), ai.WithInputType(Base{}), ai.WithOutputSchema(returned)),
		ai.NewTool("option_again", "The last one counts.", whatever[any], ai.WithInputType(Base{}), ai.WithInputSchema(given), ai.WithOutputSchema(given), ai.WithOutputSchema(returned)),
		ai.NewTool("option_nil", "No schema.", whatever[any], ai.WithInputSchema(given), ai.WithInputSchema(nil), ai.WithOutputSchema(returned), ai.WithOutputSchema(nil)),
		ai.NewTool("option_strict", "Strict.", whatever[Base], ai.WithStrictSchema(true), ai.WithOutputSchema(returned)),
		ai.NewMultipartTool("option_parts", "Parts with a schema.", envelope[Base], ai.WithOutputSchema(returned)),
		ai.NewMultipartTool("option_any_parts", "Parts with two schemas.", envelope[any], ai.WithOutputSchema(returned), ai.WithInputSchema(given)),
		aix.NewTool("option_exp", "Experimental.", plain[Base, any], ai.WithOutputSchema(returned)),
	}
}

// FaultOutput panics.
func FaultOutput() []ai.Tool {
	return []ai.Tool{ai.NewTool("fault_output", "Of two minds.", func(*ai.ToolContext, Base) (Base, error) { panic("") }, ai.WithOutputSchema(returned))}
}

// FaultParts panics.
func FaultParts() []ai.Tool {
	return []ai.Tool{ai.NewMultipartTool("fault_parts", "Of two minds.", envelope[Base], ai.WithInputSchema(given))}
}

// FaultExpOutput panics.
func FaultExpOutput() []ai.Tool {
	return []ai.Tool{aix.NewTool("fault_exp_output", "Of two minds.", plain[Base, Base], ai.WithOutputSchema(returned))}
}
