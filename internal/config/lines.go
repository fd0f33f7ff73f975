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
	if data, err := safefile.Read(filename); err == nil {
		visit(data, func(path string, _, n *yaml.Node) { out[path] = n.Line })
	}
	return out
}

// visit calls f for each part of a YAML document with its path and, in a mapping, its key.
func visit(data []byte, f func(path string, key, n *yaml.Node)) {
	var doc yaml.Node
	if yaml.Unmarshal(data, &doc) != nil || len(doc.Content) == 0 {
		return
	}
	var part func(path string, key, n *yaml.Node)
	part = func(path string, key, n *yaml.Node) {
		f(path, key, n)
		for i, e := range n.Content {
			switch {
			case n.Kind == yaml.SequenceNode:
				part(fmt.Sprintf("%s[%d]", path, i), nil, e)
			case i%2 == 1: // after its key
				part(strings.TrimPrefix(path+"."+n.Content[i-1].Value, "."), n.Content[i-1], e)
			}
		}
	}
	part("", nil, doc.Content[0])
}
