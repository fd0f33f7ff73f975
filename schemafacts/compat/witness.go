package compat

import (
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// step is how a place is reached from the enclosing one.
type step struct {
	kind  stepKind
	name  string // of a member
	index int    // of an element
}

type stepKind uint8

const (
	// sameValue is a branch of a union: it has the value of the enclosing place.
	sameValue stepKind = iota
	memberStep
	renamedStep // a member under a name that only one side has
	restStep
	elementStep
)

// origin is the place where a change was found, with the change in the form of the
// differ.
type origin struct {
	spot   spot
	change change
}

const (
	// witnessSteps limits the steps of the search for witnesses in one comparison.
	// Large schemas get more.
	witnessSteps = 60_000
	// maxWitnesses is the greatest number of changes for which a witness is searched.
	maxWitnesses = 200
	// beam is the number of example values that the search keeps when it goes from a
	// part of a schema to the enclosing part.
	beam = 6
)

// The reasons why a change has no witness.
const (
	reasonNoProof = "schemavet found neither a value that only one side accepts nor a proof that none exists"
	reasonBudget  = "too large to decide: the step budget is used up"
	reasonRenamed = "callers are affected only after they switch to the new name"
	reasonWhole   = "the part is no longer compatible, but schemavet found no complete value that shows it"
)

// searcher finds witnesses for the changes of one comparison.
type searcher struct {
	d      *differ
	w      *finder
	sender bool // the old side sends
	root   spot
	whole  *schema.Node // the smallest witness of all, once it was searched
	asked  bool
}

func (d *differ) searcher(root spot) *searcher {
	steps := witnessSteps + 30*(len(d.old.pos)+len(d.new.pos))
	return &searcher{d: d, w: newFinder(d.policy, steps), sender: d.dir == Input, root: root}
}

// sides returns the schemas of the sender and of the reader of a place.
func (x *searcher) sides(s spot) (from, to conj) {
	if x.sender {
		return s.old, s.new
	}
	return s.new, s.old
}

// attach searches for a witness of every breaking change, and stores it in the
// change.
func (x *searcher) attach() {
	n := 0
	for _, c := range x.d.changes {
		if c.Level == Breaking {
			n++
		}
	}
	total := x.w.steps
	done := 0
	for i := range x.d.changes {
		c := &x.d.changes[i]
		if c.Level != Breaking {
			continue
		}
		// The first changes must leave steps for the others.
		x.w.steps = min(total, total/(n-done)+witnessSteps/8)
		before := x.w.steps
		if done < maxWitnesses && total > 0 {
			x.one(c, x.d.origins[i], n == 1)
		} else {
			x.undecided(c, reasonBudget)
		}
		x.settle(c, x.d.origins[i])
		total -= before - x.w.steps
		done++
	}
}

// settle sets the effect of a change that is no longer undecided, and what depends on
// it.
func (x *searcher) settle(c *Change, o origin) {
	s := o.spot
	if c.Effect != Unknown || c.Witness == "" {
		return
	}
	if c.Effect = x.d.effect(s); c.Effect != Widens && c.Effect != Narrows {
		c.Effect = Incomparable
	}
	if c.Rule == "constraint-tightened" && c.Effect == Widens {
		c.Rule = "constraint-relaxed"
	}
	if c.Rule == "schema-undecided" {
		x.rename(c, s)
	}
	c.Fingerprint = fingerprint(x.d.tool, *c, o.change.old, o.change.new)
}

// rename sets the rule and message of a change that was undecided, by its effect.
func (x *searcher) rename(c *Change, s spot) {
	c.Rule, c.Message = "schema-incomparable", x.d.subject(s)+" accepts other values"
	switch c.Effect {
	case Narrows:
		c.Rule, c.Message = "schema-narrowed", x.d.subject(s)+" accepts less"
	case Widens:
		c.Rule, c.Message = "schema-widened", x.d.subject(s)+" accepts more"
	}
}

func (x *searcher) undecided(c *Change, reason string) {
	if c.Ledger == "" {
		c.Undecided, c.Reason = true, reason
	}
}

// one searches for a witness of one change.
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
	if v := x.lift(s, local); v != nil {
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
	case s.renamed():
		c.Reason = reasonRenamed
	default:
		x.undecided(c, reasonWhole)
	}
}

// renamed reports whether a place is in a property that was renamed. No value there is
// valid on both sides as a whole.
func (s spot) renamed() bool {
	for at := &s; at != nil; at = at.up {
		if at.step.kind == renamedStep {
			return true
		}
	}
	return false
}

// all returns the smallest value that the sending side of a tool's schemas may send
// and the receiving side rejects.
func (x *searcher) all() *schema.Node {
	if x.asked {
		return x.whole
	}
	x.asked = true
	from, to := x.sides(x.root)
	hints := append(slices.Clone(from.parts), to.parts...)
	for _, v := range x.w.pool(from, hints, poolDepth) {
		if x.w.rejects(v, to) {
			x.whole = v
			break
		}
	}
	return x.whole
}

// blame returns a function that reports whether a value at the place of a change shows
// this change and no other.
func (x *searcher) blame(o origin) func(*schema.Node) bool {
	c := o.change
	if c.name != "" {
		missing := c.rule == "required-added" || c.rule == "property-added-required"
		if !x.sender {
			missing = !strings.HasPrefix(c.rule, "property-added")
		}
		return func(v *schema.Node) bool {
			return v.Kind == schema.Object && v.Has(c.name) != missing
		}
	}
	value := c.new
	if !x.sender {
		value = c.old
	}
	_, to := x.sides(o.spot)
	for _, n := range x.w.p.gather(to).nodes {
		for _, m := range n.node.Members {
			if m.Value == value {
				group := groupOf(m.Name)
				keyword := group[slices.IndexFunc(group, n.node.Has)]
				return func(v *schema.Node) bool {
					check := validator{steps: maxValidSteps, lax: true}
					return check.keyword(v, n, keyword) == no
				}
			}
		}
	}
	return func(*schema.Node) bool { return true }
}
