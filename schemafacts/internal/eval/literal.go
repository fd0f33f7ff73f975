package eval

import (
	"go/token"
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/static"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// This file evaluates composite literals, function literals and new.

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

// newZero evaluates new(T).
func (m *Machine) newZero(f *frame, n *ir.Node) value.Value {
	t := m.typ(f, n.Type)
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return value.NewUnknown("new of a type that is not loaded", n.Pos, t)
	}
	return &value.Ptr{T: t, C: value.NewCell(m.zeroDef(f, p.Elem(), n.Pos)), Pos: n.Pos}
}

// zeroDef returns the zero value of t. It is a definition if t is watched.
func (m *Machine) zeroDef(f *frame, t types.Type, pos token.Pos) value.Value {
	v := value.Zero(t, pos)
	if s, ok := v.(*value.Struct); ok && m.Env.Watch(t) {
		m.Define(s, pos, f.fn)
		s.Def.Empty = true
	}
	return v
}
