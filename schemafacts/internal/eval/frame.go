package eval

import (
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/heap"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/state"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// frame is an active call.
type frame struct {
	fn      *ir.Func
	args    []value.Value
	slots   []*value.Cell
	targs   []types.Type
	entry   state.State // when the call began
	kept    bool        // whether entry was kept
	cond    int
	defers  []deferred
	loop    *ir.Node // the innermost loop of the present statement
	looping int      // active loops with an unknown number of iterations
	// unordered is the outermost active loop of the function in an unknown order.
	unordered *unordered
	callPos   token.Pos

	recovers bool           // a function that recovers is deferred
	seen     *heap.Recorder // the old values of variables since then, nil when the body has ended

	try  *attempt // the caller's handling of an error, see callValue
	next attempt  // the call of the present statement whose error has a fate
}

// CallSite is an active call.
type CallSite struct {
	Pos token.Pos // token.NoPos for the first
	Fn  *ir.Func
}

// named reports whether the results have names.
func (f *frame) named() bool {
	for _, r := range f.fn.Results {
		if r.Slot < 0 {
			return false
		}
	}
	return len(f.fn.Results) > 0
}

func (m *Machine) namedResults(f *frame) []value.Value {
	var vals []value.Value
	for _, r := range f.fn.Results {
		if r.Slot >= 0 && f.slots[r.Slot] != nil {
			vals = append(vals, value.Clone(value.Share(f.slots[r.Slot].Get())))
		} else {
			vals = append(vals, value.NewUnknown("a missing return", f.fn.Pos, r.Type))
		}
	}
	return vals
}

// deferred is a deferred call: a function that runs when the calling function ends.
type deferred struct {
	run func()
	// vals are what run uses: the function and its arguments.
	vals []value.Value
	loop *unordered // that deferred it, or nil
}
