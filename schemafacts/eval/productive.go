package eval

import "go/types"

// Much of a server mentions types that lead to tools and makes none: its
// handlers, its clients, its configuration. Running such functions for their
// own sake teaches little, so they get a small budget.

// productive reports whether a function, or what it calls by name, makes values
// that the dialects watch, or registers them.
func (m *Machine) productive(fn *Func) bool {
	seen := map[*Func]bool{}
	ok := m.makes(fn, seen)
	if !ok {
		for f := range seen {
			m.makesTools[f] = false
		}
	}
	return ok
}

func (m *Machine) makes(fn *Func, seen map[*Func]bool) bool {
	if known, ok := m.makesTools[fn]; ok {
		return known
	}
	if fn.Body == nil || seen[fn] {
		return false
	}
	seen[fn] = true
	ok := m.nodeMakes(fn.Body, seen)
	if ok {
		m.makesTools[fn] = true
	}
	return ok
}

func (m *Machine) nodeMakes(n *Node, seen map[*Func]bool) bool {
	if n == nil {
		return false
	}
	switch n.Op {
	case OpComposite, OpZero, OpDeclare, OpBuiltin, OpConvert:
		if m.watches(n.Type) {
			return true
		}
	case OpFunc:
		if m.keyMakes(n.Name, seen) {
			return true
		}
	case OpMethod:
		if !n.Flag && m.keyMakes(n.Name, seen) {
			return true
		}
	}
	for _, k := range n.Kids {
		if m.nodeMakes(k, seen) {
			return true
		}
	}
	return n.Fn != nil && m.makes(n.Fn, seen)
}

func (m *Machine) keyMakes(key string, seen map[*Func]bool) bool {
	if m.Env.Registers(key) {
		return true
	}
	fn := m.Env.Func(key)
	return fn != nil && m.makes(fn, seen)
}

// watches reports whether a type is one whose literals are definitions, or
// might be: a type parameter.
func (m *Machine) watches(t types.Type) bool {
	for range 4 {
		if t == nil {
			return false
		}
		switch u := types.Unalias(t).(type) {
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		case *types.Array:
			t = u.Elem()
		case *types.Map:
			t = u.Elem()
		case *types.TypeParam:
			return true
		default:
			return m.Env.Watch(t)
		}
	}
	return false
}
