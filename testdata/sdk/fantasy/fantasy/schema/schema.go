// Package schema is a stub with a part of the framework's reflector.
package schema

import (
	"reflect"
	"strings"
)

type Schema struct {
	Type        string
	Description string
	Properties  map[string]*Schema
	Required    []string
	Items       *Schema
}

func Generate(t reflect.Type) Schema {
	switch t.Kind() {
	case reflect.String:
		return Schema{Type: "string"}
	case reflect.Int:
		return Schema{Type: "integer"}
	case reflect.Pointer:
		return Generate(t.Elem())
	case reflect.Slice, reflect.Array:
		items := Generate(t.Elem())
		return Schema{Type: "array", Items: &items}
	case reflect.Uint8:
		return Schema{Type: "integer"}
	case reflect.Map:
		if t.Key().Kind() == reflect.String {
			value := Generate(t.Elem())
			return Schema{Type: "object", Properties: map[string]*Schema{"*": &value}}
		}
	case reflect.Struct:
		s := Schema{Type: "object", Properties: map[string]*Schema{}}
		for f := range t.Fields() {
			tag := f.Tag.Get("json")
			if !f.IsExported() || tag == "-" {
				continue
			}
			name, _, _ := strings.Cut(tag, ",")
			if tag == "" {
				name = toSnakeCase(f.Name)
			} else if name == "" {
				name = f.Name
			}
			field := Generate(f.Type)
			field.Description = f.Tag.Get("description")
			s.Properties[name] = &field
			s.Required = append(s.Required, name)
		}
		return s
	}
	return Schema{Type: "object"}
}

func toSnakeCase(s string) string {
	var result strings.Builder
	for i, r := range s {
		if i > 0 && r >= 'A' && r <= 'Z' {
			result.WriteByte('_')
		}
		result.WriteRune(r)
	}
	return strings.ToLower(result.String())
}

func ToParameters(s Schema) map[string]any {
	out := map[string]any{}
	for name, p := range s.Properties {
		property := map[string]any{"type": p.Type}
		if p.Description != "" {
			property["description"] = p.Description
		}
		if p.Properties != nil {
			property["properties"] = ToParameters(*p)
		}
		if p.Items != nil {
			property["items"] = map[string]any{"type": p.Items.Type}
		}
		out[name] = property
	}
	return out
}

func Normalize(node map[string]any) {
	for _, child := range node {
		if m, ok := child.(map[string]any); ok {
			Normalize(m)
		}
	}
	if _, has := node["items"]; node["type"] == "array" && !has {
		node["items"] = map[string]any{}
	}
}
