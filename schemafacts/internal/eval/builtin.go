package eval

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// builtin calls a predeclared function with a result of type t.
func (m *Machine) builtin(n *ir.Node, args []value.Value, t types.Type) value.Value {
	arg := func(i int) value.Value {
		if i < len(args) {
			return args[i]
		}
		return value.NewUnknown("an argument that is missing", n.Pos, nil)
	}
	switch n.Name {
	case "new": // new(expression)
		return &value.Ptr{T: t, C: value.NewCell(arg(0)), Pos: n.Pos}
	case "make":
		return m.makeValue(t, args, n)
	case "append":
		if c, ok := arg(0).(*value.Const); ok && n.Kids[0].Op != ir.OpConvert {
			// Another slice of these bytes may be appended to as well.
			return value.NewUnknown("appended to bytes whose array may have room", n.Pos, value.TypeOf(c))
		}
		return m.AppendTo(arg(0), args[min(1, len(args)):], n.Spread(), t, n.Pos)
	case "cap":
		switch v := arg(0).(type) {
		case *value.Array, *value.Nil:
			return m.Length(v, n)
		}
		return value.NewUnknown("the capacity of a slice", n.Pos, t)
	case "copy":
		m.copySlice(arg(0), arg(1), n)
		a, ok1 := value.IntOf(m.Length(arg(0), n))
		b, ok2 := value.IntOf(m.Length(arg(1), n))
		if ok1 && ok2 {
			return value.NewInt(min(a, b), n.Pos)
		}
		return value.NewUnknown("the result of the builtin copy", n.Pos, t)
	case "delete":
		m.deleteKey(arg(0), arg(1))
		return value.Tuple{}
	case "clear":
		m.clear(arg(0), n.Pos)
		return value.Tuple{}
	case "panic":
		v := arg(0)
		if n, ok := v.(*value.Nil); ok && (ir.IsInterface(n.T) || ir.IsUntypedNil(n.T)) {
			v = anyPanic(n.Pos) // since Go 1.21, recover returns a *runtime.PanicNilError
		}
		m.panics(v)
		return value.Tuple{}
	case "recover":
		return m.recovered(n)
	case "send":
		m.send(arg(1), n.Pos)
		return value.Tuple{}
	case "<-":
		return value.NewUnknown("received from a channel", n.Pos, t)
	case "min", "max":
		return m.minMax(n.Name, args, n)
	case "print", "println", "close":
		return value.Tuple{}
	}
	return value.NewUnknown("an unsupported builtin: "+n.Name, n.Pos, t)
}

func (m *Machine) makeValue(t types.Type, args []value.Value, n *ir.Node) value.Value {
	switch u := ir.Under(t).(type) {
	case *types.Map:
		return value.NewMap(t, n.Pos)
	case *types.Slice:
		s := &value.Slice{T: t, Pos: n.Pos}
		if len(args) > 0 {
			size, ok := value.IntOf(args[0])
			if !ok || size > 100000 {
				s.Open = value.NewUnknown("an unknown length", n.Pos, nil)
				s.Elems = []value.Elem{{C: value.NewCell(value.Zero(u.Elem(), n.Pos)), Maybe: true}} // any of them
				return s
			}
			for range size {
				s.Elems = append(s.Elems, value.Elem{C: value.NewCell(value.Zero(u.Elem(), n.Pos))})
			}
			if len(args) > 1 {
				s.In = []*value.Cell{value.NewFamily()}
			}
		}
		return s
	}
	return &value.Native{Kind: value.ChanKind, T: t, Pos: n.Pos}
}

func (m *Machine) Length(v value.Value, n *ir.Node) value.Value {
	sure := 0 // elements that are certainly there
	switch x := v.(type) {
	case *value.Slice:
		for _, e := range x.Elems {
			if !e.Maybe && (x.Open == nil || x.Sure) {
				sure++
			}
		}
		if x.Open == nil && sure == len(x.Elems) {
			return value.NewInt(int64(sure), n.Pos)
		}
	case *value.Array:
		return value.NewInt(int64(x.Len()), n.Pos)
	case *value.Map:
		st := x.State()
		for _, e := range st.Entries {
			if !e.Maybe && (st.Open == nil || st.Sure) {
				sure++
			}
		}
		if st.Open == nil && sure == len(st.Entries) {
			return value.NewInt(int64(sure), n.Pos)
		}
	case *value.Nil:
		return value.NewInt(0, n.Pos)
	case *value.Const:
		if s, ok := value.StringOf(x); ok {
			return value.NewInt(int64(len(s)), n.Pos)
		}
	case *value.Native:
		if doc, ok := x.Data.(*schema.Node); ok && x.Kind == value.JSONKind && doc.Kind != schema.Unresolved {
			sure = 1 // no document is empty
		}
	}
	u := value.NewUnknown("the length of something unknown", n.Pos, types.Typ[types.Int])
	u.AtLeast = sure
	return u
}

