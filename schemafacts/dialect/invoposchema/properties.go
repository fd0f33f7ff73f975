package invoposchema

import (
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/eval"
)

// The properties of a schema stand in an ordered map of another module, which
// is a pointer to an ordinary map here: those remember the order of insertion.

// orderedMap returns the map that v, a pointer to an ordered map, points at.
func orderedMap(v eval.Value) (*eval.Map, bool) {
	p, ok := v.(*eval.Ptr)
	if !ok {
		return nil, false
	}
	mp, ok := p.Load().(*eval.Map)
	return mp, ok
}

// newOrdered returns a pointer of type t to an empty ordered map.
func newOrdered(t types.Type, c *eval.Map) *eval.Ptr {
	return &eval.Ptr{T: t, C: eval.NewCell(c), Pos: c.Pos}
}

// newProperties is NewProperties().
func newProperties(c *eval.Call) eval.Value {
	return newOrdered(c.Result, eval.NewMap(propertiesType(c.Result), c.Pos))
}

// propertiesType returns map[string]V for *OrderedMap[string, V].
func propertiesType(t types.Type) types.Type {
	elem := types.Universe.Lookup("any").Type()
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		if named, ok := types.Unalias(p.Elem()).(*types.Named); ok && named.TypeArgs().Len() == 2 {
			elem = named.TypeArgs().At(1)
		}
	}
	return types.NewMap(types.Typ[types.String], elem)
}

// propertiesIntrinsic returns what is known of a method of the ordered map. A
// method that is not known may change it.
func propertiesIntrinsic(key string) eval.Intrinsic {
	if !isOrderedMap(key) {
		return nil
	}
	switch key[strings.LastIndexByte(key, '.')+1:] {
	case "Set", "Store":
		return setProperty
	case "Get", "Load":
		return getProperty
	case "Value":
		return func(c *eval.Call) eval.Value { return first(getProperty(c)) }
	case "Delete":
		return deleteProperty
	case "Len":
		return countProperties
	}
	return func(c *eval.Call) eval.Value {
		if mp, ok := orderedMap(c.Recv); ok {
			c.M.OpenMap(mp, c.Unknown("properties that are changed in a way that is not followed"))
		}
		return notFollowed(c)
	}
}

// notFollowed returns as many unknown values as the call has results.
func notFollowed(c *eval.Call) eval.Value {
	tup, ok := c.Result.(*types.Tuple)
	if !ok {
		return c.Unknown("properties that are not known")
	}
	var out eval.Tuple
	for i := range tup.Len() {
		out = append(out, &eval.Unknown{Reason: "properties that are not known", Pos: c.Pos, T: tup.At(i).Type()})
	}
	return out
}

func first(v eval.Value) eval.Value {
	if tup, ok := v.(eval.Tuple); ok && len(tup) > 0 {
		return tup[0]
	}
	return v
}

func setProperty(c *eval.Call) eval.Value {
	if mp, ok := orderedMap(c.Recv); ok {
		c.M.SetEntry(mp, c.Arg(0), c.Arg(1))
	}
	return notFollowed(c)
}

func deleteProperty(c *eval.Call) eval.Value {
	if mp, ok := orderedMap(c.Recv); ok {
		c.M.DeleteEntry(mp, c.Arg(0))
	}
	return notFollowed(c)
}

func getProperty(c *eval.Call) eval.Value {
	mp, ok := orderedMap(c.Recv)
	key, known := eval.StringOf(c.Arg(0))
	if !ok || !known {
		return notFollowed(c)
	}
	var found eval.Value
	unsure := mp.Entries(func(k, v eval.Value, maybe bool) {
		if name, ok := eval.StringOf(k); ok && name == key {
			found, known = v, !maybe
		}
	})
	switch {
	case !known || found == nil && unsure != nil:
		return notFollowed(c)
	case found == nil:
		elem := types.Unalias(mp.T).Underlying().(*types.Map).Elem()
		return eval.Tuple{&eval.Nil{T: elem, Pos: c.Pos}, eval.NewBool(false, c.Pos)}
	}
	return eval.Tuple{found, eval.NewBool(true, c.Pos)}
}

func countProperties(c *eval.Call) eval.Value {
	mp, ok := orderedMap(c.Recv)
	if !ok {
		return notFollowed(c)
	}
	sure := true
	open := mp.Entries(func(_, _ eval.Value, maybe bool) { sure = sure && !maybe })
	if !sure || open != nil {
		return notFollowed(c)
	}
	return eval.NewInt(int64(mp.Len()), c.Pos)
}
