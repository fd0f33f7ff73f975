// The probe asks the real library. It reads jobs from standard input, one JSON
// object a line, and answers each with a line: its number, a tab, and a
// document or what went wrong.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"example.test/probe/roots"
)

// A job wants the schema of a type, or a Schema printed that is built from its
// fields, or one resolved.
type job struct {
	ID        int
	Type      string
	Ignore    bool
	Overrides map[string]json.RawMessage
	Print     map[string]any
	Resolve   json.RawMessage
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<24)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for in.Scan() {
		var j job
		if err := json.Unmarshal(in.Bytes(), &j); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		fmt.Fprintf(out, "%d\t%s\n", j.ID, strings.ReplaceAll(run(j), "\n", " "))
	}
}

func run(j job) (answer string) {
	defer func() {
		if e := recover(); e != nil {
			answer = fmt.Sprintf("panic: %v", e)
		}
	}()
	switch {
	case j.Print != nil:
		s := new(jsonschema.Schema)
		if missing := build(reflect.ValueOf(s).Elem(), j.Print); missing != "" {
			return "no field " + missing
		}
		return marshal(s)
	case j.Resolve != nil:
		return resolve(j.Resolve)
	}
	opts := &jsonschema.ForOptions{IgnoreInvalidTypes: j.Ignore}
	override(opts, j.Overrides)
	s, err := jsonschema.ForType(roots.Types[j.Type], opts)
	if err != nil {
		return "error: " + errors.Unwrap(err).Error()
	}
	return marshal(s)
}

func marshal(s *jsonschema.Schema) string {
	b, err := json.Marshal(s)
	if err != nil {
		return "error: " + err.Error()
	}
	return string(b)
}

func resolve(text []byte) string {
	var s jsonschema.Schema
	if err := json.Unmarshal(text, &s); err != nil {
		return "unmarshal: " + err.Error()
	}
	if _, err := s.Resolve(&jsonschema.ResolveOptions{ValidateDefaults: true}); err != nil {
		return "error: " + err.Error()
	}
	return "ok"
}

// override sets TypeSchemas, whose keys are values of the types or the types
// themselves.
func override(opts *jsonschema.ForOptions, schemas map[string]json.RawMessage) {
	f := reflect.ValueOf(opts).Elem().FieldByName("TypeSchemas")
	m := reflect.MakeMap(f.Type())
	for name, text := range schemas {
		s := new(jsonschema.Schema)
		if err := json.Unmarshal(text, s); err != nil {
			panic(err)
		}
		key := reflect.ValueOf(roots.Types[name])
		if f.Type().Key() == reflect.TypeFor[any]() {
			key = reflect.Zero(roots.Types[name])
		}
		m.SetMapIndex(key, reflect.ValueOf(s))
	}
	f.Set(m)
}

var raw = reflect.TypeFor[json.RawMessage]()

// build sets v to what d says. It returns the name of a field that the version
// does not have.
func build(v reflect.Value, d any) string {
	switch t := v.Type(); {
	case t == raw:
		b, err := json.Marshal(d)
		if err != nil {
			panic(err)
		}
		v.SetBytes(b)
	case t.Kind() == reflect.Interface:
		if d != nil {
			v.Set(reflect.ValueOf(d))
		}
	case d == nil:
	case t.Kind() == reflect.Struct:
		for name, e := range d.(map[string]any) {
			f := v.FieldByName(name)
			if !f.IsValid() {
				return name
			}
			if missing := build(f, e); missing != "" {
				return missing
			}
		}
	case t.Kind() == reflect.Pointer:
		v.Set(reflect.New(t.Elem()))
		return build(v.Elem(), d)
	case t.Kind() == reflect.Slice:
		list := d.([]any)
		v.Set(reflect.MakeSlice(t, len(list), len(list)))
		for i, e := range list {
			if missing := build(v.Index(i), e); missing != "" {
				return missing
			}
		}
	case t.Kind() == reflect.Map:
		v.Set(reflect.MakeMap(t))
		for k, e := range d.(map[string]any) {
			p := reflect.New(t.Elem()).Elem()
			if missing := build(p, e); missing != "" {
				return missing
			}
			v.SetMapIndex(reflect.ValueOf(k), p)
		}
	default:
		v.Set(reflect.ValueOf(d).Convert(t))
	}
	return ""
}
