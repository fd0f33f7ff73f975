// Package syntax walks the source of a package once for all code that examines it. A
// dozen walks over each package took more time than everything else done for packages
// without tools.
package syntax

import (
	"go/ast"
	"iter"
	"sync"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// Tree is the syntax of a package's files, indexed for fast searches. It is safe for
// concurrent use.
type Tree struct {
	files []*ast.File
	mu    sync.Mutex
	now   *walked // nil until the first use
}

// walked is the index that a walk over the files makes.
type walked struct {
	in *inspector.Inspector
	// at contains the nodes for which searches ask most: declarations, literals and their
	// bodies, and the values of variables.
	at map[ast.Node]inspector.Cursor
}

// New returns the tree of some files. It builds the index on first use.
func New(files []*ast.File) *Tree { return &Tree{files: files} }

// Forget frees the index until the next use.
func (t *Tree) Forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now = nil
}

func (t *Tree) walked() *walked {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.now == nil {
		t.now = walk(t.files)
	}
	return t.now
}

func walk(files []*ast.File) *walked {
	w := &walked{inspector.New(files), map[ast.Node]inspector.Cursor{}}
	add := func(c inspector.Cursor) { w.at[c.Node()] = c }
	for c := range w.in.Root().Preorder((*ast.File)(nil), (*ast.FuncDecl)(nil), (*ast.GenDecl)(nil), (*ast.ValueSpec)(nil), (*ast.FuncLit)(nil)) {
		add(c)
		switch n := c.Node().(type) {
		case *ast.ValueSpec:
			for i := range n.Values {
				add(c.ChildAt(edge.ValueSpec_Values, i))
			}
		case *ast.FuncDecl:
			if n.Body != nil {
				add(c.ChildAt(edge.FuncDecl_Body, -1))
			}
		case *ast.FuncLit:
			add(c.ChildAt(edge.FuncLit_Body, -1))
		}
	}
	return w
}

// At returns the cursor of a node of the files, or false for any other node.
func (t *Tree) At(n ast.Node) (inspector.Cursor, bool) {
	w := t.walked()
	if c, ok := w.at[n]; ok {
		return c, true
	}
	c, ok := w.in.Root().FindByPos(n.Pos(), n.End())
	if !ok {
		return c, false
	}
	for c := range c.Enclosing() {
		if c.Node() == n {
			return c, true
		}
	}
	return w.in.Root().FindNode(n) // the innermost node at a position may be another one
}

// In returns the nodes of the given types in n, including n itself, in the order of
// [ast.Inspect]. Without types, it returns all nodes.
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
