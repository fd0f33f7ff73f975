package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/schemavet/schemavet/analyzers"
	"github.com/schemavet/schemavet/internal/config"
)

// settingsFile is the JSON Schema of the settings, for editors.
const settingsFile = "docs/schemavet.schema.json"

// settingsSchema returns the JSON Schema of the settings. The keys come from the Go
// types of the settings, and the descriptions from their comments.
func settingsSchema(root string) ([]byte, error) {
	comments, err := fieldComments(filepath.Join(root, "internal", "config"))
	if err != nil {
		return nil, err
	}
	g := &schemaWriter{comments}
	s := g.object(reflect.TypeFor[config.Settings]())
	s = append([]member{
		{"$schema", "http://json-schema.org/draft-07/schema#"},
		{"title", "Settings of schemavet, in " + config.Name},
	}, s...)
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err = enc.Encode(s)
	return out.Bytes(), err
}

func writeSettingsSchema(root string) error {
	data, err := settingsSchema(root)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, filepath.FromSlash(settingsFile)), data, 0o666)
}

// object is a JSON object whose members keep their order.
type object []member

type member struct {
	key   string
	value any
}

func (o object) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			out.WriteByte(',')
		}
		key, err := json.Marshal(m.key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		out.Write(key)
		out.WriteByte(':')
		out.Write(value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

type schemaWriter struct{ comments map[string]string }

func (g *schemaWriter) object(t reflect.Type) object {
	var properties object
	for i := range t.NumField() {
		f := t.Field(i)
		key := f.Tag.Get("yaml")
		s := g.value(f.Type)
		if c := g.comments[t.Name()+"."+f.Name]; c != "" {
			s = append(object{{"description", c}}, s...)
		} else if c := g.comments[f.Type.Name()]; c != "" && f.Type.Kind() == reflect.Struct {
			s = append(object{{"description", c}}, s...)
		}
		properties = append(properties, member{key, g.narrow(t.Name()+"."+f.Name, s)})
	}
	return object{{"type", "object"}, {"properties", properties}, {"additionalProperties", false}}
}

func (g *schemaWriter) value(t reflect.Type) object {
	switch t.Kind() {
	case reflect.Struct:
		return g.object(t)
	case reflect.Slice:
		return object{{"type", "array"}, {"items", g.value(t.Elem())}}
	case reflect.Map:
		return object{{"type", "object"}, {"additionalProperties", g.value(t.Elem())}}
	case reflect.Pointer:
		return g.value(t.Elem())
	case reflect.Int:
		return object{{"type", "integer"}, {"minimum", 0}}
	case reflect.Bool:
		return object{{"type", "boolean"}}
	}
	return object{{"type", "string"}}
}

// narrow returns the schema s of a setting, extended by restrictions that its Go type
// does not express.
func (g *schemaWriter) narrow(field string, s object) object {
	checks := object{{"type", "string"}, {"enum", checkNames()}}
	names := object{{"pattern", "^(" + strings.Join(checkNames(), "|") + ")(/.+)?$"}}
	switch field {
	case "Checks.Enable", "Checks.Disable":
		s[len(s)-1].value = checks
		return append(s, member{"uniqueItems", true})
	case "Checks.Severity":
		s[len(s)-1].value = object{{"type", "string"}, {"enum", config.Severities()[:3]}}
		return append(s, member{"propertyNames", names})
	case "Checks.Allow":
		return append(s, member{"propertyNames", names})
	case "FailOn.Drift":
		return append(s, member{"enum", config.Levels()})
	case "FailOn.Findings":
		return append(s, member{"enum", config.Severities()})
	case "Signature.Nullable":
		return append(s, member{"enum", []string{"omit", "anyOf"}})
	case "Signature.Unknown":
		return append(s, member{"enum", []string{"omit", "string"}})
	case "Registration.Schema":
		return append(s, member{"enum", []string{"signature", "struct"}})
	}
	return s
}

func checkNames() []string {
	var out []string
	for _, a := range analyzers.All() {
		out = append(out, a.Name)
	}
	return out
}

// fieldComments returns the comments of the types declared in a folder, by name, and of
// their fields, as "Type.Field".
func fieldComments(dir string) (map[string]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: %w", dir, os.ErrNotExist)
	}
	out := map[string]string{}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			decl, ok := n.(*ast.GenDecl)
			if !ok {
				return true
			}
			for _, spec := range decl.Specs {
				t, ok := spec.(*ast.TypeSpec)
				if !ok {
					continue
				}
				out[t.Name.Name] = words(decl.Doc)
				if s, ok := t.Type.(*ast.StructType); ok {
					for _, field := range s.Fields.List {
						for _, name := range field.Names {
							out[t.Name.Name+"."+name.Name] = words(field.Doc)
						}
					}
				}
			}
			return false
		})
	}
	return out, nil
}

func words(c *ast.CommentGroup) string { return strings.Join(strings.Fields(c.Text()), " ") }