// Either runs f for each value that v may be, under a condition. It returns false if v is
// known, or if no value is known that it may be. If v may be a part of a slice, each element
// of the slice may be written to.
func (m *Machine) Either(v value.Value, pos token.Pos, f func(value.Value)) bool {
	u, ok := v.(*value.Unknown)
	if !ok || len(m.stack) == 0 {
		return false
	}
	why := value.NewUnknown("depends on a value known only at run time: "+u.Reason, pos, nil)
	alts, part := slices.Clone(u.Alts), value.Unknown{T: u.T}
	for _, v := range u.PointsTo {
		if _, ok := v.(*value.Slice); ok {
			part.PointsTo = append(part.PointsTo, v)
		} else {
			alts = append(alts, v)
		}
	}
	if len(alts) == 0 {
		return false
	}
	m.MayWrite(&part, why)
	for _, alt := range alts {
		m.fork(m.stack[len(m.stack)-1], why, func() flow { f(alt); return flow{} }, func() flow { return flow{} })
	}
	return true
}

// clear models the builtin function.
func (m *Machine) clear(v value.Value, pos token.Pos) {
	if m.Either(v, pos, func(v value.Value) { m.clear(v, pos) }) {
		return
	}
	switch x := v.(type) {
	case *value.Map:
		m.Set(x.Obj, &value.Entries{})
	case *value.Slice:
		st, ok := ir.Under(x.T).(*types.Slice)
		if !ok {
			break
		}
		why := value.NewUnknown("perhaps cleared", pos, nil)
		open := x.Open != nil || value.AnyMaybe(x.Elems)
		for _, e := range x.Elems {
			if zero := value.Zero(st.Elem(), pos); open {
				m.Set(e.C, m.Join(e.C.Get(), zero, why))
			} else {
				m.Put(e.C, zero)
			}
		}
		m.MayWrite(x.Open, why)
	case *value.Unknown:
		m.MayWrite(x, value.NewUnknown("perhaps cleared", pos, nil))
	}
}

func (m *Machine) copySlice(dst, src value.Value, n *ir.Node) {
	if m.Either(dst, n.Pos, func(dst value.Value) { m.copySlice(dst, src, n) }) {
		return
	}
	d, ok := dst.(*value.Slice)
	why := value.NewUnknown("perhaps copied to", n.Pos, nil)
	if !ok {
		u, _ := dst.(*value.Unknown)
		m.MayWrite(u, why, value.ElementsOf(src)...)
		return
	}
	m.MayWrite(d.Open, why, value.ElementsOf(src)...)
	s, ok := src.(*value.Slice)
	if !ok || s.Open != nil || value.AnyMaybe(s.Elems) || s.Unordered() || value.AnyMaybe(d.Elems) || d.Unordered() {
		m.MayWrite(&value.Unknown{PointsTo: []value.Value{d}}, why, value.ElementsOf(src)...)
		return
	}
	// Both may be parts of one array, so the old values are copied first.
	vals := make([]value.Value, min(len(d.Elems), len(s.Elems)))
	for i := range vals {
		vals[i] = value.Clone(s.Elems[i].C.Get())
	}
	for i, v := range vals {
		m.Put(d.Elems[i].C, v)
	}
}

// SetEntry writes to a map.
func (m *Machine) SetEntry(mp *value.Map, key, val value.Value) {
	m.Set(mp.Obj, mp.State().With(m.Join, mp.T, key, val))
}

// DeleteEntry deletes from a map.
func (m *Machine) DeleteEntry(mp *value.Map, key value.Value) { m.deleteKey(mp, key) }

func (m *Machine) deleteKey(mv, key value.Value) {
	if m.Either(mv, value.PosOf(key), func(mv value.Value) { m.deleteKey(mv, key) }) {
		return
	}
	mp, ok := mv.(*value.Map)
	if !ok {
		return
	}
	st := mp.State()
	k, ok := value.KeyIn(mp.T, key)
	out := &value.Entries{Open: st.Open, Sure: st.Sure}
	for _, e := range st.Entries {
		if !ok {
			e.Maybe = true
		} else if e.K == k {
			continue
		}
		out.Entries = append(out.Entries, e)
	}
	m.Set(mp.Obj, out)
}

func (m *Machine) minMax(name string, args []value.Value, n *ir.Node) value.Value {
	var best *value.Const
	for _, a := range args {
		c, ok := a.(*value.Const)
		if !ok || c.V.Kind() == constant.Bool || best != nil && (best.V.Kind() == constant.String) != (c.V.Kind() == constant.String) {
			return value.NewUnknown("the "+name+" of unknown values", n.Pos, n.Type)
		}
		op := token.LSS
		if name == "max" {
			op = token.GTR
		}
		if best == nil || constant.Compare(c.V, op, best.V) {
			best = c
		}
	}
	if best == nil {
		return nil
	}
	return best
}
