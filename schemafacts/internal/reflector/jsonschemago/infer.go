package jsonschemago

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"github.com/schemavet/schemavet/schemafacts/internal/reflector"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Options are the parameters of the inference.
type Options struct {
	Version Version
	// IgnoreInvalidTypes omits types without a schema. Otherwise they are errors.
	IgnoreInvalidTypes bool
	// TypeSchemas replaces the schemas of exactly these types.
	TypeSchemas []TypeSchema
}

// TypeSchema is the schema that a caller of the library passed for a type, as the
// library encodes it.
type TypeSchema struct {
	Type   types.Type
	Schema *schema.Node
}

// The errors of Infer.
type (
	TypeError    = reflector.TypeError
	Unresolvable = reflector.Unresolvable
)

// maxNodes limits the size of an inferred schema: a struct that is used twice at each
// of many levels grows exponentially. maxNested limits its depth: the paths to all
// parts of a deep schema grow with the square of the depth.
const (
	maxNodes  = 200_000
	maxNested = 200
)

// Infer returns the schema that the library infers from t, as the library encodes it.
// It returns nil if t has no schema and o says to ignore that. Its errors are of type
// [*TypeError] and [*Unresolvable].
//
// The node of a struct field has the field's position and type. Nodes below it have the
// position of the nearest field. The root has type t.
func Infer(t types.Type, o Options) (*schema.Node, error) {
	w := &walker{Options: o}
	n, err := w.infer(t, reflector.TypePos(t))
	if n == nil || err != nil {
		return nil, err
	}
	if n.Kind == schema.Object {
		arrangeAll(n, o.Version)
	}
	n.EscapeHTML = true
	return n, nil
}

// walker infers one schema. Until they are arranged, schemas are objects whose members
// have no order, and the schema true is an object without members.
type walker struct {
	Options
	open  []types.Type // the named types around the current one
	nodes int
	depth int
}

func fail(pos token.Pos, format string, args ...any) error {
	return &TypeError{Msg: fmt.Sprintf(format, args...), Pos: pos}
}

// infer returns the schema of t, or nil if it is ignored.
func (w *walker) infer(t types.Type, pos token.Pos) (*schema.Node, error) {
	orig := t
	t, null, err := stripPointers(t, pos)
	if err != nil {
		return nil, err
	}
	if hasName(t) {
		if slices.ContainsFunc(w.open, func(o types.Type) bool { return types.Identical(o, t) }) {
			return nil, fail(pos, "cycle detected for type %s", typeName(t))
		}
		w.open = append(w.open, t)
		defer func() { w.open = w.open[:len(w.open)-1] }()
	}
	if n := w.known(t); n != nil {
		if null && w.Version >= V0_4_0 {
			addNull(n, pos)
		}
		return w.place(n, orig, pos), nil
	}
	n := schema.NewObject()
	if err := w.fill(n, t, pos); err != nil {
		return nil, err
	}
	if n.Kind == schema.Null {
		return nil, nil
	}
	if typ := n.Get("type"); null && typ != nil && typ.Kind == schema.String {
		n.Set("type", strs(pos, "null", typ.Text))
	}
	return w.place(n, orig, pos), nil
}

func (w *walker) place(n *schema.Node, t types.Type, pos token.Pos) *schema.Node {
	n.Type, n.Pos, n.Reflector = t, pos, Path
	return n
}

// stripPointers returns the type that t points to, through several pointers, and
// whether t is a pointer.
func stripPointers(t types.Type, pos token.Pos) (types.Type, bool, error) {
	const deep = 100 // a pointer type may point to itself
	for i := range deep {
		t = types.Unalias(t)
		if _, ok := t.(*types.TypeParam); ok {
			return nil, false, &Unresolvable{Reason: "depends on the type parameter " + t.String(), Pos: pos}
		}
		p, ok := t.Underlying().(*types.Pointer)
		if !ok {
			return t, i > 0, nil
		}
		t = p.Elem()
	}
	return nil, false, &Unresolvable{Reason: "a pointer type that points to itself", Pos: pos}
}

// hasName reports whether reflect.Type.Name returns a name for t.
func hasName(t types.Type) bool {
	switch t.(type) {
	case *types.Named, *types.Basic:
		return true
	}
	return false
}

// known returns a copy of the schema that the caller passed for t or that the library
// has for t.
func (w *walker) known(t types.Type) *schema.Node {
	for _, ts := range w.TypeSchemas {
		if types.Identical(ts.Type, t) && ts.Schema != nil {
			if ts.Schema.Kind == schema.Bool {
				return schema.NewUnresolved("a schema without keywords in the place of a type", ts.Schema.Pos)
			}
			n := ts.Schema.Clone()
			n.EscapeHTML = false
			return n
		}
	}
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return nil
	}
	switch named.Obj().Pkg().Path() + "." + named.Obj().Name() {
	case "time.Time", "log/slog.Level", "math/big.Rat", "math/big.Float":
		return typed("string")
	case "math/big.Int":
		if w.Version < V0_4_0 {
			return typed("null", "string")
		}
		return typed("string")
	}
	return nil
}

// typed returns a schema of one or several types.
func typed(names ...string) *schema.Node {
	n := schema.NewObject()
	if len(names) == 1 {
		n.Set("type", schema.NewString(names[0]))
	} else {
		n.Set("type", schema.NewStrings(names...))
	}
	return n
}

