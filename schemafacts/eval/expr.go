package eval

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"
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
			return &Unknown{Reason: u.Reason, Pos: u.Pos, T: n.Type, Alts: u.Alts}
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
	if m.Env.Intrinsic(key) == nil && models[key] == nil {
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
	if n.Fn.Relevant && len(m.closures) < 20000 {
		m.closures = append(m.closures, c)
	}
	return c
}

// evalMethod binds a method to its receiver.
func (m *Machine) evalMethod(f *frame, n *Node) Value {
	recv := m.eval(f, n.Kids[0])
	if !n.Flag {
		return m.bind(recv, n.Name, n)
	}
	return m.dispatch(recv, n)
}

// bind returns the method of this key, bound to recv.
func (m *Machine) bind(recv Value, key string, n *Node) Value {
	return m.funcValue(key, clone(recv), recvTargs(TypeOf(recv)), n.Type, n.Pos)
}

// recvTargs returns the type arguments of a receiver's type.
func recvTargs(t types.Type) []types.Type {
	if t == nil {
		return nil
	}
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, ok := t.(*types.Named)
	if !ok || named.TypeArgs() == nil {
		return nil
	}
	var out []types.Type
	for i := range named.TypeArgs().Len() {
		out = append(out, named.TypeArgs().At(i))
	}
	return out
}

// dispatch finds the method that an interface call runs.
func (m *Machine) dispatch(recv Value, n *Node) Value {
	if u, ok := recv.(*Unknown); ok && len(u.Alts) > 0 {
		out := &Unknown{Reason: u.Reason, Pos: u.Pos, T: n.Type}
		for _, alt := range u.Alts {
			if isNil(alt) {
				continue // would panic
			}
			out.Alts = append(out.Alts, m.dispatch(alt, n))
		}
		if len(out.Alts) == 1 {
			return out.Alts[0]
		}
		return out
	}
	switch r := recv.(type) {
	case *TypeVal:
		return &Extern{Key: "(reflect.Type)." + n.Name, Recv: recv, Bound: true, T: n.Type, Pos: n.Pos}
	case *Native:
		if r.Kind == "error" {
			return &Extern{Key: "(error)." + n.Name, Recv: recv, Bound: true, T: n.Type, Pos: n.Pos}
		}
	}
	t := TypeOf(recv)
	if t != nil && !types.IsInterface(t) {
		if key, viaPtr, ok := methodKey(t, n.Name); ok {
			if p, isPtr := recv.(*Ptr); isPtr && !viaPtr {
				recv = clone(p.C.v)
			}
			return m.bind(recv, key, n)
		}
		// A method promoted from an embedded field.
		if v := m.promoted(recv, n, 0); v != nil {
			return v
		}
	}
	if c, ok := recv.(*Closure); ok && c.Fn != nil {
		return unknown("a method of a function type", n.Pos, n.Type)
	}
	reason := "a method of a value that is not known"
	if u, ok := recv.(*Unknown); ok {
		reason += ": " + u.Reason
	}
	if t != nil && types.IsInterface(t) {
		return &Extern{Key: ifaceKey(t, n.Name), Recv: recv, Bound: true, T: n.Type, Pos: n.Pos}
	}
	return unknown(reason, n.Pos, n.Type)
}

func ifaceKey(t types.Type, name string) string {
	return "(" + types.TypeString(types.Unalias(t), nil) + ")." + name
}

// methodKey returns the key of t's own method of that name, and whether its
// receiver is a pointer.
func methodKey(t types.Type, name string) (key string, viaPtr, ok bool) {
	base := types.Unalias(t)
	if p, isPtr := base.(*types.Pointer); isPtr {
		base = types.Unalias(p.Elem())
	}
	named, isNamed := base.(*types.Named)
	if !isNamed {
		return "", false, false
	}
	for i := range named.NumMethods() {
		fn := named.Method(i).Origin()
		if fn.Name() == name {
			_, viaPtr = types.Unalias(fn.Signature().Recv().Type()).(*types.Pointer)
			return fn.FullName(), viaPtr, true
		}
	}
	return "", false, false
}

