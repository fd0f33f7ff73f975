package tools

import (
	"maps"
	"slices"

	"github.com/ollama/ollama/api"
)

func properties(m map[string]api.ToolProperty) *api.ToolPropertiesMap {
	out := api.NewToolPropertiesMap()
	for _, name := range slices.Sorted(maps.Keys(m)) {
		out.Set(name, m[name])
	}
	return out
}
