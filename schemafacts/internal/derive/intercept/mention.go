package intercept

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// The functions that use the list of tools are found by what they mention.

// rewrites reports whether syntax uses the list of tools: it names the method or the
// type of the response, or calls a function that does.
func (b *finder) rewrites(n ast.Node) bool { return b.rewritten(b.mention(n)) }

// rewritten is like rewrites, but takes the result of mention.
func (b *finder) rewritten(m mention) bool {
	return m.list || slices.ContainsFunc(m.calls, func(d *ast.FuncDecl) bool { return b.users()[d] })
}

// usersOfList returns the functions of the package that use the list of tools, or call
// functions that do. Each call is looked at once.
func (b *finder) usersOfList() map[*ast.FuncDecl]bool {
	out := map[*ast.FuncDecl]bool{}
	callers := map[*ast.FuncDecl][]*ast.FuncDecl{}
	var work []*ast.FuncDecl
	for _, d := range b.bodies {
		m := b.mentionOf(d)
		if m.list {
			work = append(work, d)
		}
		for _, called := range m.calls {
			callers[called] = append(callers[called], d)
		}
	}
	for len(work) > 0 {
		d := work[len(work)-1]
		work = work[:len(work)-1]
		if !out[d] {
			out[d] = true
			work = append(work, callers[d]...)
		}
	}
	return out
}

// mention records how a piece of syntax refers to the list of tools.
type mention struct {
	list  bool            // it names the list, or a function of another package that uses it
	calls []*ast.FuncDecl // the functions of the package that it calls
}

// mentionOf is mention for a function, with a cache.
func (b *finder) mentionOf(d *ast.FuncDecl) mention {
	m, ok := b.mentions[d]
	if !ok {
		m = b.mention(d)
		b.mentions[d] = m
	}
	return m
}

func (b *finder) mention(n ast.Node) (m mention) {
	// Only a complete concatenation can be the method. To compute the text of each of
	// its parts would take quadratic time.
	part := map[ast.Expr]bool{}
	for n := range b.pkg.Tree.In(n, (*ast.CallExpr)(nil), (*ast.Ident)(nil), (*ast.BasicLit)(nil), (*ast.BinaryExpr)(nil)) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if fn := b.callee(n); fn != nil {
				if d := b.bodies[fn]; d != nil && d.Body != nil {
					m.calls = append(m.calls, d)
				} else {
					m.list = m.list || b.inLists(fn)
				}
			}
		case *ast.Ident:
			switch obj := b.info.Uses[n].(type) {
			case *types.TypeName:
				for _, s := range b.surfaces {
					m.list = m.list || s.List != "" && typeKey(obj.Type()) == s.List
				}
			case *types.Const:
				m.list = m.list || isMethod(obj.Val())
			}
		case *ast.BasicLit:
			m.list = m.list || strings.Contains(n.Value, "tools/list") && isMethod(b.info.Types[n].Value)
		case *ast.BinaryExpr:
			if n.Op == token.ADD {
				part[ast.Unparen(n.X)], part[ast.Unparen(n.Y)] = true, true
			}
			m.list = m.list || !part[n] && isMethod(b.info.Types[n].Value)
		}
		if m.list {
			break
		}
	}
	return m
}

// isMethod reports whether a constant is the name of the method tools/list.
func isMethod(v constant.Value) bool {
	return v != nil && v.Kind() == constant.String && constant.StringVal(v) == "tools/list"
}

// looksAtList reports whether a middleware uses the list of tools.
func (b *finder) looksAtList(e ast.Expr, depth int) bool {
	e = ast.Unparen(e)
	if b.rewrites(e) || depth > 4 {
		return b.rewrites(e)
	}
	switch obj := b.object(e).(type) {
	case *types.Func:
		if d := b.bodies[obj.Origin()]; d != nil {
			return b.rewrites(d)
		}
		return b.inLists(obj.Origin())
	case *types.Var:
		for _, v := range b.values[obj] {
			if b.looksAtList(v.e, depth+1) {
				return true
			}
		}
	}
	return false
}

// inLists reports whether the facts list a function of another package among those
// that use the list of tools.
func (b *finder) inLists(fn *types.Func) bool {
	lists := b.lists()
	return len(lists) > 0 && lists[ir.Key(fn)]
}

// markFilters marks the functions of the package that use the list of tools and change
// none.
func (b *finder) markFilters() {
	for fn, d := range b.bodies {
		if i := slices.Index(b.found.Lists, ir.Key(fn.(*types.Func))); i >= 0 && b.filters(d) {
			b.found.Lists[i] = onlyFilter + b.found.Lists[i]
		}
	}
	slices.Sort(b.found.Lists)
}
