package jsonschemago

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// goTypes are the Go types of the fields of jsonschema.Schema, as messages print
// them.
var goTypes = [...]string{
	KindString: "string", KindBool: "bool", KindInt: "*int", KindNumber: "*float64",
	KindStrings: "[]string", KindStringsMap: "map[string][]string", KindBoolMap: "map[string]bool",
	KindAny: "*interface {}", KindAnys: "[]interface {}", KindRaw: "json.RawMessage",
	KindSchema: "*jsonschema.Schema", KindSchemas: "[]*jsonschema.Schema", KindSchemaMap: "map[string]*jsonschema.Schema",
}

// dereference follows a JSON pointer from one schema to another, through the fields of
// jsonschema.Schema. It returns nil if the pointer leads to an unresolved node, or to a
// subschema that is not set, which the library accepts.
func dereference(root *schema.Node, pointer string, v Version) (*schema.Node, error) {
	at, kind := root, KindSchema
	for i, seg := range strings.Split(pointer, "/") {
		if i == 0 {
			continue
		}
		if at != nil && at.Kind == schema.Unresolved {
			return nil, nil
		}
		seg = schema.UnescapeToken(seg)
		var err error
		switch kind {
		case KindSchema:
			at, kind, err = enterField(at, seg, v)
		case KindSchemas:
			at, err = enterList(at, seg)
			kind = KindSchema
		case KindSchemaMap:
			if at = at.Get(seg); at == nil || at.Kind == schema.Array {
				err = fmt.Errorf("no key %q in map", seg)
			}
			kind = KindSchema
		default:
			err = fmt.Errorf("does not refer to a schema, but into a %s", goTypes[kind])
		}
		if err != nil {
			return nil, err
		}
	}
	if at != nil && (at.Kind == schema.Unresolved || at.Kind == schema.Null) {
		return nil, nil
	}
	if kind != KindSchema {
		return nil, fmt.Errorf("does not refer to a schema, but to a %s", goTypes[kind])
	}
	return at, nil
}

// enterField returns the value of a schema's field with that JSON name, nil if it is
// not set, and the field's kind.
func enterField(n *schema.Node, name string, v Version) (*schema.Node, Kind, error) {
	if n == nil || n.Kind == schema.Null {
		return nil, 0, errors.New("navigated to nil reference")
	}
	k, ok := keyword(name, v)
	if !ok {
		return nil, 0, fmt.Errorf("no schema field %q", name)
	}
	f := n.Get(name)
	if name == "not" && n.IsFalse() {
		f = schema.NewBool(true)
	}
	switch {
	case name == "type" && (f == nil || f.Kind == schema.Array):
		return f, KindStrings, nil
	case name == "items" && v >= V0_4_0 && (f == nil || f.Kind == schema.Array):
		return f, KindSchemas, nil
	}
	return f, k.Kind, nil
}

func enterList(list *schema.Node, seg string) (*schema.Node, error) {
	if seg == "-" {
		return nil, errors.New("the JSON Pointer array segment '-' is not supported")
	}
	if len(seg) > 1 && seg[0] == '0' {
		return nil, fmt.Errorf("segment %q has leading zeroes", seg)
	}
	i, err := strconv.Atoi(seg)
	if err != nil {
		return nil, fmt.Errorf("invalid int: %q", seg)
	}
	size := 0
	if list != nil {
		size = len(list.Elems)
	}
	if i < 0 || i >= size {
		return nil, fmt.Errorf("index %d is out of bounds for array of length %d", i, size)
	}
	return list.Elems[i], nil
}
