package eval

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/static"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

func makeRune(r rune) constant.Value { return constant.MakeInt64(int64(r)) }

// eval evaluates an expression. It never returns nil.
func (m *Machine) eval(f *frame, n *ir.Node) value.Value {
	v := m.eval1(f, n)
	if v == nil {
		return value.NewUnknown("an unsupported expression", n.Pos, n.Type)
	}
	return v
}

func (m *Machine) eval1(f *frame, n *ir.Node) value.Value {
	if m.spend() {
		return value.NewUnknown(value.OverBudget, n.Pos, n.Type)
	}
	switch n.Op {
	case ir.OpConst:
		return &value.Const{V: n.Val, T: m.typ(f, n.Type), Pos: n.Pos}
	case ir.OpNil:
		return &value.Nil{T: m.typ(f, n.Type), Pos: n.Pos}
	case ir.OpZero:
		return value.Zero(m.typ(f, n.Type), n.Pos)
	case ir.OpLocal:
		if c := f.slots[n.Int]; c != nil {
			return value.Share(c.Get())
		}
		return value.NewUnknown("a variable that is not set", n.Pos, n.Type)
	case ir.OpGlobal:
		v := m.global(n.Name, n.Pos).Get()
		if u, ok := v.(*value.Unknown); ok && u.T == nil && n.Type != nil {
			return &value.Unknown{Reason: u.Reason, Pos: u.Pos, T: n.Type, Alts: u.Alts, PointsTo: u.PointsTo}
		}
		return v
	case ir.OpFunc:
		return m.funcValue(n.Name, nil, m.typesOf(f, n.Types), n.Type, n.Pos)
	case ir.OpMethod:
		return m.evalMethod(f, n)
	case ir.OpClosure:
		return m.evalClosure(f, n)
	case ir.OpField:
		return m.field(m.eval(f, n.Kids[0]), n)
	case ir.OpIndex:
		return m.evalIndex(f, n)
	case ir.OpSlice:
		return m.evalSlice(f, n)
	case ir.OpDeref:
		return m.deref(m.eval(f, n.Kids[0]), n)
	case ir.OpAddr:
		return m.evalAddr(f, n)
	case ir.OpComposite:
		return m.evalComposite(f, n)
	case ir.OpCall:
		return m.callProgram(f, n)
	case ir.OpBuiltin:
		return m.evalBuiltin(f, n)
	case ir.OpConvert:
		return m.convert(m.eval(f, n.Kids[0]), m.typ(f, n.Type), n.Pos)
	case ir.OpAssert:
		return m.evalAssert(f, n)
	case ir.OpBinary:
		return m.evalBinary(f, n)
	case ir.OpUnary:
		return m.evalUnary(f, n)
	case ir.OpUnknown:
		return value.NewUnknown(n.Name, n.Pos, m.typ(f, n.Type))
	}
	return nil
}

// funcValue returns the value of a function given by its key.
func (m *Machine) funcValue(key string, recv value.Value, targs []types.Type, t types.Type, pos token.Pos) value.Value {
	if m.Env.Intrinsic(key) == nil && m.Lib.Model(key) == nil {
		if fn := m.Env.Func(key); fn != nil {
			return &value.Closure{Fn: fn, Recv: recv, Targs: targs, Pos: pos}
		}
	}
	return &value.Extern{Key: key, Recv: recv, Bound: recv != nil, Targs: targs, T: t, Pos: pos}
}

func (m *Machine) evalClosure(f *frame, n *ir.Node) value.Value {
	c := &value.Closure{Fn: n.Fn, Targs: f.targs, Pos: n.Pos, Parent: m.running}
	for _, pair := range n.Fn.Captures {
		cell := f.slots[pair[0]]
		if cell == nil {
			cell = value.NewCell(value.NewUnknown("a variable that is not set", n.Pos, nil))
			f.slots[pair[0]] = cell
		}
		c.Env = append(c.Env, cell)
	}
	switch {
	case !n.Fn.Relevant:
	case len(m.closures) < maxClosures:
		m.closures = append(m.closures, c)
	case m.code().Yields(n.Fn) != static.Nothing:
		m.unfinished("more than " + grouped(maxClosures) + " function literals")
	}
	return c
}

// elements evaluates the elements of a composite literal; for maps, the keys and
// values.
func (m *Machine) elements(f *frame, kids []*ir.Node) []value.Value {
	nodes := make([]*ir.Node, 0, len(kids))
	for _, e := range kids {
		nodes = append(nodes, e.Kids...)
	}
	vals := make([]value.Value, len(nodes))
	o := m.inOrder(f, nodes)
	for i := range nodes {
		vals[i] = value.Clone(o.eval(m, f, i))
	}
	o.settle(m, f, vals)
	return vals
}

// newStruct returns a new struct with zero fields. It is a definition if its type is
// watched.
func (m *Machine) newStruct(f *frame, t types.Type, u *types.Struct, pos token.Pos) *value.Struct {
	s := &value.Struct{T: t, Pos: pos, Fields: u, Parts: make(value.Parts, u.NumFields()), Born: value.Birth()}
	if m.Env.Watch(t) {
		m.Define(s, pos, f.fn)
	}
	return s
}

