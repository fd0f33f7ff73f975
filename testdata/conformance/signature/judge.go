package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// tree reads JSON as validators want it.
func tree(text []byte) any {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		panic("not JSON: " + string(text))
	}
	return v
}

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }

func compact(v any) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("encoding a tree: " + err.Error())
	}
	return bytes.TrimSpace(b.Bytes())
}

// filled returns a schema whose holes accept everything.
func filled(n *schema.Node) *schema.Node {
	n = n.Clone()
	var walk func(n *schema.Node)
	walk = func(n *schema.Node) {
		if n.Kind == schema.Unresolved {
			*n = *schema.NewBool(true)
		}
		for _, m := range n.Members {
			walk(m.Value)
		}
		for _, e := range n.Elems {
			walk(e)
		}
	}
	walk(n)
	return n
}

// validator is a schema and its compiled parts.
type validator struct {
	root     *schema.Node
	compiler *jsonschema.Compiler
	parts    map[string]*jsonschema.Schema
}

const url = "https://example.test/schema.json"

func newValidator(n *schema.Node) (*validator, error) { return compiled(n, true) }

// plainValidator takes formats for annotations, as the SDKs do.
func plainValidator(n *schema.Node) (*validator, error) { return compiled(n, false) }

func compiled(n *schema.Node, formats bool) (*validator, error) {
	v := &validator{root: filled(n), compiler: jsonschema.NewCompiler(), parts: map[string]*jsonschema.Schema{}}
	if formats {
		v.compiler.AssertFormat()
		v.compiler.AssertContent()
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(v.root.JSON()))
	if err != nil {
		return nil, err
	}
	if err := v.compiler.AddResource(url, doc); err != nil {
		return nil, err
	}
	_, err = v.part("")
	return v, err
}

// part compiles what a pointer leads to.
func (v *validator) part(pointer string) (*jsonschema.Schema, error) {
	if s, ok := v.parts[pointer]; ok {
		return s, nil
	}
	escaped := strings.NewReplacer("%", "%25", "^", "%5E", " ", "%20", `"`, "%22").Replace(pointer)
	s, err := v.compiler.Compile(url + "#" + escaped)
	if err != nil {
		return nil, fmt.Errorf("compiling %q: %w", pointer, err)
	}
	v.parts[pointer] = s
	return s, nil
}

// refuse says why a value is refused, "" if it is accepted.
func (v *validator) refuse(pointer string, value any) string {
	s, err := v.part(pointer)
	if err != nil {
		return err.Error()
	}
	if err := s.Validate(value); err != nil {
		return strings.ReplaceAll(err.Error(), "\n", " ")
	}
	return ""
}
