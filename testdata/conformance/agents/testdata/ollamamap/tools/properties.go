package tools

import "github.com/ollama/ollama/api"

func properties(m map[string]api.ToolProperty) map[string]api.ToolProperty { return m }
