package eval

import (
	"go/token"
	"go/types"
)

// assign runs a definition or assignment.
func (m *Machine) assign(f *frame, n *Node) {
	targets, values := n.Kids[:n.Int], n.Kids[n.Int:]
	if n.Name != "" { // op=
		old := m.eval(f, targets[0])
		v := m.eval(f, values[0])
		op, _ := assignOps[n.Name]
		m.store(f, targets[0], m.binary(op, old, v, n.Pos, TypeOf(old)))
		return
	}
	var vals []Value
	for _, k := range values {
		v := m.eval(f, k)
		if m.panicking {
			return
		}
		if tup, ok := v.(Tuple); ok && len(values) == 1 {
			vals = append(vals, tup...)
		} else {
			vals = append(vals, clone(v))
		}
	}
	for i, t := range targets {
		var v Value
		if i < len(vals) {
			v = clone(vals[i])
		} else {
			v = unknown("a value that is not known", n.Pos, t.Type)
			if len(vals) == 1 {
				if u, ok := vals[0].(*Unknown); ok {
					v = unknown(u.Reason, u.Pos, t.Type)
				}
			}
		}
		switch {
		case t.Op == OpUnknown: // the blank identifier
		case t.Op == OpDeclare:
			f.slots[t.Int] = NewCell(m.convertTo(v, m.typ(f, t.Type)))
		default:
			m.store(f, t, v)
		}
	}
}

var assignOps = map[string]token.Token{
	"+=": token.ADD, "-=": token.SUB, "*=": token.MUL, "/=": token.QUO, "%=": token.REM,
	"&=": token.AND, "|=": token.OR, "^=": token.XOR, "<<=": token.SHL, ">>=": token.SHR, "&^=": token.AND_NOT,
}

// store writes v to what target denotes.
func (m *Machine) store(f *frame, target *Node, v Value) {
	if target.Op == OpIndex {
		x := m.eval(f, target.Kids[0])
		if u, ok := x.(*Unknown); ok && len(u.Alts) > 0 {
			// One of several maps is written to: each may be.
			for _, a := range u.Alts {
				if mp, ok := a.(*Map); ok {
					st := mp.Obj.v.(*mapState)
					m.set(mp.Obj, m.join(st, st.with(m.eval(f, target.Kids[1]), v), u))
				}
			}
			return
		}
		if mp, ok := x.(*Map); ok {
			key := m.eval(f, target.Kids[1])
			if mt, ok := mapType(mp.T); ok {
				key, v = m.convertTo(key, mt.Key()), m.convertTo(clone(v), mt.Elem())
			}
			st := mp.Obj.v.(*mapState)
			m.steps += len(st.entries) / logSteps
			m.set(mp.Obj, st.with(key, v))
			return
		}
		if isNil(x) {
			if m.cond == 0 {
				m.Fault("assignment to entry in nil map", target.Pos)
			}
			m.panicking = true
			return
		}
	}
	if c := m.lvalue(f, target); c != nil {
		m.set(c, m.convertTo(clone(v), m.typ(f, target.Type)))
		return
	}
	m.storeUnknown(f, target, v)
}

// storeUnknown handles a write to a place that is not known.
func (m *Machine) storeUnknown(f *frame, target *Node, v Value) {
	why := unknown("written to at a place that is not known", target.Pos, nil)
	switch target.Op {
	case OpIndex:
		if s, ok := m.eval(f, target.Kids[0]).(*Slice); ok {
			for _, e := range s.Elems {
				m.set(e.C, unknown(why.Reason, why.Pos, TypeOf(e.C.v)))
			}
		}
	case OpField, OpDeref:
		u, ok := m.eval(f, target.Kids[0]).(*Unknown)
		if !ok || len(u.Alts) == 0 {
			return
		}
		if target.Op == OpField {
			m.storeAlts(m.lvalue(f, target.Kids[0]), u, target.Name, v)
		}
		for _, a := range u.Alts {
			p, ok := a.(*Ptr)
			if !ok {
				continue
			}
			if target.Op == OpDeref {
				m.set(p.C, m.join(p.C.v, v, why))
			} else if s, ok := p.C.v.(*Struct); ok {
				if i := s.index(target.Name); i >= 0 {
					c := s.cell(i)
					m.set(c, m.join(c.v, v, why))
				}
			}
		}
	}
}

// storeAlts writes to a field of a variable that holds one of several structs.
func (m *Machine) storeAlts(c *Cell, u *Unknown, field string, v Value) {
	if c == nil {
		return
	}
	out, changed := *u, false
	out.Alts = append([]Value(nil), u.Alts...)
	for i, a := range out.Alts {
		s, ok := a.(*Struct)
		if !ok || s.index(field) < 0 {
			continue
		}
		s = clone(s).(*Struct)
		s.cells[s.index(field)] = NewCell(m.convertTo(clone(v), s.st.Field(s.index(field)).Type()))
		out.Alts[i], changed = s, true
	}
	if changed {
		m.set(c, &out)
	}
}

func mapType(t types.Type) (*types.Map, bool) {
	if t == nil {
		return nil, false
	}
	mt, ok := under(t).(*types.Map)
	return mt, ok
}
