package tools

import (
	"context"

	"github.com/firebase/genkit/go/ai"
	aix "github.com/firebase/genkit/go/ai/exp"
	"github.com/firebase/genkit/go/genkit"
	genkitx "github.com/firebase/genkit/go/genkit/exp"
)

func plain[In, Out any](context.Context, In) (Out, error) { panic("not run") }

func pausing[In, Out, Resume any](context.Context, In, *Resume) (Out, error) { panic("not run") }

// Exp are tools that the experimental package makes.
func Exp() []ai.Tool {
	in := map[string]any{"type": "object", "properties": map[string]any{"u": map[string]any{"type": "string"}}}
	return []ai.Tool{
		aix.NewTool("exp_search", "Search.", plain[Query, Answer]),
		aix.NewTool("exp_pointer", "Of pointers.", plain[*Base, *Answer]),
		aix.NewTool("exp_text", "", plain[string, []string]),
		aix.NewTool("exp_anything", "Any output.", plain[Base, any]),
		aix.NewTool("exp_given", "Any input.", plain[any, Answer], ai.WithInputSchema(in)),
		&aix.NewInterruptibleTool("exp_pausing", "Pausing.", pausing[Base, Answer, Place]).Tool,
	}
}

// ExpDefined are tools that are registered.
func ExpDefined() []ai.Tool {
	g := genkit.Init(context.Background(), genkit.WithExperimental())
	return []ai.Tool{
		genkitx.DefineTool(g, "exp_defined", "Defined.", plain[Query, string]),
		&genkitx.DefineInterruptibleTool(g, "exp_transfer", "Defined and pausing.", pausing[Place, *Answer, Base]).Tool,
	}
}