func (m *Machine) promoted(recv Value, n *Node, depth int) Value {
	v := recv
	if p, ok := v.(*Ptr); ok {
		v = p.C.v
	}
	s, ok := v.(*Struct)
	if !ok || depth > 4 {
		return nil
	}
	for i := range s.NumFields() {
		fv, _ := s.FieldVar(i)
		if !fv.Embedded() {
			continue
		}
		inner := s.At(i)
		if t := TypeOf(inner); t != nil {
			if key, viaPtr, ok := methodKey(t, n.Name); ok {
				if _, isPtr := inner.(*Ptr); viaPtr && !isPtr {
					inner = &Ptr{T: types.NewPointer(t), C: s.cell(i), Pos: n.Pos}
				}
				return m.bind(inner, key, n)
			}
			if x := m.promoted(inner, n, depth+1); x != nil {
				return x
			}
		}
	}
	return nil
}

// field reads x.name, through a pointer if there is one.
func (m *Machine) field(x Value, n *Node) Value {
	switch v := x.(type) {
	case *Ptr:
		return m.field(v.C.v, n)
	case *Struct:
		if r := v.Field(n.Name); r != nil {
			return m.tainted(v, r)
		}
	case *Unknown:
		if len(v.Alts) > 0 {
			return m.mapAlts(v, func(a Value) Value { return m.field(a, n) })
		}
		return symbolic(n.Type, v.Reason, v.Pos, 2)
	case *Nil:
		m.panicking = true
		return unknown("a field of nil", n.Pos, n.Type)
	}
	return unknown("a field of something that is not known", n.Pos, n.Type)
}

// mapAlts applies f to each value that u can be.
func (m *Machine) mapAlts(u *Unknown, f func(Value) Value) Value {
	var out Value
	for _, a := range u.Alts {
		saved := m.panicking
		v := f(a)
		if m.panicking && !saved {
			m.panicking = false
			continue
		}
		if out == nil {
			out = v
		} else {
			out = m.join(out, v, u)
		}
	}
	if out == nil {
		return &Unknown{Reason: u.Reason, Pos: u.Pos}
	}
	return out
}

func (m *Machine) deref(x Value, n *Node) Value {
	switch v := x.(type) {
	case *Ptr:
		return v.C.v
	case *Unknown:
		if len(v.Alts) > 0 {
			return m.mapAlts(v, func(a Value) Value { return m.deref(a, n) })
		}
		t := n.Type
		if p, ok := TypeOf(v).(*types.Pointer); ok {
			t = p.Elem()
		}
		return symbolic(t, v.Reason, v.Pos, 1)
	case *Nil:
		m.panicking = true
		return unknown("nil is dereferenced", n.Pos, n.Type)
	}
	return unknown("a pointer that is not known", n.Pos, n.Type)
}

func (m *Machine) evalAddr(f *frame, n *Node) Value {
	x := n.Kids[0]
	if x.Op == OpComposite {
		v := m.eval(f, x)
		var t types.Type
		if vt := TypeOf(v); vt != nil {
			t = types.NewPointer(vt)
		}
		return &Ptr{T: t, C: NewCell(v), Pos: n.Pos}
	}
	if c := m.lvalue(f, x); c != nil {
		var t types.Type
		if vt := m.typ(f, x.Type); vt != nil {
			t = types.NewPointer(vt)
		}
		return &Ptr{T: t, C: c, Pos: n.Pos}
	}
	return unknown("the address of something that is not known", n.Pos, m.typ(f, n.Type))
}

// lvalue returns the cell that an expression denotes, nil if it is not known.
func (m *Machine) lvalue(f *frame, n *Node) *Cell {
	switch n.Op {
	case OpLocal:
		return f.slots[n.Int]
	case OpGlobal:
		return m.global(n.Name, n.Pos)
	case OpDeref:
		if p, ok := m.eval(f, n.Kids[0]).(*Ptr); ok {
			return p.C
		}
	case OpField:
		var x Value
		if c := m.lvalue(f, n.Kids[0]); c != nil {
			x = c.v
		} else {
			x = m.eval(f, n.Kids[0])
		}
		for {
			p, ok := x.(*Ptr)
			if !ok {
				break
			}
			x = p.C.v
		}
		if s, ok := x.(*Struct); ok {
			if i := s.index(n.Name); i >= 0 {
				return s.cell(i)
			}
		}
	case OpIndex:
		var x Value
		if c := m.lvalue(f, n.Kids[0]); c != nil {
			x = c.v
		} else {
			x = m.eval(f, n.Kids[0])
		}
		if p, ok := x.(*Ptr); ok {
			x = p.C.v
		}
		i, ok := IntOf(m.eval(f, n.Kids[1]))
		if !ok || i < 0 {
			return nil
		}
		switch s := x.(type) {
		case *Slice:
			if i < int64(len(s.Elems)) && s.Open == nil {
				return s.Elems[i].C
			}
		case *Array:
			if i < int64(len(s.Cells)) {
				return s.Cells[i]
			}
		}
	}
	return nil
}

