package compat

import (
	"cmp"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// finder builds values that a schema accepts, small ones first. It uses the bounds,
// lengths, constants, patterns and names in the other schemas of the same place as
// hints for values that the schemas treat differently.
type finder struct {
	p     *prover // with the policy of senders
	steps int     // the remaining steps
	pools map[string][]*schema.Node
	busy  map[string]bool
}

func newFinder(p *prover, steps int) *finder {
	return &finder{p: p, steps: steps, pools: map[string][]*schema.Node{}, busy: map[string]bool{}}
}

const (
	// maxPool is the greatest number of values that the finder tries for one member.
	maxPool = 40
	// maxCandidates is the number of values that the finder tries for one change.
	maxCandidates = 400
	// poolDepth is the depth of nesting to which the finder varies values.
	poolDepth = 4
	// maxWitnessSteps limits the steps of validating one candidate for a witness.
	maxWitnessSteps = 20_000
	// poolSteps is the number of steps that the finder counts for making the values
	// of one schema.
	poolSteps = 40
)

func (w *finder) verdict(v *schema.Node, q part, tolerant bool) verdict {
	n := min(maxWitnessSteps, w.steps)
	c := validator{steps: n, formats: true, lax: true, tolerant: tolerant}
	r := c.valid(v, q)
	w.steps -= n - max(c.steps, 0) + 1
	return r
}

// accepts reports whether it is certain that every schema of the conjunction a
// accepts v.
func (w *finder) accepts(v *schema.Node, a conj) bool {
	return !slices.ContainsFunc(a.parts, func(q part) bool { return w.verdict(v, q, false) != yes })
}

// rejects reports whether one of a certainly rejects v, even for a tolerant reader.
func (w *finder) rejects(v *schema.Node, a conj) bool {
	return slices.ContainsFunc(a.parts, func(q part) bool {
		return w.verdict(v, q, false) == no && (!w.p.tolerant || w.verdict(v, q, true) == no)
	})
}

// pool returns example values that the conjunction a accepts, the smallest first.
func (w *finder) pool(a conj, hints []part, depth int) []*schema.Node {
	key := string(w.p.key(a))
	for _, h := range hints {
		key += string(w.p.appendID(nil, h.node))
	}
	key += itoa(depth)
	if vs, ok := w.pools[key]; ok || w.busy[key] || w.steps < 0 {
		return vs
	}
	w.busy[key] = true
	w.steps -= poolSteps
	vs := w.choose(a, w.values(a, hints, depth))
	delete(w.busy, key)
	w.pools[key] = vs
	return vs
}

// choose returns the smallest of the values that a accepts.
func (w *finder) choose(a conj, vs []*schema.Node) []*schema.Node {
	type candidate struct {
		text string
		node *schema.Node
	}
	var all []candidate
	seen := map[string]bool{}
	for _, v := range vs {
		text := v.String()
		if seen[text] || len(all) > maxCandidates || !w.accepts(v, a) {
			continue
		}
		seen[text] = true
		all = append(all, candidate{text, v})
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(weight(a.text), weight(b.text)) })
	var out []*schema.Node
	for _, c := range all {
		out = append(out, c.node)
	}
	return out
}

// weight returns the size of a value for readers: null shows less than a word, and
// empty strings look like mistakes.
func weight(text string) int {
	if text == "null" {
		return 3
	}
	return len(text) + 2*strings.Count(text, `""`)
}

func (w *finder) values(a conj, hints []part, depth int) []*schema.Node {
	f := w.p.gather(a)
	if f.finite {
		return f.values[:min(len(f.values), 4*maxPool)]
	}
	if len(f.unions) > 0 && len(a.chosen) <= maxChosen {
		return w.branches(a, f.unions[0], hints, depth)
	}
	around := spread(append(slices.Clip(a.parts), hints...)...)
	out := listed(around, f.types)
	for _, t := range f.types.split() {
		out = append(out, w.typed(f, a, t, around, depth)...)
	}
	if len(f.types.split()) == 0 {
		out = append(out, w.typed(f, a, f.types, around, depth)...)
	}
	return out
}

func (w *finder) typed(f *facts, a conj, t typeSet, around []part, depth int) []*schema.Node {
	switch t {
	case tNull:
		return []*schema.Node{schema.NewNull()}
	case tBool:
		return []*schema.Node{schema.NewBool(false), schema.NewBool(true)}
	case tString:
		return w.strings(f, around)
	case tArray:
		if !mention(around, tArray) {
			return []*schema.Node{schema.NewArray(), schema.NewArray(schema.NewNumber("0"))}
		}
		return w.arrays(f, around, depth)
	case tObject:
		if !mention(around, tObject) {
			out := []*schema.Node{schema.NewObject()}
			if !w.p.members(f, a).absent("x") {
				out = append(out, set(out[0], "x", schema.NewNumber("0")))
			}
			return out
		}
		return w.objects(f, a, around, depth)
	}
	return numbers(f, around)
}

// mention reports whether schemas have keywords for arrays or objects.
func mention(around []part, t typeSet) bool {
	return slices.ContainsFunc(around, func(q part) bool {
		return slices.ContainsFunc(q.node.Members, func(m schema.Member) bool { return applies(m.Name) == t })
	})
}

// maxBranches is the greatest number of branches of one union for which the finder
// makes values.
const maxBranches = 16

// branches returns example values of each branch of a union, alternating between the
// branches.
func (w *finder) branches(a conj, u union, hints []part, depth int) []*schema.Node {
	rest := a
	rest.chosen = append(slices.Clip(a.chosen), u.node)
	var lists [][]*schema.Node
	for _, q := range u.branches[:min(len(u.branches), maxBranches)] {
		lists = append(lists, w.pool(rest.and(q), append(slices.Clip(hints), a.parts...), depth))
	}
	var out []*schema.Node
	for i := range maxCandidates {
		for _, l := range lists {
			if i < len(l) {
				out = append(out, l[i])
			}
		}
	}
	return out
}

// listed returns the constants in schemas, and neighboring values.
func listed(around []part, types typeSet) []*schema.Node {
	var out []*schema.Node
	for _, q := range around {
		for _, v := range append(slices.Clone(elems(q.node.Get("enum"))), q.node.Get("const")) {
			if v == nil || len(out) > 3*maxPool {
				continue
			}
			if typeOfValue(v)&types != 0 {
				out = append(out, v)
			}
		}
	}
	return out
}

// sent reports whether v has only members that senders know.
func (w *finder) sent(v *schema.Node, a conj) bool {
	if w.steps--; w.steps < 0 {
		return false
	}
	f := w.p.gather(a)
	switch v.Kind {
	case schema.Object:
		m := w.p.members(f, a)
		for _, e := range v.Members {
			if m.undeclared(e.Name) || !w.sent(e.Value, m.at(e.Name)) {
				return false
			}
		}
	case schema.Array:
		for i, e := range v.Elems {
			if !w.sent(e, elementAt(f, i)) {
				return false
			}
		}
	}
	return true
}
