package gojson

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/internal/jsonmethod"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// FromJSON returns the value of type t to which encoding/json decodes n, for types
// without JSON methods.
func FromJSON(n *schema.Node, t types.Type) value.Value { return fromJSON((*eval.Machine)(nil), n, t) }

// fromJSON returns the value of type t to which encoding/json decodes n.
func fromJSON(m *eval.Machine, n *schema.Node, t types.Type) value.Value {
	if m != nil {
		if v, ok := codec(m).Decode(n, t); ok {
			return v
		}
	}
	if n.Kind == schema.Unresolved {
		return value.NewUnknown(n.Text, n.Pos, t)
	}
	if isRawMessage(t) {
		// The spaces and escapes of the original text are lost.
		return &value.Native{Kind: value.JSONKind, Data: n, T: t, Pos: n.Pos, Loose: true}
	}
	u := ir.Under(t)
	if n.Kind == schema.Null {
		if takesNull(t) {
			return value.NewUnknown("a type that has its own UnmarshalJSON", n.Pos, t)
		}
		return value.Zero(t, n.Pos)
	}
	if p, ok := u.(*types.Pointer); ok {
		return &value.Ptr{T: t, C: value.NewCell(fromJSON(m, n, p.Elem())), Pos: n.Pos}
	}
	switch n.Kind {
	case schema.Bool:
		if ir.IsBasic(u, types.IsBoolean) {
			return &value.Const{V: constant.MakeBool(n.IsTrue()), T: t, Pos: n.Pos}
		}
		if ir.IsInterface(t) {
			return value.NewBool(n.IsTrue(), n.Pos)
		}
	case schema.String:
		if ir.IsBasic(u, types.IsString) {
			return &value.Const{V: constant.MakeString(n.Text), T: t, Pos: n.Pos}
		}
		if ir.IsInterface(t) {
			return value.NewString(n.Text, n.Pos)
		}
	case schema.Number:
		return numberFromJSON(n, t, u)
	case schema.Array:
		elem := types.Universe.Lookup("any").Type()
		st := t
		if sl, ok := u.(*types.Slice); ok {
			elem = sl.Elem()
		} else if ir.IsInterface(t) {
			st = types.NewSlice(elem)
		} else {
			break
		}
		return SliceFromJSON(n, st, func(e *schema.Node) value.Value { return fromJSON(m, e, elem) })
	case schema.Object:
		return objectFromJSON(m, n, t, u)
	}
	return value.NewUnknown("JSON that does not fit its Go type", n.Pos, t)
}

// SliceFromJSON returns a slice of type t with the elements of an array, each decoded by
// decode. A list that is partly unknown is unknown: its document has no order.
func SliceFromJSON(n *schema.Node, t types.Type, decode func(*schema.Node) value.Value) value.Value {
	if n.Partial != nil {
		return value.NewUnknown(n.Partial.Reason, n.Partial.Pos, t)
	}
	s := &value.Slice{T: t, Pos: n.Pos}
	for _, e := range n.Elems {
		s.Elems = append(s.Elems, value.Elem{C: value.NewCell(decode(e))})
	}
	return s.WithRoom()
}

// FillMap adds the members of an object to a new map, with their values decoded by decode.
func FillMap(mp *value.Map, n *schema.Node, key types.Type, decode func(*schema.Node) value.Value) {
	add := func(m schema.Member) {
		mp.Put(&value.Const{V: constant.MakeString(m.Name), T: key, Pos: m.Value.Pos}, decode(m.Value))
	}
	for _, m := range n.Members {
		add(m)
	}
	if n.Partial == nil {
		return
	}
	for _, m := range n.Partial.Perhaps {
		add(m)
	}
	st := mp.State()
	for i := len(st.Entries) - len(n.Partial.Perhaps); i < len(st.Entries); i++ {
		st.Entries[i].Maybe = true
	}
	if n.Partial.More {
		st.Open, st.Sure = value.NewUnknown(n.Partial.Reason, n.Partial.Pos, nil), true
	}
}

