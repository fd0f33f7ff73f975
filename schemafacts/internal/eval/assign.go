package eval

import (
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// assign runs a definition or assignment.
func (m *Machine) assign(f *frame, n *ir.Node) {
	targets, values := n.Kids[:n.Int], n.Kids[n.Int:]
	if ordered(targets) {
		slots := len(f.slots)
		defer func() { f.slots = f.slots[:slots] }()
		targets = append([]*ir.Node(nil), targets...)
		for i, t := range targets {
			targets[i] = m.operands(f, t)
		}
		if m.panicking {
			return
		}
	}
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
			vals = append(vals, Clone(v))
		}
	}
	if len(vals) == len(values) {
		m.openOrder(f, values, vals)
	}
	for i, t := range targets {
		var v Value
		if i < len(vals) {
			v = Clone(vals[i])
		} else {
			v = NewUnknown("a value that is not known", n.Pos, t.Type)
			if len(vals) == 1 {
				if u, ok := vals[0].(*Unknown); ok {
					v = NewUnknown(u.Reason, u.Pos, t.Type)
				}
			}
		}
		switch {
		case t.Op == ir.OpUnknown: // the blank identifier
		case t.Op == ir.OpDeclare:
			f.slots[t.Int] = NewCell(m.ConvertTo(v, m.typ(f, t.Type)))
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
func (m *Machine) store(f *frame, target *ir.Node, v Value) {
	if target.Op == ir.OpIndex {
		x := m.eval(f, target.Kids[0])
		if u, ok := x.(*Unknown); ok {
			// One of several maps is written to: each may be.
			written := false
			for _, a := range candidates(u) {
				if mp, ok := a.(*Map); ok {
					written = true
					st := mp.Obj.Get().(*mapState)
					m.Set(mp.Obj, m.Join(st, st.with(mp.T, m.eval(f, target.Kids[1]), v), u))
				}
			}
			if written {
				return
			}
		}
		if mp, ok := x.(*Map); ok {
			key := m.eval(f, target.Kids[1])
			if mt, ok := mapType(mp.T); ok {
				key, v = m.ConvertTo(key, mt.Key()), m.ConvertTo(Clone(v), mt.Elem())
			}
			st := mp.Obj.Get().(*mapState)
			m.steps += len(st.entries) / logSteps
			m.Set(mp.Obj, st.with(mp.T, key, v))
			return
		}
		if IsNil(x) {
			if m.cond == 0 {
				m.Fault("assignment to entry in nil map", target.Pos)
			}
			m.panicking = true
			return
		}
	}
	if c := m.lvalue(f, target); c != nil {
		m.Put(c, m.ConvertTo(Clone(v), m.typ(f, target.Type)))
		return
	}
	m.storeUnknown(f, target, v)
}

// storeUnknown handles a write to a place that is not known: each that it may
// be holds the value, or what it held.
func (m *Machine) storeUnknown(f *frame, target *ir.Node, v Value) {
	why := NewUnknown("written to at a place that is not known", target.Pos, nil)
	if target.Op == ir.OpField {
		if u, ok := m.eval(f, target.Kids[0]).(*Unknown); ok && len(u.Alts) > 0 {
			m.storeAlts(m.lvalue(f, target.Kids[0]), u, target.Name, v)
		}
	}
	for _, c := range m.places(f, target, why) {
		m.Set(c, m.Join(c.Get(), m.ConvertTo(Clone(v), m.typ(f, target.Type)), why))
	}
}

// places returns the variables that an expression may denote.
func (m *Machine) places(f *frame, n *ir.Node, why *Unknown) []*Cell {
	if c := m.lvalue(f, n); c != nil {
		return []*Cell{c}
	}
	var out []*Cell
	switch n.Op {
	case ir.OpDeref:
		for _, x := range candidates(m.eval(f, n.Kids[0])) {
			if p, ok := x.(*Ptr); ok {
				out = append(out, p.C)
			}
		}
	case ir.OpField:
		for _, x := range m.holders(f, n.Kids[0], why) {
			if s, ok := x.(*Struct); ok && s.index(n.Name) >= 0 {
				out = append(out, s.cell(s.index(n.Name)))
			}
		}
	case ir.OpIndex:
		at, known := IntOf(m.eval(f, n.Kids[1]))
		for _, x := range m.holders(f, n.Kids[0], why) {
			switch x := x.(type) {
			case *Slice:
				for i, e := range x.Elems {
					if !known || int64(i) >= at || x.Unordered() {
						out = append(out, e.C)
					}
				}
			case *Array:
				for i, c := range x.Cells {
					if !known || int64(i) == at {
						out = append(out, c)
					}
				}
			}
		}
	}
	return out
}

// holders returns the values that n may be, or point at, whose parts are
// written to.
func (m *Machine) holders(f *frame, n *ir.Node, why *Unknown) []Value {
	var out []Value
	var add func(v Value)
	add = func(v Value) {
		for _, x := range candidates(v) {
			if p, ok := x.(*Ptr); ok {
				add(p.C.Get())
				continue
			}
			out = append(out, x)
		}
	}
	cells := m.places(f, n, why)
	for _, c := range cells {
		add(c.Get())
	}
	if len(cells) == 0 {
		add(m.eval(f, n))
	}
	return out
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
		s = Clone(s).(*Struct)
		s.cells[s.index(field)] = NewCell(m.ConvertTo(Clone(v), s.st.Field(s.index(field)).Type()))
		out.Alts[i], changed = s, true
	}
	if changed {
		m.Set(c, &out)
	}
}

// Put writes a value that nobody else holds to a variable. To the parts of the
// variable there may be pointers, so that they stay what they are.
func (m *Machine) Put(c *Cell, v Value) {
	switch x := v.(type) {
	case *Struct:
		old, ok := c.Get().(*Struct)
		if !ok || !identical(old.T, x.T) || len(old.cells) != len(x.cells) || !plainStruct(old) || !plainStruct(x) || !pointedInto(old) {
			break
		}
		for i := range old.cells {
			if old.cells[i] != nil || x.cells[i] != nil {
				m.Put(old.cell(i), x.cell(i).Get())
			}
		}
		return
	case *Array:
		old, ok := c.Get().(*Array)
		if !ok || len(old.Cells) != len(x.Cells) {
			break
		}
		for i := range old.Cells {
			m.Put(old.Cells[i], x.Cells[i].Get())
		}
		return
	}
	m.Set(c, v)
}

// plainStruct reports whether a struct is no more than its fields.
func plainStruct(s *Struct) bool {
	return s.Def == nil && s.Go == nil && s.rest == nil && s.taint == nil
}

// pointedInto reports whether there may be pointers to parts of a value.
func pointedInto(v Value) bool {
	switch v := v.(type) {
	case *Struct:
		for _, c := range v.cells {
			if c != nil && (c.shared || pointedInto(c.Get())) {
				return true
			}
		}
	case *Array:
		return true
	}
	return false
}

func mapType(t types.Type) (*types.Map, bool) {
	if t == nil {
		return nil, false
	}
	mt, ok := ir.Under(t).(*types.Map)
	return mt, ok
}
