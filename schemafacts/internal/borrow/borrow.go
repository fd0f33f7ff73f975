// Package borrow reads single functions of packages that are known from export
// data only.
//
// Servers use many modules for nothing but a pointer to a constant: ptr.To(true),
// lo.ToPtr(1), github.String("x"). Agents convert lists with lo.Map. Drivers load such packages without their
// source. Reading all source, or keeping facts of every dependency, would cost
// more than the rest of an analysis. But export data records the file and line of
// each function. So this package parses only the function that a program calls.
// This works in all drivers alike, and a package that calls no such function pays
// nothing.
//
// That is sound for a self-contained function: together with the functions of the
// same package that it calls, it must type-check without the rest of the package
// and without any import. So it cannot read or write a variable, register
// anything, or call unseen code. Its signature and line must equal those in export
// data. The package may redeclare predeclared names, such as len; if the function
// uses such names, the package's other files are searched for declarations of them.
//
// Any other function stays unknown, as does a function without a file: with
// -trimpath, or in another module than the one that calls it (an exported function
// that only passes its argument on to a third module's).
package borrow

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Reader reads the source of small functions in other modules, and caches the parsed
// files.
type Reader struct {
	Fset *token.FileSet

	files map[string]*ast.File
	// declared are the predeclared names that a folder's files redeclare, nil if the
	// files cannot be read.
	declared map[string]map[string]bool
}

// Package is a package that contains only a function and the functions that it calls.
type Package struct {
	File *ast.File
	Pkg  *types.Package
	Info *types.Info
}

// Candidate reports whether a function may be a small helper that is worth reading,
// by its signature. It must have parameters and one result, all of simple types, and
// one of these types must be a pointer or a type parameter.
func Candidate(fn *types.Func) bool {
	sig := fn.Signature()
	if sig.Recv() != nil || !fn.Exported() || sig.Params().Len() == 0 || sig.Results().Len() != 1 {
		return false
	}
	if !simple(sig.Params()) || !simple(sig.Results()) {
		return false
	}
	general := sig.TypeParams().Len() > 0
	for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range tuple.Variables() {
			_, isPointer := types.Unalias(v.Type()).(*types.Pointer)
			general = general || isPointer
		}
	}
	return general
}

// simple reports whether a type consists of basic types and type parameters, also in
// pointers, slices, maps and functions.
func simple(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Basic, *types.TypeParam:
		return true
	case *types.Pointer:
		return simple(t.Elem())
	case *types.Slice:
		return simple(t.Elem())
	case *types.Map:
		return simple(t.Key()) && simple(t.Elem())
	case *types.Tuple:
		for v := range t.Variables() {
			if !simple(v.Type()) {
				return false
			}
		}
		return true
	case *types.Signature:
		return simple(t.Params()) && simple(t.Results())
	}
	return false
}

// Read returns the source of a function as a package, or nil if the function needs
// more than that.
func (r *Reader) Read(fn *types.Func) *Package {
	decls, file := r.collect(fn)
	if decls == nil {
		return nil
	}
	out := &Package{
		File: &ast.File{Package: file.Package, Name: file.Name, FileStart: file.FileStart, FileEnd: file.FileEnd},
		Pkg:  types.NewPackage(fn.Pkg().Path(), fn.Pkg().Name()),
		Info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
			Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
			Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{}},
	}
	for _, d := range decls {
		out.File.Decls = append(out.File.Decls, d)
	}
	conf := types.Config{Error: func(error) {}} // it has no importer
	if types.NewChecker(&conf, r.Fset, out.Pkg, out.Info).Files([]*ast.File{out.File}) != nil {
		return nil
	}
	for _, d := range decls {
		was, _ := fn.Pkg().Scope().Lookup(d.Name.Name).(*types.Func)
		if was == nil || text(was) != text(out.Info.Defs[d.Name]) || !r.plainNames(d, out.Info) {
			return nil
		}
	}
	return out
}

// text returns the type of a function, including the constraints of its type
// parameters.
func text(fn types.Object) string { return types.ObjectString(fn, nil) }

// maxFuncs is the greatest number of functions of its package that one function may
// need.
const maxFuncs = 4

