package stainless

import (
	"cmp"
	"go/constant"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Encode encodes values of the clients' request types. It returns false for any other
// type.
func (l *library) Encode(e *gojson.Encoder, v value.Value) (*schema.Node, bool) {
	switch v := v.(type) {
	case *value.Const:
		if text, ok := constantText(v); ok {
			return text, true
		}
	case *value.Struct:
		if isOpt(v.T) {
			return opt(e, v), true
		}
		if !isNamed(v.T) {
			return nil, false
		}
		for i := range v.NumFields() {
			f, _ := v.FieldVar(i)
			switch base(f) {
			case "APIObject":
				return object(e, v, v.At(i)), true
			case "APIUnion":
				return union(e, v, v.At(i)), true
			}
		}
	}
	return nil, false
}

// isNamed reports whether t is a defined type. The alias types inside MarshalJSON
// methods are not.
func isNamed(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Named)
	return ok
}

// constants are the single values of types of package constant, by the name of the
// type. They include only the types that tools contain.
var constants = map[string]string{"Object": "object", "Function": "function", "Custom": "custom"}

// constantText encodes a value of a type that has a single value. The client encodes
// the zero value of such a type as that value, too. It returns false for any other
// type.
func constantText(c *value.Const) (*schema.Node, bool) {
	named, ok := types.Unalias(c.T).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || !strings.HasSuffix(named.Obj().Pkg().Path(), "/shared/constant") || c.V.Kind() != constant.String {
		return nil, false
	}
	text := cmp.Or(constant.StringVal(c.V), constants[named.Obj().Name()])
	if text == "" {
		return schema.NewUnresolved("the only value of "+named.Obj().Name(), c.Pos), true
	}
	return schema.NewString(text).At(c.Pos), true
}

// opt encodes a value of type Opt, which may be absent.
func opt(e *gojson.Encoder, s *value.Struct) *schema.Node {
	if why := s.Hidden(); why != nil {
		return schema.NewUnresolved(why.Reason, why.Pos)
	}
	v := s.Field("Value")
	switch status, known := value.IntOf(s.Field(statusOf(s))); {
	case !known:
		return schema.NewUnresolved("a value that may be there or not", s.Pos)
	case status == statusIncluded, status != statusNull && !value.IsZero(v):
		return e.Encode(v)
	}
	return schema.NewNull().At(s.Pos)
}

// kept returns the value that a struct stores in its embedded APIObject or APIUnion,
// v, in addition to its fields. It returns nil if the struct stores no such value.
func kept(v value.Value) value.Value {
	for range 2 { // APIObject, then metadata
		s, ok := v.(*value.Struct)
		if !ok || s.NumFields() != 1 {
			return &value.Unknown{Reason: "a struct that may encode itself in another form", Pos: value.PosOf(v)}
		}
		v = s.At(0)
	}
	if _, ok := v.(*value.Nil); ok {
		return nil
	}
	return v
}

// object encodes a struct: its fields and extra fields, or the value that replaces
// the struct.
func object(e *gojson.Encoder, s *value.Struct, metadata value.Value) *schema.Node {
	var extras value.Value
	if s.Hidden() == nil {
		switch v := kept(metadata).(type) {
		case nil:
		case *value.Unknown:
			return schema.NewUnresolved(v.Reason, v.Pos)
		case *value.Native:
			switch v.Kind {
			case nullKind:
				return schema.NewNull().At(s.Pos)
			case extrasKind:
				extras, _ = v.Data.(value.Value)
			default:
				return e.Encode(v)
			}
		default:
			return e.Encode(v)
		}
		if i := s.Index("ExtraFields"); i >= 0 {
			// The first betas encode the field itself, under the name "-".
			if _, tag := s.FieldVar(i); jsonfields.TagOf(tag).Hidden {
				extras = s.At(i)
			}
		}
	}
	n := e.Plain(s)
	if n.Kind != schema.Object || extras == nil || value.IsZero(extras) {
		return n
	}
	return addExtras(e, n, extras)
}

