package eval

import (
	"go/constant"
	"go/token"
	"go/types"
)

func makeRune(r rune) constant.Value { return constant.MakeInt64(int64(r)) }
func makeInt(i int64) constant.Value { return constant.MakeInt64(i) }

// eval evaluates an expression. It never returns nil.
func (m *Machine) eval(f *frame, n *Node) Value {
	v := m.eval1(f, n)
	if v == nil {
		return unknown("an expression that is not understood", n.Pos, n.Type)
	}
	return v
}

func (m *Machine) eval1(f *frame, n *Node) Value {
	if m.spend() {
		return unknown(overBudget, n.Pos, n.Type)
	}
	switch n.Op {
	case OpConst:
		return &Const{n.Val, m.typ(f, n.Type), n.Pos}
	case OpNil:
		return &Nil{m.typ(f, n.Type), n.Pos}
	case OpZero:
		return zero(m.typ(f, n.Type), n.Pos)
	case OpLocal:
		if c := f.slots[n.Int]; c != nil {
			return c.v
		}
		return unknown("a variable that is not set", n.Pos, n.Type)
	case OpGlobal:
		v := m.global(n.Name, n.Pos).v
		if u, ok := v.(*Unknown); ok && u.T == nil && n.Type != nil {
			return &Unknown{Reason: u.Reason, Pos: u.Pos, T: n.Type, Alts: u.Alts, among: u.among}
		}
		return v
	case OpFunc:
		return m.funcValue(n.Name, nil, m.typesOf(f, n.Types), n.Type, n.Pos)
	case OpMethod:
		return m.evalMethod(f, n)
	case OpClosure:
		return m.evalClosure(f, n)
	case OpField:
		return m.field(m.eval(f, n.Kids[0]), n)
	case OpIndex:
		return m.evalIndex(f, n)
	case OpSlice:
		return m.evalSlice(f, n)
	case OpDeref:
		return m.deref(m.eval(f, n.Kids[0]), n)
	case OpAddr:
		return m.evalAddr(f, n)
	case OpComposite:
		return m.evalComposite(f, n)
	case OpCall:
		fv, args := m.callee(f, n)
		if m.panicking {
			return unknown("the call panics", n.Pos, n.Type)
		}
		return m.callValue(fv, args, nil, n.Pos, m.typ(f, n.Type))
	case OpBuiltin:
		return m.evalBuiltin(f, n)
	case OpConvert:
		return m.convert(m.eval(f, n.Kids[0]), m.typ(f, n.Type), n.Pos)
	case OpAssert:
		return m.evalAssert(f, n)
	case OpBinary:
		return m.evalBinary(f, n)
	case OpUnary:
		return m.evalUnary(f, n)
	case OpUnknown:
		return unknown(n.Name, n.Pos, m.typ(f, n.Type))
	}
	return nil
}

// funcValue returns the value of a function by key.
func (m *Machine) funcValue(key string, recv Value, targs []types.Type, t types.Type, pos token.Pos) Value {
	if m.Env.Intrinsic(key) == nil && modelOf(key) == nil {
		if fn := m.Env.Func(key); fn != nil {
			return &Closure{Fn: fn, Recv: recv, Targs: targs, Pos: pos}
		}
	}
	return &Extern{Key: key, Recv: recv, Bound: recv != nil, Targs: targs, T: t, Pos: pos}
}

func (m *Machine) evalClosure(f *frame, n *Node) Value {
	c := &Closure{Fn: n.Fn, Targs: f.targs, Pos: n.Pos, parent: m.running}
	for _, pair := range n.Fn.Captures {
		cell := f.slots[pair[0]]
		if cell == nil {
			cell = NewCell(unknown("a variable that is not set", n.Pos, nil))
			f.slots[pair[0]] = cell
		}
		c.Env = append(c.Env, cell)
	}
	switch {
	case !n.Fn.Relevant:
	case len(m.closures) < maxClosures:
		m.closures = append(m.closures, c)
	case m.yields(n.Fn) != nothing:
		m.unfinished("more than " + grouped(maxClosures) + " function literals")
	}
	return c
}

func (m *Machine) evalComposite(f *frame, n *Node) Value {
	t := m.typ(f, n.Type)
	switch u := under(t).(type) {
	case *types.Struct:
		s := &Struct{T: t, Pos: n.Pos, st: u, cells: make([]*Cell, u.NumFields()), born: births.Load()}
		if m.Env.Watch(t) {
			s.Def = &Def{Pos: n.Pos, T: t, Last: s, Cond: m.cond > 0, Func: f.fn}
			m.define(s.Def)
		}
		for _, e := range n.Kids {
			if i := s.index(e.Name); i >= 0 {
				v := clone(m.eval(f, e.Kids[0]))
				s.cells[i] = NewCell(m.convertTo(v, u.Field(i).Type()))
			}
		}
		return s
	case *types.Slice:
		s := &Slice{T: t, Pos: n.Pos}
		for _, e := range n.Kids {
			for len(s.Elems) < e.Int {
				s.Elems = append(s.Elems, Elem{C: NewCell(zero(u.Elem(), n.Pos))})
			}
			v := m.convertTo(clone(m.eval(f, e.Kids[0])), u.Elem())
			if e.Int < len(s.Elems) {
				s.Elems[e.Int].C.v = v
			} else {
				s.Elems = append(s.Elems, Elem{C: NewCell(v)})
			}
		}
		s.arr = ofElems(s.Elems, true)
		return s
	case *types.Array:
		a, ok := zero(t, n.Pos).(*Array)
		if !ok {
			return unknown("a large array", n.Pos, t)
		}
		for _, e := range n.Kids {
			if e.Int < len(a.Cells) {
				a.Cells[e.Int].v = m.convertTo(clone(m.eval(f, e.Kids[0])), u.Elem())
			}
		}
		return a
	case *types.Map:
		mp := NewMap(t, n.Pos)
		st := &mapState{}
		index := map[string]int{}
		for _, e := range n.Kids {
			key := m.convertTo(m.eval(f, e.Kids[0]), u.Key())
			val := m.convertTo(clone(m.eval(f, e.Kids[1])), u.Elem())
			k, ok := keyIn(t, key)
			if !ok {
				st = st.with(t, key, val)
				continue
			}
			if i, dup := index[k]; dup {
				st.entries[i].val = val
				continue
			}
			index[k] = len(st.entries)
			st.entries = append(st.entries, mapEntry{k, key, val, false})
		}
		mp.Obj.v = st
		return mp
	}
	return unknown("a composite literal of a type that is not visible", n.Pos, t)
}

// callee evaluates a call's function and arguments. Variadic arguments are
// gathered in a slice.
func (m *Machine) callee(f *frame, n *Node) (Value, []Value) {
	fv := m.eval(f, n.Kids[0])
	var args []Value
	for _, k := range n.Kids[1:] {
		v := m.eval(f, k)
		if tup, ok := v.(Tuple); ok && len(n.Kids) == 2 {
			args = append(args, tup...)
		} else {
			args = append(args, clone(v))
		}
	}
	if n.Int >= 0 && !n.Flag && len(args) >= n.Int {
		var st types.Type
		if len(n.Types) > 0 {
			st = m.typ(f, n.Types[0])
		}
		rest := NewSlice(st, n.Pos, args[n.Int:]...)
		rest.IsNil = len(rest.Elems) == 0
		if st != nil {
			if sl, ok := under(st).(*types.Slice); ok {
				for _, e := range rest.Elems {
					e.C.v = m.convertTo(e.C.v, sl.Elem())
				}
			}
		}
		args = append(args[:n.Int:n.Int], rest)
	}
	return fv, args
}