func (m *Machine) evalComposite(f *frame, n *Node) Value {
	t := m.typ(f, n.Type)
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Struct:
		s := &Struct{T: t, Pos: n.Pos, st: u, cells: make([]*Cell, u.NumFields())}
		if m.Env.Watch(t) {
			s.Def = &Def{Pos: n.Pos, T: t, Last: s, Cond: m.cond > 0, Func: f.fn}
			m.Defs = append(m.Defs, s.Def)
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
			k, ok := keyOf(key)
			if !ok {
				st.open = unknown("written to under a key that is not known", e.Pos, nil)
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
			if sl, ok := types.Unalias(st).Underlying().(*types.Slice); ok {
				for _, e := range rest.Elems {
					e.C.v = m.convertTo(e.C.v, sl.Elem())
				}
			}
		}
		args = append(args[:n.Int:n.Int], rest)
	}
	return fv, args
}

func (m *Machine) evalIndex(f *frame, n *Node) Value {
	x := m.eval(f, n.Kids[0])
	i := m.eval(f, n.Kids[1])
	commaOK := func(v Value, ok Value) Value {
		if n.Flag {
			return Tuple{v, ok}
		}
		return v
	}
	t := m.typ(f, n.Type)
	notKnown := func(reason string) Value {
		return commaOK(symbolic(t, reason, n.Pos, 1), unknown(reason, n.Pos, types.Typ[types.Bool]))
	}
	if p, ok := x.(*Ptr); ok {
		x = p.C.v
	}
	switch v := x.(type) {
	case *Map:
		st := v.Obj.v.(*mapState)
		k, ok := keyOf(i)
		if !ok {
			return notKnown("an entry of a map under a key that is not known")
		}
		if j := st.find(k); j >= 0 {
			if st.entries[j].maybe {
				return notKnown("an entry of a map that depends on a condition")
			}
			return commaOK(st.entries[j].val, NewBool(true, n.Pos))
		}
		if st.open != nil {
			return notKnown("an entry of a map that is not known: " + st.open.Reason)
		}
		return commaOK(zero(t, n.Pos), NewBool(false, n.Pos))
	case *Nil:
		return commaOK(zero(t, n.Pos), NewBool(false, n.Pos))
	case *Slice:
		j, ok := IntOf(i)
		if !ok {
			break
		}
		if v.Open == nil && j >= 0 && j < int64(len(v.Elems)) && !anyMaybe(v.Elems[:j+1]) && !v.Unordered() {
			return v.Elems[j].C.v
		}
		if v.Open == nil && (j < 0 || j >= int64(len(v.Elems))) {
			m.panicking = true
		}
	case *Array:
		if j, ok := IntOf(i); ok && j >= 0 && j < int64(len(v.Cells)) {
			return v.Cells[j].v
		}
	case *Const:
		if s, ok := StringOf(v); ok {
			if j, ok := IntOf(i); ok && j >= 0 && j < int64(len(s)) {
				return &Const{makeInt(int64(s[j])), types.Typ[types.Byte], n.Pos}
			}
		}
	case *Unknown:
		return notKnown(v.Reason)
	}
	return notKnown("an element that is not known")
}

func anyMaybe(es []Elem) bool {
	for _, e := range es {
		if e.Maybe {
			return true
		}
	}
	return false
}

