package compat

import (
	"slices"
	"strconv"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// policy is what the prover assumes about senders and readers.
type policy struct {
	// declaredOnly reports whether senders send only members that their schema
	// declares, even if it allows others.
	declaredOnly bool
	// tolerant reports whether readers ignore unknown members, even if their schema
	// forbids them.
	tolerant bool
}

// minSteps is the least limit of the proofs of one comparison. Typical tools need some
// hundred steps; large schemas get more.
const minSteps = 8_000

// prover proves that one schema accepts everything that another one accepts. It is
// sound but not complete: a statement that it cannot prove may be true.
type prover struct {
	policy
	same  *comparer
	ids   map[*schema.Node]int
	facts map[string]*facts
	memo  map[string]bool
	stack map[string]frame
	types map[typeSet]*schema.Node
	exact map[string]part
	plain *prover // without policy
	depth int     // of the place in the instance
	steps int
	limit int // of steps
	// lowest is the outermost frame whose claim was used as a hypothesis.
	lowest int
	// cuts counts the places where a claim could not be used.
	cuts int
}

// frame is a claim that is being proved.
type frame struct{ index, depth int }

const noFrame = 1 << 30

func newProver(same *comparer, p policy, limit int) *prover {
	return &prover{policy: p, limit: limit, same: same, ids: map[*schema.Node]int{}, facts: map[string]*facts{}, memo: map[string]bool{},
		stack: map[string]frame{}, types: map[typeSet]*schema.Node{}, exact: map[string]part{}, lowest: noFrame}
}

// appendID appends a name for n that no other node has.
func (p *prover) appendID(key []byte, n *schema.Node) []byte {
	id, ok := p.ids[n]
	if !ok {
		id = len(p.ids)
		p.ids[n] = id
	}
	return append(strconv.AppendInt(key, int64(id), 36), ' ')
}

func (p *prover) key(c conj) []byte {
	parts := make([]*schema.Node, len(c.parts))
	for i, q := range c.parts {
		parts[i] = q.node
	}
	var key []byte
	for _, ns := range [][]*schema.Node{parts, c.chosen} {
		for _, n := range ns {
			key = p.appendID(key, n)
		}
		key = append(key, '|')
	}
	// The schemas of the place as a whole are part of the claim.
	for _, h := range c.home.parts {
		key = p.appendID(key, h.node)
	}
	return key
}

func (p *prover) gather(c conj) *facts {
	key := string(p.key(c))
	f := p.facts[key]
	if f == nil {
		f = gather(c)
		p.facts[key] = f
	}
	return f
}

// sub reports whether it is proved that b accepts everything that a accepts.
func (p *prover) sub(a conj, b part) bool {
	if b.node.IsTrue() || slices.ContainsFunc(a.parts, func(n part) bool { return p.same.same(n, b) }) {
		return true
	}
	if p.steps += 1 + len(a.parts)/4; p.steps > p.limit {
		p.cuts++
		return false
	}
	key := string(p.appendID(p.key(a), b.node))
	if r, ok := p.memo[key]; ok {
		return r
	}
	if f, ok := p.stack[key]; ok {
		// Instances are finite, so a claim may be its own hypothesis at a deeper place.
		if p.depth > f.depth {
			p.lowest = min(p.lowest, f.index)
			return true
		}
		p.cuts++
		return false
	}
	index, outer, cuts := len(p.stack), p.lowest, p.cuts
	p.stack[key] = frame{index, p.depth}
	p.lowest = noFrame
	r := p.prove(a, b)
	delete(p.stack, key)
	if r && p.lowest >= index || !r && p.cuts == cuts {
		p.memo[key] = r
	}
	if p.lowest >= index {
		p.lowest = noFrame
	}
	p.lowest = min(p.lowest, outer)
	return r
}

// exhausted reports whether a proof was abandoned because of its length.
func (p *prover) exhausted() bool { return p.steps > p.limit }

// subAll is sub for a conjunction on the right.
func (p *prover) subAll(a, b conj) bool {
	for _, q := range b.parts {
		if !p.sub(a, q) {
			return false
		}
	}
	return true
}

// inside runs f for a place one level deeper in the instance.
func (p *prover) inside(f func() bool) bool {
	p.depth++
	defer func() { p.depth-- }()
	return f()
}

func (p *prover) prove(a conj, b part) bool {
	f := p.gather(a)
	if slices.ContainsFunc(f.nodes, func(n part) bool { return p.same.same(n, b) }) || p.empty(a, 1) {
		return true
	}
	if b.node.Kind != schema.Object {
		return false // false, or not a schema
	}
	if f.finite && !slices.ContainsFunc(f.values, func(v *schema.Node) bool { return p.valid(v, b) != yes }) {
		return true
	}
	return p.direct(f, a, b) || p.denied(f, a) || p.split(f, a, b)
}

// validShare is the number of validation steps that count as one step of a proof,
// because a validation step is cheaper.
const validShare = 16

// valid is the function valid with its steps counted as steps of the proof.
func (p *prover) valid(v *schema.Node, b part) verdict {
	c := validator{steps: maxValidSteps}
	r := c.valid(v, b)
	p.steps += (maxValidSteps - c.steps) / validShare
	return r
}

func (p *prover) direct(f *facts, a conj, b part) bool {
	for _, k := range assertions(b) {
		if !p.implied(f, a, b, k) {
			return false
		}
	}
	return true
}

// implied reports whether all values of a satisfy one keyword of b.
func (p *prover) implied(f *facts, a conj, b part, keyword string) bool {
	v := b.node.Get(keyword)
	if f.types&applies(keyword) == 0 {
		return true
	}
	switch keyword {
	case "$ref":
		t, ok := b.target()
		return ok && p.sub(a, t) || !ok && p.repeated(f, b, keyword)
	case "type":
		set, _ := typesOf(v)
		return f.types&^set == 0
	case "enum", "const":
		return f.finite && !slices.ContainsFunc(f.values, func(w *schema.Node) bool {
			return (&validator{}).keyword(w, b, keyword) != yes
		})
	case "allOf":
		return !slices.ContainsFunc(b.list(keyword), func(q part) bool { return !p.sub(a, q) })
	case "anyOf":
		return slices.ContainsFunc(b.list(keyword), func(q part) bool { return p.sub(a, q) }) || p.repeated(f, b, keyword)
	case "oneOf":
		return p.repeated(f, b, keyword) || p.impliesOne(a, b.list(keyword))
	case "not":
		return p.repeated(f, b, keyword) || p.empty(a.and(b.sub(v)), 0) || p.excludes(f, b.sub(v))
	case "if", "then", "else":
		return keyword != "if" || !b.node.Has("then") && !b.node.Has("else") || p.repeated(f, b, "if", "then", "else") || p.impliesCases(a, b)
	case "format":
		return slices.Contains(f.formats, v.StringValue()) || p.repeated(f, b, keyword)
	}
	switch applies(keyword) {
	case tObject:
		return p.impliesMembers(f, a, b, keyword)
	case tArray:
		return p.impliesElements(f, a, b, keyword)
	case tNumber, tString:
		return impliesLimit(f, b.node, keyword) || p.repeated(f, b, withFlag(keyword)...) || p.impliesText(f, b.node, keyword)
	}
	return keyword != "unevaluatedProperties" && keyword != "unevaluatedItems" && p.repeated(f, b, keyword)
}

// repeated reports whether a schema of a has the same values of these keywords as b.
func (p *prover) repeated(f *facts, b part, keywords ...string) bool {
	return slices.ContainsFunc(f.nodes, func(n part) bool {
		if n.refOnly() && !slices.Equal(keywords, []string{"$ref"}) {
			return false
		}
		for _, k := range keywords {
			if n.node.Has(k) != b.node.Has(k) || n.node.Has(k) && !p.same.keyword(k, n, b) {
				return false
			}
		}
		return true
	})
}

// strictly returns the prover without a policy, for schemas under not: what they forbid
// applies to all senders and readers.
func (p *prover) strictly() *prover {
	if p.policy == (policy{}) {
		return p
	}
	if p.plain == nil {
		p.plain = newProver(p.same, policy{}, p.limit)
	}
	return p.plain
}

// excludes reports whether a schema of a forbids everything that b accepts.
func (p *prover) excludes(f *facts, b part) bool {
	plain := p.strictly()
	return slices.ContainsFunc(f.nodes, func(n part) bool {
		not := n.node.Get("not")
		return not != nil && !n.refOnly() && plain.sub(newConj(false, b), n.sub(not))
	})
}

// impliesOne reports whether one of the branches accepts all of a, and no other branch
// accepts any of it.
func (p *prover) impliesOne(a conj, branches []part) bool {
	for i, q := range branches {
		if !p.sub(a, q) {
			continue
		}
		for j, other := range branches {
			if j != i && !p.empty(a.and(other), 0) {
				return false
			}
		}
		return true
	}
	return false
}

// maxChosen is the greatest number of unions at one place that a proof splits into
// cases.
const maxChosen = 24

// split proves a case by case: by branch of a union, by type, or by value of a member
// with few values.
func (p *prover) split(f *facts, a conj, b part) bool {
	if p.steps > p.limit || len(a.chosen) > maxChosen {
		p.cuts++
		return false
	}
	if len(f.unions) > 0 {
		u := f.unions[0]
		rest := a
		rest.chosen = append(slices.Clip(a.chosen), u.node)
		return !slices.ContainsFunc(u.branches, func(q part) bool { return !p.sub(rest.and(q), b) })
	}
	if sets := f.types.split(); len(sets) > 1 {
		return !slices.ContainsFunc(sets, func(s typeSet) bool { return !p.sub(a.and(p.typeNode(s)), b) })
	}
	if ranges := p.ranges(f, b); len(ranges) > 1 {
		return !slices.ContainsFunc(ranges, func(q part) bool { return !p.sub(a.and(q), b) })
	}
	if f.types != tObject {
		return false
	}
	for _, s := range p.discriminators(f, a) {
		if !slices.ContainsFunc(s, func(q part) bool { return !p.sub(a.and(q), b) }) {
			return true
		}
	}
	return false
}

func (s typeSet) split() []typeSet {
	var out []typeSet
	for _, t := range []typeSet{tNull, tBool, tObject, tArray, tString, tNumber} {
		if s&t != 0 {
			out = append(out, s&t)
		}
	}
	if len(out) == 1 && s == tNumber {
		return nil
	}
	return out
}

// typeNode returns a schema for a set of types, the same one for equal sets.
func (p *prover) typeNode(s typeSet) part {
	if s&tFraction != 0 {
		s |= tNumber // no type name means fractions alone
	}
	n := p.types[s]
	if n == nil {
		names := schema.NewArray()
		for _, t := range typeNames {
			if s&t.set == t.set && t.set != 0 {
				names.Elems = append(names.Elems, schema.NewString(t.name))
			}
		}
		n = schema.NewObject()
		n.Set("type", names)
		p.types[s] = n
	}
	return part{n, plainDocument}
}

// plainDocument is the document of schemas without references.
var plainDocument = &document{root: schema.NewBool(true)}

// maxCases is the greatest number of values of one member that a proof tries one by
// one.
const maxCases = 12
