package compat

import (
	"cmp"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// step is how a place lies in the one above it.
type step struct {
	kind  stepKind
	name  string // of a member, or the pattern of names
	index int    // of an element
}

type stepKind uint8

const (
	// sameValue is a branch of a union: the value is that of the place above.
	sameValue stepKind = iota
	memberStep
	renamedStep // a member under the name that only one side has
	patternStep
	restStep
	elementStep
	nameStep // the value is the name of a member
)

// origin is where a change was found.
type origin struct {
	spot   spot
	change change
}

const (
	// witnessSteps bounds the search of one comparison. Large schemas get more.
	witnessSteps = 60_000
	// maxWitnesses is for how many changes a witness is looked for.
	maxWitnesses = 200
	// beam is how many values are carried on from place to place.
	beam = 6
)

// Why a change is undecided.
const (
	reasonNoProof = "no value was found that only one side accepts, nor a proof that there is none"
	reasonBudget  = "too large to decide: the budget of steps is spent"
	reasonWhole   = "the part is no longer compatible, but no whole value was found that shows it"
)

// searcher finds witnesses for the changes of one comparison.
type searcher struct {
	d      *differ
	w      *finder
	sender bool // whether the old side sends
	root   spot
	whole  *schema.Node // the smallest witness of all, if it was looked for
	asked  bool
}

func (d *differ) searcher(root spot) *searcher {
	steps := witnessSteps + 30*(len(d.old.pos)+len(d.new.pos))
	return &searcher{d: d, w: newFinder(d.policy, steps), sender: d.dir == Input, root: root}
}

// sides returns who sends and who reads at a place.
func (x *searcher) sides(s spot) (from, to conj) {
	if x.sender {
		return s.old, s.new
	}
	return s.new, s.old
}

// attach looks for a witness of every breaking change.
func (x *searcher) attach() {
	n := 0
	for _, c := range x.d.changes {
		n += boolInt(c.Level == Breaking)
	}
	total := x.w.steps
	done := 0
	for i := range x.d.changes {
		c := &x.d.changes[i]
		if c.Level != Breaking {
			continue
		}
		// The first ones must not spend what the others need.
		x.w.steps = min(total, total/(n-done)+witnessSteps/8)
		before := x.w.steps
		if done < maxWitnesses && total > 0 {
			x.one(c, x.d.origins[i], n == 1)
		} else {
			x.undecided(c, reasonBudget)
		}
		x.settle(c, x.d.origins[i].spot)
		total -= before - x.w.steps
		done++
	}
	x.w.steps = total
	x.fallback()
	x.acquit()
}

// fallback gives a witness of the whole to the first change if none has one of
// its own.
func (x *searcher) fallback() {
	first := -1
	for i, c := range x.d.changes {
		if c.Level == Breaking && c.Witness != "" {
			return
		}
		if c.Undecided && (first < 0 || len(c.Path) < len(x.d.changes[first].Path)) {
			first = i
		}
	}
	if first < 0 {
		return
	}
	if v := x.all(); v != nil {
		c := &x.d.changes[first]
		c.Witness, c.Undecided, c.Reason = canonical(v), false, ""
		x.settle(c, x.d.origins[first].spot)
	}
}

// acquit clears changes that break nobody by themselves, since what else is
// said of the place forbids what they are about. Another change breaks it.
func (x *searcher) acquit() {
	if !slices.ContainsFunc(x.d.changes, func(c Change) bool { return c.Level == Breaking && c.Witness != "" }) {
		return
	}
	for i := range x.d.changes {
		c, o := &x.d.changes[i], x.d.origins[i]
		q, keyword, ok := x.culprit(o.change)
		if !c.Undecided || !ok {
			continue
		}
		from, to := x.sides(o.spot)
		if slices.Contains(x.d.policy.gather(to).nodes, q) && x.d.policy.implied(x.d.policy.gather(from), from, q, keyword) {
			c.Level, c.Undecided, c.Reason = Compatible, false, ""
		}
	}
}

// culprit returns the keyword by which the reading side rejects what a change
// is about.
func (x *searcher) culprit(c change) (at part, keyword string, ok bool) {
	rejected, doc := c.new, x.d.new
	if !x.sender {
		rejected, doc = c.old, x.d.old
	}
	if rejected == nil {
		return part{}, "", false
	}
	pointer := doc.pointers[rejected]
	i := strings.LastIndexByte(pointer, '/')
	if i < 0 {
		return part{}, "", false
	}
	keyword = schema.UnescapeToken(pointer[i+1:])
	parent := doc.root.Lookup(pointer[:i])
	if parent == nil || parent.Kind != schema.Object || isAnnotation(keyword) || applies(keyword) == tAny && !everyType[keyword] {
		return part{}, "", false
	}
	// Some keywords are looked at together, by the name of the first.
	for _, group := range [][]string{{"properties", "patternProperties", "additionalProperties"}, {"items", "prefixItems", "additionalItems"}} {
		if slices.Contains(group, keyword) {
			keyword = group[slices.IndexFunc(group, parent.Has)]
		}
	}
	return part{parent, doc}, keyword, true
}

// settle names what is no longer undecided.
func (x *searcher) settle(c *Change, s spot) {
	if c.Effect != Unknown || c.Witness == "" {
		return
	}
	c.Effect = Incomparable
	fwd, back := x.d.strict.subAll(s.old, s.new), x.d.strict.subAll(s.new, s.old)
	switch {
	case back && !fwd:
		c.Effect = Narrows
	case fwd && !back:
		c.Effect = Widens
	}
	if c.Rule != "schema-undecided" {
		return
	}
	c.Rule, c.Message = "schema-incomparable", x.d.subject(s)+" accepts other values"
	switch c.Effect {
	case Narrows:
		c.Rule, c.Message = "schema-narrowed", x.d.subject(s)+" accepts less"
	case Widens:
		c.Rule, c.Message = "schema-widened", x.d.subject(s)+" accepts more"
	}
	c.Fingerprint = fingerprint(x.d.tool, *c, nil, nil)
}

func (x *searcher) undecided(c *Change, reason string) {
	if c.Ledger == "" {
		c.Undecided, c.Reason = true, reason
	}
}

// one looks for a witness of one change.
func (x *searcher) one(c *Change, o origin, alone bool) {
	s := o.spot
	from, to := x.sides(s)
	if len(s.new.parts) == 0 && len(s.old.parts) == 0 {
		from, to = x.sides(x.root)
	}
	blame := x.blame(o)
	hints := append(slices.Clone(from.parts), to.parts...)
	var local []*schema.Node
	for _, v := range x.w.pool(from, hints, poolDepth) {
		if (c.Ledger != "" || x.w.rejects(v, to)) && blame(v) {
			local = append(local, v)
		}
		if len(local) == beam {
			break
		}
	}
	if v := x.lift(s, local, blame); v != nil {
		c.Witness = canonical(v)
		return
	}
	if v := x.all(); v != nil && (alone || s.up == nil && blame(v)) {
		c.Witness = canonical(v)
		return
	}
	switch {
	case x.w.steps < 0 || x.d.strict.exhausted() || x.d.policy.exhausted():
		x.undecided(c, reasonBudget)
	case len(local) == 0:
		x.undecided(c, reasonNoProof)
	case !s.renamed():
		x.undecided(c, reasonWhole)
	}
}

// renamed reports whether a place lies in a property that was renamed. There
// a value is fine on neither side as a whole.
func (s spot) renamed() bool {
	for at := &s; at != nil; at = at.up {
		if at.step.kind == renamedStep {
			return true
		}
	}
	return false
}

// all returns the smallest value that one side sends and the other rejects.
func (x *searcher) all() *schema.Node {
	if x.asked {
		return x.whole
	}
	x.asked = true
	from, to := x.sides(x.root)
	hints := append(slices.Clone(from.parts), to.parts...)
	for _, v := range x.w.pool(from, hints, poolDepth) {
		if x.w.rejects(v, to) && x.w.sent(v, from) {
			x.whole = x.shrink(placed{v, ""}, func(*schema.Node) bool { return true })
			break
		}
	}
	return x.whole
}

// blame returns what a value at the place of a change must be like to show
// just that change.
func (x *searcher) blame(o origin) func(*schema.Node) bool {
	c := o.change
	switch {
	case c.name != "":
		has := x.sender != (c.rule == "required-added" || c.rule == "property-added-required" || c.rule == "required-removed")
		if !x.sender {
			has = strings.HasPrefix(c.rule, "property-added")
		}
		return func(v *schema.Node) bool { return v.Kind == schema.Object && v.Has(c.name) == has }
	default:
		_, to := x.sides(o.spot)
		if at, keyword, ok := x.culprit(c); ok && slices.Contains(x.w.p.gather(to).nodes, at) {
			return func(v *schema.Node) bool {
				check := validator{steps: maxValidSteps, formats: true, lax: true}
				return check.keyword(v, at, keyword) == no
			}
		}
	}
	return func(*schema.Node) bool { return true }
}

// everyType are the keywords that concern values of all types.
var everyType = map[string]bool{"type": true, "enum": true, "const": true, "not": true, "if": true, "anyOf": true, "oneOf": true, "format": true}

// placed is a value and the pointer to the part of it that matters.
type placed struct {
	value   *schema.Node
	pointer string
}

// lift builds whole values around values of a place, until one shows that the
// other side rejects it.
func (x *searcher) lift(s spot, local []*schema.Node, blame func(*schema.Node) bool) *schema.Node {
	var at []placed
	for _, v := range local {
		at = append(at, placed{v, ""})
	}
	for s.up != nil && len(at) > 0 {
		var above []placed
		for _, p := range at {
			above = append(above, x.embed(s, p)...)
		}
		slices.SortStableFunc(above, func(a, b placed) int {
			return cmp.Compare(weight(a.value.String()), weight(b.value.String()))
		})
		at, s = above[:min(len(above), beam)], *s.up
	}
	from, to := x.sides(x.root)
	for _, p := range at {
		if x.w.accepts(p.value, from) && x.w.rejects(p.value, to) && x.w.sent(p.value, from) {
			return x.shrink(p, blame)
		}
	}
	return nil
}

// embed returns values of the place above s that hold p at s.
func (x *searcher) embed(s spot, p placed) []placed {
	from, _ := x.sides(*s.up)
	var out []placed
	add := func(v *schema.Node, token string) {
		if x.w.accepts(v, from) {
			out = append(out, placed{v, "/" + schema.EscapeToken(token) + p.pointer})
		}
	}
	switch s.step.kind {
	case sameValue:
		if x.w.accepts(p.value, from) {
			return []placed{p}
		}
		return nil
	case elementStep:
		for _, v := range x.around(from, s.step.index, p.value) {
			add(v, itoa(s.step.index))
		}
		return out
	}
	names := []string{s.step.name}
	m := x.w.p.members(x.w.p.gather(from), from)
	switch s.step.kind {
	case patternStep:
		names = x.w.spelled(m, s.step.name)
	case restStep:
		o := &object{w: x.w, m: m, around: spread(from.parts...)}
		names = o.keys()
	case nameStep:
		names = []string{p.value.Text}
		p.pointer = ""
	}
	for _, base := range x.bases(from) {
		for _, name := range names {
			if m.absent(name) {
				continue
			}
			v := p.value
			if s.step.kind == nameStep {
				vs := x.w.pool(m.at(name), nil, 0)
				if len(vs) == 0 {
					continue
				}
				v = vs[0]
			}
			add(set(base, name, v), name)
		}
	}
	return out
}

// bases returns the objects to put a member into.
func (x *searcher) bases(a conj) []*schema.Node {
	var out []*schema.Node
	for _, v := range x.w.pool(a, nil, 0) {
		if v.Kind == schema.Object {
			out = append(out, v)
		}
	}
	if len(out) == 0 { // Perhaps what is added is what makes it whole.
		out = append(out, schema.NewObject())
	}
	return out[:min(len(out), 2*beam)]
}

// around returns arrays that have v at an index.
func (x *searcher) around(a conj, index int, v *schema.Node) []*schema.Node {
	f := x.w.p.gather(a)
	l := &list{w: x.w, f: f, depth: 1, values: map[int][]*schema.Node{}, ends: max(index, prefixLen(f))}
	var out []*schema.Node
	for _, distinct := range []bool{false, true} {
		n := max(index+1, countOf(f.items.min))
		if n > maxFilled {
			return nil
		}
		base := l.make(n, distinct)
		if base == nil {
			// The element itself may be the only one that there is.
			base = l.make(index, distinct)
			if base == nil || n > index+1 {
				continue
			}
			base.Elems = append(base.Elems, v)
		}
		base.Elems[index] = v
		out = append(out, base)
	}
	return out
}

// shrink leaves out of a witness what it does not need.
func (x *searcher) shrink(p placed, blame func(*schema.Node) bool) *schema.Node {
	from, to := x.sides(x.root)
	good := func(v *schema.Node) bool {
		at := v.Lookup(p.pointer)
		return at != nil && blame(at) && x.w.accepts(v, from) && x.w.rejects(v, to)
	}
	v := p.value
	for again := true; again && x.w.steps > 0; {
		again = false
		for _, smaller := range smallerValues(v) {
			if good(smaller) {
				v, again = smaller, true
				break
			}
		}
	}
	return v
}

// canonical prints a value as compact JSON with sorted names.
func canonical(v *schema.Node) string {
	v = v.Clone()
	v.Walk(func(_ string, n *schema.Node) bool {
		n.SortMembers()
		n.EscapeHTML = false
		return true
	})
	return v.String()
}

// smallerValues returns copies of v that lack one member or element.
func smallerValues(v *schema.Node) []*schema.Node {
	var out []*schema.Node
	for i, m := range v.Members {
		c := &schema.Node{Kind: schema.Object, Members: slices.Delete(slices.Clone(v.Members), i, i+1)}
		out = append(out, c)
		for _, e := range smallerValues(m.Value) {
			c := &schema.Node{Kind: schema.Object, Members: slices.Clone(v.Members)}
			c.Members[i].Value = e
			out = append(out, c)
		}
	}
	for i, m := range v.Elems {
		out = append(out, &schema.Node{Kind: schema.Array, Elems: slices.Delete(slices.Clone(v.Elems), i, i+1)})
		for _, e := range smallerValues(m) {
			c := &schema.Node{Kind: schema.Array, Elems: slices.Clone(v.Elems)}
			c.Elems[i] = e
			out = append(out, c)
		}
	}
	return out[:min(len(out), 200)]
}