// addExtras adds extra fields to an encoded struct. They replace fields with the same
// name.
func addExtras(e *gojson.Encoder, n *schema.Node, extras value.Value) *schema.Node {
	mp, ok := extras.(*value.Map)
	if !ok {
		return schema.NewUnresolved("unknown extra fields", value.PosOf(extras))
	}
	bad := ""
	var added []schema.Member
	open := mp.Entries(func(k, v value.Value, maybe bool) {
		name, ok := value.StringOf(k)
		switch {
		case !ok || maybe:
			bad = "extra fields that depend on values known only at run time"
		case strings.ContainsAny(name, `\|#@*.:?`) || name == "":
			bad = "an extra field whose name is a path to some versions"
		case isOmit(v):
			n.Members = slices.DeleteFunc(n.Members, func(m schema.Member) bool { return m.Name == name })
		default:
			added = append(added, schema.Member{Name: name, Value: e.Encode(v)})
		}
	})
	if open != nil {
		return schema.NewUnresolved(open.Reason, open.Pos)
	}
	if bad != "" {
		return schema.NewUnresolved(bad, mp.Pos)
	}
	slices.SortFunc(added, func(a, b schema.Member) int { return strings.Compare(a.Name, b.Name) })
	for _, m := range added {
		n.Set(m.Name, m.Value)
	}
	return n
}

// isOmit reports whether v, the value of an extra field, removes the field.
func isOmit(v value.Value) bool {
	c, ok := v.(*value.Const)
	if !ok {
		return false
	}
	named, ok := types.Unalias(c.T).(*types.Named)
	return ok && named.Obj().Name() == "forceOmit"
}

// union encodes a union, as the one field that is set.
func union(e *gojson.Encoder, s *value.Struct, metadata value.Value) *schema.Node {
	if why := s.Hidden(); why != nil {
		return schema.NewUnresolved(why.Reason, why.Pos)
	}
	var there []value.Value
	for i := range s.NumFields() {
		_, tag := s.FieldVar(i)
		if !jsonfields.TagOf(tag).Has("inline") {
			continue
		}
		v := s.At(i)
		if u, ok := v.(*value.Unknown); ok {
			return schema.NewUnresolved(u.Reason, u.Pos)
		}
		if !value.IsZero(v) {
			there = append(there, v)
		}
	}
	switch len(there) {
	case 1:
		return e.Encode(there[0])
	case 0:
		switch v := kept(metadata).(type) {
		case nil:
		case *value.Native:
			if v.Kind != nullKind {
				return e.Encode(v)
			}
		default:
			return e.Encode(v)
		}
		return schema.NewNull().At(s.Pos)
	}
	e.Fail("expected union to have only one present variant", s.Pos)
	return schema.NewUnresolved("a union with several members set", s.Pos)
}

// Decode decodes JSON into the type of a tool's schema. Members for which the type
// has no field become extra fields. It returns false for any other type.
func (l *library) Decode(n *schema.Node, t types.Type) (value.Value, bool) {
	s := value.NewStruct(t, n.Pos)
	if s == nil || !isNamed(t) || n.Kind != schema.Object {
		return nil, false
	}
	i := s.Index("ExtraFields")
	if i < 0 || s.Index("Properties") < 0 {
		return nil, false
	}
	if !slices.ContainsFunc(fieldsOf(s), func(f *types.Var) bool { return base(f) == "APIObject" }) {
		return nil, false
	}
	f, _ := s.FieldVar(i)
	mt, ok := ir.Under(f.Type()).(*types.Map)
	if !ok {
		return nil, false
	}
	if p := n.Partial; p != nil {
		return value.NewUnknown(p.Reason, p.Pos, t), true
	}
	known := map[string]int{}
	for _, jf := range jsonfields.Of(s.Type()) {
		if len(jf.Path) == 1 {
			known[jf.Name] = jf.Path[0]
		}
	}
	extras := value.NewMap(f.Type(), n.Pos)
	for _, m := range n.Members {
		if at, ok := known[m.Name]; ok {
			field, _ := s.FieldVar(at)
			s.SetAt(at, gojson.FromJSON(m.Value, field.Type()))
			continue
		}
		extras.Put(value.NewString(m.Name, m.Value.Pos), gojson.FromJSON(m.Value, mt.Elem()))
	}
	// Until the field had this tag, versions silently dropped such members.
	if _, tag := s.FieldVar(i); extras.Len() > 0 && reflect.StructTag(tag).Get("api") == "extrafields" {
		s.SetAt(i, extras)
	}
	return s, true
}

func fieldsOf(s *value.Struct) []*types.Var {
	var out []*types.Var
	for i := range s.NumFields() {
		f, _ := s.FieldVar(i)
		out = append(out, f)
	}
	return out
}
