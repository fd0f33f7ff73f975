package ir_test

import (
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

func name(s string, kids ...*ir.Node) *ir.Node { return &ir.Node{Op: ir.OpExpr, Name: s, Kids: kids} }

func TestWalk(t *testing.T) {
	literal := &ir.Node{Op: ir.OpClosure, Name: "literal", Fn: &ir.Func{Body: name("body", name("inside"))}}
	tree := name("root", name("first", name("below")), nil, literal, name("last"))
	visited := func(skip string) string {
		var out []string
		ir.Walk(tree, func(n *ir.Node) bool {
			out = append(out, n.Name)
			return n.Name != skip
		})
		return strings.Join(out, " ")
	}
	for skip, want := range map[string]string{
		"":        "root first below literal body inside last",
		"first":   "root first literal body inside last",
		"literal": "root first below literal last",
		"root":    "root",
	} {
		if got := visited(skip); got != want {
			t.Errorf("Walk that skips what is below %q visits %s, want %s", skip, got, want)
		}
	}
	if got := tree.Size(); got != 7 {
		t.Errorf("Size is %d, want 7", got)
	}
	for s, want := range map[string]bool{"root": true, "below": true, "last": true, "literal": true, "inside": false, "none": false} {
		if got := ir.Contains(tree, func(n *ir.Node) bool { return n.Name == s }); got != want {
			t.Errorf("Contains finds %q: %v, want %v", s, got, want)
		}
	}
}

func TestFunction(t *testing.T) {
	for _, test := range []struct {
		n       *ir.Node
		named   bool
		dynamic bool
	}{
		{&ir.Node{Op: ir.OpFunc, Name: "p.F"}, true, false},
		{&ir.Node{Op: ir.OpMethod, Name: "(p.T).M"}, true, false},
		{&ir.Node{Op: ir.OpMethod, Name: "M", Flag: true}, false, true},
		{&ir.Node{Op: ir.OpGlobal, Name: "p.V"}, false, false},
	} {
		key, named := test.n.Function()
		if named != test.named || named && key != test.n.Name || test.n.Dynamic() != test.dynamic {
			t.Errorf("%s: Function is %s, %v and Dynamic is %v, want %v and %v", test.n.Name, key, named, test.n.Dynamic(), test.named, test.dynamic)
		}
	}
}
