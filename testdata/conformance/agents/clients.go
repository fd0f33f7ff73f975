package main

import (
	"fmt"
	"path/filepath"
	"strings"
)

// The clients of models' vendors. The program is one for all of them; what a
// version has of its own stands in a folder beside it.

var openai = framework{
	name:     "openai",
	versions: []string{"v1.0.0", "v1.12.0", "v2.7.1", "v3.2.0", "v3.98.0"},
	requires: func(v string) []string {
		return []string{"github.com/openai/openai-go" + major(v) + " " + v, "github.com/invopop/jsonschema v0.13.0"}
	},
	replaced: func(v string) map[string]string {
		out := map[string]string{}
		for _, dir := range []string{"", "/packages/param", "/responses", "/shared"} {
			out["github.com/openai/openai-go"+dir] = "github.com/openai/openai-go" + major(v) + dir
		}
		return out
	},
	shared: func(v string) []string {
		if major(v) == "" {
			return []string{"clients", "openai1"}
		}
		if since(v, 3, 96) {
			return []string{"clients", "openai2", "openaimembers"}
		}
		return []string{"clients", "openai2"}
	},
}

// major returns what a version adds to a module's path.
func major(v string) string {
	if n, _, _ := strings.Cut(v, "."); n != "v0" && n != "v1" {
		return "/" + n
	}
	return ""
}

// since reports whether v is at least major.minor.
func since(v string, major, minor int) bool {
	var a, b int
	if _, err := fmt.Sscanf(v, "v%d.%d.", &a, &b); err != nil {
		panic("version " + v + " is not of the form v1.2.3")
	}
	return a > major || a == major && b >= minor
}

var anthropic = framework{
	name:     "anthropic",
	versions: []string{"v0.2.0-beta.3", "v1.0.0", "v1.26.0", "v1.63.1", "v1.84.0", "v2.0.0", "v2.15.0"},
	requires: func(v string) []string {
		return []string{"github.com/anthropics/anthropic-sdk-go" + major(v) + " " + v, "github.com/invopop/jsonschema v0.13.0"}
	},
	replaced: func(v string) map[string]string {
		out := map[string]string{}
		for _, dir := range []string{"", "/packages/param", "/toolrunner"} {
			out["github.com/anthropics/anthropic-sdk-go"+dir] = "github.com/anthropics/anthropic-sdk-go" + major(v) + dir
		}
		return out
	},
	shared: func(v string) []string {
		if !since(v, 1, 0) {
			return []string{"clients", "anthropic0"}
		}
		if withoutRunner(v) {
			return []string{"clients", "anthropic1"}
		}
		if since(v, 1, 84) {
			return []string{"clients", "anthropicrunner", "anthropicmembers"}
		}
		return []string{"clients", "anthropicrunner"}
	},
	since:   func(v string) bool { return !withoutRunner(v) },
	types:   invopopTypes,
	cases:   filepath.Join("..", "invopop", "testdata", "probe", "cases"),
	imports: []string{"example.test/probe/tools", "github.com/anthropics/anthropic-sdk-go/toolrunner"},
	random: func(i int, typ string) string {
		return fmt.Sprintf(`func Random%[1]d() any {
	t, err := toolrunner.NewBetaToolFromJSONSchema("random_%[1]d", "text %[1]d", tools.Handle[%[2]s])
	if err != nil {
		panic(err)
	}
	return tools.Tools(t)
}
`, i, typ)
	},
}

// withoutRunner reports whether a version of anthropic-sdk-go has no toolrunner.
func withoutRunner(v string) bool { return !since(v, 1, 26) }

var genai = framework{
	name:     "genai",
	versions: []string{"v1.20.0", "v1.51.0", "v1.77.0"},
	requires: func(v string) []string { return []string{"google.golang.org/genai " + v} },
	replaced: func(string) map[string]string { return nil },
	shared:   func(string) []string { return []string{"clients"} },
}

var goopenai = framework{
	name:     "goopenai",
	versions: []string{"v1.30.0", "v1.40.0", "v1.41.2", "v1.43.0"},
	requires: func(v string) []string {
		return []string{"github.com/sashabaranov/go-openai " + v, "github.com/invopop/jsonschema v0.14.0"}
	},
	replaced: func(string) map[string]string { return nil },
	shared:   func(string) []string { return []string{"clients"} },
	types:    invopopTypes,
	cases:    filepath.Join("..", "invopop", "testdata", "probe", "cases"),
	// Before v1.41 a recursive type overflows the stack, whatever else it has.
	since:   func(v string) bool { return v >= "v1.41" },
	imports: []string{"github.com/sashabaranov/go-openai", "github.com/sashabaranov/go-openai/jsonschema"},
	random: func(i int, typ string) string {
		return fmt.Sprintf(`func Random%[1]d() any {
	var v %[2]s
	schema, err := jsonschema.GenerateSchemaForType(v)
	if err != nil {
		return nil
	}
	return openai.ChatCompletionRequest{Tools: []openai.Tool{{Type: "function", Function: &openai.FunctionDefinition{
		Name: "random_%[1]d", Description: "text %[1]d", Parameters: schema}}}}
}
`, i, typ)
	},
}

var ollama = framework{
	name:     "ollama",
	versions: []string{"v0.11.10", "v0.17.4", "v0.34.0"},
	requires: func(v string) []string { return []string{"github.com/ollama/ollama " + v} },
	replaced: func(string) map[string]string { return nil },
	shared: func(v string) []string {
		switch {
		case !since(v, 0, 12):
			return []string{"clients", "ollamamap"}
		case !since(v, 0, 34):
			return []string{"clients", "ollamaordered"}
		}
		return []string{"clients", "ollamaordered", "ollamarequired"}
	},
}

var bedrock = framework{
	name:     "bedrock",
	versions: []string{"v1.63.2", "v1.63.13"},
	requires: func(v string) []string {
		return []string{"github.com/aws/aws-sdk-go-v2/service/bedrockruntime " + v}
	},
	replaced: func(string) map[string]string { return nil },
	shared:   func(string) []string { return []string{"clients"} },
}

var langchaingo = framework{
	name:     "langchaingo",
	versions: []string{"v0.1.14"},
	requires: func(v string) []string { return []string{"github.com/tmc/langchaingo " + v} },
	replaced: func(string) map[string]string { return nil },
	shared:   func(string) []string { return []string{"clients"} },
}

var copilot = framework{
	name:     "copilot",
	versions: []string{"v0.1.18", "v0.1.24", "v1.0.0", "v1.0.14"},
	requires: func(v string) []string { return []string{"github.com/github/copilot-sdk/go " + v} },
	replaced: func(string) map[string]string { return nil },
	shared: func(v string) []string {
		if v == "v0.1.18" { // its tools have no JSON tags
			return []string{"clients", "copilot0"}
		}
		return []string{"clients", "copilot1"}
	},
	types:   googleTypes,
	cases:   filepath.Join("..", "jsonschemago", "testdata", "probe", "cases"),
	imports: []string{"example.test/probe/tools", "github.com/github/copilot-sdk/go"},
	random: func(i int, typ string) string {
		return fmt.Sprintf(`func Random%[1]d() any {
	return &copilot.SessionConfig{Tools: []copilot.Tool{copilot.DefineTool("random_%[1]d", "text %[1]d", tools.Handle[%[2]s])}}
}
`, i, typ)
	},
}
