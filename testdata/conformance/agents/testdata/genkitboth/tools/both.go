package tools

import (
	"github.com/firebase/genkit/go/ai"
	aix "github.com/firebase/genkit/go/ai/exp"
)

// ExpBoth is a tool with a schema and a type, which later versions reject.
func ExpBoth() []ai.Tool {
	return []ai.Tool{aix.NewTool("exp_both", "A schema and a type.", plain[Base, int], ai.WithInputSchema(map[string]any{"type": "object"}))}
}
