package wire

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// in reports whether the source of a package makes values of this dialect. Declared
// types alone do not count, because clients decode the lists of servers into such
// types. But if the program may pass a decoded value on as an interface, it may
// encode the value again, as a server does that reads its list from a file.
func in(info *types.Info, files []*ast.File, other func(*types.TypeName) bool) bool {
	s := &search{info: info, other: other, forms: map[types.Type]form{}}
	for _, f := range files {
		ast.Inspect(f, s.visit)
	}
	return s.found || s.declared && !isIndependent(info, files)
}

// search searches the source of a package for values that may be tools.
type search struct {
	info *types.Info
	// other reports whether a type belongs to another dialect.
	other func(*types.TypeName) bool
	forms map[types.Type]form // the types classified so far
	// found is set if there is such a value, declared if a tool type is declared.
	found, declared bool
}

// isForm reports whether a type, or the type that a pointer type points to, has the
// form of a tool.
func (s *search) isForm(t types.Type) bool {
	// for example an element of a slice of pointers, whose literal omits the type
	t = jsonfields.Pointee(t)
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || s.other(named.Obj()) {
		return false
	}
	f, seen := s.forms[t]
	if !seen {
		f = formOf(t)
		s.forms[t] = f
	}
	return f >= aTool
}

// visit examines a node. It reports whether to visit the children.
func (s *search) visit(n ast.Node) bool {
	if spec, ok := n.(*ast.TypeSpec); ok {
		if obj, ok := s.info.Defs[spec.Name].(*types.TypeName); ok {
			s.declared = s.declared || s.isForm(obj.Type())
		}
	}
	s.found = s.found || s.has(n)
	return !s.found
}

// has reports whether a node itself, without its children, makes a value of the
// dialect.
func (s *search) has(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CompositeLit:
		return s.literal(n)
	case *ast.AssignStmt:
		for i, lhs := range n.Lhs {
			if s.writesPart(lhs) || len(n.Lhs) == len(n.Rhs) && s.boxes(s.info.TypeOf(lhs), n.Rhs[i]) {
				return true
			}
		}
	case *ast.ValueSpec:
		return slices.ContainsFunc(n.Values, func(v ast.Expr) bool { return s.boxes(s.info.TypeOf(n.Names[0]), v) })
	case *ast.KeyValueExpr:
		return s.isForms(s.info.TypeOf(n.Value)) && !s.isForms(s.info.TypeOf(n.Key))
	case *ast.FuncDecl:
		return n.Body != nil && s.returnsBoxed(s.info.TypeOf(n.Name), n.Body)
	case *ast.FuncLit:
		return s.returnsBoxed(s.info.TypeOf(n), n.Body)
	case *ast.CallExpr:
		return s.info.Types[n.Fun].IsType() && s.isForm(s.info.TypeOf(n)) || s.handsOn(n)
	case *ast.Ident:
		fn, ok := s.info.Uses[n].(*types.Func)
		return ok && fn.Pkg() != nil && makes(fn)
	case *ast.BasicLit:
		return n.Kind == token.STRING && strings.Contains(n.Value, "inputSchema") && valueHook(s.info, n, s.info.Types[n]) != ""
	}
	return false
}

// literal reports whether a composite literal is a tool, or stores one in an
// interface.
func (s *search) literal(lit *ast.CompositeLit) bool {
	t := s.info.TypeOf(lit)
	if t == nil || len(lit.Elts) == 0 {
		return false
	}
	elem := ir.Elem(ir.Under(t))
	return s.isForm(t) || hookOfLiteral(s.info, lit) != "" || slices.ContainsFunc(lit.Elts, func(e ast.Expr) bool { return s.boxes(elem, e) })
}

// writesPart reports whether an assigned expression denotes a part of a value with
// the form of a tool.
func (s *search) writesPart(e ast.Expr) bool {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			if t := s.info.TypeOf(x.X); t == nil || s.isForm(t) {
				return t != nil
			}
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		default:
			return false
		}
	}
}

// handsOn reports whether a call passes a tool or a list to a parameter of an
// interface type, because the callee may encode it. Functions that decode into their
// argument do not count.
func (s *search) handsOn(call *ast.CallExpr) bool {
	sig, ok := s.info.TypeOf(call.Fun).(*types.Signature)
	if !ok || decodes(call.Fun) {
		return false
	}
	for i, arg := range call.Args {
		params := sig.Params()
		if params.Len() == 0 {
			return false
		}
		t := params.At(min(i, params.Len()-1)).Type()
		if s, ok := t.(*types.Slice); ok && sig.Variadic() && i >= params.Len()-1 {
			t = s.Elem()
		}
		if s.boxes(t, arg) {
			return true
		}
	}
	return false
}

// decodes reports whether the name of a function begins with Unmarshal or Decode, so
// that it decodes into its arguments.
func decodes(fun ast.Expr) bool {
	name := ""
	switch f := ast.Unparen(fun).(type) {
	case *ast.SelectorExpr:
		name = f.Sel.Name
	case *ast.Ident:
		name = f.Name
	}
	return strings.HasPrefix(name, "Unmarshal") || strings.HasPrefix(name, "Decode")
}

// boxes reports whether an expression with a tool or a list is converted to the type
// to, an interface.
func (s *search) boxes(to types.Type, e ast.Expr) bool {
	return to != nil && types.IsInterface(to) && s.isForms(s.info.TypeOf(e))
}

// returnsBoxed reports whether a function returns a tool or a list as an interface.
func (s *search) returnsBoxed(fn types.Type, body ast.Node) bool {
	sig, ok := fn.(*types.Signature)
	if !ok {
		return false
	}
	boxed := false
	ast.Inspect(body, func(n ast.Node) bool {
		if r, ok := n.(*ast.ReturnStmt); ok && len(r.Results) == sig.Results().Len() {
			for i, e := range r.Results {
				boxed = boxed || s.boxes(sig.Results().At(i).Type(), e)
			}
		}
		return !boxed
	})
	return boxed
}

// isForms reports whether values of a type are tools or lists of tools, or contain
// such values as elements.
func (s *search) isForms(t types.Type) bool {
	for ; t != nil; t = ir.Elem(t) {
		if s.isForm(t) {
			return true
		}
	}
	return false
}

// isIndependent reports whether a package is a main package that imports no package
// of the same owner, such as github.com/user, and embeds no files.
func isIndependent(info *types.Info, files []*ast.File) bool {
	for _, f := range files {
		if f.Name.Name != "main" {
			return false
		}
		for _, spec := range f.Imports {
			imp := info.PkgNameOf(spec)
			if imp == nil {
				return false
			}
			path := imp.Imported().Path()
			if path == "embed" || imp.Pkg() == nil || owner(path) == owner(imp.Pkg().Path()) {
				return false
			}
		}
	}
	return true
}

// owner returns the elements of an import path that identify the owner of the
// package, such as "github.com/user".
func owner(path string) string {
	parts := strings.SplitN(path, "/", 3)
	if !strings.Contains(parts[0], ".") {
		return parts[0]
	}
	return strings.Join(parts[:min(len(parts), 2)], "/")
}
