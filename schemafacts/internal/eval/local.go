package eval

import (
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/static"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// A budget that ends in one call hides every definition behind that call. The local
// tier runs such a function once more, by itself: each of its calls gets a small
// budget, so that no call can hide what comes after it. Only definitions that no run
// has reached are kept, as tools that are not followed to their registration.

// A call in a local run gets this part of the run's budget.
const localCall = 10

// local is the state of the local tier.
type local struct {
	// short are the functions that a budget has cut short, with the reason, and
	// unrun are the closures that were not run at all.
	short map[*ir.Func]string
	unrun []*value.Closure
	// missed are the places in cut functions that no run has reached, and that
	// define tools or call what does. It is nil before the local tier.
	missed map[token.Pos]bool
	reason string // why the function that runs now was cut short
}

// cutShort records that a budget has ended a run in a function.
func (m *Machine) cutShort(fn *ir.Func, reason string) {
	if m.local.missed == nil && fn != nil && m.local.short[fn] == "" {
		m.local.short[fn] = reason
	}
}

// Local returns why no other run has followed the program to the present position, or
// "" outside the local tier. A local run also executes code that other runs have
// reached; then missed is false, and the call or definition at pos is ignored.
func (m *Machine) Local(pos token.Pos) (reason string, missed bool) {
	if m.local.missed == nil {
		return "", false
	}
	missed = m.local.missed[pos] || slices.ContainsFunc(m.stack, func(f *frame) bool { return m.local.missed[f.callPos] })
	return m.local.reason, missed
}

// runLocal is the local tier for the functions of a package.
func (m *Machine) runLocal(fns []*ir.Func) {
	built := map[token.Pos]bool{}
	for _, d := range m.Defs {
		built[d.Pos] = true
	}
	missed := map[token.Pos]bool{}
	misses := func(fn *ir.Func) bool {
		if m.local.short[fn] == "" || m.code().Yields(fn) == static.Nothing || m.code().Answers(fn) && !m.code().MayRegister(fn) {
			return false
		}
		return m.missedIn(fn.Body, built, missed)
	}
	var roots []*ir.Func
	for _, fn := range fns {
		if misses(fn) {
			roots = append(roots, fn)
		}
	}
	closures := slices.DeleteFunc(m.local.unrun, func(c *value.Closure) bool { return !misses(c.Fn) })
	if len(roots)+len(closures) == 0 {
		return
	}
	m.local.missed = missed
	m.left = rootBudget / m.divisor
	for _, fn := range roots {
		m.local.reason = m.local.short[fn]
		m.RunRoot(fn)
	}
	for _, c := range closures {
		m.local.reason = m.local.short[c.Fn]
		m.closures = append(m.closures[:0], c)
		m.rootClosures()
	}
	m.local.missed = nil
}

// missedIn adds to missed the places in a program that no run has reached, where it
// makes tools or calls what does, and reports whether there are any. Built are the
// places of the definitions that were made.
func (m *Machine) missedIn(n *ir.Node, built, missed map[token.Pos]bool) bool {
	if n == nil {
		return false
	}
	found := false
	switch n.Op {
	case ir.OpComposite:
		found = m.code().Watches(n.Type) == static.Tools && !built[n.Pos]
	case ir.OpCall:
		found = !m.Called[n.Pos] && m.code().CallMakes(n)
	}
	if found {
		missed[n.Pos] = true
	}
	for _, k := range n.Kids {
		found = m.missedIn(k, built, missed) || found
	}
	if n.Fn != nil {
		found = m.missedIn(n.Fn.Body, built, missed) || found
	}
	return found
}

// holdsMissed reports whether a program has a missed place.
func (l *local) holdsMissed(n *ir.Node) bool {
	if n == nil {
		return false
	}
	return l.missed[n.Pos] || slices.ContainsFunc(n.Kids, l.holdsMissed) || n.Fn != nil && l.holdsMissed(n.Fn.Body)
}