func (m *Machine) evalSlice(f *frame, n *Node) Value {
	x := m.eval(f, n.Kids[0])
	bound := func(i int, def int64) (int64, bool) {
		if n.Kids[i].Op == OpUnknown && n.Kids[i].Int == 1 {
			return def, true
		}
		return IntOf(m.eval(f, n.Kids[i]))
	}
	size := int64(-1)
	if p, ok := x.(*Ptr); ok {
		x = p.C.v
	}
	switch v := x.(type) {
	case *Slice:
		if v.Open == nil && !anyMaybe(v.Elems) {
			size = int64(len(v.Elems))
		} else if n.Kids[1].Int == 1 && n.Kids[2].Int == 1 {
			return v
		}
	case *Array:
		size = int64(len(v.Cells))
	case *Const:
		if s, ok := StringOf(v); ok {
			size = int64(len(s))
		}
	}
	lo, ok1 := bound(1, 0)
	hi, ok2 := bound(2, size)
	if size < 0 || !ok1 || !ok2 || lo < 0 || lo > hi || hi > size {
		return unknown("a part of something that is not known", n.Pos, m.typ(f, n.Type))
	}
	switch v := x.(type) {
	case *Slice:
		out := *v
		out.Elems = v.Elems[lo:hi:hi]
		return &out
	case *Array:
		out := &Slice{T: m.typ(f, n.Type), Pos: n.Pos}
		for _, c := range v.Cells[lo:hi] {
			out.Elems = append(out.Elems, Elem{C: c})
		}
		return out
	case *Const:
		s, _ := StringOf(v)
		return &Const{constant.MakeString(s[lo:hi]), v.T, v.Pos}
	}
	return nil
}

func (m *Machine) evalAssert(f *frame, n *Node) Value {
	x := m.eval(f, n.Kids[0])
	t := m.typ(f, n.Type)
	if u, ok := x.(*Unknown); ok {
		v := symbolic(t, u.Reason, u.Pos, 1)
		if n.Flag {
			return Tuple{v, unknown("depends on a type that only run time knows", n.Pos, types.Typ[types.Bool])}
		}
		return v
	}
	ok := m.hasType(x, t)
	if n.Flag {
		if ok {
			return Tuple{x, NewBool(true, n.Pos)}
		}
		return Tuple{zero(t, n.Pos), NewBool(false, n.Pos)}
	}
	if !ok {
		m.panicking = true
		return unknown("the type assertion fails", n.Pos, t)
	}
	return x
}

// hasType reports whether v's dynamic type is t or implements it.
func (m *Machine) hasType(v Value, t types.Type) bool {
	if isNil(v) && (TypeOf(v) == nil || types.IsInterface(TypeOf(v)) || isUntypedNil(TypeOf(v))) {
		return t == nil || isUntypedNil(t)
	}
	vt := TypeOf(v)
	if c, ok := v.(*Closure); ok && vt == nil {
		_ = c
		_, isSig := types.Unalias(t).Underlying().(*types.Signature)
		return isSig
	}
	if vt == nil || t == nil {
		return false
	}
	if types.IsInterface(t) {
		return types.Implements(vt, t.Underlying().(*types.Interface))
	}
	return types.Identical(types.Default(vt), t)
}

func isUntypedNil(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Kind() == types.UntypedNil
}

// convertTo gives v the type that a variable of type t gives it: an untyped
// constant gets t, anything stored in an interface keeps its own.
func (m *Machine) convertTo(v Value, t types.Type) Value {
	if t == nil {
		return v
	}
	switch x := v.(type) {
	case *Const:
		if types.IsInterface(t) {
			if b, ok := x.T.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
				c := *x
				c.T = types.Default(x.T)
				return &c
			}
			return x
		}
		if x.T != t {
			c := *x
			c.T = t
			return &c
		}
	case *Nil:
		if isUntypedNil(x.T) || x.T == nil {
			if _, ok := types.Unalias(t).Underlying().(*types.Slice); ok {
				return &Slice{T: t, IsNil: true, Pos: x.Pos}
			}
			return &Nil{t, x.Pos}
		}
	case *Unknown:
		if x.T == nil {
			c := *x
			c.T = t
			return &c
		}
	}
	return v
}

