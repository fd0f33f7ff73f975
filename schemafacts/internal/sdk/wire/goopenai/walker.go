package goopenai

import (
	"fmt"
	"go/types"
	"reflect"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// walker emulates the client's function reflectSchema. The fields of the client's
// type Definition show what the version supports. A field Nullable means that it
// reads the tags enum and nullable, and a field Ref that it makes references.
type walker struct {
	tags, refs bool
	defs       *schema.Node
	// unnamed is the last type whose definition has an unknown name, or nil.
	unnamed *schema.Node
	// now are the types that are being walked. endless is set if one of them contains
	// itself and the client does not stop.
	now     map[types.Type]bool
	endless bool
}

func newWalker(definition types.Type) *walker {
	w := &walker{defs: schema.NewObject(), now: map[types.Type]bool{}}
	if st, ok := definition.Underlying().(*types.Struct); ok {
		for i := range st.NumFields() {
			w.tags = w.tags || st.Field(i).Name() == "Nullable"
			w.refs = w.refs || st.Field(i).Name() == "Ref"
		}
	}
	return w
}

const refPrefix = "#/$defs/"

// root returns the schema of a type. If the schema is a reference to a definition,
// root returns the definition itself. It keeps the definition under $defs only if
// another reference leads to it.
func (w *walker) root(t types.Type) (*schema.Node, error) {
	n, err := w.schema(t)
	if err != nil || !w.refs {
		return n, err
	}
	if ref := n.Get("$ref"); ref != nil {
		key := strings.TrimPrefix(ref.Text, refPrefix)
		root := w.defs.Get(key)
		w.defs.Delete(key)
		if refers(root, ref.Text) || refers(w.defs, ref.Text) {
			w.defs.Set(key, root)
		}
		n = root.Clone()
	}
	switch {
	case w.unnamed != nil:
		n.Set("$defs", w.unnamed.Clone())
	case len(w.defs.Members) > 0:
		w.defs.SortMembers()
		n.Set("$defs", w.defs)
	}
	return n, nil
}

// refers reports whether a schema contains a reference.
func refers(n *schema.Node, ref string) bool {
	found := false
	n.Walk(func(_ string, n *schema.Node) bool {
		if r := n.Get("$ref"); r != nil && r.Kind == schema.String && r.Text == ref {
			found = true
		}
		return !found
	})
	return found
}

func typed(name string) *schema.Node {
	n := schema.NewObject()
	n.Set("type", schema.NewString(name))
	return n
}

func (w *walker) schema(t types.Type) (*schema.Node, error) {
	switch u := ir.Under(t).(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsString != 0:
			return typed("string"), nil
		case u.Kind() == types.Uintptr:
			return nil, fmt.Errorf("unsupported type: uintptr")
		case info&types.IsInteger != 0:
			return typed("integer"), nil
		case info&types.IsFloat != 0:
			return typed("number"), nil
		case info&types.IsBoolean != 0:
			return typed("boolean"), nil
		}
		return nil, fmt.Errorf("unsupported type: %s", u.Name())
	case *types.Slice:
		return w.list(u.Elem())
	case *types.Array:
		return w.list(u.Elem())
	case *types.Pointer:
		return w.schema(u.Elem())
	case *types.Struct:
		return w.structure(t, u)
	case *types.Map:
		return nil, fmt.Errorf("unsupported type: map")
	case *types.Interface:
		return nil, fmt.Errorf("unsupported type: interface")
	case *types.Chan:
		return nil, fmt.Errorf("unsupported type: chan")
	}
	return nil, fmt.Errorf("unsupported type: func")
}

func (w *walker) list(elem types.Type) (*schema.Node, error) {
	items, err := w.schema(elem)
	if err != nil {
		return nil, err
	}
	n := typed("array")
	n.Set("items", items)
	return n, nil
}

func (w *walker) structure(t types.Type, st *types.Struct) (*schema.Node, error) {
	named, ok := types.Unalias(t).(*types.Named)
	if !w.refs || !ok {
		if w.now[t] {
			w.endless = true
			return schema.NewObject(), nil
		}
		w.now[t] = true
		defer delete(w.now, t)
		return w.object(st)
	}
	if named.TypeArgs().Len() > 0 {
		if w.now[t] {
			return schema.NewObject(), nil
		}
		w.now[t] = true
		defer delete(w.now, t)
		if _, err := w.object(st); err != nil {
			return nil, err
		}
		w.unnamed = schema.NewUnresolved("the name that reflection gives to "+types.TypeString(t, nil), named.Obj().Pos())
		return w.unnamed.Clone(), nil
	}
	name := named.Obj().Name()
	if !w.defs.Has(name) {
		w.defs.Set(name, schema.NewObject())
		n, err := w.object(st)
		if err != nil {
			return nil, err
		}
		w.defs.Set(name, n)
	}
	ref := schema.NewObject()
	ref.Set("$ref", schema.NewString(refPrefix+name))
	return ref, nil
}

// object returns the schema of a struct. The name of a property is the complete json
// tag without a trailing omitempty.
func (w *walker) object(st *types.Struct) (*schema.Node, error) {
	props, required := schema.NewObject(), schema.NewArray()
	for i := range st.NumFields() {
		f, tag := st.Field(i), reflect.StructTag(st.Tag(i))
		if !f.Exported() {
			continue
		}
		name, must := tag.Get("json"), true
		switch short, optional := strings.CutSuffix(name, ",omitempty"); {
		case name == "-" && w.refs:
			continue
		case name == "":
			name = f.Name()
		case optional:
			name, must = short, false
		}
		item, err := w.schema(f.Type())
		if err != nil {
			return nil, err
		}
		item = w.tagged(item, tag)
		item.Walk(func(_ string, n *schema.Node) bool {
			if !n.Pos.IsValid() {
				n.Pos = f.Pos()
			}
			return true
		})
		props.Set(name, item)
		if s := tag.Get("required"); s != "" {
			must, _ = strconv.ParseBool(s)
		}
		if must {
			required.Elems = append(required.Elems, schema.NewString(name).At(f.Pos()))
		}
	}
	n := typed("object")
	if len(props.Members) > 0 {
		props.SortMembers()
		n.Set("properties", props)
	}
	if len(required.Elems) > 0 {
		n.Set("required", required)
	}
	n.Set("additionalProperties", schema.NewBool(false))
	return n, nil
}

// tagged adds the keywords that the tags of a field set.
func (w *walker) tagged(n *schema.Node, tag reflect.StructTag) *schema.Node {
	if n.Kind != schema.Object {
		return n
	}
	if d := tag.Get("description"); d != "" {
		n.Set("description", schema.NewString(d))
	}
	if !w.tags {
		return n
	}
	if values := tag.Get("enum"); values != "" {
		enum := schema.NewArray()
		for _, v := range strings.Split(values, ",") {
			enum.Elems = append(enum.Elems, schema.NewString(v))
		}
		n.Set("enum", enum)
	}
	if s := tag.Get("nullable"); s != "" {
		if on, _ := strconv.ParseBool(s); on {
			n.Set("nullable", schema.NewBool(true))
		}
	}
	return n
}
