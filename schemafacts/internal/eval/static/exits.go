package static

import (
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Fails reports whether a statement certainly ends the program, or returns an error
// that is not nil.
func Fails(fn *ir.Func, n *ir.Node) bool {
	switch n.Op {
	case ir.OpExpr:
		return NeverReturns(n.X())
	case ir.OpReturn:
		k := len(fn.Results)
		return k > 0 && len(n.Kids) == k && ir.IsError(fn.Results[k-1].Type) && n.Kids[k-1].Op != ir.OpNil
	case ir.OpBlock:
		return len(n.Kids) > 0 && Fails(fn, n.Kids[len(n.Kids)-1])
	case ir.OpIf:
		return Fails(fn, n.Then()) && Fails(fn, n.Else())
	}
	return false
}

// Returns reports whether a branch ends in a return statement.
func Returns(n *ir.Node) bool {
	switch n.Op {
	case ir.OpReturn:
		return true
	case ir.OpBlock:
		return len(n.Kids) > 0 && Returns(n.Kids[len(n.Kids)-1])
	case ir.OpIf:
		return Returns(n.Then()) || Returns(n.Else())
	}
	return false
}

// Terminates reports whether a statement certainly leaves the function, or the loop if
// endless says that the loop has no condition.
func Terminates(n *ir.Node, endless bool) bool {
	switch n.Op {
	case ir.OpReturn:
		return true
	case ir.OpBranch:
		return endless
	case ir.OpBlock:
		return len(n.Kids) > 0 && Terminates(n.Kids[len(n.Kids)-1], endless)
	case ir.OpIf:
		return Terminates(n.Then(), endless) && Terminates(n.Else(), endless)
	case ir.OpExpr:
		return NeverReturns(n.X())
	}
	return false
}

func NeverReturns(n *ir.Node) bool {
	if n.Op == ir.OpBuiltin {
		return n.Name == "panic"
	}
	if n.Op != ir.OpCall {
		return false
	}
	switch n.Callee().Name {
	case "os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic", "log.Panicf", "log.Panicln",
		"(*log.Logger).Fatal", "(*log.Logger).Fatalf", "(*log.Logger).Fatalln", "runtime.Goexit",
		"(*testing.common).Fatal", "(*testing.common).Fatalf":
		return true
	}
	return false
}

func CallsRecover(n *ir.Node) bool {
	return ir.Contains(n, func(n *ir.Node) bool { return n.Op == ir.OpBuiltin && n.Name == "recover" })
}

// LeavesLoop reports whether the body of a loop contains a statement that ends the
// loop. depth counts the enclosing loops and switches.
func LeavesLoop(n *ir.Node, depth int) bool {
	switch n.Op {
	case ir.OpReturn:
		return true
	case ir.OpBranch:
		return n.Name != "" || depth == 0 && n.Token() == token.BREAK
	case ir.OpFor, ir.OpRange, ir.OpLabeled:
		depth++
	}
	for _, k := range n.Kids {
		if LeavesLoop(k, depth) {
			return true
		}
	}
	return false
}

// Ends reports whether a statement in the body of a loop without a condition may leave
// the loop. If none does, as in the main loop of an agent, one iteration is enough.
func Ends(loop *ir.Node) bool {
	inside := map[string]bool{}
	var walk func(n *ir.Node, nested bool) bool
	walk = func(n *ir.Node, nested bool) bool {
		if n == nil {
			return false
		}
		switch n.Op {
		case ir.OpReturn:
			return true
		case ir.OpBranch:
			switch n.Token() {
			case token.CONTINUE:
				return n.Name != "" && n.Name != loop.Name && !inside[n.Name]
			case token.BREAK:
				return n.Name == "" && !nested || n.Name != "" && !inside[n.Name]
			}
			return true
		case ir.OpFor, ir.OpRange, ir.OpLabeled:
			nested = nested || n.Op != ir.OpLabeled || !n.Flag
			inside[n.Name] = true
		}
		return slices.ContainsFunc(n.Kids, func(k *ir.Node) bool { return walk(k, nested) })
	}
	return walk(loop.Body(), false)
}

// NilCheck returns the operator of a comparison with nil, and the slot of the compared
// variable, or -1.
func NilCheck(n *ir.Node) (op token.Token, slot int) {
	if n.Op != ir.OpBinary || n.X().Op != ir.OpLocal || n.Y().Op != ir.OpNil {
		return token.ILLEGAL, -1
	}
	if op := n.Token(); op == token.EQL || op == token.NEQ {
		return op, n.X().Int
	}
	return token.ILLEGAL, -1
}

// Endless reports whether a loop has no condition, such as the main loop of a server or an
// agent.
func Endless(loop *ir.Node) bool { return loop.Op == ir.OpFor && loop.Kids[0].Op == ir.OpBlock }

// EndsProgram reports whether a block certainly panics or ends the program.
func EndsProgram(n *ir.Node) bool {
	jumps := func(n *ir.Node) bool { return n.Op == ir.OpReturn || n.Op == ir.OpBranch }
	if n.Op != ir.OpBlock || len(n.Kids) == 0 || ir.Contains(n, jumps) {
		return false
	}
	last := n.Kids[len(n.Kids)-1]
	return last.Op == ir.OpExpr && NeverReturns(last.X())
}