// convert evaluates T(v).
func (m *Machine) convert(v Value, t types.Type, pos token.Pos) Value {
	u := types.Unalias(t).Underlying()
	switch x := v.(type) {
	case *Const:
		b, ok := u.(*types.Basic)
		if !ok {
			if sl, isSlice := u.(*types.Slice); isSlice && x.V.Kind() == constant.String && isByte(sl.Elem()) {
				return &Const{x.V, t, x.Pos}
			}
			if types.IsInterface(t) {
				return m.convertTo(x, t)
			}
			return unknown("a conversion that is not understood", pos, t)
		}
		if c := convertConst(x.V, b); c != nil {
			return &Const{c, t, x.Pos}
		}
		return unknown("a conversion that is not understood", pos, t)
	case *Struct:
		if st, ok := u.(*types.Struct); ok {
			c := clone(x).(*Struct)
			c.T, c.st = t, st
			if c.Def != nil && !identical(x.T, t) {
				c.Def = nil
			}
			return c
		}
	case *Slice:
		if _, ok := u.(*types.Slice); ok {
			c := *x
			c.T = t
			return &c
		}
		if s, ok := m.bytesToString(x); ok && isString(u) {
			return &Const{constant.MakeString(s), t, x.Pos}
		}
		if isString(u) {
			return unknown("a string made from bytes that are not known", pos, t)
		}
	case *Map:
		c := *x
		if !types.IsInterface(t) {
			c.T = t
		}
		return &c
	case *Ptr:
		if !types.IsInterface(t) {
			return &Ptr{T: t, C: x.C, Pos: x.Pos}
		}
	case *Native:
		c := *x
		c.T = t
		return &c
	case *Nil:
		return m.convertTo(&Nil{nil, x.Pos}, t)
	case *Unknown:
		c := *x
		c.T = t
		return &c
	}
	return v
}

