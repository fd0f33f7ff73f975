package invopop

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// method describes a method that the library calls if a type has it, such as
// JSONSchema.
type method struct {
	name  string
	iface string // the interface's name in messages
	// matches reports whether a method with that name has the right signature.
	matches func(s *types.Signature, path string) bool
}

var (
	schemaMethod = method{"JSONSchema", "customSchemaImpl", func(s *types.Signature, path string) bool {
		return s.Params().Len() == 0 && s.Results().Len() == 1 && isSchemaPointer(s.Results().At(0).Type(), path)
	}}
	extendMethod = method{"JSONSchemaExtend", "extendSchemaImpl", func(s *types.Signature, path string) bool {
		return s.Params().Len() == 1 && s.Results().Len() == 0 && isSchemaPointer(s.Params().At(0).Type(), path)
	}}
	aliasMethod = method{"JSONSchemaAlias", "aliasSchemaImpl", func(s *types.Signature, _ string) bool {
		return s.Params().Len() == 0 && s.Results().Len() == 1 && isAny(s.Results().At(0).Type())
	}}
	propertyMethod = method{"JSONSchemaProperty", "propertyAliasSchemaImpl", func(s *types.Signature, _ string) bool {
		return takesString(s) && s.Results().Len() == 1 && isAny(s.Results().At(0).Type())
	}}
	docMethod = method{"GetFieldDocString", "customSchemaGetFieldDocString", func(s *types.Signature, _ string) bool {
		return takesString(s) && s.Results().Len() == 1 && isBasic(s.Results().At(0).Type(), types.String)
	}}
	// enumMethod marks protobuf enums. The library does not call it.
	enumMethod = method{name: "EnumDescriptor", matches: func(s *types.Signature, _ string) bool {
		return s.Params().Len() == 0 && s.Results().Len() == 2 &&
			isSliceOf(s.Results().At(0).Type(), types.Uint8) && isSliceOf(s.Results().At(1).Type(), types.Int)
	}}
)

func isProtoEnum(t types.Type) bool {
	fn, _ := enumMethod.find(t, "")
	return fn != nil
}

func isSchemaPointer(t types.Type, path string) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	return ok && isNamed(p.Elem(), path, "Schema")
}

func isAny(t types.Type) bool {
	i, ok := types.Unalias(t).(*types.Interface)
	return ok && i.Empty()
}

func isBasic(t types.Type, kind types.BasicKind) bool {
	b, ok := types.Unalias(t).(*types.Basic)
	return ok && b.Kind() == kind
}

func isSliceOf(t types.Type, kind types.BasicKind) bool {
	s, ok := types.Unalias(t).(*types.Slice)
	return ok && isBasic(s.Elem(), kind)
}

func takesString(s *types.Signature) bool {
	return s.Params().Len() == 1 && !s.Variadic() && isBasic(s.Params().At(0).Type(), types.String)
}

// find returns the method with that name and signature that values of t have, and the
// path of fields to it, or nil. A signature may name types of the library, whose import
// path is library.
func (m method) find(t types.Type, library string) (*types.Func, []int) {
	obj, path, _ := types.LookupFieldOrMethod(t, false, nil, m.name)
	fn, ok := obj.(*types.Func)
	if !ok || !m.matches(fn.Signature(), library) {
		return nil, nil
	}
	return fn, path
}

// calls reports whether values of t have the method, which the library then calls on a
// zero value of t. It panics with an error if the call would panic.
func (r *reflector) calls(t types.Type, m method) bool {
	fn, path := m.find(t, r.Version.Path())
	switch {
	case fn == nil:
		return false
	case types.IsInterface(t):
		r.fail(t, "interface conversion: *%s is not jsonschema.%s: missing method %s", typeString(t), m.iface, m.name)
	case nilReceiver(t, fn, path):
		r.fail(t, "invalid memory address or nil pointer dereference")
	}
	return true
}

// nilReceiver reports whether calling the method on a zero value of t dereferences a
// nil pointer or interface on the path to the receiver.
func nilReceiver(t types.Type, fn *types.Func, path []int) bool {
	for i, index := range path[:len(path)-1] {
		st, ok := t.Underlying().(*types.Struct)
		if !ok {
			return false
		}
		t = st.Field(index).Type()
		last := i == len(path)-2
		switch t.Underlying().(type) {
		case *types.Interface:
			return true
		case *types.Pointer:
			_, byPointer := types.Unalias(fn.Signature().Recv().Type()).(*types.Pointer)
			return !last || !byPointer
		}
	}
	return false
}

// mapped returns the schema that the Mapper returns for t, which is neither added to
// the definitions nor extended. It returns nil if t is reflected in the normal way.
func (r *reflector) mapped(t types.Type) *schema.Node {
	if r.Mapper == nil {
		return nil
	}
	n, known := r.Mapper(t)
	if !known {
		n = schema.NewUnresolved("what the reflector's Mapper gives for "+typeString(t)+" is unknown", r.pos)
		n.Type = t
	}
	return n
}

// custom returns the schema that t's JSONSchema method returns. If that is nil and t
// cannot be replaced by a reference, custom returns nil, and t is reflected in the
// normal way.
func (r *reflector) custom(t types.Type) *schema.Node {
	n, known := (*schema.Node)(nil), false
	if r.Methods.Schema != nil {
		n, known = r.Methods.Schema(t)
	}
	if !known {
		n = r.hole(t, "JSONSchema")
	}
	r.define(t, n)
	if ref := r.ref(t); ref != nil {
		return ref
	}
	return n
}

// extend applies t's JSONSchemaExtend method to its schema.
func (r *reflector) extend(t types.Type, n *schema.Node) {
	if !r.calls(t, extendMethod) {
		return
	}
	if r.Methods.Extend != nil {
		if changed, ok := r.Methods.Extend(t, n); ok && changed != nil {
			changed.Type, changed.Pos = n.Type, n.Pos
			*n = *changed
			return
		}
	}
	*n = *r.hole(t, "JSONSchemaExtend")
}

// extendField applies the method of a field's type to the property a second time, as
// only the fork does.
func (r *reflector) extendField(t types.Type, prop *schema.Node) {
	if !r.Version.eino() {
		return
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		if fn, _ := extendMethod.find(t, r.Version.Path()); fn != nil {
			r.fail(t, "interface conversion: **%s is not jsonschema.%s: missing method %s", typeString(p.Elem()), extendMethod.iface, extendMethod.name)
		}
		return
	}
	r.extend(t, prop)
}
