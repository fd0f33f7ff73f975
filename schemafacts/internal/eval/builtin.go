package eval

import (
	"go/constant"
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// evalBuiltin evaluates a call of a predeclared function.
func (m *Machine) evalBuiltin(f *frame, n *ir.Node) Value {
	t := m.typ(f, n.Type)
	if n.Name == "len" && len(n.Kids) == 1 {
		return m.Length(m.glance(f, n.Kids[0]), n)
	}
	var args []Value
	if n.Name != "new" && n.Name != "make" || len(n.Kids) > 0 {
		for _, k := range n.Kids {
			args = append(args, Clone(m.eval(f, k)))
		}
	}
	arg := func(i int) Value {
		if i < len(args) {
			return args[i]
		}
		return NewUnknown("an argument that is missing", n.Pos, nil)
	}
	switch n.Name {
	case "new":
		if len(args) == 1 { // new(expression)
			return &Ptr{T: t, C: NewCell(args[0]), Pos: n.Pos}
		}
		if p, ok := types.Unalias(t).(*types.Pointer); ok {
			return &Ptr{T: t, C: NewCell(m.zeroDef(f, p.Elem(), n.Pos)), Pos: n.Pos}
		}
	case "make":
		return m.makeValue(t, args, n)
	case "append":
		return m.AppendTo(arg(0), args[min(1, len(args)):], n.Flag, t, n.Pos)
	case "cap":
		return m.capacity(arg(0), n)
	case "copy":
		m.copySlice(arg(0), arg(1), n)
		a, ok1 := IntOf(m.Length(arg(0), n))
		b, ok2 := IntOf(m.Length(arg(1), n))
		if ok1 && ok2 {
			return NewInt(min(a, b), n.Pos)
		}
		return NewUnknown("the result of the builtin copy", n.Pos, t)
	case "delete":
		m.deleteKey(arg(0), arg(1))
		return Tuple{}
	case "clear":
		m.clear(arg(0), n.Pos)
		return Tuple{}
	case "panic":
		m.panics(arg(0))
		return Tuple{}
	case "recover":
		return m.recovered(n)
	case "send":
		m.send(arg(1), n.Pos)
		return Tuple{}
	case "<-":
		return NewUnknown("received from a channel", n.Pos, t)
	case "min", "max":
		return m.minMax(n.Name, args, n)
	case "print", "println", "close":
		return Tuple{}
	}
	return NewUnknown("an unsupported builtin: "+n.Name, n.Pos, t)
}

// zeroDef is the zero value of t, which is a definition if t is watched.
func (m *Machine) zeroDef(f *frame, t types.Type, pos token.Pos) Value {
	v := Zero(t, pos)
	if s, ok := v.(*Struct); ok && m.Env.Watch(t) {
		m.Define(s, pos, f.fn)
		s.Def.Empty = true
	}
	return v
}

func (m *Machine) makeValue(t types.Type, args []Value, n *ir.Node) Value {
	switch u := ir.Under(t).(type) {
	case *types.Map:
		return NewMap(t, n.Pos)
	case *types.Slice:
		s := &Slice{T: t, Pos: n.Pos}
		if len(args) > 0 {
			size, ok := IntOf(args[0])
			if !ok || size > 100000 {
				s.Open = NewUnknown("an unknown length", n.Pos, nil)
				return s
			}
			for range size {
				s.Elems = append(s.Elems, Elem{C: NewCell(Zero(u.Elem(), n.Pos))})
			}
			m.makeRoom(s, u.Elem(), args)
		}
		return s
	}
	return &Native{Kind: ChanKind, T: t, Pos: n.Pos}
}

// makeRoom gives the result of make its array.
func (m *Machine) makeRoom(s *Slice, elem types.Type, args []Value) {
	s.arr = ofElems(s.Elems, len(args) == 1)
	if len(args) == 1 {
		return
	}
	room, ok := IntOf(args[1])
	if !ok || room > maxRoom || room < int64(len(s.Elems)) {
		return
	}
	s.arr.exact, s.arr.grown = true, nil
	for int64(len(s.arr.cells)) < room {
		s.arr.cells = append(s.arr.cells, NewCell(Zero(elem, s.Pos)))
	}
}

// maxRoom bounds the room behind the elements of a slice that is kept.
const maxRoom = 4096

func (m *Machine) Length(v Value, n *ir.Node) Value {
	switch x := v.(type) {
	case *Slice:
		if x.Open == nil && !AnyMaybe(x.Elems) {
			return NewInt(int64(len(x.Elems)), n.Pos)
		}
	case *Array:
		return NewInt(int64(x.Len()), n.Pos)
	case *Map:
		st := x.state()
		for _, e := range st.entries {
			if e.maybe {
				return NewUnknown("the length of something unknown", n.Pos, types.Typ[types.Int])
			}
		}
		if st.open == nil {
			return NewInt(int64(len(st.entries)), n.Pos)
		}
	case *Nil:
		return NewInt(0, n.Pos)
	case *Const:
		if s, ok := StringOf(x); ok {
			return NewInt(int64(len(s)), n.Pos)
		}
	}
	return NewUnknown("the length of something unknown", n.Pos, types.Typ[types.Int])
}

// Either runs f for the values that v may be, each as something that may not
// happen if there are several. It reports false if v is only one.
func (m *Machine) Either(v Value, pos token.Pos, f func(Value)) bool {
	u, ok := v.(*Unknown)
	if !ok || len(u.Alts) == 0 || len(m.stack) == 0 {
		return false
	}
	why := NewUnknown("depends on a value known only at run time: "+u.Reason, pos, nil)
	for _, alt := range u.Alts {
		m.fork(m.stack[len(m.stack)-1], why, func() ctl { f(alt); return ctl{} }, func() ctl { return ctl{} })
	}
	return true
}

// clear is the builtin function.
func (m *Machine) clear(v Value, pos token.Pos) {
	if m.Either(v, pos, func(v Value) { m.clear(v, pos) }) {
		return
	}
	switch x := v.(type) {
	case *Map:
		m.Set(x.Obj, &mapState{})
	case *Slice:
		st, ok := ir.Under(x.T).(*types.Slice)
		if !ok {
			break
		}
		why := NewUnknown("perhaps cleared", pos, nil)
		open := x.Open != nil || AnyMaybe(x.Elems)
		for _, e := range x.Elems {
			if zero := Zero(st.Elem(), pos); open {
				m.Set(e.C, m.Join(e.C.Get(), zero, why))
			} else {
				m.Put(e.C, zero)
			}
		}
		m.mayWrite(x.Open, why)
	case *Unknown:
		m.mayWrite(x, NewUnknown("perhaps cleared", pos, nil))
	}
}

// mayWrite makes elements unknown of the slices that u may be, of which it is not
// known that it is one.
func (m *Machine) mayWrite(u, why *Unknown) {
	if u == nil {
		return
	}
	for _, v := range u.among {
		if s, ok := v.(*Slice); ok {
			for _, e := range s.Elems {
				m.Set(e.C, m.Join(e.C.Get(), NewUnknown(why.Reason, why.Pos, TypeOf(e.C.Get())), why))
			}
		}
	}
}

func (m *Machine) copySlice(dst, src Value, n *ir.Node) {
	if m.Either(dst, n.Pos, func(dst Value) { m.copySlice(dst, src, n) }) {
		return
	}
	d, ok := dst.(*Slice)
	why := NewUnknown("perhaps copied to", n.Pos, nil)
	if !ok {
		u, _ := dst.(*Unknown)
		m.mayWrite(u, why)
		return
	}
	m.mayWrite(d.Open, why)
	s, ok := src.(*Slice)
	if !ok || s.Open != nil || AnyMaybe(s.Elems) || s.Unordered() || AnyMaybe(d.Elems) || d.Unordered() {
		for _, e := range d.Elems {
			m.Set(e.C, NewUnknown("copied from something unknown", n.Pos, TypeOf(e.C.Get())))
		}
		return
	}
	// Both may be parts of one array: what was there before is copied.
	vals := make([]Value, min(len(d.Elems), len(s.Elems)))
	for i := range vals {
		vals[i] = Clone(s.Elems[i].C.Get())
	}
	for i, v := range vals {
		m.Put(d.Elems[i].C, v)
	}
}

// SetEntry writes to a map.
func (m *Machine) SetEntry(mp *Map, key, val Value) {
	m.Set(mp.Obj, mp.state().with(m.Join, mp.T, key, val))
}

// DeleteEntry deletes from a map.
func (m *Machine) DeleteEntry(mp *Map, key Value) { m.deleteKey(mp, key) }

// OpenMap says that a map may have other entries than those that are known.
func (m *Machine) OpenMap(mp *Map, why *Unknown) {
	m.Set(mp.Obj, &mapState{mp.state().entries, why})
}

func (m *Machine) deleteKey(mv, key Value) {
	if m.Either(mv, PosOf(key), func(mv Value) { m.deleteKey(mv, key) }) {
		return
	}
	mp, ok := mv.(*Map)
	if !ok {
		return
	}
	st := mp.state()
	k, ok := keyIn(mp.T, key)
	out := &mapState{open: st.open}
	for _, e := range st.entries {
		if !ok {
			e.maybe = true
		} else if e.k == k {
			continue
		}
		out.entries = append(out.entries, e)
	}
	m.Set(mp.Obj, out)
}

func (m *Machine) minMax(name string, args []Value, n *ir.Node) Value {
	var best *Const
	for _, a := range args {
		c, ok := a.(*Const)
		if !ok || c.V.Kind() == constant.Bool || best != nil && (best.V.Kind() == constant.String) != (c.V.Kind() == constant.String) {
			return NewUnknown("the "+name+" of unknown values", n.Pos, n.Type)
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
