package compat

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// conj is a conjunction of schemas for one place of an instance.
type conj struct {
	parts []part
	// chosen are the unions with a branch that was added to parts.
	chosen []*schema.Node
	// types are those of the values that are looked at, 0 for all.
	types typeSet
	home  *home
}

func newConj(top bool, parts ...part) conj {
	return conj{parts: parts, home: &home{parts: parts, top: top}}
}

func (c conj) and(p part) conj {
	if slices.Contains(c.parts, p) {
		return c // a claim that occurs again is recognized
	}
	c.parts = append(slices.Clip(c.parts), p)
	return c
}

// choose returns c without a union. The caller adds one of its branches.
func (c conj) choose(u union) conj {
	c.chosen = append(slices.Clip(c.chosen), u.node)
	return c
}

// union is one anyOf or oneOf of a schema, with its branches.
type union struct {
	node      *schema.Node // the array
	branches  []part
	exclusive bool
}

// facts are the constraints that a conjunction states directly. Unions and unsupported
// keywords are left out, so the facts accept the same values as the schemas or more.
type facts struct {
	nodes    []part // all schemas that apply at once
	unions   []union
	types    typeSet
	declared typeSet // the types from type keywords alone
	finite   bool    // only values are accepted
	values   []*schema.Node
	listed   bool // the values come from enum or const
	spans
	multiples []*big.Rat
	patterns  []string
	formats   []string
	required  map[string]bool
	home      *home
	object    *members // of the prover that gathered the facts, nil if not computed
}

func gather(c conj) *facts {
	f := &facts{types: cmp.Or(c.types, tAny), declared: tAny, required: map[string]bool{}, home: c.home}
	seen := map[*schema.Node]bool{}
	for _, p := range c.parts {
		f.add(p, seen, c.chosen)
	}
	if f.types&tFraction == 0 {
		f.number = span{integral(f.number.low, 1), integral(f.number.high, -1)}
	}
	if slices.ContainsFunc(f.multiples, (*big.Rat).IsInt) {
		f.types &^= tFraction
	}
	for _, n := range f.nodes {
		if prefix, rest := n.tuple(); rest.IsFalse() && !n.refOnly() {
			f.items.high = tighter(f.items.high, countLimit(len(prefix)), -1)
		}
	}
	for set, s := range map[typeSet]span{tNumber: f.number, tString: f.length, tArray: f.items, tObject: f.members} {
		if s.empty() {
			f.types &^= set
		}
	}
	f.limitValues()
	return f
}

func (f *facts) add(p part, seen map[*schema.Node]bool, chosen []*schema.Node) {
	if p.node.IsFalse() {
		f.types, f.declared = 0, 0
	}
	if p.node.Kind != schema.Object || seen[p.node] {
		return
	}
	seen[p.node] = true
	f.nodes = append(f.nodes, p)
	if t, ok := p.target(); ok {
		f.add(t, seen, chosen)
	}
	if p.refOnly() {
		return
	}
	for _, m := range p.node.Members {
		switch v := m.Value; m.Name {
		case "allOf":
			for _, e := range p.list("allOf") {
				f.add(e, seen, chosen)
			}
		case "anyOf", "oneOf":
			if v.Kind == schema.Array && len(v.Elems) > 0 && !slices.Contains(chosen, v) {
				f.unions = append(f.unions, union{node: v, branches: p.list(m.Name), exclusive: m.Name == "oneOf"})
			}
		case "type":
			if set, ok := typesOf(v); ok {
				f.types &= set
				f.declared &= set
			}
		case "enum":
			if v.Kind == schema.Array {
				f.restrict(v.Elems)
			}
		case "const":
			f.restrict([]*schema.Node{v})
		case "required":
			for _, name := range v.Strings() {
				f.required[name] = true
			}
		case "multipleOf":
			if r := v.Rat(); r != nil && r.Sign() > 0 {
				f.multiples = append(f.multiples, r)
			}
		case "pattern":
			f.patterns = append(f.patterns, v.StringValue())
		case "format":
			f.formats = append(f.formats, v.StringValue())
		default:
			f.spans.add(p.node, m.Name)
		}
	}
}

// restrict keeps only the values that are in vs.
func (f *facts) restrict(vs []*schema.Node) {
	if !f.listed {
		f.listed, f.finite, f.values = true, true, slices.Clone(vs)
		return
	}
	f.values = slices.DeleteFunc(slices.Clone(f.values), func(v *schema.Node) bool { return !contains(vs, v) })
}

func contains(vs []*schema.Node, v *schema.Node) bool {
	return slices.ContainsFunc(vs, func(w *schema.Node) bool { return schema.Equal(v, w) })
}

// limitValues lists the values of types that have few, and removes values of other
// types and types without values.
func (f *facts) limitValues() {
	if !f.finite && f.types&^(tNull|tBool) == 0 {
		f.finite = true
		if f.types&tNull != 0 {
			f.values = append(f.values, schema.NewNull())
		}
		if f.types&tBool != 0 {
			f.values = append(f.values, schema.NewBool(false), schema.NewBool(true))
		}
	}
	if !f.finite {
		return
	}
	types := typeSet(0)
	f.values = slices.DeleteFunc(f.values, func(v *schema.Node) bool {
		t := typeOfValue(v)
		if f.types&t == 0 {
			return true
		}
		types |= t
		return false
	})
	f.types &= types
}
