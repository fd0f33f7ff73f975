package eval

import (
	"go/token"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/static"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// A start that fails does not serve. So paths on which a function returns an error are
// left out if the caller ends the start because of it. If the caller continues, for
// example with a default, they are ordinary paths, whose results are joined with those of a
// call that succeeds.

// errorPolicyOf returns the call in the i-th statement of a block whose error has a known fate.
func (m *Machine) errorPolicyOf(f *frame, block *ir.Node, i int) attempt {
	n, last := block.Kids[i], i == len(block.Kids)-1
	switch n.Op {
	case ir.OpReturn:
		if k := len(n.Kids); k > 0 && n.Kids[k-1].Op == ir.OpCall {
			if f.try.endsStart() {
				return attempt{call: n.Kids[k-1], ends: true}
			}
		}
	case ir.OpExpr:
		if n.X().Op == ir.OpCall && last && m.atEnd(f, block) {
			return attempt{call: n.X(), ends: true}
		}
	case ir.OpAssign:
		if len(n.Values()) != 1 || n.Name != "" || n.Values()[0].Op != ir.OpCall {
			break
		}
		call, t := n.Values()[0], n.Targets()[n.Int-1]
		if last && t.Op == ir.OpUnknown && m.atEnd(f, block) {
			return attempt{call: call, ends: true}
		}
		if last || t.Op != ir.OpLocal && t.Op != ir.OpDeclare {
			break
		}
		next := block.Kids[i+1]
		if next.Op != ir.OpIf {
			break
		}
		switch op, slot := static.NilCheck(next.Cond()); {
		case slot != t.Int:
		case m.stops(f, branchFor(next, op)), i+2 == len(block.Kids) && m.atEnd(f, block) && m.code().NodeYields(next) != static.Tools:
			return attempt{call: call, ends: true}
		}
	}
	return attempt{}
}

// atEnd reports whether a block is followed only by the end of a run. An if statement
// with a definition is a block within the function's block.
func (m *Machine) atEnd(f *frame, block *ir.Node) bool {
	body := f.fn.Body
	return len(m.stack) == 1 && (block == body || len(body.Kids) > 0 && block == body.Kids[len(body.Kids)-1])
}

// branchFor returns the branch of an if statement that runs if its condition compares an
// error, which is not nil, with nil by op.
func branchFor(n *ir.Node, op token.Token) *ir.Node {
	if op == token.EQL {
		return n.Else()
	}
	return n.Then()
}

// stops reports whether a branch for an error certainly ends the start, in this
// function or by returning the error to a caller that does.
func (m *Machine) stops(f *frame, n *ir.Node) bool {
	return static.Terminates(n, f.loop != nil && static.Endless(f.loop)) && !m.handles(f, n) && !f.passesOver(n)
}

// passesOver reports whether the branch n for an error contains a return statement after
// which the server may start all the same: one that returns a nil error, an error with which the
// caller does not certainly end the start, or other results than an error.
func (f *frame) passesOver(n *ir.Node) bool {
	if n.Op == ir.OpReturn {
		k := len(f.fn.Results)
		switch {
		case k == 0:
			return false // see handles
		case ir.IsError(f.fn.Results[k-1].Type):
			return !f.try.endsStart() || len(n.Kids) == k && n.Kids[k-1].Op == ir.OpNil
		}
		return true
	}
	return n.Op != ir.OpClosure && slices.ContainsFunc(n.Kids, func(kid *ir.Node) bool { return kid != nil && f.passesOver(kid) })
}

// insists reports whether a call passes the results of another call to a function that begins
// with a test of the error among them and ends the program if it is not nil, as must(f()).
// Otherwise an error of the inner call would end the path, and later tools would be lost
// (fixture must of schemaerror).
func (m *Machine) insists(n *ir.Node) bool {
	if len(n.Args()) != 1 || n.Args()[0].Op != ir.OpCall || n.Callee().Op != ir.OpFunc {
		return false
	}
	fn := m.Env.Func(n.Callee().Name)
	if fn == nil || fn.Body == nil || len(fn.Body.Kids) == 0 || len(fn.Params) == 0 {
		return false
	}
	check, last := fn.Body.Kids[0], fn.Params[len(fn.Params)-1]
	if check.Op != ir.OpIf || !ir.IsError(last.Type) {
		return false
	}
	op, slot := static.NilCheck(check.Cond())
	return op == token.NEQ && slot == last.Slot && static.EndsProgram(check.Then())
}

// failing reports whether a path returns an error that is certainly not nil, from code
// that a server calls. The errors within an SDK are followed.
func (m *Machine) failing(f *frame, vals []value.Value) bool {
	k := len(f.fn.Results)
	if k == 0 || len(vals) != k || !ir.IsError(f.fn.Results[k-1].Type) || m.Env.Harmless(f.fn.Pkg) {
		return false
	}
	switch vals[k-1].(type) {
	case *value.Native, *value.Ptr, *value.Struct:
		return true
	}
	return false
}

// failed reports whether a path is left out because it returns an error.
func (m *Machine) failed(f *frame, vals []value.Value) bool {
	return f.try.endsStart() && m.failing(f, vals)
}

// handles reports whether the server starts in spite of an error if a branch runs: the
// branch makes tools, or ends a function that does not return the error.
func (m *Machine) handles(f *frame, n *ir.Node) bool {
	if static.Fails(f.fn, n) {
		return false
	}
	if m.code().NodeYields(n) == static.Tools {
		return true
	}
	return len(f.fn.Results) == 0 && !strings.HasSuffix(f.fn.Key, ".main") && static.Returns(n)
}