// setElement sets the field of a new struct for a key of its literal, and reports
// whether the field exists. A promoted field is set in the embedded struct.
func (m *Machine) setElement(f *frame, s *value.Struct, key string, v value.Value, pos token.Pos) bool {
	name, rest, promoted := strings.Cut(key, ".")
	i := s.Index(name)
	if i < 0 {
		return false
	}
	t := s.Fields.Field(i).Type()
	if !promoted {
		s.Parts[i] = m.ConvertTo(v, t)
		return true
	}
	inner, ok := s.Parts[i].(*value.Struct)
	if !ok {
		u, isStruct := ir.Under(t).(*types.Struct)
		if !isStruct {
			return false
		}
		inner = m.newStruct(f, t, u, pos)
		s.Parts[i] = inner
	}
	return m.setElement(f, inner, rest, v, pos)
}

func (m *Machine) evalComposite(f *frame, n *ir.Node) value.Value {
	t := m.typ(f, n.Type)
	switch u := ir.Under(t).(type) {
	case *types.Struct:
		s := m.newStruct(f, t, u, n.Pos)
		vals := m.elements(f, n.Kids)
		for k, e := range n.Kids {
			if !m.setElement(f, s, e.Name, vals[k], n.Pos) {
				return value.NewUnknown("field "+e.Name+" of a composite literal is not in the loaded type", n.Pos, t)
			}
		}
		return s
	case *types.Slice:
		return m.sliceLiteral(t, u.Elem(), n, m.elements(f, n.Kids))
	case *types.Array:
		a, ok := value.Zero(t, n.Pos).(*value.Array)
		if !ok {
			return value.NewUnknown("a large array", n.Pos, t)
		}
		vals := m.elements(f, n.Kids)
		for i, e := range n.Kids {
			if e.Int < a.Len() {
				a.Parts[e.Int] = m.ConvertTo(vals[i], u.Elem())
			}
		}
		return a
	case *types.Map:
		return m.mapLiteral(t, u, n.Pos, m.elements(f, n.Kids))
	}
	return value.NewUnknown("a composite literal of a type that is not loaded", n.Pos, t)
}

// sliceLiteral returns the slice of a composite literal n with the given values, each of
// which has an index.
func (m *Machine) sliceLiteral(t, elem types.Type, n *ir.Node, vals []value.Value) *value.Slice {
	s := &value.Slice{T: t, Pos: n.Pos}
	for i, e := range n.Kids {
		for len(s.Elems) < e.Int {
			s.Elems = append(s.Elems, value.Elem{C: value.NewCell(value.Zero(elem, n.Pos))})
		}
		v := m.ConvertTo(vals[i], elem)
		if e.Int < len(s.Elems) {
			s.Elems[e.Int].C.First = v
		} else {
			s.Elems = append(s.Elems, value.Elem{C: value.NewCell(v)})
		}
	}
	s.Array = value.OfElems(s.Elems, true)
	return s
}

// mapLiteral returns the map of a composite literal. vals are its keys and values in turn.
func (m *Machine) mapLiteral(t types.Type, u *types.Map, pos token.Pos, vals []value.Value) *value.Map {
	st := &value.Entries{}
	index := map[string]int{}
	for i := 0; i+1 < len(vals); i += 2 {
		key, val := m.ConvertTo(vals[i], u.Key()), m.ConvertTo(vals[i+1], u.Elem())
		k, ok := value.KeyIn(t, key)
		if !ok {
			st = st.With(m.Join, t, key, val)
			continue
		}
		if i, dup := index[k]; dup {
			st.Entries[i].Val = val
			continue
		}
		index[k] = len(st.Entries)
		st.Entries = append(st.Entries, value.Entry{K: k, Key: key, Val: val, Maybe: false})
	}
	mp := value.NewMap(t, pos)
	mp.Obj.First = st
	return mp
}

// callee evaluates a call's function and arguments. Variadic arguments are collected in
// a slice.
func (m *Machine) callee(f *frame, n *ir.Node) (value.Value, []value.Value) {
	o := m.inOrder(f, n.Kids)
	vals := []value.Value{o.eval(m, f, 0)}
	for i := range n.Kids[1:] {
		v := o.eval(m, f, i+1)
		if tup, ok := v.(value.Tuple); ok && len(n.Kids) == 2 {
			vals = append(vals, tup...)
		} else {
			vals = append(vals, value.Clone(v))
		}
	}
	if len(vals) >= len(n.Kids) {
		o.settle(m, f, vals)
	}
	fv, args := vals[0], vals[1:]
	if n.Int >= 0 && !n.Flag && len(args) >= n.Int {
		var st types.Type
		if len(n.Types) > 0 {
			st = m.typ(f, n.Types[0])
		}
		rest := value.NewSlice(st, n.Pos, args[n.Int:]...)
		rest.IsNil = len(rest.Elems) == 0
		if st != nil {
			if sl, ok := ir.Under(st).(*types.Slice); ok {
				for _, e := range rest.Elems {
					e.C.First = m.ConvertTo(e.C.First, sl.Elem())
				}
			}
		}
		args = append(args[:n.Int:n.Int], rest)
	}
	return fv, args
}