func numberFromJSON(n *schema.Node, t, u types.Type) value.Value {
	v := constant.MakeFromLiteral(strings.TrimPrefix(n.Text, "-"), token.FLOAT, 0)
	if v.Kind() == constant.Unknown {
		v = constant.MakeFromLiteral(strings.TrimPrefix(n.Text, "-"), token.INT, 0)
	}
	if strings.HasPrefix(n.Text, "-") && v.Kind() != constant.Unknown {
		v = constant.UnaryOp(token.SUB, v, 0)
	}
	if v.Kind() == constant.Unknown {
		return value.NewUnknown("an unsupported number", n.Pos, t)
	}
	switch {
	case ir.IsBasic(u, types.IsInteger):
		if i := constant.ToInt(v); i.Kind() == constant.Int {
			return &value.Const{V: i, T: t, Pos: n.Pos}
		}
	case ir.IsBasic(u, types.IsFloat):
		return &value.Const{V: v, T: t, Pos: n.Pos}
	case ofJSON(t, "Number"):
		return &value.Const{V: constant.MakeString(n.Text), T: t, Pos: n.Pos}
	case ir.IsInterface(t):
		return &value.Const{V: v, T: types.Typ[types.Float64], Pos: n.Pos}
	}
	return value.NewUnknown("a number that does not fit its Go type", n.Pos, t)
}

func objectFromJSON(m *eval.Machine, n *schema.Node, t, u types.Type) value.Value {
	anyType := types.Universe.Lookup("any").Type()
	switch x := u.(type) {
	case *types.Map:
		if !hasTextKeys(x) {
			return value.NewUnknown("JSON decoded into a map whose keys are not strings", n.Pos, t)
		}
		mp := value.NewMap(t, n.Pos)
		FillMap(mp, n, x.Key(), func(e *schema.Node) value.Value { return fromJSON(m, e, x.Elem()) })
		return mp
	case *types.Interface:
		mp := value.NewMap(types.NewMap(types.Typ[types.String], anyType), n.Pos)
		FillMap(mp, n, types.Typ[types.String], func(e *schema.Node) value.Value { return fromJSON(m, e, anyType) })
		return mp
	case *types.Struct:
		if method := jsonmethod.Reads(t); method.Kind == jsonmethod.JSON {
			return value.NewUnknown(types.TypeString(t, shortQualifier)+" has its own "+method.Name, n.Pos, t)
		}
		s := value.NewStruct(t, n.Pos)
		for _, f := range jsonfields.Of(x) {
			v, sure := member(n, f.Name)
			if v == nil {
				continue
			}
			if len(f.Path) > 1 || f.Quoted || !sure {
				return value.NewUnknown("JSON decoded into a struct in an unsupported way", n.Pos, t)
			}
			s.SetAt(f.Path[0], fromJSON(m, v, x.Field(f.Path[0]).Type()))
		}
		return s
	}
	return value.NewUnknown("JSON that does not fit its Go type", n.Pos, t)
}

// DecodeInto returns the value of a variable with the value old after encoding/json
// decodes n into it: fields that n does not name keep their values, and the parts that
// fit are decoded although others do not fit. A slice or map that shares its elements
// with other values may be overwritten and escapes.
func DecodeInto(m *eval.Machine, n *schema.Node, t types.Type, old value.Value) (value.Value, Fit) {
	if v, ok := codec(m).Decode(n, t); ok {
		if old != nil && !value.IsZero(old) {
			v = value.NewUnknown("JSON decoded into a value that has parts", n.Pos, t)
		}
		return v, Fits
	}
	return into(m, n, t, old), Fitting(n, t)
}

// afterFailure returns the value of a variable after encoding/json failed to decode n, or a
// part of n, into it. JSON of another kind leaves a variable unchanged.
func afterFailure(m *eval.Machine, n *schema.Node, t types.Type, fit Fit, old value.Value) value.Value {
	same := fit == FitsNot
	switch u := ir.Under(t).(type) {
	case *types.Basic:
	case *types.Slice:
		same = same && n.Kind != schema.Array
	case *types.Map:
		same = same && n.Kind != schema.Object
	case *types.Struct:
		if n.Kind == schema.Object {
			return intoStruct(m, n, t, u, old)
		}
	default:
		same = false
	}
	if same {
		return old
	}
	m.Escape([]value.Value{old}, "encoding/json.Unmarshal", n.Pos)
	return value.NewUnknown("JSON that may not fit its Go type", n.Pos, t)
}

