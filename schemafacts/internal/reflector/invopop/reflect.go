package invopop

import (
	"fmt"
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// maxNodes limits the size of a schema: without references, a type that is used twice
// at every level doubles at every level. maxDepth limits the depth: the paths to all
// parts of a deep schema grow with the square of the depth.
const (
	maxNodes = 100_000
	maxDepth = 200
)

// reflector reflects one root type. It ends early by a panic with a *TypeError or
// *Unresolvable, which Build recovers.
type reflector struct {
	Options
	// defs are the definitions by bare type name. They are kept in every mode, because
	// ExpandedStruct looks up the root in them.
	defs  map[string]*schema.Node
	pos   token.Pos // the position of the field that is being reflected
	nodes int
	stack []frame
}

// frame is a type that is being reflected. If the same type is on the stack with the
// same number of definitions, the recursion never ends.
type frame struct {
	t    types.Type
	defs int
}

func (r *reflector) fail(format string, args ...any) {
	panic(&TypeError{Msg: fmt.Sprintf(format, args...), Pos: r.pos})
}

func (r *reflector) unresolvable(format string, args ...any) {
	panic(&Unresolvable{Reason: fmt.Sprintf(format, args...), Pos: r.pos})
}

// hole returns an unresolved schema for the unknown result of a method.
func (r *reflector) hole(t types.Type, method string) *schema.Node {
	n := schema.NewUnresolved(fmt.Sprintf("result of %s.%s is unknown", typeString(t), method), r.pos)
	n.Type = t
	return n
}

// node returns a new schema for t.
func (r *reflector) node(t types.Type) *schema.Node {
	if r.nodes++; r.nodes > maxNodes {
		r.unresolvable("the schema of %s is too large", typeString(t))
	}
	return &schema.Node{Kind: schema.Object, Type: t, Reflector: Path, Pos: r.pos}
}

func (r *reflector) text(s string) *schema.Node { return schema.NewString(s).At(r.pos) }

// use returns the schema of t for use in another schema: a reference if a definition
// with its name exists.
func (r *reflector) use(t types.Type) *schema.Node {
	if ref := r.ref(t); ref != nil {
		return ref
	}
	return r.schema(t)
}

// ref returns a reference to the definition with t's name, whichever type it belongs
// to, or nil.
func (r *reflector) ref(t types.Type) *schema.Node {
	if r.DoNotReference {
		return nil
	}
	name := r.name(t)
	if name == "" {
		return nil
	}
	if _, ok := r.defs[name]; !ok {
		return nil
	}
	n := r.node(t)
	n.Set("$ref", r.text("#/$defs/"+name))
	return n
}

func (r *reflector) define(t types.Type, n *schema.Node) {
	if r.DoNotReference && !r.ExpandedStruct {
		return // the definitions are not used
	}
	if name := r.name(t); name != "" {
		r.defs[name] = n
	}
}

// maxMapped is how often a type may contain itself if there is a Mapper, which may
// still end the recursion.
const maxMapped = 3

// push records that t is being reflected, and stops infinite recursion.
func (r *reflector) push(t types.Type) {
	f, times := frame{t, len(r.defs)}, 0
	for _, g := range r.stack {
		if g.defs == f.defs && types.Identical(g.t, f.t) {
			times++
		}
	}
	if times > maxMapped || times > 0 && r.Mapper == nil {
		r.overflow(t)
	}
	if r.stack = append(r.stack, f); len(r.stack) > maxDepth {
		r.unresolvable("a type nested deeper than %d", maxDepth)
	}
}

func (r *reflector) pop() { r.stack = r.stack[:len(r.stack)-1] }

func (r *reflector) overflow(t types.Type) {
	panic(&TypeError{
		Msg: fmt.Sprintf("stack overflow: %s is recursive", typeString(t)),
		Pos: r.pos, Fatal: true,
	})
}

// schema computes the schema of t from its kind, tags and methods. The result is a
// reference if this adds t to the definitions.
func (r *reflector) schema(t types.Type) *schema.Node {
	t = types.Unalias(t)
	r.mustBeKnown(t)
	r.push(t)
	defer r.pop()
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return r.use(types.Unalias(p.Elem()))
	}
	if r.calls(t, aliasMethod) {
		if r.Methods.Alias != nil {
			if alias := r.Methods.Alias(t); alias != nil {
				return r.use(alias)
			}
		}
		return r.hole(t, aliasMethod.name)
	}
	if n := r.mapped(t); n != nil {
		return n
	}
	if r.calls(t, schemaMethod) {
		if n := r.custom(t); n != nil {
			return n
		}
	}
	n := r.node(t)
	if isProtoEnum(t) {
		str, integer := r.node(t), r.node(t)
		str.Set("type", r.text("string"))
		integer.Set("type", r.text("integer"))
		n.Set("oneOf", schema.NewArray(str, integer))
		return n
	}
	if ir.IsNamed(t, "net", "IP") {
		n.Set("type", r.text("string"))
		n.Set("format", r.text("ipv4"))
		return n
	}
	r.kind(t, n)
	r.extend(t, n)
	if ref := r.ref(t); ref != nil {
		return ref
	}
	return n
}

