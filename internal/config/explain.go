package config

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// yamlError is an error at a line of a YAML document.
type yamlError struct{ line, text string }

func (e *yamlError) Error() string { return e.text }

// yamlMessage matches the errors of the YAML library. They name the line and the Go type,
// but not the path of the setting.
var yamlMessage = regexp.MustCompile("(?s)^line (\\d+): (?:" +
	"field (?P<unknown>.*) not found in type (.*)|" +
	"mapping key \"(?P<twice>.*)\" already defined at line \\d+|" +
	"cannot unmarshal (?P<tag>!!\\S+)(?: `(.*)`)? into (.*)|" +
	"(.*))$")

// explain returns the first error of the YAML library about a document in the words of the
// settings, with the path of the setting.
func explain(err error, data []byte) error {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	if list := (*yaml.TypeError)(nil); errors.As(err, &list) {
		text = list.Errors[0]
	}
	m := yamlMessage.FindStringSubmatch(text)
	if m == nil {
		return errors.New(text)
	}
	line, unknown, in, twice, tag, value, want := m[1], m[2], m[3], m[4], m[5], m[6], m[7]
	path := pathOf(data, func(key, n *yaml.Node) bool {
		if tag == "" {
			return key != nil && fmt.Sprint(key.Line) == line && key.Value == unknown+twice
		}
		return fmt.Sprint(n.Line) == line && n.ShortTag() == tag && strings.HasPrefix(n.Value, strings.TrimSuffix(value, "..."))
	})
	switch {
	case unknown != "":
		text = "unknown key, want one of " + strings.Join(keysOf(reflect.TypeFor[Settings](), in), ", ")
	case twice != "":
		text = "given twice"
	case tag != "":
		text = fmt.Sprintf("want %s, not %s", described(want, ""), described(tag, value))
	default:
		path, text = "", m[8]
		if text == "found character that cannot start any token" {
			text += "; YAML indents with spaces, not with tabs"
		}
	}
	return &yamlError{line, path + text}
}

// described describes a Go type, or the value of a YAML tag.
func described(kind, value string) string {
	switch {
	case kind == "bool":
		return "true or false"
	case kind == "int":
		return "a number"
	case kind == "string":
		return "a string"
	case kind == "!!seq" || strings.HasPrefix(kind, "[]"):
		return "a list"
	case kind == "!!map" || !strings.HasPrefix(kind, "!!"):
		return "a mapping"
	}
	return fmt.Sprintf("%q", value)
}

// pathOf returns the path of the only part of a YAML document that matches, with ": " after
// it, or "" if several parts match. Elements of a list have no key.
func pathOf(data []byte, matches func(key, n *yaml.Node) bool) (path string) {
	n := 0
	visit(data, func(at string, key, value *yaml.Node) {
		if at != "" && matches(key, value) {
			path, n = at+": ", n+1
		}
	})
	if n > 1 {
		return ""
	}
	return path
}

// keysOf returns the keys of the struct type with a name that is t or a part of it.
func keysOf(t reflect.Type, name string) (keys []string) {
	for t.Kind() == reflect.Slice || t.Kind() == reflect.Pointer || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	for i := 0; t.Kind() == reflect.Struct && i < t.NumField(); i++ {
		if t.String() == name {
			keys = append(keys, t.Field(i).Tag.Get("yaml"))
		} else if keys = keysOf(t.Field(i).Type, name); keys != nil {
			break
		}
	}
	return keys
}
