package config

import (
	"go.yaml.in/yaml/v3"

	"github.com/schemavet/schemavet/internal/safefile"
)

// Lines returns the lines of the settings in a file, by their paths in errors, such as
// "checks.disable[0]".
func Lines(filename string) map[string]int {
	out := map[string]int{}
	data, err := safefile.Read(filename)
	if err != nil {
		return out
	}
	var doc yaml.Node
	if yaml.Unmarshal(data, &doc) != nil || len(doc.Content) == 0 {
		return out
	}
	visit(doc.Content[0], nil, "", func(path string, _, value *yaml.Node) { out[path] = value.Line })
	return out
}
