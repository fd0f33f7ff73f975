// Package syntax walks the source of a package once for all code that examines it. A
// dozen walks over each package took more time than everything else done for packages
// without tools.
package syntax

import (
	"go/ast"
	"go/types"
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
	// uses are the identifiers of each object; see [Tree.Uses].
	uses map[types.Object][]inspector.Cursor
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
	w := &walked{in: inspector.New(files), at: map[ast.Node]inspector.Cursor{}}
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

// Uses returns the identifiers that declare or denote an object, in source order. info is
// the type information of the files.
func (t *Tree) Uses(info *types.Info, obj types.Object) []inspector.Cursor {
	w := t.walked()
	t.mu.Lock()
	defer t.mu.Unlock()
	if w.uses == nil {
		w.uses = map[types.Object][]inspector.Cursor{}
		for c := range w.in.Root().Preorder((*ast.Ident)(nil)) {
			if obj := origin(info.ObjectOf(c.Node().(*ast.Ident))); obj != nil {
				w.uses[obj] = append(w.uses[obj], c)
			}
		}
	}
	return w.uses[origin(obj)]
}

// origin returns the field of the generic struct for a field of an instance, and any other
// object itself.
func origin(obj types.Object) types.Object {
	if v, ok := obj.(*types.Var); ok {
		return v.Origin()
	}
	return obj
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