// into returns the new value of a variable with the value old, after n was decoded into
// it.
func into(m *eval.Machine, n *schema.Node, t types.Type, old value.Value) value.Value {
	if n.Kind == schema.Unresolved {
		if !isFresh(old) {
			m.Escape([]value.Value{old}, "encoding/json.Unmarshal", n.Pos)
		}
		return fromJSON(m, n, t)
	}
	if n.Kind == schema.Null && !takesNull(t) {
		switch ir.Under(t).(type) {
		case *types.Pointer, *types.Map, *types.Slice, *types.Interface:
			return value.Zero(t, n.Pos)
		}
		return old
	}
	if _, known := codec(m).Decode(n, t); known || jsonmethod.Reads(t).Kind == jsonmethod.JSON {
		return fromJSON(m, n, t)
	}
	if fit := Fitting(n, t); fit != Fits {
		return afterFailure(m, n, t, fit, old)
	}
	switch u := ir.Under(t).(type) {
	case *types.Pointer:
		if p, ok := old.(*value.Ptr); ok { // encoding/json decodes through it
			m.Put(p.C, into(m, n, u.Elem(), p.C.Get()))
			return p
		}
	case *types.Struct:
		return intoStruct(m, n, t, u, old)
	case *types.Map, *types.Slice, *types.Interface:
		if mp, ok := old.(*value.Map); ok {
			if mt, isMap := u.(*types.Map); isMap && hasTextKeys(mt) && n.Partial == nil { // entries are added to it
				for _, e := range n.Members {
					m.SetEntry(mp, &value.Const{V: constant.MakeString(e.Name), T: mt.Key(), Pos: e.Value.Pos}, fromJSON(m, e.Value, mt.Elem()))
				}
				return mp
			}
		}
		if !isFresh(old) {
			m.Escape([]value.Value{old}, "encoding/json.Unmarshal", n.Pos)
			u := value.NewUnknown("JSON decoded into an existing value", n.Pos, t)
			u.PointsTo = value.Targets(old) // its array or entries are used again
			return u
		}
	}
	return fromJSON(m, n, t)
}

// hasTextKeys reports whether the keys of a map are strings that equal the member
// names.
func hasTextKeys(t *types.Map) bool {
	return ir.IsString(ir.Under(t.Key())) && !jsonmethod.KeyReads(t.Key())
}

// takesNull reports whether encoding/json passes null to the UnmarshalJSON method of
// t.
func takesNull(t types.Type) bool {
	_, isPointer := ir.Under(t).(*types.Pointer)
	return !isPointer && !isRawMessage(t) && jsonmethod.Reads(t).Kind == jsonmethod.JSON
}

// isFresh reports whether a variable contains nothing that decoding could reuse.
func isFresh(v value.Value) bool {
	switch v := v.(type) {
	case nil, *value.Nil:
		return true
	case *value.Slice:
		return len(v.Elems) == 0 && v.Open == nil && v.IsNil
	case *value.Const:
		return true // the nil of an interface
	}
	return false
}

func intoStruct(m *eval.Machine, n *schema.Node, t types.Type, st *types.Struct, old value.Value) value.Value {
	present, ok := value.Clone(old).(*value.Struct)
	if !ok || present.Hidden() != nil {
		return value.NewUnknown("JSON decoded into something unknown", n.Pos, t)
	}
	at := value.NewCell(present)
	for _, f := range jsonfields.Of(st) {
		v, sure := member(n, f.Name)
		if v == nil {
			continue
		}
		cell, ft := fieldCell(m, at, f.Path)
		if cell == nil || f.Quoted || !sure {
			return value.NewUnknown("JSON decoded into a struct in an unsupported way", n.Pos, t)
		}
		m.Set(cell, into(m, v, ft, cell.Get()))
	}
	return value.Clone(at.Get())
}

// fieldCell returns the cell of a field, given the cell of its struct and a path of
// field indexes. It follows pointers that are not nil.
func fieldCell(m *eval.Machine, at *value.Cell, path []int) (*value.Cell, types.Type) {
	for i, idx := range path {
		s, ok := at.Get().(*value.Struct)
		if !ok {
			break
		}
		if at = m.FieldCell(at, idx); i == len(path)-1 {
			return at, s.Type().Field(idx).Type()
		}
		if p, ok := at.Get().(*value.Ptr); ok {
			at = p.C
		}
	}
	return nil, nil
}
