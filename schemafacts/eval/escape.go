package eval

import (
	"go/token"
	"strings"
)

// Code that is not seen may change what it is given. What it could reach is
// marked, so that nothing derived from it passes for known.

// escape marks what is handed to code that is not seen.
func (m *Machine) escape(args []Value, to string, pos token.Pos) {
	why := unknown("passed to "+to+", which is not followed", pos, nil)
	m.handOver(args, why)
	m.mayCall(args, why)
}

// handOver marks what can be reached from values as something that code which
// is not seen may have written to.
func (m *Machine) handOver(vals []Value, why *Unknown) {
	e := &escapee{m: m, why: why, seen: map[*Cell]bool{}}
	for _, v := range vals {
		e.visit(v, 0)
		if u, ok := v.(*Unknown); ok {
			for _, v := range u.among {
				e.visit(v, 0)
			}
		}
	}
}

// escapeExtern is escape for a function that is known by name: those of the
// standard library and of the SDKs only write through pointers to plain
// variables, and call the functions they are given.
func (m *Machine) escapeExtern(f *Extern, args []Value, pos token.Pos) {
	m.spoilBuilders(f, args, pos)
	if !harmless(f.Key) && !m.Env.Harmless(pkgOf(f.Key)) {
		if f.Recv != nil {
			args = append([]Value{f.Recv}, args...)
		}
		m.escape(args, shortKey(f.Key), pos)
		return
	}
	why := unknown("written to by "+shortKey(f.Key), pos, nil)
	for _, a := range args {
		if p, ok := a.(*Ptr); ok && !same(a, f.Recv) {
			switch p.C.v.(type) {
			case *Const, *Slice, *Nil:
				m.set(p.C, unknown(why.Reason, pos, TypeOf(p.C.v)))
			}
		}
	}
	m.mayCall(args, why)
}

// mayCall runs the closures among args as something that may happen any number
// of times.
func (m *Machine) mayCall(args []Value, why *Unknown) {
	if len(m.stack) == 0 {
		return
	}
	for _, a := range args {
		c, ok := a.(*Closure)
		if !ok || c.Fn.Body == nil || len(c.Env) == 0 {
			continue
		}
		if m.depth > maxDepth/2 || m.spend() {
			m.notFollowed(c.Fn, c.Env, nil, why)
			continue
		}
		top := m.stack[len(m.stack)-1]
		m.unknownLoop(top, why, func() ctl {
			m.CallValue(c, symbolicArgs(m, c), why.Pos)
			return ctl{}
		}, "")
	}
}

// symbolicArgs returns arguments of which nothing is known.
func symbolicArgs(m *Machine, c *Closure) []Value {
	params := c.Fn.Params
	if c.Recv != nil && len(params) > 0 {
		params = params[1:]
	}
	args := make([]Value, len(params))
	for i, p := range params {
		args[i] = symbolic(m.subst(p.Type, c.Fn, c.Targs), "parameter "+p.Name+" of a function literal", c.Pos, 0)
	}
	return args
}

type escapee struct {
	m    *Machine
	why  *Unknown
	seen map[*Cell]bool
}

func (e *escapee) visit(v Value, depth int) {
	if depth > 12 {
		return
	}
	switch v := v.(type) {
	case *Ptr:
		e.pointer(v, depth)
	case *Slice:
		for _, el := range v.Elems {
			e.visit(el.C.v, depth+1)
		}
	case *Map:
		if e.seen[v.Obj] {
			return
		}
		e.seen[v.Obj] = true
		st := v.Obj.v.(*mapState)
		for _, entry := range st.entries {
			e.visit(entry.val, depth+1)
		}
		if st.open == nil {
			e.m.set(v.Obj, &mapState{st.entries, e.why})
		}
	case *Struct:
		e.fields(v, depth)
	case *Array:
		for _, c := range v.Cells {
			e.visit(c.v, depth+1)
		}
	case *Native:
		if s, ok := v.Data.(*Slice); ok { // what an iterator yields
			e.visit(s, depth+1)
		}
	case *Closure:
		e.visit(v.Recv, depth+1) // of a method value
	case *Unknown:
		for _, alt := range v.Alts {
			e.visit(alt, depth+1)
		}
	}
}

func (e *escapee) fields(s *Struct, depth int) {
	for _, c := range s.cells {
		if c != nil {
			e.visit(c.v, depth+1)
		}
	}
}

func (e *escapee) pointer(p *Ptr, depth int) {
	if e.seen[p.C] {
		return
	}
	e.seen[p.C] = true
	switch x := p.C.v.(type) {
	case *Struct:
		if x.rest == nil {
			x.taint = e.why
		} else {
			// Of a parameter, what was written into it is forgotten again.
			for _, c := range x.cells {
				if c == nil {
					continue
				}
				if _, ok := c.v.(*Const); ok {
					e.m.set(c, unknown(e.why.Reason, e.why.Pos, TypeOf(c.v)))
				}
			}
		}
		e.fields(x, depth)
	case *Const, *Nil:
		e.m.set(p.C, unknown(e.why.Reason, e.why.Pos, TypeOf(p.C.v)))
	case *Slice:
		s := *x
		s.Open, s.IsNil = e.why, false
		e.m.set(p.C, &s)
		e.visit(x, depth+1)
	default:
		e.visit(x, depth+1)
	}
}

// writes reports whether a function of the standard library fills the struct
// that it is given a pointer to.
func writes(key string) bool {
	name := key[strings.LastIndexByte(key, '.')+1:]
	for _, prefix := range []string{"Unmarshal", "Decode", "Scan", "Sscan", "Fscan", "Read"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// tainted returns the value of a field of a struct that code which is not seen
// may have changed. Of definitions the last known state is kept: what registers
// them says that they are untraced.
func (m *Machine) tainted(s *Struct, v Value) Value {
	if s.taint == nil || s.T != nil && m.Env.Watch(s.T) {
		return v
	}
	switch v.(type) {
	case *Const, *Nil:
		return unknown(s.taint.Reason, s.taint.Pos, TypeOf(v))
	}
	return v
}
