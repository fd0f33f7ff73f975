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
	data, err := safefile.Read(filename)
	if err != nil {
		return map[string]int{}
	}
	return linesOf(data)
}

func linesOf(data []byte) map[string]int {
	out := map[string]int{}
	visit(data, func(path string, _, n *yaml.Node) { out[path] = n.Line })
	return out
}

// At adds to an error that begins with the path of a setting the file and the line of the
// setting or, if that is missing, of the setting around it.
func At(filename string, err error) error { return at(filename, Lines(filename), err) }

func at(filename string, lines map[string]int, err error) error {
	path, _, _ := strings.Cut(err.Error(), ": ")
	for path != "" && lines[path] == 0 {
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
	if path == "" {
		return fmt.Errorf("%s: %w", filename, err)
	}
	return fmt.Errorf("%s:%d: %w", filename, lines[path], err)
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
