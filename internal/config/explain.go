package config

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// yamlError is an error at a line of a YAML document; line is "" if it is unknown.
type yamlError struct{ line, text string }

func (e *yamlError) Error() string { return e.text }

// These are the errors of the YAML library. They name the line and the Go type, but not
// the path of the setting.
var (
	lineError    = regexp.MustCompile(`(?s)^line (\d+): (.*)$`)
	unknownField = regexp.MustCompile(`^field (.*) not found in type (.*)$`)
	definedTwice = regexp.MustCompile(`^mapping key "(.*)" already defined`)
	wrongKind    = regexp.MustCompile("(?s)^cannot unmarshal (!!\\S+)(?: `(.*)`)? into (.*)$")
)

// explain returns the first error of the YAML library about a document in the words of the
// settings, with the path of the setting.
func explain(err error, data []byte) error {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	if list := (*yaml.TypeError)(nil); errors.As(err, &list) {
		text = list.Errors[0]
	}
	m := lineError.FindStringSubmatch(text)
	if m == nil {
		return &yamlError{text: text}
	}
	at := &yamlError{line: m[1], text: m[2]}
	key := func(name string) func(key, value *yaml.Node) bool {
		return func(key, _ *yaml.Node) bool {
			return key != nil && key.Value == name && fmt.Sprint(key.Line) == at.line
		}
	}
	if m := unknownField.FindStringSubmatch(at.text); m != nil {
		at.text = pathOf(data, key(m[1])) + "unknown key, want one of " + strings.Join(keysOf(reflect.TypeFor[Settings](), m[2]), ", ")
	} else if m := definedTwice.FindStringSubmatch(at.text); m != nil {
		at.text = pathOf(data, key(m[1])) + "given twice"
	} else if m := wrongKind.FindStringSubmatch(at.text); m != nil {
		tag, value, want := m[1], strings.TrimSuffix(m[2], "..."), m[3]
		var found *yaml.Node
		path := pathOf(data, func(_, v *yaml.Node) bool {
			ok := fmt.Sprint(v.Line) == at.line && v.ShortTag() == tag && strings.HasPrefix(v.Value, value)
			if ok {
				found = v
			}
			return ok
		})
		if path != "" {
			value = found.Value
		}
		at.text = path + fmt.Sprintf("want %s, not %s", kindWanted(want), kindGiven(tag, value))
		if want == "config.FailOn" {
			at.text += oldFailOn(value)
		}
	}
	return at
}

// pathOf returns the path of the only part of a YAML document that matches, with ": " after
// it. It returns "" if several parts match. The key of an element of a list is nil.
func pathOf(data []byte, matches func(key, value *yaml.Node) bool) string {
	var doc yaml.Node
	if yaml.Unmarshal(data, &doc) != nil || len(doc.Content) == 0 {
		return ""
	}
	var paths []string
	visit(doc.Content[0], nil, "", func(path string, key, value *yaml.Node) {
		if matches(key, value) && path != "" {
			paths = append(paths, path)
		}
	})
	if len(paths) != 1 {
		return ""
	}
	return paths[0] + ": "
}

// visit calls f for a part of a document and all parts of it.
func visit(n, key *yaml.Node, path string, f func(path string, key, value *yaml.Node)) {
	f(path, key, n)
	switch n.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			visit(n.Content[i+1], n.Content[i], strings.TrimPrefix(path+"."+n.Content[i].Value, "."), f)
		}
	case yaml.SequenceNode:
		for i, e := range n.Content {
			visit(e, nil, fmt.Sprintf("%s[%d]", path, i), f)
		}
	}
}

// keysOf returns the keys of the struct type with a name that is t or a part of it.
func keysOf(t reflect.Type, name string) (keys []string) {
	switch t.Kind() {
	case reflect.Slice, reflect.Pointer, reflect.Map:
		return keysOf(t.Elem(), name)
	case reflect.Struct:
		for i := range t.NumField() {
			if t.String() == name {
				keys = append(keys, t.Field(i).Tag.Get("yaml"))
			} else if keys = keysOf(t.Field(i).Type, name); keys != nil {
				return keys
			}
		}
	}
	return keys
}

// kindWanted describes the values of a Go type.
func kindWanted(goType string) string {
	switch {
	case goType == "bool":
		return "true or false"
	case goType == "int":
		return "a number"
	case goType == "string":
		return "a string"
	case strings.HasPrefix(goType, "[]"):
		return "a list"
	}
	return "a mapping"
}

// kindGiven describes a value of a YAML document.
func kindGiven(tag, value string) string {
	switch tag {
	case "!!map":
		return "a mapping"
	case "!!seq":
		return "a list"
	}
	return fmt.Sprintf("%q", value)
}
