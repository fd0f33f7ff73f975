package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/schemavet/schemavet/analyzers"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/schemafacts/schema"
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
	s := schema.NewObject()
	s.Set("$schema", schema.NewString("http://json-schema.org/draft-07/schema#"))
	s.Set("title", schema.NewString("Settings of schemavet, in "+config.Name))
	describe(s, reflect.TypeFor[config.Settings](), comments)
	var out bytes.Buffer
	err = json.Indent(&out, append(s.JSON(), '\n'), "", "  ")
	return out.Bytes(), err
}

func writeSettingsSchema(root string) error {
	data, err := settingsSchema(root)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, filepath.FromSlash(settingsFile)), data, 0o666)
}

// describe adds to s what the values of a type are. The comments are those of its fields.
func describe(s *schema.Node, t reflect.Type, comments map[string]string) *schema.Node {
	is := func(name string) { s.Set("type", schema.NewString(name)) }
	switch t.Kind() {
	case reflect.Pointer:
		return describe(s, t.Elem(), comments)
	case reflect.Struct:
		is("object")
		properties := schema.NewObject()
		for i := range t.NumField() {
			f, p := t.Field(i), schema.NewObject()
			if c := cmp.Or(comments[t.Name()+"."+f.Name], comments[f.Type.Name()]); c != "" {
				p.Set("description", schema.NewString(c))
			}
			narrow(t.Name()+"."+f.Name, describe(p, f.Type, comments))
			properties.Set(f.Tag.Get("yaml"), p)
		}
		s.Set("properties", properties)
		s.Set("additionalProperties", schema.NewBool(false))
	case reflect.Slice:
		is("array")
		s.Set("items", describe(schema.NewObject(), t.Elem(), comments))
	case reflect.Map:
		is("object")
		s.Set("additionalProperties", describe(schema.NewObject(), t.Elem(), comments))
	case reflect.Int:
		is("integer")
		s.Set("minimum", schema.NewNumber("0"))
	case reflect.Bool:
		is("boolean")
	default:
		is("string")
	}
	return s
}

// narrow adds to the schema s of a setting what its Go type does not express.
func narrow(field string, s *schema.Node) {
	enum := func(s *schema.Node, words ...string) { s.Set("enum", schema.NewStrings(words...)) }
	switch field {
	case "Checks.Enable", "Checks.Disable":
		enum(s.Get("items"), checkNames()...)
		s.Set("uniqueItems", schema.NewBool(true))
	case "Checks.Severity", "Checks.Allow":
		if field == "Checks.Severity" {
			enum(s.Get("additionalProperties"), config.Severities()[:3]...)
		}
		names := schema.NewObject()
		names.Set("pattern", schema.NewString("^("+strings.Join(checkNames(), "|")+")(/.+)?$"))
		s.Set("propertyNames", names)
	case "FailOn.Drift":
		enum(s, config.Levels()...)
	case "FailOn.Findings":
		enum(s, config.Severities()...)
	case "Signature.Nullable":
		enum(s, "omit", "anyOf")
	case "Signature.Unknown":
		enum(s, "omit", "string")
	case "Registration.Schema":
		enum(s, "signature", "struct")
	}
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
	fset, syntax := token.NewFileSet(), []*ast.File{}
	for _, file := range files {
		f, err := parser.ParseFile(fset, file, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		syntax = append(syntax, f)
	}
	pkg, err := doc.NewFromFiles(fset, syntax, dir)
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, t := range pkg.Types {
		out[t.Name] = words(t.Doc)
		if s, ok := t.Decl.Specs[0].(*ast.TypeSpec).Type.(*ast.StructType); ok {
			for _, field := range s.Fields.List {
				for _, name := range field.Names {
					out[t.Name+"."+name.Name] = words(field.Doc.Text())
				}
			}
		}
	}
	return out, nil
}

func words(s string) string { return strings.Join(strings.Fields(s), " ") }
