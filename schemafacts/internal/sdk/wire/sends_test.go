package wire

import "testing"

func TestOfClient(t *testing.T) {
	for path, want := range map[string]bool{
		"github.com/openai/openai-go/v3/responses":   true,
		"github.com/someone/openai-go":               true, // a fork
		"github.com/someone/go-anthropic/v2":         true,
		"github.com/ollama/ollama/api":               true,
		"github.com/someone/ollama/server":           false,
		"github.com/someone/openai-gopher":           false,
		"google.golang.org/genai":                    true,
		"example.com/openai-go":                      false,
		"github.com/openai":                          false,
		"example.com/github.com/openai/openai-go":    false,
		"github.com/tmc/langchaingo/llms/openai":     true,
		"github.com/tmc/langchaingo/vectorstores/pg": false,
	} {
		if got := ofClient(path); got != want {
			t.Errorf("ofClient(%q) = %v, want %v", path, got, want)
		}
	}
}
