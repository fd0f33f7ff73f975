// Package syntax walks the source of a package once for all that look through it.
// A dozen walks over each package took more time than all else that is done about
// packages without tools.
package syntax

import (
	"go/ast"
	"iter"
	"sync"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// Tree is the source of a package. It is safe for concurrent use.
type Tree struct {
	files []*ast.File
	walk  sync.Once
	in    *inspector.Inspector
	// at has what is asked for most: declarations, literals and their bodies, and the
	// values of variables.
	at map[ast.Node]inspector.Cursor
}

// New returns the source of some files, which are walked when it is first asked for.
func New(files []*ast.File) *Tree { return &Tree{files: files} }

func (t *Tree) walked() {
	t.walk.Do(func() {
		t.in, t.at = inspector.New(t.files), map[ast.Node]inspector.Cursor{}
		for c := range t.in.Root().Preorder((*ast.File)(nil), (*ast.FuncDecl)(nil), (*ast.GenDecl)(nil), (*ast.ValueSpec)(nil), (*ast.FuncLit)(nil)) {
			t.add(c)
			switch n := c.Node().(type) {
			case *ast.ValueSpec:
				for i := range n.Values {
					t.add(c.ChildAt(edge.ValueSpec_Values, i))
				}
			case *ast.FuncDecl:
				if n.Body != nil {
					t.add(c.ChildAt(edge.FuncDecl_Body, -1))
				}
			case *ast.FuncLit:
				t.add(c.ChildAt(edge.FuncLit_Body, -1))
			}
		}
	})
}

func (t *Tree) add(c inspector.Cursor) { t.at[c.Node()] = c }

// At returns the cursor of a node of the files, false for any other node.
func (t *Tree) At(n ast.Node) (inspector.Cursor, bool) {
	t.walked()
	if c, ok := t.at[n]; ok {
		return c, true
	}
	c, ok := t.in.Root().FindByPos(n.Pos(), n.End())
	if !ok {
		return c, false
	}
	for c := range c.Enclosing() {
		if c.Node() == n {
			return c, true
		}
	}
	return t.in.Root().FindNode(n) // the innermost node of a place may be another
}

// In returns the nodes of some types, or all, in the order of [ast.Inspect]: those
// below n, and n itself.
func (t *Tree) In(n ast.Node, types ...ast.Node) iter.Seq[ast.Node] {
	c, ok := t.At(n)
	if !ok {
		return func(func(ast.Node) bool) {}
	}
	return func(yield func(ast.Node) bool) {
		for c := range c.Preorder(types...) {
			if !yield(c.Node()) {
				return
			}
		}
	}
}
