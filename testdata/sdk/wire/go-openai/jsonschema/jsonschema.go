// Package jsonschema is a stub.
package jsonschema

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
)

type DataType string

const (
	Object DataType = "object"
	String DataType = "string"
)

type Definition struct {
	Type                 DataType              `json:"type,omitempty"`
	Description          string                `json:"description,omitempty"`
	Enum                 []string              `json:"enum,omitempty"`
	Properties           map[string]Definition `json:"properties,omitempty"`
	Required             []string              `json:"required,omitempty"`
	Items                *Definition           `json:"items,omitempty"`
	AdditionalProperties any                   `json:"additionalProperties,omitempty"`
	Nullable             bool                  `json:"nullable,omitempty"`
	Ref                  string                `json:"$ref,omitempty"`
	Defs                 map[string]Definition `json:"$defs,omitempty"`
}

func (d *Definition) MarshalJSON() ([]byte, error) {
	if d.Properties == nil {
		d.Properties = map[string]Definition{}
	}
	type plain Definition
	return json.Marshal(struct{ plain }{plain(*d)})
}

// GenerateSchemaForType derives the schema of the type of v.
func GenerateSchemaForType(v any) (*Definition, error) {
	defs := map[string]Definition{}
	d, err := schemaOf(reflect.TypeOf(v), defs)
	if err != nil {
		return nil, err
	}
	if name := strings.TrimPrefix(d.Ref, "#/$defs/"); name != "" {
		root := defs[name]
		delete(defs, name)
		for _, p := range root.Properties {
			if p.Ref == d.Ref {
				defs[name] = root
			}
		}
		*d = root
	}
	d.Defs = defs
	return d, nil
}

func schemaOf(t reflect.Type, defs map[string]Definition) (*Definition, error) {
	switch t.Kind() {
	case reflect.String:
		return &Definition{Type: String}, nil
	case reflect.Int, reflect.Int64:
		return &Definition{Type: "integer"}, nil
	case reflect.Slice:
		items, err := schemaOf(t.Elem(), defs)
		return &Definition{Type: "array", Items: items}, err
	case reflect.Pointer:
		return schemaOf(t.Elem(), defs)
	case reflect.Struct:
		if _, ok := defs[t.Name()]; !ok {
			defs[t.Name()] = Definition{}
			d, err := objectOf(t, defs)
			if err != nil {
				return nil, err
			}
			defs[t.Name()] = *d
		}
		return &Definition{Ref: "#/$defs/" + t.Name()}, nil
	}
	return nil, errors.New("unsupported type: " + t.Kind().String())
}

func objectOf(t reflect.Type, defs map[string]Definition) (*Definition, error) {
	d := &Definition{Type: Object, AdditionalProperties: false, Properties: map[string]Definition{}}
	for i := 0; i < t.NumField(); i++ {
		f := t.Field(i)
		if !f.IsExported() {
			continue
		}
		name, optional := strings.CutSuffix(f.Tag.Get("json"), ",omitempty")
		item, err := schemaOf(f.Type, defs)
		if err != nil {
			return nil, err
		}
		item.Description = f.Tag.Get("description")
		if enum := f.Tag.Get("enum"); enum != "" {
			item.Enum = strings.Split(enum, ",")
		}
		d.Properties[name] = *item
		if !optional {
			d.Required = append(d.Required, name)
		}
	}
	return d, nil
}
