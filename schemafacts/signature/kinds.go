package signature

import (
	"go/types"

	"github.com/schemavet/schemavet/internal/jsonmethod"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/types/typeutil"
)

// basic returns the schema of a type of a basic kind.
func (w *walker) basic(t types.Type, b *types.Basic, s site) *schema.Node {
	n := schema.NewObject()
	set := func(name string) { n.Set("type", schema.NewString(name)) }
	switch info := b.Info(); {
	case info&types.IsBoolean != 0:
		set("boolean")
	case info&types.IsString != 0:
		set("string")
		w.enum(n, t)
	case info&types.IsInteger != 0:
		set("integer")
		if !w.enum(n, t) && types.TypeString(t, nil) != "time.Duration" { // its bounds are 292 years
			bounds(n, b.Kind())
		}
	case info&types.IsFloat != 0:
		set("number")
	default: // complex numbers, unsafe.Pointer, a type that did not compile
		return w.unknown(t, s)
	}
	return n
}

// bounds adds the bounds of an integer kind that are the same on all machines.
func bounds(n *schema.Node, kind types.BasicKind) {
	limits := map[types.BasicKind][2]string{
		types.Int8:    {"-128", "127"},
		types.Int16:   {"-32768", "32767"},
		types.Int32:   {"-2147483648", "2147483647"},
		types.Int64:   {"-9223372036854775808", "9223372036854775807"},
		types.Uint:    {"0"},
		types.Uintptr: {"0"},
		types.Uint8:   {"0", "255"},
		types.Uint16:  {"0", "65535"},
		types.Uint32:  {"0", "4294967295"},
		types.Uint64:  {"0", "18446744073709551615"},
	}[kind]
	for i, key := range []string{"minimum", "maximum"} {
		if limits[i] != "" {
			n.Set(key, schema.NewNumber(limits[i]))
		}
	}
}

// enum adds the constants of t as an enum. It does so only for inputs, because a
// function may return other values, such as the zero value.
func (w *walker) enum(n *schema.Node, t types.Type) bool {
	info := w.typeInfo(t)
	if w.out || info == nil || len(info.Consts) == 0 {
		return false
	}
	list := schema.NewArray()
	for _, c := range info.Consts {
		v, err := schema.Parse([]byte(c.Value))
		if err != nil {
			return false
		}
		if !contains(list, v) {
			list.Elems = append(list.Elems, v)
		}
	}
	n.Set("enum", list)
	return true
}

// acceptedTexts returns the only texts that the method UnmarshalText of t accepts, or nil.
func (w *walker) acceptedTexts(t types.Type) *schema.Node {
	info := w.typeInfo(t)
	if w.out || info == nil || info.Texts == nil {
		return nil
	}
	return schema.NewStrings(info.Texts...)
}

func contains(list, v *schema.Node) bool {
	for _, e := range list.Elems {
		if schema.Equal(e, v) {
			return true
		}
	}
	return false
}

// typeInfo returns the comments and constants of a named type, or nil.
func (w *walker) typeInfo(t types.Type) *Type {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return nil
	}
	return w.pkg(n.Obj().Pkg().Path()).typ(n.Obj())
}

// mapping returns the schema of a map.
func (w *walker) mapping(m *types.Map, s site) *schema.Node {
	key := types.Unalias(m.Key())
	if isTypeParam(key) {
		return schema.NewUnresolved("depends on the type parameter "+key.String(), s.pos)
	}
	names, ok := w.keys(key, s)
	if !ok {
		rule, verb := RuleDecode, "read"
		if w.out {
			rule, verb = RuleEncode, "write"
		}
		msg := "encoding/json cannot " + verb + " a map with keys of type " + w.name(key)
		w.report(Problem{Rule: rule, Msg: msg, Pos: s.pos, Error: true})
		return schema.NewUnresolved(msg, s.pos)
	}
	n := schema.NewObject()
	n.Set("type", schema.NewString("object"))
	if names != nil {
		n.Set("propertyNames", names)
	}
	s.addr = false
	w.below("/additionalProperties", func() { n.Set("additionalProperties", orTrue(w.value(m.Elem(), s))) })
	return n
}

// orTrue returns the schema true if n is an object without keywords, and n otherwise.
func orTrue(n *schema.Node) *schema.Node {
	if n.Kind != schema.Object || len(n.Members) > 0 {
		return n
	}
	out := schema.NewBool(true).At(n.Pos)
	out.Type = n.Type
	return out
}

// keys returns the schema of a map's member names, or nil if they can be any string.
// ok is false if encoding/json does not support the key type.
func (w *walker) keys(key types.Type, s site) (names *schema.Node, ok bool) {
	b, _ := key.Underlying().(*types.Basic)
	isString := b != nil && b.Info()&types.IsString != 0
	isInteger := b != nil && b.Info()&types.IsInteger != 0
	if w.out {
		switch {
		case isString || jsonmethod.KeyWrites(key):
			return nil, true
		case !isInteger:
			return nil, false
		}
	} else {
		switch {
		case jsonmethod.KeyReads(key):
			if w.acceptedTexts(key) == nil {
				return nil, true
			}
			names = schema.NewObject()
			names.Set("enum", w.acceptedTexts(key))
			return names, true
		case !isString && !isInteger:
			return nil, false
		}
	}
	names = schema.NewObject()
	switch {
	case isString && !w.enum(names, key):
		return nil, true
	case isString:
	case w.enum(names, key):
		names.Set("enum", texts(names.Get("enum")))
	case b.Info()&types.IsUnsigned != 0:
		names.Set("pattern", schema.NewString("^[0-9]+$"))
	default:
		names.Set("pattern", schema.NewString("^-?[0-9]+$"))
	}
	return names, true
}

// pointerMethodsBelow reports whether the JSON of a value of type t depends on
// whether the value is addressable.
func (w *walker) pointerMethodsBelow(t types.Type) bool {
	if v, ok := w.addressed.At(t).(bool); ok {
		return v
	}
	found := reaches(t, new(typeutil.Map))
	w.addressed.Set(t, found)
	return found
}

// reaches reports whether t has methods that only its pointers have. It also examines
// the types of values inside that are addressable only if the outer value is.
func reaches(t types.Type, seen *typeutil.Map) bool {
	const many = 1000 // a generic type may grow without end
	if seen.At(t) != nil {
		return false
	}
	if seen.Len() > many {
		return true
	}
	seen.Set(t, true)
	if hasPointerMethods(t) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return reaches(u.Elem(), seen)
	case *types.Struct:
		for i := range u.NumFields() {
			if f := u.Field(i); (f.Exported() || f.Embedded()) && reaches(f.Type(), seen) {
				return true
			}
		}
	}
	return false
}
