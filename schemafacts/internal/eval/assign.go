package eval

import (
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/heap"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// assign runs a definition or assignment.
func (m *Machine) assign(f *frame, n *ir.Node) {
	targets, values := n.Targets(), n.Values()
	if appendsToItself(n, targets, values) {
		m.appendSelf(f, targets[0], values[0])
		return
	}
	defer func(slots int) { f.slots = f.slots[:slots] }(len(f.slots))
	inOrder := ordered(targets)
	if inOrder {
		targets = slices.Clone(targets)
		for i, t := range targets {
			targets[i] = m.hold(f, t)
		}
		if m.panicking {
			return
		}
	}
	if n.Name != "" { // op=
		o := m.inOrder(f, []*ir.Node{targets[0], values[0]})
		old := o.eval(m, f, 0)
		vals := []value.Value{old, m.eval(f, values[0])}
		o.settle(m, f, vals)
		m.store(f, targets[0], m.binary(assignOps[n.Name], vals[0], vals[1], n.Pos, value.TypeOf(old)))
		return
	}
	var vals []value.Value
	o := m.inOrder(f, values)
	key, early := m.earlyKey(f, targets, values)
	for i := range values {
		v := o.eval(m, f, i)
		if m.panicking {
			return
		}
		if tup, ok := v.(value.Tuple); ok && len(values) == 1 {
			vals = append(vals, tup...)
		} else {
			vals = append(vals, value.Clone(v))
		}
	}
	if len(vals) == len(values) {
		o.settle(m, f, vals)
	}
	if late, ok := m.readAgain(f, key); ok && changed(early, late) {
		targets = []*ir.Node{with(targets[0], targets[0].X(), f.hold(key, m.Join(early, late, openOrder(key, nil))))}
	}
	if inOrder {
		for i, t := range targets {
			targets[i] = m.operands(f, t)
		}
		if m.panicking {
			return
		}
	}
	m.assignAll(f, n, targets, vals)
	for i, t := range targets {
		if i < len(values) {
			f.owns(t, values[i])
		}
	}
}

// assignAll assigns values to the targets of an assignment.
func (m *Machine) assignAll(f *frame, n *ir.Node, targets []*ir.Node, vals []value.Value) {
	for i, t := range targets {
		var v value.Value
		if i < len(vals) {
			v = value.Clone(vals[i])
		} else {
			v = value.NewUnknown("an unknown value", n.Pos, t.Type)
			if len(vals) == 1 {
				if u, ok := vals[0].(*value.Unknown); ok {
					v = value.NewUnknown(u.Reason, u.Pos, t.Type)
				}
			}
		}
		switch {
		case t.Op == ir.OpUnknown: // the blank identifier
		case t.Op != ir.OpDeclare:
			m.store(f, t, v)
		default:
			typ := m.typ(f, t.Type)
			f.slots[t.Int] = value.NewVar(m.ConvertTo(v, typ), typ)
		}
	}
}

var assignOps = map[string]token.Token{
	"+=": token.ADD, "-=": token.SUB, "*=": token.MUL, "/=": token.QUO, "%=": token.REM,
	"&=": token.AND, "|=": token.OR, "^=": token.XOR, "<<=": token.SHL, ">>=": token.SHR, "&^=": token.AND_NOT,
}

// store writes v to the variable that target denotes.
func (m *Machine) store(f *frame, target *ir.Node, v value.Value) {
	if target.Op == ir.OpIndex {
		x := m.eval(f, target.X())
		if u, ok := x.(*value.Unknown); ok {
			// The map is one of several: each may be written to.
			written := false
			for _, a := range value.Targets(u) {
				if mp, ok := a.(*value.Map); ok {
					written = true
					st := mp.State()
					m.Set(mp.Obj, m.Join(st, st.With(m.Join, mp.T, m.eval(f, target.Y()), v), u))
				}
			}
			if written {
				return
			}
		}
		if mp, ok := x.(*value.Map); ok {
			key := m.eval(f, target.Y())
			if mt, ok := value.MapType(mp.T); ok {
				key, v = m.ConvertTo(key, mt.Key()), m.ConvertTo(value.Clone(v), mt.Elem())
			}
			st := mp.State()
			m.steps += len(st.Entries) / value.LogSteps
			m.Set(mp.Obj, st.With(m.Join, mp.T, key, v))
			return
		}
		if value.IsNil(x) {
			if m.cond == 0 {
				m.Fault("assignment to entry in nil map", target.Pos)
			}
			m.panics(nil)
			return
		}
	}
	if p, ok := m.place(f, target); ok {
		m.PutAt(p, m.ConvertTo(value.Clone(v), m.typ(f, target.Type)))
		return
	}
	m.storeUnknown(f, target, v)
}

// storeUnknown handles a write to an unknown place. Each possible place then holds the
// new value or the old one.
func (m *Machine) storeUnknown(f *frame, target *ir.Node, v value.Value) {
	why := value.NewUnknown("may be overwritten through an unknown pointer or index", target.Pos, nil)
	if target.Op == ir.OpField {
		if u, ok := m.eval(f, target.X()).(*value.Unknown); ok && len(u.Alts) > 0 {
			if p, ok := m.place(f, target.X()); ok {
				m.storeAlts(p, u, target.Name, v)
			}
		}
	}
	if target.Op == ir.OpIndex {
		for _, p := range m.places(f, target.X(), why) {
			switch p.Load().(type) {
			case *value.Const, *value.Native: // bytes
				m.SetAt(p, value.NewUnknown(why.Reason, why.Pos, value.TypeOf(p.Load())))
			}
		}
	}
	places := m.places(f, target, why)
	for _, p := range places {
		m.SetAt(p, m.Join(p.Load(), m.ConvertTo(value.Clone(v), m.typ(f, target.Type)), why))
	}
	if len(places) == 0 && !m.Lasting { // later reads of the place are unknown, too
		if s, ok := value.StructOf(v); ok && s.Def != nil && m.Cut != nil {
			m.Cut([]*value.Def{s.Def})
		}
		m.Keep([]value.Value{v}, why)
	}
}

// places returns the places that an expression may denote.
func (m *Machine) places(f *frame, n *ir.Node, why *value.Unknown) []heap.Place {
	if p, ok := m.place(f, n); ok {
		return []heap.Place{p}
	}
	var out []heap.Place
	switch n.Op {
	case ir.OpDeref:
		for _, x := range value.Targets(m.eval(f, n.X())) {
			if p, ok := x.(*value.Ptr); ok {
				out = append(out, heap.Place{C: p.C})
			}
		}
	case ir.OpField:
		for _, h := range m.holders(f, n.X(), why) {
			if s, ok := h.v.(*value.Struct); ok && h.stands && s.Index(n.Name) >= 0 {
				out = append(out, h.at.Part(s.Index(n.Name)))
			}
		}
	case ir.OpIndex:
		i, known := value.IntOf(m.eval(f, n.Y()))
		for _, h := range m.holders(f, n.X(), why) {
			switch x := h.v.(type) {
			case *value.Slice:
				for j, e := range x.Elems {
					if !known || int64(j) >= i || x.Unordered() || x.Open != nil || h.moved {
						out = append(out, heap.Place{C: e.C})
					}
				}
				if h.cut {
					for _, c := range value.EndOf(x).Cells(x.Elems) {
						out = append(out, heap.Place{C: c})
					}
				}
			case *value.Array:
				for j := range x.Parts {
					if h.stands && (!known || int64(j) == i) {
						out = append(out, h.at.Part(j))
					}
				}
			}
		}
	}
	return out
}

// held is a value whose parts are written to, with its place.
type held struct {
	v      value.Value
	at     heap.Place
	stands bool
	cut    bool // n may be a part of its array
	moved  bool // its elements may be at other indexes of the value that n is
}

// holders returns the values that n may be or point to, and whose parts are written to.
func (m *Machine) holders(f *frame, n *ir.Node, why *value.Unknown) []held {
	var out []held
	add := func(v value.Value, at heap.Place, stands bool) {
		for _, x := range value.Targets(v) {
			if p, ok := x.(*value.Ptr); ok {
				x, at, stands = p.C.Get(), heap.Place{C: p.C}, true
			} else {
				stands = stands && value.Comparable(v) && x == v
			}
			for _, y := range value.Sources(x) {
				same := value.Identical(y, x)
				out = append(out, held{y, at, stands && same, !value.Identical(x, v), !same})
			}
		}
	}
	places := m.places(f, n, why)
	for _, p := range places {
		add(value.Share(p.Load()), p, true)
	}
	if len(places) == 0 {
		add(m.eval(f, n), heap.Place{}, false)
	}
	return out
}

// storeAlts writes to a field of a place that holds one of several structs.
func (m *Machine) storeAlts(p heap.Place, u *value.Unknown, field string, v value.Value) {
	out, changed := *u, false
	out.Alts = append([]value.Value(nil), u.Alts...)
	for i, a := range out.Alts {
		s, ok := a.(*value.Struct)
		if !ok || s.Index(field) < 0 {
			continue
		}
		out.Alts[i] = s.With(s.Index(field), m.ConvertTo(value.Clone(v), s.Fields.Field(s.Index(field)).Type()))
		changed = true
	}
	if changed {
		m.SetAt(p, &out)
	}
}