// collect returns the declarations of fn and of all exported functions of its package
// that these mention, and the file of fn. It returns nil if a declaration cannot be
// read or is too large.
func (r *Reader) collect(fn *types.Func) (decls []*ast.FuncDecl, file *ast.File) {
	funcs := []*types.Func{fn}
	for i := 0; i < len(funcs); i++ { // grows
		d, f := r.declaration(funcs[i])
		if d == nil || len(funcs) > maxFuncs {
			return nil, nil
		}
		if file == nil {
			file = f
		}
		decls = append(decls, d)
		ast.Inspect(d.Body, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				// Drivers differ in what they know about unexported functions.
				g, ok := fn.Pkg().Scope().Lookup(id.Name).(*types.Func)
				if ok && g.Exported() && !slices.Contains(funcs, g) && !isTypeParam(funcs[i], id.Name) {
					funcs = append(funcs, g)
				}
			}
			return true
		})
	}
	return decls, file
}

func isTypeParam(fn *types.Func, name string) bool {
	for p := range fn.Signature().TypeParams().TypeParams() {
		if p.Obj().Name() == name {
			return true
		}
	}
	return false
}

// declaration returns the declaration of a function and its file.
func (r *Reader) declaration(fn *types.Func) (*ast.FuncDecl, *ast.File) {
	at := r.Fset.PositionFor(fn.Pos(), false)
	f := r.parse(at.Filename)
	if f == nil || f.Name.Name != fn.Pkg().Name() {
		return nil, nil
	}
	for _, imp := range f.Imports {
		if imp.Name != nil && imp.Name.Name == "." {
			return nil, nil // a dot import may declare any name
		}
	}
	for _, d := range f.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Recv == nil && d.Name.Name == fn.Name() {
			if r.Fset.PositionFor(d.Name.Pos(), false).Line != at.Line || d.Body == nil || !tiny(d.Body) {
				return nil, nil
			}
			return d, f
		}
	}
	return nil, nil
}

func (r *Reader) parse(name string) *ast.File {
	if !filepath.IsAbs(name) || !strings.HasSuffix(name, ".go") {
		return nil
	}
	f, ok := r.files[name]
	if !ok {
		if r.files == nil {
			r.files = map[string]*ast.File{}
		}
		var err error
		if f, err = parser.ParseFile(r.Fset, name, nil, parser.SkipObjectResolution); err != nil {
			f = nil
		}
		r.files[name] = f
	}
	return f
}

// tiny reports whether a body is small and has no loops but those over the elements of
// something, no function literals, and no statements for concurrency and jumps.
func tiny(body *ast.BlockStmt) bool {
	nodes, ok := 0, true
	ast.Inspect(body, func(n ast.Node) bool {
		if n != nil {
			nodes++
		}
		switch n := n.(type) {
		case *ast.ForStmt, *ast.GoStmt, *ast.DeferStmt, *ast.FuncLit, *ast.SelectStmt, *ast.LabeledStmt, *ast.SendStmt:
			ok = false
		case *ast.BranchStmt:
			ok = ok && n.Tok == token.CONTINUE
		}
		return ok
	})
	return ok && nodes <= 60
}

// plainNames reports whether the predeclared names in a function's body have their usual
// meaning. The caller has compared the signature already.
func (r *Reader) plainNames(d *ast.FuncDecl, info *types.Info) bool {
	ok := true
	ast.Inspect(d.Body, func(n ast.Node) bool {
		if id, isIdent := n.(*ast.Ident); isIdent && ok && info.Uses[id] != nil && info.Uses[id].Parent() == types.Universe {
			declared := r.universe(filepath.Dir(r.Fset.PositionFor(d.Pos(), false).Filename))
			ok = declared != nil && !declared[id.Name]
		}
		return ok
	})
	return ok
}

// maxFolder is the greatest number of bytes of a package's files that are read to
// find the names that they declare.
const maxFolder = 1 << 20

// universe returns the predeclared names that the files in a folder redeclare, or nil if the
// folder cannot be read or is too large.
func (r *Reader) universe(dir string) map[string]bool {
	if r.declared == nil {
		r.declared = map[string]map[string]bool{}
	}
	names, known := r.declared[dir]
	if !known {
		names = r.readUniverse(dir)
		r.declared[dir] = names
	}
	return names
}

func (r *Reader) readUniverse(dir string) map[string]bool {
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	out, size := map[string]bool{}, int64(0)
	note := func(id *ast.Ident) {
		if types.Universe.Lookup(id.Name) != nil {
			out[id.Name] = true
		}
	}
	for _, e := range list {
		if e.IsDir() || !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		if info, err := e.Info(); err == nil {
			size += info.Size()
		}
		f := (*ast.File)(nil)
		if size <= maxFolder {
			f = r.parse(filepath.Join(dir, e.Name()))
		}
		if f == nil {
			return nil
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					note(d.Name)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						note(s.Name)
					case *ast.ValueSpec:
						for _, id := range s.Names {
							note(id)
						}
					}
				}
			}
		}
	}
	return out
}
