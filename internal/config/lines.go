package config

import (
	"fmt"
	"strings"

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
	addLines(out, doc.Content[0], "")
	return out
}

func addLines(out map[string]int, n *yaml.Node, path string) {
	out[path] = n.Line
	switch n.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			addLines(out, n.Content[i+1], strings.TrimPrefix(path+"."+n.Content[i].Value, "."))
		}
	case yaml.SequenceNode:
		for i, e := range n.Content {
			addLines(out, e, fmt.Sprintf("%s[%d]", path, i))
		}
	}
}
