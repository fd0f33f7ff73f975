package invoposchema

import (
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// A schema stores its properties in an ordered map of another module. It is modelled as
// a pointer to an ordinary map, which records the order of insertion here. The entries
// are the pairs of the ordered map, so that a program with a pointer to a pair can
// change it.

// orderedModules are the modules of the ordered map; the library switched with 0.14.
var orderedModules = []string{"github.com/wk8/go-ordered-map/v2", "github.com/pb33f/ordered-map/v2"}

// orderedMethod splits the key of a method of the ordered map, or of one of its pairs,
// into the type and the name, such as "OrderedMap" and "Set".
func orderedMethod(key string) (typ, name string, ok bool) {
	for _, path := range orderedModules {
		rest, found := strings.CutPrefix(key, "(*"+path+".")
		if !found {
			continue
		}
		typ, _, ok = strings.Cut(rest, "[")
		return typ, rest[strings.LastIndexByte(rest, '.')+1:], ok && (typ == "OrderedMap" || typ == "Pair")
	}
	return "", "", false
}

// propertiesIntrinsic returns the model of a method of the ordered map. An unknown
// method may change anything that the map reaches.
func propertiesIntrinsic(key string) eval.Intrinsic {
	if slices.ContainsFunc(orderedModules, func(path string) bool { return key == path+".New" }) {
		return makeOrdered
	}
	typ, name, ok := orderedMethod(key)
	if !ok {
		return nil
	}
	return func(c *eval.Call) value.Value {
		if in := orderedMethods[typ+"."+name]; in != nil {
			if v := in(c); v != nil {
				return v
			}
		}
		return notFollowed(c)
	}
}

// orderedMethods are the models by type and method. A model returns nil if the result is
// unknown. Public servers and agents use other methods six times in 17,746 files.
var orderedMethods = map[string]eval.Intrinsic{
	"OrderedMap.Set": set, "OrderedMap.Store": set, "OrderedMap.Get": lookup, "OrderedMap.Load": lookup,
	"OrderedMap.Delete": remove, "OrderedMap.Len": countProperties, "OrderedMap.Oldest": oldest, "Pair.Next": next,
	"OrderedMap.Value": func(c *eval.Call) value.Value {
		if found, ok := lookup(c).(value.Tuple); ok {
			return found[0]
		}
		return nil
	},
}

// remove models Delete, with which methods of types remove properties that models shall not see.
func remove(c *eval.Call) value.Value {
	found := lookup(c)
	if mp, ok := orderedMap(c.Recv); ok && found != nil {
		c.M.DeleteEntry(mp, c.Arg(0))
	}
	return found
}

// notFollowed models a method of the ordered map that has no model here. Everything
// that the map reaches becomes unknown, because the method, and the code that
// receives its result, may change it.
func notFollowed(c *eval.Call) value.Value {
	for _, v := range value.Alternatives(c.Recv) {
		if mp := mapOfPair(v); mp != nil {
			c.Escape(mp)
		}
	}
	c.Escape()
	return c.Spread("unknown properties")
}

// orderedMap returns the map that v, a pointer to an ordered map, points to.
func orderedMap(v value.Value) (*value.Map, bool) {
	p, ok := v.(*value.Ptr)
	if !ok {
		return nil, false
	}
	mp, ok := p.Load().(*value.Map)
	return mp, ok
}

// newOrdered returns a pointer of type t to an ordered map.
func newOrdered(t types.Type, mp *value.Map) *value.Ptr {
	return &value.Ptr{T: t, C: value.NewCell(mp), Pos: mp.Pos}
}

// newProperties models NewProperties().
func newProperties(c *eval.Call) value.Value {
	return newOrdered(c.Result, value.NewMap(propertiesType(c.Result), c.Pos))
}

// makeOrdered models New[K, V](options...) without options.
func makeOrdered(c *eval.Call) value.Value {
	if !value.IsEmpty(c.Arg(0)) || orderedType(c.Result) == nil {
		return notFollowed(c)
	}
	return newProperties(c)
}

// orderedType returns the type OrderedMap[K, V] that t points to, or nil.
func orderedType(t types.Type) *types.Named {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return nil
	}
	named, ok := types.Unalias(p.Elem()).(*types.Named)
	if !ok || named.TypeArgs().Len() != 2 || named.Obj().Pkg() == nil || !slices.Contains(orderedModules, named.Obj().Pkg().Path()) {
		return nil
	}
	return named
}

