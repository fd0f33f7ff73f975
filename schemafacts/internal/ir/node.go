package ir

import "go/token"

// The methods in this file return the parts of a node by name. Each is valid only for the
// kinds of node that have this part; see [Op].

// X returns the operand of an expression or statement.
func (n *Node) X() *Node { return n.Kids[0] }

// Y returns the second operand.
func (n *Node) Y() *Node { return n.Kids[1] }

// Bounds returns the low, high and maximum index of a slice expression.
func (n *Node) Bounds() []*Node { return n.Kids[1:] }

// AbsentBound returns the node for a bound that is left out.
func AbsentBound() *Node { return &Node{Op: OpUnknown, Int: 1} }

// IsAbsent reports whether n is a bound that is left out; see [AbsentBound].
func (n *Node) IsAbsent() bool { return n.Op == OpUnknown && n.Int == 1 }

// Callee returns the called function.
func (n *Node) Callee() *Node { return n.Kids[0] }

// Args returns the arguments of a call.
func (n *Node) Args() []*Node { return n.Kids[1:] }

// Spread reports whether "..." follows the last argument of a call.
func (n *Node) Spread() bool { return n.Flag }

// CommaOK reports whether an expression has a second result, which is a bool.
func (n *Node) CommaOK() bool { return n.Flag }

// Token returns the operator of an expression, or the keyword of a branch statement.
func (n *Node) Token() token.Token { return token.Token(n.Int) }

// Function returns the key of the function or method that n names. It returns false for
// other nodes and for dynamic methods.
func (n *Node) Function() (key string, ok bool) {
	return n.Name, n.Op == OpFunc || n.Op == OpMethod && !n.Flag
}

// Dynamic reports whether n is a method of an interface. Any type that implements the
// interface may have the method.
func (n *Node) Dynamic() bool { return n.Op == OpMethod && n.Flag }

// Targets returns the left sides of an assignment.
func (n *Node) Targets() []*Node { return n.Kids[:n.Int] }

// Values returns the right sides of an assignment.
func (n *Node) Values() []*Node { return n.Kids[n.Int:] }

// Defines reports whether an assignment or a range statement declares its variables.
func (n *Node) Defines() bool { return n.Flag }

// Cond returns the condition of an if or for statement.
func (n *Node) Cond() *Node { return n.Kids[0] }

// Then returns the statement that runs if the condition is true.
func (n *Node) Then() *Node { return n.Kids[1] }

// Else returns the statement that runs if the condition is false.
func (n *Node) Else() *Node { return n.Kids[2] }

// Post returns the statement that runs after each iteration of a for loop.
func (n *Node) Post() *Node { return n.Kids[1] }

// Key returns what a range statement assigns the key to.
func (n *Node) Key() *Node { return n.Kids[1] }

// Elem returns what a range statement assigns the element to.
func (n *Node) Elem() *Node { return n.Kids[2] }

// Body returns the body of a loop, a case or a labeled statement.
func (n *Node) Body() *Node { return n.Kids[len(n.Kids)-1] }

// Cases returns the cases of a type switch.
func (n *Node) Cases() []*Node { return n.Kids[1:] }

// Walk calls f for n and for the nodes below it, also in function literals. Each node
// comes before the nodes below it, which Walk skips if f returns false.
func Walk(n *Node, f func(*Node) bool) {
	if n == nil || !f(n) {
		return
	}
	for _, k := range n.Kids {
		Walk(k, f)
	}
	if n.Fn != nil {
		Walk(n.Fn.Body, f)
	}
}

// Contains reports whether is returns true for n or a node below it. It does not search
// function literals.
func Contains(n *Node, is func(*Node) bool) bool {
	found := false
	Walk(n, func(n *Node) bool {
		found = found || is(n)
		return !found && n.Op != OpClosure
	})
	return found
}

// Walk calls [Walk] for all programs of a unit.
func (u *Unit) Walk(f func(*Node) bool) {
	for _, fn := range u.Funcs {
		Walk(fn.Body, f)
	}
	for _, fn := range u.Inits {
		Walk(fn.Body, f)
	}
	for _, v := range u.Vars {
		Walk(v.Init, f)
	}
}

// Functions returns the keys of the functions that a unit's programs name, so that they
// may be called.
func (u *Unit) Functions() map[string]bool {
	out := map[string]bool{}
	u.Walk(func(n *Node) bool {
		if key, ok := n.Function(); ok {
			out[key] = true
		}
		return true
	})
	return out
}
