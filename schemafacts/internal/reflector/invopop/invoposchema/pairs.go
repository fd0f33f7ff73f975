package invoposchema

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
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

// endOf returns the model of OrderedMap.Oldest or, if last is set, of Newest.
func endOf(last bool) eval.Intrinsic {
	return func(c *eval.Call) value.Value {
		all, sure := entries(c.Recv)
		switch {
		case !sure:
			return nil
		case len(all) == 0:
			return &value.Nil{T: c.Result, Pos: c.Pos}
		}
		e := all[0]
		if last {
			e = all[len(all)-1]
		}
		if pairOf(e.pair) == nil {
			return nil
		}
		return e.pair
	}
}

// neighbor models Next() and Prev(). A pair that was deleted has no neighbors.
func neighbor(step int) eval.Intrinsic {
	return func(c *eval.Call) value.Value {
		s := pairOf(c.Recv)
		if s == nil {
			return nil
		}
		all, sure := entries(newOrdered(nil, mapOfPair(c.Recv)))
		if !sure {
			return nil
		}
		at := slices.IndexFunc(all, func(e entry) bool {
			other := pairOf(e.pair)
			return other != nil && linkOf(other) == linkOf(s)
		})
		if at < 0 || at+step < 0 || at+step >= len(all) {
			return &value.Nil{T: c.Result, Pos: c.Pos}
		}
		return all[at+step].pair
	}
}

// move models MoveToBack and similar methods, which move a property.
func move(c *eval.Call) value.Value {
	mp, ok := orderedMap(c.Recv)
	all, sure := entries(c.Recv)
	index := func(v value.Value) int {
		key := keyOf(v)
		return slices.IndexFunc(all, func(e entry) bool { return key != "" && keyOf(e.key) == key })
	}
	from := index(c.Arg(0))
	if !ok || !sure || from < 0 {
		return nil
	}
	e := all[from]
	rest := slices.Delete(slices.Clone(all), from, from+1)
	_, name, _ := orderedMethod(c.Key)
	to := len(rest)
	switch {
	case strings.HasSuffix(name, "ToFront"):
		to = 0
	case name == "MoveAfter" || name == "MoveBefore":
		mark := index(c.Arg(1))
		if mark < 0 {
			return nil
		}
		if mark == from {
			to = from
			break
		}
		to = slices.IndexFunc(rest, func(o entry) bool { return o == all[mark] })
		if name == "MoveAfter" {
			to++
		}
	}
	for _, e := range all {
		c.M.DeleteEntry(mp, e.key)
	}
	for _, e := range slices.Insert(rest, to, e) {
		c.M.SetEntry(mp, e.key, e.pair)
	}
	none := &value.Nil{T: types.Universe.Lookup("error").Type(), Pos: c.Pos}
	if strings.HasPrefix(name, "Get") {
		return value.Tuple{pairValue(e.pair), none}
	}
	return none
}

// iterator returns the model of a method such as FromOldest, which returns
//
//	func(yield func(K, V) bool) {
//		for pair := om.Oldest(); pair != nil; pair = pair.Next() {
//			if !yield(pair.Key, pair.Value) {
//				return
//			}
//		}
//	}
//
// The model returns a function with this body, so that a loop body that changes the map
// has the same effect as at run time. start and next are the names of the methods: Oldest
// and Next, or Newest and Prev. what is "Keys" or "Values" if yield gets only the key or
// only the value, and "" if it gets both.
func iterator(start, next, what string) eval.Intrinsic {
	return func(c *eval.Call) value.Value {
		if mp, ok := orderedMap(c.Recv); !ok && !isNil(c.Recv) || ok && mp == nil {
			return nil
		}
		typ := c.Key[:strings.LastIndexByte(c.Key, '.')+1]
		const om, yield, pair = 0, 1, 2
		node := func(op ir.Op, kids ...*ir.Node) *ir.Node {
			return &ir.Node{Op: op, Pos: c.Pos, Kids: kids}
		}
		local := func(slot int) *ir.Node { return &ir.Node{Op: ir.OpLocal, Pos: c.Pos, Int: slot} }
		call := func(typ, name string, slot int) *ir.Node {
			n := node(ir.OpMethod, local(slot))
			n.Name = typ + name
			n = node(ir.OpCall, n)
			n.Int, n.Type = -1, pairType(recvType(c))
			return n
		}
		part := func(name string) *ir.Node {
			n := node(ir.OpField, local(pair))
			n.Name = name
			return n
		}
		yielded := node(ir.OpCall, local(yield))
		yielded.Int, yielded.Type = -1, types.Typ[types.Bool]
		if what != "Values" {
			yielded.Kids = append(yielded.Kids, part("Key"))
		}
		if what != "Keys" {
			yielded.Kids = append(yielded.Kids, part("Value"))
		}
		declare := node(ir.OpDeclare, call(typ, start, om))
		declare.Int = pair
		cond := node(ir.OpBinary, local(pair), node(ir.OpNil))
		cond.Int = int(token.NEQ)
		post := node(ir.OpAssign, local(pair), call(strings.Replace(typ, "OrderedMap", "Pair", 1), next, pair))
		post.Int = 1
		not := node(ir.OpUnary, yielded)
		not.Int = int(token.NOT)
		body := node(ir.OpBlock, node(ir.OpIf, not, node(ir.OpBlock, node(ir.OpReturn)), node(ir.OpBlock)))
		fn := &ir.Func{Key: "iterator over an ordered map", Pos: c.Pos, NumSlots: 3, Relevant: true, Captures: [][2]int{{0, om}},
			Params: []ir.Param{{Name: "yield", Slot: yield}}, Body: node(ir.OpBlock, declare, node(ir.OpFor, cond, post, body))}
		return &value.Closure{Fn: fn, Env: []*value.Cell{value.NewCell(c.Recv)}, Pos: c.Pos}
	}
}
