package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/reflector/jsonschemago"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/schemastruct"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// answer is the engine's side of the probe.
func (m *module) answer(v jsonschemago.Version, j job) string {
	switch {
	case j.Print != nil:
		return printed(j.Print, v)
	case j.Resolve != nil:
		n, err := schema.Parse(j.Resolve)
		if err != nil {
			return "unmarshal: " + err.Error()
		}
		if problems := jsonschemago.Resolve(n, v); len(problems) > 0 {
			return "error: " + strings.ReplaceAll(problems[0].Msg, "\n", " ")
		}
		return "ok"
	}
	o := jsonschemago.Options{Version: v, IgnoreInvalidTypes: j.Ignore}
	for name, text := range j.Overrides {
		n, err := schema.Parse(text)
		if err != nil {
			return "unmarshal: " + err.Error()
		}
		o.TypeSchemas = append(o.TypeSchemas, jsonschemago.TypeSchema{Type: m.types[name], Schema: n})
	}
	n, err := jsonschemago.Infer(m.types[j.Type], o)
	var te *jsonschemago.TypeError
	switch {
	case err == nil && len(n.Holes()) > 0:
		return "unresolved: a part"
	case err == nil:
		return n.String()
	case errors.As(err, &te):
		return "error: " + te.Msg
	}
	return "unresolved: " + err.Error()
}

// printed prints a Schema that is given by its fields.
func printed(d map[string]any, v jsonschemago.Version) string {
	for _, name := range []string{"PropertyOrder", "ItemsArray", "DependencySchemas", "DependencyStrings"} {
		if f := firstUse(d, name); f && v < jsonschemago.V0_4_0 {
			return "no field"
		}
	}
	n, err := finish(d, v)
	if err != nil {
		return "error: " + err.Error()
	}
	return n.String()
}

// firstUse reports whether the fields of a schema, or of one below, have a name.
func firstUse(d any, name string) bool {
	switch d := d.(type) {
	case map[string]any:
		for k, e := range d {
			if k == name || firstUse(e, name) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(d, func(e any) bool { return firstUse(e, name) })
	}
	return false
}

func finish(d map[string]any, v jsonschemago.Version) (*schema.Node, error) {
	n := schema.NewObject()
	for _, k := range jsonschemago.Keywords(v) {
		e, ok := d[k.Name]
		if !ok || e == nil || isEmpty(e, k.Kind) && !k.KeepEmpty {
			continue
		}
		val, err := value(e, k.Kind, v)
		if err != nil {
			return nil, err
		}
		n.Members = append(n.Members, schema.Member{Name: k.Keyword, Value: val})
	}
	var order []string
	if list, ok := d["PropertyOrder"].([]any); ok {
		for _, e := range list {
			order = append(order, e.(string))
		}
	}
	var extra *schema.Node
	if e, ok := d["Extra"].(map[string]any); ok {
		x, err := value(e, schemastruct.Raw, v)
		if err != nil {
			return nil, err
		}
		extra = x
	}
	return jsonschemago.Finish(n, extra, order, v)
}

// isEmpty reports whether omitempty leaves out a value.
func isEmpty(e any, kind schemastruct.Kind) bool {
	switch e := e.(type) {
	case bool:
		return !e && kind == schemastruct.Flag
	case string:
		return e == "" && kind == schemastruct.Text
	case []any:
		return len(e) == 0 && kind != schemastruct.Any && kind != schemastruct.Raw
	case map[string]any:
		return len(e) == 0 && kind != schemastruct.Schema && kind != schemastruct.Any && kind != schemastruct.Raw
	}
	return false
}

// value returns what a field of that kind prints.
func value(e any, kind schemastruct.Kind, v jsonschemago.Version) (*schema.Node, error) {
	switch kind {
	case schemastruct.Schema:
		return finish(e.(map[string]any), v)
	case schemastruct.Schemas:
		out := schema.NewArray()
		for _, s := range e.([]any) {
			n, err := finish(s.(map[string]any), v)
			if err != nil {
				return nil, err
			}
			out.Elems = append(out.Elems, n)
		}
		return out, nil
	case schemastruct.SchemaMap:
		out := schema.NewObject()
		for _, name := range slices.Sorted(maps.Keys(e.(map[string]any))) {
			n, err := finish(e.(map[string]any)[name].(map[string]any), v)
			if err != nil {
				return nil, err
			}
			out.Set(name, n)
		}
		return out, nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(e); err != nil {
		return nil, fmt.Errorf("encoding %v: %w", e, err)
	}
	return schema.Parse(b.Bytes())
}
