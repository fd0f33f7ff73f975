package derive

import (
	"go/types"
	"maps"
	"slices"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// This file finds conversions that other conversions are a part of.

// addMakers adds the functions that take a value of one tool type and contain a literal of
// another, as the methods of a registry do.
func (t *toolTypes) addMakers(tools map[types.Type]bool) {
	for _, name := range slices.Sorted(maps.Keys(t.made)) {
		m := t.made[name]
		if !tools[m.t] {
			continue
		}
		for _, fn := range m.by {
			for i, p := range fn.Params {
				typ := p.Type
				for range mostNested {
					if elem := ir.Elem(ir.Under(typ)); elem != nil {
						typ = elem
					}
				}
				if typ = origin(typ); tools[typ] && !types.Identical(typ, m.t) && !t.hasSite(fn, i, typ) {
					t.sites = append(t.sites, &site{fn: fn, param: i, t: typ})
				}
			}
		}
	}
}

// addCallers adds the functions that register what a conversion makes, or that change it or the
// value.
func (t *toolTypes) addCallers() {
	registers := func(n *ir.Node) bool {
		key, ok := n.Function()
		return ok && t.Registers(key)
	}
	for _, s := range slices.Clone(t.sites) {
		for _, fn := range t.above(s.fn) {
			changes := t.changes(fn, s.fn)
			if !changes && !(slices.Contains(t.callers[s.fn.Key], fn) && ir.Contains(fn.Body, registers)) {
				continue
			}
			for i, p := range fn.Params {
				if !slices.Contains(t.carried(p.Type, 0), s.t) {
					continue
				}
				if !t.hasSite(fn, i, s.t) {
					t.sites = append(t.sites, &site{fn: fn, param: i, t: s.t, far: changes && !slices.Contains(t.carried(p.Type, mostNested-nearby), s.t)})
				}
				if changes {
					t.siteOf(fn, i, s.t).changes = true
				}
			}
		}
	}
}

// above returns the functions that call a function, also through others.
func (t *toolTypes) above(fn *ir.Func) []*ir.Func {
	out := slices.Clone(t.callers[fn.Key])
	for i, level := 0, 1; i < len(out) && level < mostConversions; level++ {
		for last := len(out); i < last; i++ {
			for _, by := range t.callers[out[i].Key] {
				if by != fn && !slices.Contains(out, by) {
					out = append(out, by)
				}
			}
		}
	}
	return out
}

// changes reports whether a function assigns to a part of a definition or of a value of a tool
// type, or gives a definition to a function that does, other than the conversion.
func (t *toolTypes) changes(fn, conversion *ir.Func) bool {
	assigns := func(n *ir.Node) bool {
		return n.Op == ir.OpAssign && slices.ContainsFunc(n.Targets(), func(target *ir.Node) bool {
			for target.Op == ir.OpIndex || target.Op == ir.OpDeref {
				target = target.X()
			}
			return mayBePart(target.Type) && assigned(target, t.defines) != nil
		})
	}
	takes := func(p ir.Param) bool { return t.defines(jsonfields.Pointee(p.Type)) }
	return ir.Contains(fn.Body, func(n *ir.Node) bool {
		if n.Op != ir.OpCall {
			return assigns(n)
		}
		key, _ := n.Callee().Function()
		callee := t.byKey[key]
		return callee != nil && callee != conversion && slices.ContainsFunc(callee.Params, takes) && ir.Contains(callee.Body, assigns)
	})
}

// mayBePart reports whether a field of a type may have a name, a text or a schema. A mark for a
// cache of prompts does not.
func mayBePart(typ types.Type) bool {
	switch u := ir.Under(typ).(type) {
	case *types.Basic:
		return ir.IsString(u)
	case *types.Slice:
		return ir.IsByte(u.Elem())
	case *types.Map, *types.Interface:
		return true
	}
	return false
}
