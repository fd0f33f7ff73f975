package compat

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Schemas compares two schemas of one tool for a direction. A nil schema accepts
// everything. Parts that are unresolved on either side are not compared; of parts that are
// partly unknown, the known members are compared. The changes
// are sorted, worst first.
func Schemas(old, new *schema.Node, dir Direction) []Change {
	old, new, a := align(schema.FoldSchema(old), schema.FoldSchema(new), schemaObject)
	d := newDiffer("", old, new, dir)
	d.perhaps = a.perhaps
	d.compare()
	d.changes = append(d.changes, foldDescriptions(d.tool, d.descriptions)...)
	sortChanges(d.changes)
	return d.changes
}

// differ walks through two schemas in parallel and reports what differs. It only
// describes the changes; a proof decides whether a change breaks a client.
type differ struct {
	tool     string
	dir      Direction
	old, new *document
	same     *comparer
	strict   *prover // without a policy
	policy   *prover
	visited  map[string]bool
	// perhaps are the schemas and values that may be absent on the side on which they are.
	perhaps map[*schema.Node]bool

	changes      []Change
	origins      []origin // of each change
	descriptions []Change
}

func newDiffer(tool string, old, new *schema.Node, dir Direction) *differ {
	orTrue := func(n *schema.Node) *schema.Node {
		if n == nil {
			return schema.NewBool(true)
		}
		return n
	}
	d := &differ{tool: tool, dir: dir, old: newDocument(orTrue(old)), new: newDocument(orTrue(new)), visited: map[string]bool{}}
	d.same = newComparer()
	steps := minSteps + 10*(len(d.old.pos)+len(d.new.pos))
	d.strict = newProver(d.same, policy{}, steps)
	d.policy = newProver(d.same, policy{declaredOnly: true, tolerant: dir == Output}, steps)
	return d
}

// spot is one place of an instance with the schemas of both sides.
type spot struct {
	old, new conj
	path     string
	// oldAt and newAt are the nearest schemas, for positions.
	oldAt, newAt part
	// proved reports whether no client can break at this place or at an enclosing one.
	proved bool
	// strictly reports whether the new side, at this place or at an enclosing one,
	// accepts every value that the old side accepts, including arguments that no schema
	// declares.
	strictly bool
	// equal reports whether both sides accept the same values at this place or at an
	// enclosing one.
	equal bool
	// up is the enclosing place; step is how this place is reached from it.
	up   *spot
	step step
}

// next returns the spot of a part of s: its old and new schema, and its path.
func (s spot) next(old, new conj, path string, how step) spot {
	up := s
	s.up, s.step = &up, how
	s.old, s.new, s.path = old, new, path
	if len(old.parts) > 0 {
		s.oldAt = old.parts[0]
	}
	if len(new.parts) > 0 {
		s.newAt = new.parts[0]
	}
	return s
}

func (d *differ) compare() {
	o, n := part{d.old.root, d.old}, part{d.new.root, d.new}
	s := spot{}.next(newConj(d.dir == Input, o), newConj(d.dir == Input, n), "", step{})
	s.up = nil
	start := len(d.changes)
	d.place(s)
	fwd, back := d.strict.subAll(s.old, s.new), d.strict.subAll(s.new, s.old)
	switch found := d.changes[start:]; {
	case fwd && back:
	case len(found) == 0 && fwd:
		d.emit(s, change{rule: "schema-widened", effect: Widens, message: d.subject(s) + " accepts more"})
	case len(found) == 0 && back:
		d.emit(s, change{rule: "schema-narrowed", effect: Narrows, message: d.subject(s) + " accepts less"})
	case len(found) == 0, d.dir == Output && !back && Worst(found) < Breaking && !excused(found):
		d.undecided(s)
	}
	d.searcher(s).attach()
}

// excused reports whether a change is allowed only by an exception from the strict
// meaning of the schemas.
func excused(changes []Change) bool {
	for _, c := range changes {
		if c.Ledger != "" {
			return true
		}
	}
	return false
}

func (d *differ) undecided(s spot) {
	s.proved = false
	d.emit(s, change{rule: "schema-undecided", effect: Unknown, message: "cannot prove that the change of " + d.subject(s) + " is compatible"})
}

// holds reports whether the change from old to new breaks no client.
func (d *differ) holds(old, new conj) bool {
	if d.dir == Output {
		return d.policy.subAll(new, old)
	}
	return d.policy.subAll(old, new)
}

// place compares the old and the new schema at one path, and everything below it.
func (d *differ) place(s spot) {
	key := string(d.strict.key(s.old)) + "/" + string(d.strict.key(s.new))
	if d.visited[key] || len(d.visited) > maxPlaces+len(d.old.pos)+len(d.new.pos) {
		return
	}
	d.visited[key] = true
	start := len(d.changes)
	s.proved = s.proved || d.holds(s.old, s.new)
	s.strictly = s.strictly || d.strict.subAll(s.old, s.new)
	s.equal = s.equal || d.strict.subAll(s.old, s.new) && d.strict.subAll(s.new, s.old)
	p := &pair{spot: s, d: d}
	p.o, p.n = newSide(d, s.old), newSide(d, s.new)
	p.annotations()
	if !s.equal {
		p.types()
		p.values()
		p.limits()
		p.opaque()
	}
	p.members()
	p.elements()
	p.unions()
	if !s.proved && Worst(d.changes[start:]) < Breaking {
		d.undecided(s)
	}
}

