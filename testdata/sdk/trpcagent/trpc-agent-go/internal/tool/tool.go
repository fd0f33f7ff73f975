// Package tool is a stub with a part of the framework's reflector.
package tool

import (
	"reflect"
	"strings"

	"trpc.group/trpc-go/trpc-agent-go/tool"
)

func GenerateJSONSchema(t reflect.Type) *tool.Schema {
	switch t.Kind() {
	case reflect.Ptr:
		return GenerateJSONSchema(t.Elem())
	case reflect.String:
		return &tool.Schema{Type: "string"}
	case reflect.Slice:
		return &tool.Schema{Type: "array", Items: GenerateJSONSchema(t.Elem())}
	case reflect.Int, reflect.Uint8:
		return &tool.Schema{Type: "integer"}
	case reflect.Struct:
		s := &tool.Schema{Type: "object", Properties: map[string]*tool.Schema{}}
		for i := 0; i < t.NumField(); i++ {
			f := t.Field(i)
			tag := f.Tag.Get("json")
			if !f.IsExported() || tag == "-" {
				continue
			}
			name, _, _ := strings.Cut(tag, ",")
			if tag == "" {
				name = f.Name
			}
			field := GenerateJSONSchema(f.Type)
			applyTag(f, field)
			s.Properties[name] = field
		}
		return s
	}
	return &tool.Schema{Type: "object"}
}

func applyTag(f reflect.StructField, s *tool.Schema) {
	for _, item := range strings.Split(f.Tag.Get("jsonschema"), ",") {
		switch kv := strings.SplitN(strings.TrimSpace(item), "=", 2); {
		case len(kv) != 2:
		case kv[0] == "description":
			s.Description = kv[1]
		case kv[0] == "enum" && f.Type.Kind() == reflect.String:
			s.Enum = append(s.Enum, kv[1])
		case kv[0] == "enum":
			return
		}
	}
	if s.Description == "" {
		s.Description = f.Tag.Get("description")
	}
}
