package jsonschemago

import (
	"cmp"
	"go/token"
	"go/types"
	"reflect"
	"slices"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/internal/structtag"
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
	s.visible = len(fields) > 0
	for _, f := range fields {
		if f.Embedded() {
			if n := s.known(types.Unalias(f.Type())); n != nil && s.Version >= V0_4_0 {
				if len(s.TypeSchemas) == 0 {
					return fail(f.Pos(), "custom schema for embedded struct must have type \"object\", got %s", n.Get("type"))
				}
				return &Unresolvable{Reason: "an embedded " + typeName(f.Type()) + ", whose schema is not made from its fields", Pos: f.Pos()}
			}
			continue
		}
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
	prop, err := s.infer(f.Type(), f.Pos())
	if prop == nil || err != nil {
		return err
	}
	if text, ok := f.tag.Lookup("jsonschema"); ok {
		switch {
		case text == "":
			return fail(f.Pos(), "empty jsonschema tag on struct field %s.%s", typeName(s.t), f.Name())
		case structtag.BeginsWithWord(text):
			return fail(f.Pos(), "tag must not begin with 'WORD=': %q", text)
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

// jsonName returns the name of a field's property, and whether it is optional. Unlike
// encoding/json, it accepts any name.
func jsonName(f field) (name string, optional, ok bool) {
	tag := jsonfields.TagOf(string(f.tag))
	return cmp.Or(tag.Name, f.Name()), tag.Has("omitempty") || tag.Has("omitzero"), f.Exported() && !tag.Hidden
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