// addNull adds null to the types of a schema that the caller or the library has for a
// type. Null becomes the only type of a schema without a type.
func addNull(n *schema.Node, pos token.Pos) {
	if n.Kind != schema.Object {
		return
	}
	typ := n.Get("type")
	switch {
	case typ == nil:
		n.Set("type", strs(pos, "null"))
	case typ.Kind == schema.String:
		n.Set("type", strs(pos, "null", typ.Text))
	case typ.Kind == schema.Array:
		if !slices.Contains(typ.Strings(), "null") {
			typ.Elems = append([]*schema.Node{schema.NewString("null").At(pos)}, typ.Elems...)
		}
	}
}

func strs(pos token.Pos, ss ...string) *schema.Node {
	n := schema.NewStrings(ss...).At(pos)
	for _, e := range n.Elems {
		e.Pos = pos
	}
	return n
}

// fill adds the keywords for the kind of t to n. It makes n null if t is ignored.
func (w *walker) fill(n *schema.Node, t types.Type, pos token.Pos) error {
	if w.nodes++; w.nodes > maxNodes {
		return &Unresolvable{Reason: "a schema of more than " + strconv.Itoa(maxNodes) + " parts", Pos: pos}
	}
	if w.depth++; w.depth > maxNested {
		return &Unresolvable{Reason: "a type nested deeper than " + strconv.Itoa(maxNested), Pos: pos}
	}
	defer func() { w.depth-- }()
	set := func(name string, v *schema.Node) { n.Set(name, v.At(pos)) }
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Kind() == types.Invalid {
			return &Unresolvable{Reason: "a type that did not compile", Pos: pos}
		}
		return w.basic(n, t, u, pos)
	case *types.Interface:
		return nil
	case *types.Slice:
		if w.Version >= V0_4_0 {
			n.Set("type", strs(pos, "null", "array"))
		} else {
			set("type", schema.NewString("array"))
		}
		return w.elem(n, "items", u.Elem(), pos)
	case *types.Array:
		set("type", schema.NewString("array"))
		err := w.elem(n, "items", u.Elem(), pos)
		if n.Kind == schema.Object {
			size := strconv.FormatInt(u.Len(), 10)
			set("minItems", schema.NewNumber(size))
			set("maxItems", schema.NewNumber(size))
		}
		return err
	case *types.Map:
		key := types.Unalias(u.Key())
		if _, ok := key.(*types.TypeParam); ok {
			return &Unresolvable{Reason: "depends on the type parameter " + key.String(), Pos: pos}
		}
		if !isString(key) && !(w.Version >= V0_4_3 && types.Implements(key, textMarshaler)) {
			return w.refuse(n, t, pos, "unsupported map key type %s", typeName(key))
		}
		set("type", schema.NewString("object"))
		return w.elem(n, "additionalProperties", u.Elem(), pos)
	case *types.Struct:
		return w.structure(n, t, u, pos)
	}
	return w.refuse(n, t, pos, "type %s is unsupported by jsonschema", typeName(t))
}

// refuse returns the error for a type that has no schema or, if the options ignore
// such types, makes n empty.
func (w *walker) refuse(n *schema.Node, t types.Type, pos token.Pos, format, name string) error {
	if w.IgnoreInvalidTypes {
		*n = schema.Node{}
		return nil
	}
	return fail(pos, format, name)
}

// elem adds the schema of an element type.
func (w *walker) elem(n *schema.Node, keyword string, t types.Type, pos token.Pos) error {
	e, err := w.infer(t, pos)
	switch {
	case err != nil:
		return err
	case e == nil:
		*n = schema.Node{}
	default:
		n.Set(keyword, e)
	}
	return nil
}

// basic adds the keywords for a basic type.
func (w *walker) basic(n *schema.Node, t types.Type, b *types.Basic, pos token.Pos) error {
	set := func(name string, v *schema.Node) { n.Set(name, v.At(pos)) }
	bounds := func(limits ...string) {
		set("type", schema.NewString("integer"))
		if w.Version < V0_4_0 {
			return
		}
		for i, lit := range limits {
			set([]string{"minimum", "maximum"}[i], schema.NewNumber(lit))
		}
	}
	switch b.Kind() {
	case types.Bool:
		set("type", schema.NewString("boolean"))
	case types.String:
		set("type", schema.NewString("string"))
	case types.Float32, types.Float64:
		set("type", schema.NewString("number"))
	case types.Int, types.Int64:
		bounds()
	case types.Int8:
		bounds("-128", "127")
	case types.Int16:
		bounds("-32768", "32767")
	case types.Int32:
		bounds("-2147483648", "2147483647")
	case types.Uint, types.Uint64, types.Uintptr:
		bounds("0")
	case types.Uint8:
		bounds("0", "255")
	case types.Uint16:
		bounds("0", "65535")
	case types.Uint32:
		bounds("0", "4294967295")
	default: // complex numbers, unsafe.Pointer
		return w.refuse(n, t, pos, "type %s is unsupported by jsonschema", typeName(t))
	}
	return nil
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.String
}

// textMarshaler is encoding.TextMarshaler.
var textMarshaler = func() *types.Interface {
	result := func(t types.Type) *types.Var { return types.NewParam(token.NoPos, nil, "", t) }
	sig := types.NewSignatureType(nil, nil, nil, nil, types.NewTuple(
		result(types.NewSlice(types.Typ[types.Byte])),
		result(types.Universe.Lookup("error").Type())), false)
	return types.NewInterfaceType([]*types.Func{types.NewFunc(token.NoPos, nil, "MarshalText", sig)}, nil).Complete()
}()

// typeName returns t with package names, for messages.
func typeName(t types.Type) string { return types.TypeString(t, (*types.Package).Name) }