// propertiesType returns map[K]V for *OrderedMap[K, V].
func propertiesType(t types.Type) types.Type {
	if named := orderedType(t); named != nil {
		return types.NewMap(named.TypeArgs().At(0), named.TypeArgs().At(1))
	}
	return types.NewMap(types.Typ[types.String], types.Universe.Lookup("any").Type())
}

// entry is an entry of an ordered map; the value is a pair.
type entry struct {
	key, pair value.Value
}

// entries returns the entries of a map in their order, if all are known. A nil map has
// no entries.
func entries(v value.Value) ([]entry, bool) {
	if isNil(v) {
		return nil, true
	}
	mp, ok := orderedMap(v)
	if !ok {
		return nil, false
	}
	var out []entry
	open := mp.Entries(func(k, p value.Value, maybe bool) {
		out = append(out, entry{k, p})
		ok = ok && !maybe
	})
	return out, ok && open == nil
}

// keyOf returns a string that identifies a key, or "" if the key is unknown.
func keyOf(v value.Value) string {
	if k, ok := v.(*value.Const); ok {
		return k.V.ExactString()
	}
	return ""
}

// found is the result of a lookup in an ordered map.
type found struct {
	pair value.Value // nil if the map has no such key
	// sure reports whether it is certain that the key exists, or does not exist.
	sure bool
}

func find(mp *value.Map, key string) found {
	f := found{sure: true}
	open := mp.Entries(func(k, p value.Value, maybe bool) {
		if keyOf(k) == key {
			f = found{p, !maybe}
		}
	})
	if f.pair == nil && open != nil {
		f.sure = false
	}
	return f
}

// elemType is V of an OrderedMap[K, V].
func elemType(mp *value.Map) types.Type {
	if t, ok := mp.T.Underlying().(*types.Map); ok {
		return t.Elem()
	}
	return types.Universe.Lookup("any").Type()
}

// lookup models Get and Load.
func lookup(c *eval.Call) value.Value {
	mp, ok := orderedMap(c.Recv)
	key := keyOf(c.Arg(0))
	if !ok || key == "" {
		return nil
	}
	f := find(mp, key)
	switch {
	case !f.sure:
		return nil
	case f.pair == nil:
		return value.Tuple{&value.Nil{T: elemType(mp), Pos: c.Pos}, value.NewBool(false, c.Pos)}
	}
	return value.Tuple{pairValue(f.pair), value.NewBool(true, c.Pos)}
}

// set models Set and Store.
func set(c *eval.Call) value.Value {
	mp, ok := orderedMap(c.Recv)
	key, val := c.Arg(0), c.Arg(1)
	if !ok || keyOf(key) == "" || val == nil {
		return nil
	}
	f := find(mp, keyOf(key))
	switch {
	case !f.sure:
		return nil
	case f.pair == nil:
		c.M.SetEntry(mp, key, newPair(mp, value.TypeOf(c.Recv), key, val))
		return value.Tuple{&value.Nil{T: elemType(mp), Pos: c.Pos}, value.NewBool(false, c.Pos)}
	}
	pair := value.CellOf(f.pair)
	if pair == nil || pairOf(f.pair) == nil {
		return nil
	}
	old := pairValue(f.pair)
	c.M.SetField(pair, "Value", val)
	return value.Tuple{old, value.NewBool(true, c.Pos)}
}

func countProperties(c *eval.Call) value.Value {
	all, sure := entries(c.Recv)
	if !sure {
		return c.Spread("the number of partly unknown properties")
	}
	return value.NewInt(int64(len(all)), c.Pos)
}
