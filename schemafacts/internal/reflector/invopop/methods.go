package invopop

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// method describes a method that the library calls if a type has it, such as
// JSONSchema.
type method struct {
	name string
	// takes and returns are the numbers of its parameters and results. If ofSchema is set,
	// the first of them is a pointer to a schema.
	takes, returns int
	ofSchema       bool
}

var (
	schemaMethod   = method{"JSONSchema", 0, 1, true}
	extendMethod   = method{"JSONSchemaExtend", 1, 0, true}
	aliasMethod    = method{"JSONSchemaAlias", 0, 1, false}
	propertyMethod = method{"JSONSchemaProperty", 1, 1, false}
	docMethod      = method{"GetFieldDocString", 1, 1, false}
)

func isSchemaPointer(t types.Type, path string) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	return ok && ir.IsNamed(p.Elem(), path, "Schema")
}

// calls reports whether values of t have the method, which the library then calls on a
// zero value of t. It panics with an error if the call may panic: on an interface, or
// on a part of t behind a pointer.
func (r *reflector) calls(t types.Type, m method) bool {
	obj, path, indirect := types.LookupFieldOrMethod(t, false, nil, m.name)
	fn, ok := obj.(*types.Func)
	if !ok || fn.Signature().Params().Len() != m.takes || fn.Signature().Results().Len() != m.returns {
		return false
	}
	first := fn.Signature().Results()
	if m.takes > 0 {
		first = fn.Signature().Params()
	}
	if m.ofSchema && !isSchemaPointer(first.At(0).Type(), r.Version.Path()) {
		return false
	}
	if types.IsInterface(t) || len(path) > 1 && (indirect || types.IsInterface(fn.Signature().Recv().Type())) {
		r.unresolvable("%s.%s is called on a value that may be nil", typeString(t), m.name)
	}
	return true
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
		if r.calls(p, extendMethod) {
			r.unresolvable("%s.%s is called on a pointer to a pointer", typeString(p.Elem()), extendMethod.name)
		}
		return
	}
	r.extend(t, prop)
}

// isProtoEnum reports whether t is an enum that protoc-gen-go made.
func isProtoEnum(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, false, nil, "EnumDescriptor")
	fn, ok := obj.(*types.Func)
	return ok && fn.Signature().Params().Len() == 0 && types.TypeString(types.Unalias(fn.Signature().Results()), nil) == "([]byte, []int)"
}
