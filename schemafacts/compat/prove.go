package compat

import (
	"slices"
	"strconv"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// policy is what is assumed of those who send and read.
type policy struct {
	// declaredOnly says that senders send only members that their schema
	// declares, although it allows others.
	declaredOnly bool
	// tolerant says that readers ignore unknown members,
	// although their schema forbids them.
	tolerant bool
}

// minSteps bounds the proofs of one comparison. Tools need some hundreds;
// large schemas get more.
const minSteps = 8_000

// prover proves that all that one schema accepts is accepted by another. It is
// sound: what it cannot prove may be so all the same.
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
	// What the place as a whole declares decides too.
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

// sub reports whether everything that a accepts is proved to be accepted by b.
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
		// Instances are finite: a claim may rest on itself for what is deeper.
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

// exhausted reports whether a proof was given up for its length.
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
		return false // false, or no schema at all
	}
	if f.finite && !slices.ContainsFunc(f.values, func(v *schema.Node) bool { return p.valid(v, b) != yes }) {
		return true
	}
	return p.direct(f, a, b) || p.denied(f, a) || p.split(f, a, b)
}

// validShare is how many steps of a validation count as one of a proof.
const validShare = 16

// valid is like the function, at the expense of the proof.
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

// implied reports whether all of a fulfils one keyword of b.
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

// repeated reports whether a schema of a has the same keywords with the same
// values as b.
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

// strictly returns the prover without policy: what is forbidden counts for
// all, not only for those who keep to one.
func (p *prover) strictly() *prover {
	if p.policy == (policy{}) {
		return p
	}
	if p.plain == nil {
		p.plain = newProver(p.same, policy{}, p.limit)
	}
	return p.plain
}

// excludes reports whether a schema of a forbids more than b.
func (p *prover) excludes(f *facts, b part) bool {
	plain := p.strictly()
	return slices.ContainsFunc(f.nodes, func(n part) bool {
		not := n.node.Get("not")
		return not != nil && !n.refOnly() && plain.sub(newConj(false, b), n.sub(not))
	})
}

// impliesOne reports whether all of a is accepted by one of the branches and
// by no other.
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

// maxChosen is how many unions of one place are taken apart.
const maxChosen = 24

// split looks at a case by case: by branch of a union, by type, by value of a
// member that has few.
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

// typeNode returns a schema for a set of types, the same one every time.
func (p *prover) typeNode(s typeSet) part {
	if s&tFraction != 0 {
		s |= tNumber // There is no word for fractions alone.
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

// plainDocument is where schemas without references stand.
var plainDocument = &document{root: schema.NewBool(true)}

// maxCases is how many values of one member are looked at one by one.
const maxCases = 12