// mustBeKnown panics with an Unresolvable for a type that is not fully known.
func (r *reflector) mustBeKnown(t types.Type) {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Kind() == types.Invalid {
			r.unresolvable("a type is unknown, because it has an error")
		}
	case *types.Interface:
		if ir.IsTypeParam(t) {
			r.unresolvable("depends on the type parameter %s", typeString(t))
		}
	}
}

// kind sets the keywords for the kind of t.
func (r *reflector) kind(t types.Type, n *schema.Node) {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		r.structType(t, n)
	case *types.Slice:
		r.list(t, u.Elem(), n)
	case *types.Array:
		r.list(t, u.Elem(), n)
	case *types.Map:
		r.mapType(t, u, n)
	case *types.Interface:
	case *types.Basic:
		typ := basicType(u)
		if typ == "" {
			r.fail("unsupported type %s", typeString(t))
		}
		n.Set("type", r.text(typ))
	default:
		r.fail("unsupported type %s", typeString(t))
	}
}

// basicType returns the JSON type of a basic kind, or "" if the library has none.
func basicType(b *types.Basic) string {
	info := b.Info()
	switch {
	case b.Kind() == types.Uintptr || b.Kind() == types.UnsafePointer:
		return ""
	case info&types.IsInteger != 0:
		return "integer"
	case info&types.IsFloat != 0:
		return "number"
	case info&types.IsBoolean != 0:
		return "boolean"
	case info&types.IsString != 0:
		return "string"
	}
	return ""
}

// list sets the keywords for a slice or an array.
func (r *reflector) list(t, elem types.Type, n *schema.Node) {
	if ir.IsNamed(t, "encoding/json", "RawMessage") || ir.IsNamed(t, "encoding/json/jsontext", "Value") {
		return
	}
	r.define(t, n)
	r.comment(n)
	if a, ok := t.Underlying().(*types.Array); ok {
		n.Set("minItems", schema.NewNumber(fmt.Sprint(a.Len())).At(r.pos))
		n.Set("maxItems", schema.NewNumber(fmt.Sprint(a.Len())).At(r.pos))
	} else if types.Identical(elem, types.Typ[types.Uint8]) {
		n.Set("type", r.text("string"))
		n.Set("contentEncoding", r.text("base64"))
		return
	}
	n.Set("type", r.text("array"))
	n.Set("items", r.use(types.Unalias(elem)))
}

// mapType sets the keywords for a map. It accepts any key type; signed integers become
// a pattern.
func (r *reflector) mapType(t types.Type, m *types.Map, n *schema.Node) {
	r.define(t, n)
	n.Set("type", r.text("object"))
	r.comment(n)
	elem := types.Unalias(m.Elem())
	r.mustBeKnown(types.Unalias(m.Key()))
	r.mustBeKnown(elem)
	if k, ok := m.Key().Underlying().(*types.Basic); ok && k.Info()&(types.IsInteger|types.IsUnsigned) == types.IsInteger {
		patterns := schema.NewObject()
		patterns.Set("^[0-9]+$", r.use(elem))
		n.Set("patternProperties", patterns)
		n.Set("additionalProperties", schema.NewBool(false).At(r.pos))
		return
	}
	if !types.IsInterface(elem) {
		n.Set("additionalProperties", r.use(elem))
	}
}

// comment makes the description of n unresolved if n has none and comments may give one.
func (r *reflector) comment(n *schema.Node) {
	if r.UnknownComments && !n.Has("description") {
		n.Set("description", schema.NewUnresolved("comes from a comment that the program reads", r.pos))
	}
}