func isString(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func isByte(t types.Type) bool {
	b, ok := types.Unalias(t).Underlying().(*types.Basic)
	return ok && b.Kind() == types.Byte
}

// bytesToString reads a byte slice that was written as a literal.
func (m *Machine) bytesToString(s *Slice) (string, bool) {
	vals, open := s.Values()
	if open != nil {
		return "", false
	}
	var b strings.Builder
	for _, v := range vals {
		i, ok := IntOf(v)
		if !ok {
			return "", false
		}
		b.WriteByte(byte(i))
	}
	return b.String(), true
}

func convertConst(v constant.Value, b *types.Basic) constant.Value {
	info := b.Info()
	switch v.Kind() {
	case constant.String:
		if info&types.IsString != 0 {
			return v
		}
	case constant.Bool:
		if info&types.IsBoolean != 0 {
			return v
		}
	case constant.Int, constant.Float:
		switch {
		case info&types.IsString != 0:
			if i, ok := constant.Int64Val(v); ok {
				return constant.MakeString(string(rune(i)))
			}
		case info&types.IsInteger != 0:
			i := constant.ToInt(v)
			if i.Kind() != constant.Int {
				// A float at run time is truncated towards zero.
				f, _ := constant.Float64Val(v)
				if f > -1<<53 && f < 1<<53 {
					return constant.MakeInt64(int64(f))
				}
				return nil
			}
			if representable(i, b) {
				return i
			}
		case info&types.IsFloat != 0:
			if b.Kind() == types.Float32 {
				f, _ := constant.Float32Val(v)
				return constant.MakeFloat64(float64(f))
			}
			f, _ := constant.Float64Val(v)
			return constant.MakeFloat64(f)
		}
	}
	return nil
}

func representable(v constant.Value, b *types.Basic) bool {
	bits := map[types.BasicKind]int{types.Int8: 7, types.Int16: 15, types.Int32: 31, types.Int: 63, types.Int64: 63,
		types.Uint8: 8, types.Uint16: 16, types.Uint32: 32, types.Uint: 64, types.Uint64: 64, types.Uintptr: 64}[b.Kind()]
	if bits == 0 {
		return true // untyped
	}
	if b.Info()&types.IsUnsigned != 0 && constant.Sign(v) < 0 {
		return false
	}
	if constant.Sign(v) < 0 {
		v = constant.BinaryOp(constant.UnaryOp(token.SUB, v, 0), token.SUB, constant.MakeInt64(1))
	}
	return constant.BitLen(v) <= bits
}

func (m *Machine) evalUnary(f *frame, n *Node) Value {
	x := m.eval(f, n.Kids[0])
	switch v := x.(type) {
	case *Const:
		op := token.Token(n.Int)
		if op == token.NOT && v.V.Kind() != constant.Bool || op != token.NOT && v.V.Kind() == constant.Bool || v.V.Kind() == constant.String {
			break
		}
		r := constant.UnaryOp(op, v.V, 0)
		if b, ok := types.Unalias(v.T).Underlying().(*types.Basic); ok && r.Kind() == constant.Int && !representable(r, b) {
			break
		}
		return &Const{r, v.T, v.Pos}
	case *Unknown:
		if token.Token(n.Int) == token.NOT {
			return &Unknown{Reason: v.Reason, Pos: v.Pos, T: v.T, errCheck: -v.errCheck}
		}
		return v
	}
	return unknown("an operation that is not understood", n.Pos, n.Type)
}

func (m *Machine) evalBinary(f *frame, n *Node) Value {
	op := token.Token(n.Int)
	x := m.eval(f, n.Kids[0])
	if op == token.LAND || op == token.LOR {
		return m.shortCircuit(f, n, op, x)
	}
	y := m.eval(f, n.Kids[1])
	return m.binary(op, x, y, n.Pos, m.typ(f, n.Type))
}

func (m *Machine) shortCircuit(f *frame, n *Node, op token.Token, x Value) Value {
	if b, ok := BoolOf(x); ok {
		if b == (op == token.LOR) {
			return x
		}
		return m.eval(f, n.Kids[1])
	}
	// The right side may not run.
	var y Value
	why := unknown("depends on a condition that only run time knows", n.Pos, nil)
	m.fork(f, why, func() ctl { y = m.eval(f, n.Kids[1]); return ctl{} }, func() ctl { return ctl{} })
	if b, ok := BoolOf(y); ok && b == (op == token.LOR) {
		return y
	}
	u := &Unknown{Reason: why.Reason, Pos: n.Pos, T: types.Typ[types.Bool]}
	ux, _ := x.(*Unknown)
	if ux != nil && op == token.LOR && ux.errCheck > 0 {
		u.errCheck = 0
	}
	return u
}

func (m *Machine) binary(op token.Token, x, y Value, pos token.Pos, t types.Type) Value {
	switch op {
	case token.EQL, token.NEQ:
		return m.equal(op, x, y, pos)
	}
	a, ok1 := x.(*Const)
	b, ok2 := y.(*Const)
	if !ok1 || !ok2 {
		return m.binaryUnknown(x, y, pos, t)
	}
	if op == token.LSS || op == token.LEQ || op == token.GTR || op == token.GEQ {
		if a.V.Kind() == constant.Bool || (a.V.Kind() == constant.String) != (b.V.Kind() == constant.String) {
			return unknown("a comparison that is not understood", pos, t)
		}
		return NewBool(constant.Compare(a.V, op, b.V), pos)
	}
	if op == token.SHL || op == token.SHR {
		s, ok := constant.Uint64Val(b.V)
		if !ok || s > 512 || constant.ToInt(a.V).Kind() != constant.Int {
			return unknown("a shift that is not understood", pos, t)
		}
		return m.fit(constant.Shift(constant.ToInt(a.V), op, uint(s)), a.T, a.Pos)
	}
	if (a.V.Kind() == constant.String) != (b.V.Kind() == constant.String) || a.V.Kind() == constant.Bool ||
		a.V.Kind() == constant.String && op != token.ADD {
		return unknown("an operation that is not understood", pos, t)
	}
	if a.V.Kind() == constant.String && len(constant.StringVal(a.V))+len(constant.StringVal(b.V)) > 4<<20 {
		return unknown(overBudget, pos, t)
	}
	rt := a.T
	if bt, ok := rt.(*types.Basic); ok && bt.Info()&types.IsUntyped != 0 {
		rt = b.T
	}
	av, bv := a.V, b.V
	if op == token.QUO || op == token.REM {
		if constant.Sign(bv) == 0 {
			m.panicking = true
			return unknown("division by zero", pos, t)
		}
		if isInteger(rt) {
			av, bv = constant.ToInt(av), constant.ToInt(bv)
			if op == token.QUO {
				op = token.QUO_ASSIGN // integer division
			}
		}
	}
	if av.Kind() == constant.Unknown || bv.Kind() == constant.Unknown {
		return unknown("an operation that is not understood", pos, t)
	}
	switch op {
	case token.REM, token.AND, token.OR, token.XOR, token.AND_NOT:
		if constant.ToInt(av).Kind() != constant.Int || constant.ToInt(bv).Kind() != constant.Int {
			return unknown("an operation that is not understood", pos, t)
		}
		av, bv = constant.ToInt(av), constant.ToInt(bv)
	}
	return m.fit(constant.BinaryOp(av, op, bv), rt, m.provenance(a, b))
}

// provenance picks the place that made a computed constant what it is: the
// part from the package being analysed, else the first.
func (m *Machine) provenance(vals ...Value) token.Pos {
	for _, v := range vals {
		if p := PosOf(v); p.IsValid() && m.Own != nil && m.Own(p) {
			return p
		}
	}
	for _, v := range vals {
		if p := PosOf(v); p.IsValid() {
			return p
		}
	}
	return token.NoPos
}

func isInteger(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := types.Unalias(t).Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// fit returns the constant if it fits its type; what overflows is unknown.
func (m *Machine) fit(v constant.Value, t types.Type, pos token.Pos) Value {
	if t != nil {
		if b, ok := types.Unalias(t).Underlying().(*types.Basic); ok && v.Kind() == constant.Int && b.Info()&types.IsInteger != 0 && !representable(v, b) {
			return unknown("an overflow", pos, t)
		}
	}
	return &Const{v, t, pos}
}

func (m *Machine) binaryUnknown(x, y Value, pos token.Pos, t types.Type) Value {
	for _, v := range []Value{x, y} {
		if u, ok := v.(*Unknown); ok {
			return &Unknown{Reason: u.Reason, Pos: u.Pos, T: t}
		}
	}
	return unknown("an operation that is not understood", pos, t)
}

// equal evaluates == and !=.
func (m *Machine) equal(op token.Token, x, y Value, pos token.Pos) Value {
	truth := func(eq bool) Value { return NewBool(eq == (op == token.EQL), pos) }
	if isEmptySlice(x) {
		x = &Nil{T: TypeOf(x)}
	}
	if isEmptySlice(y) {
		y = &Nil{T: TypeOf(y)}
	}
	if isNil(x) {
		x, y = y, x
	}
	if isNil(y) {
		switch v := x.(type) {
		case *Nil:
			// An interface that holds a typed nil is not nil.
			if y.(*Nil).T != nil && types.IsInterface(y.(*Nil).T) && v.T != nil && !types.IsInterface(v.T) && !isUntypedNil(v.T) {
				return truth(false)
			}
			return truth(true)
		case *Unknown:
			if len(v.Alts) > 0 {
				r := m.mapAlts(v, func(a Value) Value { return m.equal(op, a, y, pos) })
				if _, known := r.(*Const); known || !isError(v.T) {
					return r
				}
			}
			u := unknown("depends on "+v.Reason, pos, types.Typ[types.Bool])
			if isError(v.T) {
				u.errCheck = 1
				if op == token.EQL {
					u.errCheck = -1
				}
			}
			return u
		default:
			return truth(false)
		}
	}
	a, ok1 := x.(*Const)
	b, ok2 := y.(*Const)
	if ok1 && ok2 {
		if (a.V.Kind() == constant.String) == (b.V.Kind() == constant.String) && (a.V.Kind() == constant.Bool) == (b.V.Kind() == constant.Bool) {
			return truth(constant.Compare(a.V, token.EQL, b.V))
		}
		return truth(false)
	}
	for _, pair := range [][2]Value{{x, y}, {y, x}} {
		if u, ok := pair[0].(*Unknown); ok && len(u.Alts) > 0 {
			return m.mapAlts(u, func(a Value) Value { return m.equal(op, a, pair[1], pos) })
		}
	}
	switch x := x.(type) {
	case *Ptr:
		if y, ok := y.(*Ptr); ok {
			return truth(x.C == y.C)
		}
	case *TypeVal:
		if y, ok := y.(*TypeVal); ok {
			return truth(identical(x.T, y.T))
		}
	case *Map:
		if y, ok := y.(*Map); ok {
			return truth(x.Obj == y.Obj)
		}
	}
	return unknown("depends on a comparison that only run time knows", pos, types.Typ[types.Bool])
}

func isEmptySlice(v Value) bool {
	s, ok := v.(*Slice)
	return ok && s.IsNil && s.Open == nil
}

func isError(t types.Type) bool {
	return t != nil && types.Identical(t, types.Universe.Lookup("error").Type())
}
