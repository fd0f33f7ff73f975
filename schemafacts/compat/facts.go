package compat

import (
	"math/big"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// conj is a conjunction of schemas for one place of an instance.
type conj struct {
	parts []part
	// chosen are the unions with a branch that was added to parts.
	chosen []*schema.Node
	home   *home
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

// union is one anyOf or oneOf of a schema, with its branches.
type union struct {
	node      *schema.Node // the array, or the schema of an if
	branches  []part
	exclusive bool
	// conditional reports whether it is an if with its then and else.
	conditional bool
}

// facts are the constraints that a conjunction states directly. Unions and unsupported
// keywords are left out, so the facts accept the same values as the schemas or more.
type facts struct {
	nodes        []part // all schemas that apply at once
	unions       []union
	types        typeSet
	declared     typeSet // the types from type keywords alone
	finite       bool    // only values are accepted
	values       []*schema.Node
	listed       bool // the values come from enum or const
	lower, upper limit
	multiples    []*big.Rat
	length       span
	items        span
	members      span
	patterns     []string
	formats      []string
	unique       bool
	required     map[string]bool
	forbidden    map[string]bool // members that must be absent
	dependent    []part          // schemas that depend on the presence of members
	home         *home
	object       *members // of the prover that gathered the facts, nil if not computed
}

// choices returns the unions without those that depend on a condition.
func (f *facts) choices() []union {
	return slices.DeleteFunc(slices.Clone(f.unions), func(u union) bool { return u.conditional })
}

func gather(c conj) *facts {
	f := &facts{types: tAny, declared: tAny, required: map[string]bool{}, forbidden: map[string]bool{}, home: c.home}
	seen := map[*schema.Node]bool{}
	for _, p := range c.parts {
		f.add(p, seen, c.chosen)
	}
	for f.follow(seen, c.chosen) {
	}
	// Explicit unions come first.
	slices.SortStableFunc(f.unions, func(a, b union) int { return boolInt(a.conditional) - boolInt(b.conditional) })
	if slices.ContainsFunc(f.multiples, (*big.Rat).IsInt) {
		f.types &^= tFraction
	}
	for _, n := range f.nodes {
		if prefix, rest := n.tuple(); rest.IsFalse() && !n.refOnly() {
			f.items.atMost(big.NewRat(int64(len(prefix)), 1))
		}
	}
	if f.types&tFraction == 0 {
		f.lower, f.upper = integral(f.lower, 1), integral(f.upper, -1)
	}
	for _, m := range f.multiples {
		f.lower, f.upper = onMultiple(f.lower, m, 1), onMultiple(f.upper, m, -1)
	}
	if emptyRange(f.lower, f.upper) {
		f.types &^= tNumber
	}
	for set, s := range map[typeSet]span{tString: f.length, tArray: f.items, tObject: f.members} {
		if s.empty() {
			f.types &^= set
		}
	}
	f.limitValues()
	return f
}

// follow adds the schemas that the presence of required members implies, and reports
// whether it added any. required applies to objects only.
func (f *facts) follow(seen map[*schema.Node]bool, chosen []*schema.Node) bool {
	n, r := len(f.nodes), len(f.required)
	for _, p := range slices.Clone(f.dependent) {
		for _, m := range p.node.Members {
			if !f.required[m.Name] {
				continue
			}
			if m.Value.Kind != schema.Array && f.types&^tObject == 0 {
				f.add(p.sub(m.Value), seen, chosen)
			}
			for _, e := range m.Value.Elems {
				f.required[e.StringValue()] = true
			}
		}
	}
	return len(f.nodes) > n || len(f.required) > r
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
		case "if":
			if (p.node.Has("then") || p.node.Has("else")) && !slices.Contains(chosen, v) {
				f.unions = append(f.unions, union{node: v, branches: p.cases(), conditional: true})
			}
		case "not":
			f.forbid(v)
		case "dependentRequired", "dependentSchemas", "dependencies":
			f.dependent = append(f.dependent, p.sub(v))
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
			for _, e := range v.Elems {
				f.required[e.StringValue()] = true
			}
		default:
			f.addLimit(p.node, m.Name, v)
		}
	}
}

// forbid evaluates a not with a single keyword, such as {"type": "string"}.
func (f *facts) forbid(n *schema.Node) {
	if n.Kind != schema.Object {
		return
	}
	var keyword string
	for _, m := range n.Members {
		if isAnnotation(m.Name) {
			continue
		}
		if keyword != "" {
			return
		}
		keyword = m.Name
	}
	switch v := n.Get(keyword); {
	case keyword == "type":
		if set, ok := typesOf(v); ok {
			f.types &^= set
		}
	case keyword == "required" && len(v.Elems) == 1:
		// The schema accepts all values that are not objects, so not leaves only
		// objects.
		f.types &= tObject
		f.forbidden[v.Elems[0].StringValue()] = true
	}
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (f *facts) addLimit(n *schema.Node, keyword string, v *schema.Node) {
	r := rational(v)
	switch keyword {
	case "minimum":
		f.lower = tighter(f.lower, limit{r, n.Get("exclusiveMinimum").IsTrue()}, 1)
	case "exclusiveMinimum":
		f.lower = tighter(f.lower, limit{r, true}, 1)
	case "maximum":
		f.upper = tighter(f.upper, limit{r, n.Get("exclusiveMaximum").IsTrue()}, -1)
	case "exclusiveMaximum":
		f.upper = tighter(f.upper, limit{r, true}, -1)
	case "multipleOf":
		if r != nil && r.Sign() > 0 {
			f.multiples = append(f.multiples, r)
		}
	case "minLength":
		f.length.atLeast(r)
	case "maxLength":
		f.length.atMost(r)
	case "minItems":
		f.items.atLeast(r)
	case "maxItems":
		f.items.atMost(r)
	case "minProperties":
		f.members.atLeast(r)
	case "maxProperties":
		f.members.atMost(r)
	case "pattern":
		f.patterns = append(f.patterns, v.StringValue())
	case "format":
		f.formats = append(f.formats, v.StringValue())
	case "uniqueItems":
		f.unique = f.unique || v.IsTrue()
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
	f.countIntegers()
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

// maxIntegers is the greatest number of integers in a range whose values are listed
// individually.
const maxIntegers = 32

// countIntegers lists the values of a small range.
func (f *facts) countIntegers() {
	if f.finite || f.types != tInteger || f.lower.value == nil || f.upper.value == nil {
		return
	}
	if n := new(big.Rat).Sub(f.upper.value, f.lower.value); n.Cmp(big.NewRat(maxIntegers, 1)) >= 0 {
		return
	}
	for r := new(big.Rat).Set(f.lower.value); r.Cmp(f.upper.value) <= 0; r.Add(r, big.NewRat(1, 1)) {
		f.values = append(f.values, schema.NewNumber(r.RatString()))
	}
	f.finite = true
}
