package invoposchema

import (
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// linkField is the field of a pair that records its place in the map. Here it is a
// value that no other pair has, and contains the map.
const linkField = "element"

const linkKind = "place in an ordered map"

// pairType returns *Pair[K, V] for *OrderedMap[K, V], or nil if it is not visible.
func pairType(t types.Type) *types.Pointer {
	named := orderedType(t)
	if named == nil {
		return nil
	}
	st, ok := named.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for f := range st.Fields() {
		if m, ok := f.Type().Underlying().(*types.Map); ok && f.Name() == "pairs" {
			p, _ := types.Unalias(m.Elem()).(*types.Pointer)
			return p
		}
	}
	return nil
}

// newPair returns a pointer to a pair of mp; t points to the map's type. If the pair's
// type is not visible, newPair returns the value, which is enough for code that only
// reads it.
func newPair(mp *value.Map, t types.Type, key, val value.Value) value.Value {
	pt := pairType(t)
	if pt == nil {
		return val
	}
	s := value.NewStruct(pt.Elem(), value.PosOf(val))
	link := &value.Native{Kind: linkKind, Data: mp, Pos: value.PosOf(key)}
	if s == nil || !s.SetField("Key", key) || !s.SetField("Value", val) || !s.SetField(linkField, link) {
		return val
	}
	return &value.Ptr{T: pt, C: value.NewCell(s), Pos: value.PosOf(val)}
}

// pairOf returns the pair that v points to, or nil if v is not a pair.
func pairOf(v value.Value) *value.Struct {
	if p, ok := v.(*value.Ptr); ok {
		v = p.Load()
	}
	if s, ok := v.(*value.Struct); ok && linkOf(s) != nil {
		return s
	}
	return nil
}

func linkOf(s *value.Struct) *value.Native {
	if n, ok := s.Field(linkField).(*value.Native); ok && n.Kind == linkKind {
		return n
	}
	return nil
}

// pairValue returns the value in v, a pair of a key and a value in an ordered map. If v
// is unknown and has alternatives, the result has the values of the alternatives. If v
// is not a pair, pairValue returns v itself: if the library's pair type is not loaded,
// the value alone represents the pair.
func pairValue(v value.Value) value.Value {
	if s := pairOf(v); s != nil {
		return s.Field("Value")
	}
	if u, ok := v.(*value.Unknown); ok && len(u.Alts) > 0 {
		out := *u
		out.Alts, out.T = nil, nil
		for _, alt := range u.Alts {
			out.Alts = append(out.Alts, pairValue(alt))
		}
		return &out
	}
	return v
}

// mapOfPair returns the map that contains a pair, or nil if v is not a pair.
func mapOfPair(v value.Value) *value.Map {
	if s := pairOf(v); s != nil {
		mp, _ := linkOf(s).Data.(*value.Map)
		return mp
	}
	return nil
}

// oldest models OrderedMap.Oldest.
func oldest(c *eval.Call) value.Value {
	all, sure := entries(c.Recv)
	switch {
	case !sure:
		return nil
	case len(all) == 0:
		return &value.Nil{T: c.Result, Pos: c.Pos}
	case pairOf(all[0].pair) == nil:
		return nil
	}
	return all[0].pair
}

// next models Pair.Next. A pair that was deleted has none.
func next(c *eval.Call) value.Value {
	s := pairOf(c.Recv)
	if s == nil {
		return nil
	}
	all, sure := entries(newOrdered(nil, mapOfPair(c.Recv)))
	at := slices.IndexFunc(all, func(e entry) bool {
		other := pairOf(e.pair)
		return other != nil && linkOf(other) == linkOf(s)
	})
	switch {
	case !sure:
		return nil
	case at < 0 || at+1 == len(all):
		return &value.Nil{T: c.Result, Pos: c.Pos}
	}
	return all[at+1].pair
}
