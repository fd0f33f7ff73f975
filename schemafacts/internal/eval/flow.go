package eval

import (
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/state"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// This file contains how paths go on, and what a caller does with an error.

type ctlKind uint8

const (
	ctlNone ctlKind = iota
	ctlReturn
	ctlBreak
	ctlContinue
)

// ctl is how a path goes on after a statement. A panic is not recorded here but in the
// machine's panicking flag, because expressions panic as well.
type ctl struct {
	kind  ctlKind
	label string
	vals  []value.Value
	why   *value.Unknown // the condition of an exit
}

// flow is the result of a statement: how the present path goes on, and the exits, the paths
// that left the statement in another way. Each exit waits with its state until the loop,
// block or function that it leaves ends.
type flow struct {
	ctl
	exits []path
}

// leaving returns the flow of a statement that leaves by c.
func leaving(c ctl) flow { return flow{ctl: c} }

// path is one path to a join point: its state, and how it ended.
type path struct {
	state state.State
	ctl   ctl
}

// then adds the flow of the next statement of the present path.
func (fl *flow) then(next flow) {
	fl.ctl, fl.exits = next.ctl, append(fl.exits, next.exits...)
}

// take removes and returns the exits that leave for a loop or block with this label.
func (fl *flow) take(label string, kinds ...ctlKind) []path {
	return fl.takeIf(func(c ctl) bool {
		return slices.Contains(kinds, c.kind) && (c.label == "" || c.label == label)
	})
}

// takeBreaks removes and returns the exits that break out of a block, for a block that is
// left by its name only those that name it.
func (fl *flow) takeBreaks(n *ir.Node) []path {
	if !n.Flag {
		return fl.take(n.Name, ctlBreak)
	}
	return fl.takeIf(func(c ctl) bool { return c.kind == ctlBreak && c.label == n.Name && n.Name != "" })
}

func (fl *flow) takeIf(is func(ctl) bool) (taken []path) {
	kept := fl.exits[:0:0]
	for _, p := range fl.exits {
		if is(p.ctl) {
			taken = append(taken, p)
		} else {
			kept = append(kept, p)
		}
	}
	fl.exits = kept
	return taken
}

// leaves returns what the end of a loop's body means: continue with the next iteration,
// stop, or neither, if the statement leaves an outer loop or the function.
func leaves(c ctl, label string) (next, stop bool) {
	mine := c.label == "" || c.label == label
	switch c.kind {
	case ctlNone:
		return true, false
	case ctlContinue:
		return mine, false
	case ctlBreak:
		return false, mine
	}
	return false, false
}

func rank(c ctl) int {
	switch c.kind {
	case ctlReturn:
		return 3
	case ctlBreak, ctlContinue:
		if c.label != "" {
			return 2
		}
		return 1
	}
	return 0
}

// attempt is a call that may fail, as its caller sees it.
type attempt struct {
	call *ir.Node // its expression
	ends bool     // an error ends the start; otherwise it may be dropped
}

// dropped returns the attempt of a call whose error the caller may drop, such as a deferred
// call or one by code that is not followed.
func dropped() *attempt { return &attempt{} }

// endsStart reports whether a call that fails ends the start. A root has no attempt: it is
// the start.
func (a *attempt) endsStart() bool { return a == nil || a.ends }
