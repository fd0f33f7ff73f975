package compat

import (
	"math/big"
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
		stack: map[string]frame{}, lowest: noFrame}
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
	key = append(strconv.AppendInt(key, int64(c.types), 36), '|')
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
	if slices.ContainsFunc(f.nodes, func(n part) bool { return p.same.same(n, b) }) || p.empty(a, 0) {
		return true
	}
	if b.node.Kind != schema.Object {
		return false // false, or not a schema
	}
	if f.finite && !slices.ContainsFunc(f.values, func(v *schema.Node) bool { return p.valid(v, b) != yes }) {
		return true
	}
	return !slices.ContainsFunc(assertions(b), func(k string) bool { return !p.implied(f, a, b, k) }) || p.split(f, a, b)
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

// implied reports whether all values of a satisfy one keyword of b. Keywords that are rare
// in the schemas of tools are implied only if a has them, too.
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
	case "pattern":
		return slices.Contains(f.patterns, v.StringValue()) || matchesAll(v.StringValue())
	case "format":
		return slices.Contains(f.formats, v.StringValue())
	case "required", "properties":
		return p.impliesMembers(f, a, b, keyword)
	case "additionalProperties":
		return p.tolerant && v.IsFalse() || p.impliesRest(p.members(f, a), b)
	case "items", "prefixItems", "additionalItems":
		return p.impliesItems(f, b)
	case "not":
		return p.repeated(f, b, keyword) || p.empty(a.and(b.sub(v)), 0)
	case "multipleOf":
		m := v.Rat()
		return m != nil && m.Sign() > 0 && slices.ContainsFunc(f.multiples, func(k *big.Rat) bool { return new(big.Rat).Quo(k, m).IsInt() })
	case "patternProperties":
		return p.repeated(f, b, keyword) || !slices.ContainsFunc(v.Members, func(q schema.Member) bool { return !q.Value.IsTrue() })
	case "unevaluatedProperties", "unevaluatedItems":
		return false // they depend on other keywords
	}
	want := spans{}
	if l, sign := want.bound(keyword); l != nil && want.add(b.node, keyword) {
		mine, _ := f.bound(keyword)
		switch {
		case within(*mine, *l, sign):
			return true
		case keyword == "minProperties":
			return within(countLimit(len(f.required)), *l, sign)
		case keyword == "maxProperties":
			m := p.members(f, a)
			return m.closed && within(countLimit(len(m.names)), *l, sign)
		}
		return false
	}
	return p.repeated(f, b, keyword)
}

// together lists groups of keywords that have a meaning only together. The first keyword of
// a group represents the group.
var together = [][]string{{"properties", "patternProperties", "additionalProperties"}, {"items", "prefixItems", "additionalItems"},
	{"if", "then", "else"}, {"contains", "minContains", "maxContains"}, {"minimum", "exclusiveMinimum"}, {"maximum", "exclusiveMaximum"}}

// groupOf returns the keywords that have a meaning together with one.
func groupOf(keyword string) []string {
	for _, group := range together {
		if slices.Contains(group, keyword) {
			return group
		}
	}
	return []string{keyword}
}

// repeated reports whether a schema of a has the same values of a keyword and its group as b.
func (p *prover) repeated(f *facts, b part, keyword string) bool {
	return slices.ContainsFunc(f.nodes, func(n part) bool {
		if n.refOnly() && keyword != "$ref" {
			return false
		}
		keywords := groupOf(keyword)
		if keyword == "patternProperties" {
			keywords = []string{keyword}
		}
		for _, k := range keywords {
			if n.node.Has(k) != b.node.Has(k) || n.node.Has(k) && !p.same.keyword(k, n, b) {
				return false
			}
		}
		return true
	})
}

// element returns the schema of the element at an index of an array, if there is one.
func (p part) element(i int) []part {
	prefix, rest := p.tuple()
	switch {
	case i < len(prefix):
		return prefix[i : i+1]
	case rest != nil:
		return []part{p.sub(rest)}
	}
	return nil
}

// element returns the schemas of the element at an index of an array.
func (f *facts) element(i int) conj { return f.below(func(q part) []part { return q.element(i) }) }

// tupleLen returns an index from which on all elements have the same schemas.
func (f *facts) tupleLen() int {
	n := 0
	for _, q := range append(f.home.all(), f.nodes...) {
		prefix, _ := q.tuple()
		n = max(n, len(prefix))
	}
	return n
}

func (p *prover) impliesItems(f *facts, b part) bool {
	prefix, _ := b.tuple()
	return p.inside(func() bool {
		for i := range max(len(prefix), f.tupleLen()) + 1 {
			if within(f.items.high, countLimit(i), -1) {
				return true
			}
			if slices.ContainsFunc(b.element(i), func(want part) bool { return !p.sub(f.element(i), want) }) {
				return false
			}
		}
		return true
	})
}

// strictly returns the prover without a policy, for proofs that nothing is accepted: they
// must hold for all senders and readers.
func (p *prover) strictly() *prover {
	if p.policy == (policy{}) {
		return p
	}
	if p.plain == nil {
		p.plain = newProver(p.same, policy{}, p.limit)
	}
	return p.plain
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

// maxChosen is the greatest number of unions at one place that a proof splits into cases.
const maxChosen = 24

// split proves a case by case: by branch of a union, or by type.
func (p *prover) split(f *facts, a conj, b part) bool {
	if p.steps > p.limit || len(a.chosen) > maxChosen {
		p.cuts++
		return false
	}
	if len(f.unions) > 0 {
		a = a.choose(f.unions[0])
		return !slices.ContainsFunc(f.unions[0].branches, func(q part) bool { return !p.sub(a.and(q), b) })
	}
	if sets := f.types.split(); len(sets) > 1 {
		return !slices.ContainsFunc(sets, func(s typeSet) bool {
			a.types = s
			return !p.sub(a, b)
		})
	}
	return false
}

// maxEmptyDepth is the greatest depth of nesting in which a proof searches for a
// contradiction.
const maxEmptyDepth = 4
