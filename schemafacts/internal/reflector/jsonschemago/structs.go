package jsonschemago

import (
	"fmt"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/reflector/schemastruct"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// field is a field of a struct or of a struct embedded in it.
type field struct {
	*types.Var
	tag    reflect.StructTag
	index  []int
	hidden bool
}

// structure adds the keywords for a struct type.
func (w *walker) structure(n *schema.Node, t types.Type, st *types.Struct, pos token.Pos) error {
	s := &structSchema{walker: w, t: t, props: schema.NewObject().At(pos), required: schema.NewArray().At(pos)}
	if err := s.fields(st); err != nil {
		return err
	}
	n.Set("type", schema.NewString("object").At(pos))
	if s.visible { // arrangeAll removes it if it is empty and v does not encode an empty one
		n.Set("properties", s.props)
	}
	if len(s.required.Elems) > 0 {
		n.Set("required", s.required)
	}
	n.Set("additionalProperties", schema.NewBool(false).At(pos))
	return nil
}

// structSchema is the schema of one struct in the making.
type structSchema struct {
	*walker
	t        types.Type
	props    *schema.Node
	required *schema.Node
	visible  bool
}

func (s *structSchema) fields(st *types.Struct) error {
	fields := visibleFields(s.t, st)
	if s.Version < V0_2_2 {
		fields = ownFields(st)
	}
	s.visible = len(fields) > 0
	var replaced []int // the index of an embedded field whose type has a schema from the caller
	for _, f := range fields {
		if f.Embedded() && s.Version >= V0_2_2 {
			over, err := s.override(f)
			if err != nil {
				return err
			}
			if over {
				replaced = f.index
			}
			continue
		}
		if replaced != nil && len(f.index) >= len(replaced) && slices.Equal(f.index[:len(replaced)], replaced) {
			continue
		}
		replaced = nil
		if err := s.add(f); err != nil {
			return err
		}
	}
	return nil
}

// add adds the property of a field.
func (s *structSchema) add(f field) error {
	name, optional, ok := jsonName(f)
	if !ok {
		return nil
	}
	s.path = append(s.path, f.Var)
	defer func() { s.path = s.path[:len(s.path)-1] }()
	prop, err := s.infer(f.Type(), f.Pos())
	if prop == nil || err != nil {
		return err
	}
	if text, ok := f.tag.Lookup("jsonschema"); ok {
		switch {
		case text == "":
			return s.fail(f.Type(), f.Pos(), "empty jsonschema tag on struct field %s.%s", typeName(s.t), f.Name())
		case startsWithWord(text):
			return s.fail(f.Type(), f.Pos(), "tag must not begin with 'WORD=': %q", text)
		case prop.Kind == schema.Object:
			prop.Set("description", schema.NewString(text).At(f.Pos()))
		}
	}
	s.setLast(name, prop)
	if !optional {
		s.required.Elems = append(s.required.Elems, schema.NewString(name).At(f.Pos()))
	}
	return nil
}

// setLast sets a property and moves it to the end.
func (s *structSchema) setLast(name string, prop *schema.Node) {
	s.props.Delete(name)
	s.props.Members = append(s.props.Members, schema.Member{Name: name, Value: prop})
}

// override replaces an embedded field by the properties of the schema that the caller
// passed for its type, and reports whether there is such a schema.
func (s *structSchema) override(f field) (bool, error) {
	if s.Version < V0_4_0 {
		return false, nil
	}
	n := s.known(types.Unalias(f.Type()))
	if n == nil {
		return false, nil
	}
	s.path = append(s.path, f.Var)
	defer func() { s.path = s.path[:len(s.path)-1] }()
	if n.Kind == schema.Unresolved {
		return false, &Unresolvable{Reason: n.Text, Pos: n.Pos}
	}
	for _, m := range n.Members {
		if m.Value.Kind == schema.Unresolved && (m.Name == "type" || m.Name == "properties") {
			return false, &Unresolvable{Reason: m.Value.Text, Pos: m.Value.Pos}
		}
	}
	if typ := n.Get("type").StringValue(); typ != "object" {
		return false, s.fail(f.Type(), f.Pos(), `custom schema for embedded struct must have type "object", got %q`, typ)
	}
	n.SortMembers()
	for _, m := range n.Members {
		if k, ok := keyword(m.Name, s.Version); ok && m.Name != "type" && m.Name != "properties" {
			return false, s.fail(f.Type(), f.Pos(),
				`overrides for embedded fields can have only "Type" and "Properties"; this has %q`, fieldName(k, m.Value))
		}
	}
	if props := n.Get("properties"); props != nil {
		props.SortMembers()
		for _, m := range props.Members {
			if !s.props.Has(m.Name) {
				s.props.Set(m.Name, s.place(m.Value, m.Value.Type, f.Pos()))
			}
		}
	}
	return true, nil
}

// fieldName returns the name of the field from which v was encoded.
func fieldName(k schemastruct.Field, v *schema.Node) string {
	switch {
	case k.Keyword == "items" && v.Kind == schema.Array:
		return "ItemsArray"
	case k.Keyword == "dependencies" && len(v.Members) > 0 && v.Members[0].Value.Kind == schema.Array:
		return "DependencyStrings"
	}
	return k.Name
}

// jsonName returns the name of a field's property, and whether it is optional. Unlike
// encoding/json, it accepts any name.
func jsonName(f field) (name string, optional, ok bool) {
	if !f.Exported() {
		return "", false, false
	}
	tag, _ := f.tag.Lookup("json")
	name, opts, more := strings.Cut(tag, ",")
	if name == "-" && !more {
		return "", false, false
	}
	if name == "" {
		name = f.Name()
	}
	for opt := range strings.SplitSeq(opts, ",") {
		optional = optional || opt == "omitempty" || opt == "omitzero"
	}
	return name, optional, true
}

// startsWithWord reports whether a tag begins with a word and "=", which the library
// reserves.
func startsWithWord(tag string) bool {
	word, _, ok := strings.Cut(tag, "=")
	return ok && !strings.ContainsAny(word, " \t\n")
}

func ownFields(st *types.Struct) []field {
	var out []field
	for i := range st.NumFields() {
		out = append(out, field{Var: st.Field(i), tag: reflect.StructTag(st.Tag(i)), index: []int{i}})
	}
	return out
}

// visibleFields returns what reflect.VisibleFields returns: the fields of a struct and
// of embedded structs, without hidden ones. Two fields with the same name at the same
// depth are both hidden; a third one at that depth is not added.
func visibleFields(t types.Type, st *types.Struct) []field {
	var all []field
	byName := map[string]int{}
	var index []int
	var open []types.Type
	var walk func(t types.Type, st *types.Struct)
	walk = func(t types.Type, st *types.Struct) {
		if slices.ContainsFunc(open, func(o types.Type) bool { return types.Identical(o, t) }) {
			return
		}
		open = append(open, t)
		for i, f := range ownFields(st) {
			f.index = append(slices.Clone(index), i)
			at, taken := byName[f.Name()]
			deeper := taken && len(f.index) > len(all[at].index)
			if taken && !deeper {
				all[at].hidden = true
			}
			if !taken || len(f.index) < len(all[at].index) {
				byName[f.Name()] = len(all)
				all = append(all, f)
			}
			if !f.Embedded() {
				continue
			}
			inner := types.Unalias(f.Type())
			if p, ok := inner.Underlying().(*types.Pointer); ok {
				inner = types.Unalias(p.Elem())
			}
			if st, ok := inner.Underlying().(*types.Struct); ok {
				index = f.index
				walk(inner, st)
				index = f.index[:len(f.index)-1]
			}
		}
		open = open[:len(open)-1]
	}
	walk(t, st)
	return slices.DeleteFunc(all, func(f field) bool { return f.hidden })
}

// kindName returns the name of the reflect.Kind of t.
func kindName(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Kind() == types.UnsafePointer {
			return "unsafe.Pointer"
		}
		return types.Typ[u.Kind()].Name()
	case *types.Pointer:
		return "ptr"
	case *types.Array:
		return "array"
	case *types.Chan:
		return "chan"
	case *types.Interface:
		return "interface"
	case *types.Struct:
		return "struct"
	}
	return fmt.Sprintf("%T", t)
}