// side is the old or the new schema of a pair.
type side struct {
	conj
	f *facts
	// accepts are the types that remain after the unions are applied, too.
	accepts typeSet
}

func newSide(d *differ, c conj) side {
	f := d.strict.gather(c)
	accepts := d.accepted(f, 0)
	for range maxInline {
		next, ok := d.inline(c, f)
		if !ok {
			break
		}
		c = next
		f = d.strict.gather(c)
	}
	return side{c, f, accepts}
}

const maxInline = 5

// inline replaces a union that has only one branch besides null by this branch, so that
// it does not matter how a nullable value is written. The accepted types contain null.
func (d *differ) inline(c conj, f *facts) (conj, bool) {
	for _, u := range f.unions {
		var rest []part
		for _, b := range u.branches {
			if t := d.accepted(d.strict.gather(newConj(false, b)), 0); t&^tNull != 0 && t&f.types != 0 {
				rest = append(rest, b)
			}
		}
		if len(rest) == 1 {
			out := c.and(rest[0])
			out.chosen = append(out.chosen[:len(out.chosen):len(out.chosen)], u.node)
			return out, true
		}
	}
	return c, false
}

const maxUnionDepth = 2

// maxPlaces limits the walk, since recursive definitions may combine without end. Large
// schemas get more.
const maxPlaces = 10_000

func (d *differ) accepted(f *facts, depth int) typeSet {
	t := f.types
	for _, u := range f.unions {
		some := typeSet(0)
		for _, b := range u.branches {
			if depth > maxUnionDepth {
				return t
			}
			some |= d.accepted(d.strict.gather(newConj(false, b)), depth+1)
		}
		t &= some
	}
	return t
}

// pair is a place with the facts of both sides.
type pair struct {
	spot
	d    *differ
	o, n side
}

// change is the finding of a comparison before its level is known.
type change struct {
	rule    string
	effect  Effect
	message string
	// old and new are the values that changed, nil if absent.
	old, new *schema.Node
	// gone reports whether the new document has no place for it.
	gone bool
	// strict reports whether no exception applies.
	strict bool
	// name is the member that changed.
	name string
	// values are the elements of lists that were added or removed, if old and new are the
	// lists.
	values []*schema.Node
	// at is the schema to which the change belongs, if it is not the value that
	// changed.
	at *schema.Node
}

func (d *differ) emit(s spot, c change) {
	level := law(c.effect, d.dir)
	out := Change{Rule: c.rule, Direction: d.dir, Path: s.path, Effect: c.effect, Message: c.message}
	switch {
	case s.proved && d.dir == Input && !s.strictly && level > Caution:
		// Any way to close the schema counts as "additionalProperties": false.
		level, out.Ledger = Caution, reasonStray
	case s.proved:
		level = min(level, max(Compatible, lawOfText(c.effect)))
	}
	if d.conditional(c) {
		out.Message += " (under a condition known only at run time)"
	}
	out.Before, out.After = shortenBoth(c.old, c.new)
	if ex := ledger(c.rule, d.dir); ex != nil && !c.strict {
		level, out.Ledger = ex.Level, ex.Reason
	}
	if level == 0 {
		return
	}
	out.Level = level
	out.Pointer, out.Pos = d.where(s, c)
	out.Fingerprint = fingerprint(d.tool, out, c.old, c.new)
	d.changes = append(d.changes, out)
	d.origins = append(d.origins, origin{s, c})
}

// conditional reports whether a change concerns only something that may be absent.
func (d *differ) conditional(c change) bool {
	if len(c.values) > 0 {
		return !slices.ContainsFunc(c.values, func(v *schema.Node) bool { return !d.perhaps[v] })
	}
	return d.perhaps[c.old] || d.perhaps[c.new]
}

// lawOfText returns the level of a change of text, which a proof about values cannot
// lower.
func lawOfText(e Effect) Level {
	if e == Visible {
		return Caution
	}
	return Doc
}

func (d *differ) where(s spot, c change) (pointer string, pos token.Pos) {
	if c.gone {
		if p, ok := d.old.pointers[c.old]; ok {
			return p, token.NoPos
		}
		return d.old.pointers[s.oldAt.node], token.NoPos
	}
	at := c.at
	if at == nil {
		at = c.new
	}
	if p, ok := d.new.pointers[at]; ok {
		if c.new != nil && c.new.Pos.IsValid() {
			return p, c.new.Pos
		}
		return p, d.new.pos[at]
	}
	return d.new.pointers[s.newAt.node], d.new.pos[s.newAt.node]
}

// subject returns the name of a place in a message.
func (d *differ) subject(s spot) string {
	switch {
	case s.path == "":
		return string(d.dir)
	case strings.ContainsRune("[|.", rune(s.path[0])):
		return fmt.Sprintf("%s %q", d.dir, s.path)
	}
	return fmt.Sprintf("%s property %q", d.dir, s.path)
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
