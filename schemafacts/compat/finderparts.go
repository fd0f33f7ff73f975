package compat

import (
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// maxNames is the greatest number of members that the finder varies in one object.
const maxNames = 60

// maxMembers limits the members of all example objects of a schema together: if more
// members are required, the finder varies fewer of them.
const maxMembers = 100_000

// object is the state of building example objects for a schema.
type object struct {
	w      *finder
	m      *members
	around []part
	depth  int
	values map[string][]*schema.Node
}

func (o *object) at(name string) []*schema.Node {
	vs, ok := o.values[name]
	if !ok {
		var hints []part
		for _, q := range o.around {
			if !q.refOnly() {
				schemas, _ := memberSchemas(q, name)
				hints = append(hints, schemas...)
			}
		}
		vs = o.w.pool(o.m.at(name), unique(hints), max(0, o.depth-1))
		o.values[name] = vs
	}
	return vs
}

func unique(parts []part) []part {
	var out []part
	for _, q := range parts {
		if !slices.Contains(out, q) {
			out = append(out, q)
		}
	}
	return out
}

func set(v *schema.Node, name string, e *schema.Node) *schema.Node {
	c := &schema.Node{Kind: schema.Object, Members: slices.Clone(v.Members)}
	c.Set(name, e)
	return c
}

// objects returns the object with the required members, and variants with additional or
// different members.
func (w *finder) objects(f *facts, a conj, around []part, depth int) []*schema.Node {
	o := &object{w, w.p.members(f, a), around, depth, map[string][]*schema.Node{}}
	base := schema.NewObject()
	for _, name := range sortedKeys(f.required) {
		vs := o.at(name)
		if len(vs) == 0 {
			return nil
		}
		base.Members = append(base.Members, schema.Member{Name: name, Value: vs[0]})
	}
	names := o.names()
	base = o.fill(base, names, countOf(f.members.min))
	out := []*schema.Node{base}
	if depth == 0 {
		return out
	}
	k := max(2, min(maxPool, maxCandidates/(len(names)+1)))
	all := base
	names = names[:min(len(names), max(maxNames, maxMembers/(len(base.Members)+1)))]
	for _, name := range names {
		vs := o.at(name)
		for _, v := range vs[:min(k, len(vs))] {
			out = append(out, set(base, name, v))
		}
		if len(vs) > 0 && !base.Has(name) {
			all = set(all, name, vs[0])
		}
	}
	out = append(out, o.pairs(base, names)...)
	out = append(out, all)
	for _, name := range names {
		if !f.required[name] && all.Has(name) {
			less := &schema.Node{Kind: schema.Object, Members: slices.Clone(all.Members)}
			less.Delete(name)
			out = append(out, less)
		}
	}
	for _, r := range bounds(around, "minProperties", "maxProperties") {
		for n := floor(r) - 1; n <= floor(r)+1; n++ {
			out = append(out, o.fill(base, names, n))
		}
	}
	return out
}

// maxPairs is the greatest number of members for which the finder also varies each
// pair of members.
const maxPairs = 7

func (o *object) pairs(base *schema.Node, names []string) []*schema.Node {
	var out []*schema.Node
	names = names[:min(len(names), maxPairs)]
	for i, a := range names {
		for _, b := range names[:i] {
			va, vb := o.at(a), o.at(b)
			for _, v := range va[:min(3, len(va))] {
				for _, u := range vb[:min(3, len(vb))] {
					out = append(out, set(set(base, a, v), b, u))
				}
			}
		}
	}
	return out
}

// names returns the names of members that example objects may have, required ones
// first.
func (o *object) names() []string {
	f := o.m.f
	out := sortedKeys(f.required)
	add := func(name string) {
		if len(out) < maxNames && !slices.Contains(out, name) && !o.m.absent(name) {
			out = append(out, name)
		}
	}
	for _, q := range o.around {
		for _, e := range memberList(q.node.Get("properties")) {
			add(e.Name)
		}
		for _, e := range elems(q.node.Get("required")) {
			add(e.StringValue())
		}
		for _, k := range []string{"dependentRequired", "dependentSchemas", "dependencies"} {
			for _, e := range memberList(q.node.Get(k)) {
				add(e.Name)
				for _, r := range e.Value.Elems {
					add(r.StringValue())
				}
			}
		}
		for _, e := range memberList(q.node.Get("patternProperties")) {
			for _, name := range o.w.spelled(o.m, e.Name) {
				add(name)
			}
		}
	}
	for _, name := range o.m.names {
		add(name)
	}
	for _, name := range o.keys() {
		add(name)
	}
	return out
}

// keys returns names that a schema allows for members that it does not declare.
func (o *object) keys() []string {
	if o.m.closed && len(o.m.patterns) == 0 {
		return nil
	}
	var hints []part
	for _, q := range o.around {
		if n := q.node.Get("propertyNames"); n != nil {
			hints = append(hints, q.sub(n))
		}
	}
	allowed := o.m.allowed.and(o.w.p.typeNode(tString))
	allowed.home = &home{parts: allowed.parts}
	var out []string
	for _, v := range o.w.pool(allowed, hints, 0) {
		if v.Text != "" && (len(out) < 6 || len(hints) > 0 && len(out) < 20) {
			out = append(out, v.Text)
		}
	}
	return append(out, "key", "x")
}

// spelled returns names that match a pattern and are allowed.
func (w *finder) spelled(m *members, pattern string) []string {
	var out []string
	l := language{patterns: []string{pattern}}
	for _, q := range m.allowed.parts {
		g := w.p.gather(newConj(false, q))
		l.patterns = append(l.patterns, g.patterns...)
		if g.length.min != nil || g.length.max != nil {
			l.length = g.length
		}
	}
	var others []language
	for _, p := range m.patterns {
		if p != pattern {
			others = append(others, language{patterns: []string{p}})
		}
	}
	if a := w.p.same.texts().outside(l, nil); a.found {
		out = append(out, a.text)
	}
	for i := range others {
		if a := w.p.same.texts().outside(l, &others[i]); a.found {
			out = append(out, a.text)
		}
	}
	return out
}

// fill adds members to v until it has n members.
func (o *object) fill(v *schema.Node, names []string, n int) *schema.Node {
	for _, name := range names {
		if len(v.Members) >= n {
			return v
		}
		if vs := o.at(name); len(vs) > 0 && !v.Has(name) {
			v = set(v, name, vs[0])
		}
	}
	for i := 0; len(v.Members) < n && n <= maxFilled && i < 2*maxFilled; i++ {
		name := unlike(i, schema.NewString("")).Text
		if vs := o.at(name); !o.m.absent(name) && len(vs) > 0 && !v.Has(name) {
			v = set(v, name, vs[0])
		}
	}
	return v
}

// maxFilled is the greatest number of members or elements that the finder invents for
// one example value.
const maxFilled = 1100

// list is the state of building example arrays for a schema.
type list struct {
	w      *finder
	f      *facts
	around []part
	depth  int
	wanted []part // the schemas of contains, in turn
	values map[int][]*schema.Node
	ends   int // the index from which the schema of elements is the same
}

func (l *list) at(i int) []*schema.Node {
	i = min(i, l.ends)
	vs, ok := l.values[i]
	if ok {
		return vs
	}
	var hints []part
	for _, q := range l.around {
		if q.refOnly() {
			continue
		}
		switch prefix, rest := q.tuple(); {
		case i < len(prefix):
			hints = append(hints, prefix[i])
		case rest != nil:
			hints = append(hints, q.sub(rest))
		}
		if c := q.node.Get("contains"); c != nil {
			hints = append(hints, q.sub(c))
		}
	}
	c := elementAt(l.f, i)
	if i < len(l.wanted) {
		c = c.with(l.wanted[i])
	}
	vs = l.w.pool(c, unique(hints), max(0, l.depth-1))
	l.values[i] = vs
	return vs
}

// arrays returns arrays of several lengths, and variants with one different element.
func (w *finder) arrays(f *facts, around []part, depth int) []*schema.Node {
	l := &list{w: w, f: f, around: around, depth: depth, values: map[int][]*schema.Node{}, ends: prefixLen(f)}
	for _, q := range around {
		prefix, _ := q.tuple()
		l.ends = max(l.ends, len(prefix))
	}
	for _, q := range f.nodes {
		if low, _, ok := q.bounds(); ok && q.node.Has("contains") {
			for range min(low, maxCounted) {
				l.wanted = append(l.wanted, q.sub(q.node.Get("contains")))
			}
		}
	}
	l.ends = max(l.ends, len(l.wanted))
	low, high := countOf(f.items.min), unbounded
	if f.items.max != nil {
		high = floor(f.items.max)
	}
	low = max(low, len(l.wanted))
	lengths := []int{low, low + 1, low + 2, l.ends + 1}
	for _, r := range bounds(around, "minItems", "maxItems", "minContains", "maxContains") {
		lengths = append(lengths, floor(r)-1, floor(r), floor(r)+1)
	}
	slices.Sort(lengths)
	out := l.mixed(high)
	for _, n := range slices.Compact(lengths) {
		if n < low || n > high || n > maxFilled {
			continue
		}
		plain, distinct := l.make(n, false), l.make(n, true)
		for _, v := range []*schema.Node{plain, distinct} {
			if v != nil {
				out = append(out, v)
			}
		}
		if plain != nil && depth > 0 && n <= l.ends+2 {
			out = append(out, l.vary(plain)...)
		}
	}
	return out
}

// maxMixed is the greatest length of the arrays that mixed returns, because their
// number grows fast with the length.
const maxMixed = 5

// mixed returns arrays with elements that satisfy the keyword contains and elements
// that do not.
func (l *list) mixed(high int) []*schema.Node {
	var wanted []part
	for _, q := range l.around {
		if c := q.node.Get("contains"); c != nil && !q.refOnly() {
			wanted = append(wanted, q.sub(c))
		}
	}
	if len(wanted) == 0 || l.depth == 0 {
		return nil
	}
	var kinds []*schema.Node
	seen := map[string]bool{}
	plain := &list{w: l.w, f: l.f, around: l.around, depth: l.depth, values: map[int][]*schema.Node{}, ends: prefixLen(l.f)}
	for _, v := range plain.at(plain.ends) {
		kind := ""
		for _, c := range wanted {
			kind += itoa(int(l.w.verdict(v, c, false)))
		}
		if !seen[kind] && len(kinds) < 3 {
			seen[kind] = true
			kinds = append(kinds, v)
		}
	}
	if len(kinds) < 2 {
		return nil
	}
	var out []*schema.Node
	var grow func(v []*schema.Node, from int)
	grow = func(v []*schema.Node, from int) {
		out = append(out, &schema.Node{Kind: schema.Array, Elems: slices.Clone(v)})
		for i := from; i < len(kinds) && len(v) < min(maxMixed, high); i++ {
			grow(append(v, kinds[i]), i)
		}
	}
	grow(nil, 0)
	return out
}

func (l *list) vary(v *schema.Node) []*schema.Node {
	var out []*schema.Node
	for i := range v.Elems {
		for _, e := range l.at(i)[:min(maxPool, len(l.at(i)))] {
			c := &schema.Node{Kind: schema.Array, Elems: slices.Clone(v.Elems)}
			c.Elems[i] = e
			out = append(out, c)
		}
	}
	return out
}

// make returns an array of n elements, or nil if it finds none.
func (l *list) make(n int, distinct bool) *schema.Node {
	v := schema.NewArray()
	seen := map[string]bool{}
	for i := range n {
		vs := l.at(i)
		if len(vs) == 0 {
			return nil
		}
		e := vs[0]
		for j := 0; distinct && seen[e.String()]; j++ {
			if j < len(vs) {
				e = vs[j]
			} else if e = unlike(j-len(vs), vs[0]); e == nil || j > 2*maxFilled {
				return nil
			}
		}
		seen[e.String()] = true
		v.Elems = append(v.Elems, e)
	}
	return v
}
