package load

import (
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strconv"

	"golang.org/x/tools/go/packages"
)

// readNeeded reads what export data would contain: of packages that a source package
// imports the exported declarations, and all declarations that these mention, directly
// or through others, in any package. It parses files without the bodies of functions and
// drops all other declarations. Most packages that the module depends on serve bodies
// only, and are not read at all.
func (l *loader) readNeeded() {
	n := &needed{loader: l, of: map[*packages.Package]*declarations{}}
	l.parse(l.outside, false)
	for _, p := range l.outside {
		n.add(p)
		for _, name := range slices.Sorted(maps.Keys(n.of[p].named)) {
			if token.IsExported(name) {
				n.need(p, name)
			}
		}
	}
	for n.follow(); len(n.unread) > 0; n.follow() {
		unread := n.unread
		n.unread = nil
		added := slices.SortedFunc(maps.Keys(unread), byPath)
		l.outside = append(l.outside, added...)
		l.parse(added, false)
		for _, p := range added {
			l.isOutside[p] = true
			n.add(p)
			for _, name := range unread[p] {
				n.need(p, name)
			}
		}
	}
	for _, d := range n.of {
		d.drop()
	}
}

// needed finds the declarations of outside packages that are needed.
type needed struct {
	loader *loader
	of     map[*packages.Package]*declarations
	// queue are needed declarations whose own mentions have not been followed.
	queue []*declaration
	// unread are the names that are needed of packages that have not been read.
	unread map[*packages.Package][]string
}

// declarations are those of one package.
type declarations struct {
	pkg     *packages.Package
	named   map[string][]*declaration // by each name that they declare
	methods map[string][]*declaration // by the name of their receiver's type
	kept    map[ast.Node]bool
}

// declaration is one function, method, type or variable, or a group of constants, in
// which the value of one may depend on those before it.
type declaration struct {
	of   *declarations
	file *fileImports
	node ast.Node // *ast.FuncDecl, *ast.TypeSpec, *ast.ValueSpec or *ast.GenDecl
}

// fileImports are the packages that a file imports.
type fileImports struct {
	byName map[string]*packages.Package
	dots   []*packages.Package
}

// add lists the declarations of a package that was parsed.
func (n *needed) add(p *packages.Package) {
	d := &declarations{pkg: p, named: map[string][]*declaration{}, methods: map[string][]*declaration{}, kept: map[ast.Node]bool{}}
	n.of[p] = d
	types := map[string]bool{}
	for _, f := range p.Syntax {
		imports := importsOf(p, f)
		for _, decl := range f.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				if decl.Recv == nil {
					d.add(imports, decl, decl.Name)
				} else {
					recv := receiver(decl)
					d.methods[recv] = append(d.methods[recv], &declaration{d, imports, decl})
				}
			case *ast.GenDecl:
				d.addSpecs(imports, decl, types)
			}
		}
	}
	for recv, methods := range d.methods {
		if !types[recv] {
			n.queue = append(n.queue, methods...) // of an alias, or of nothing that is known
		}
	}
}

// addSpecs adds the specs of a declaration, and to types the types other than aliases
// that it declares.
func (d *declarations) addSpecs(imports *fileImports, decl *ast.GenDecl, types map[string]bool) {
	if decl.Tok == token.CONST {
		var names []*ast.Ident
		for _, s := range decl.Specs {
			names = append(names, s.(*ast.ValueSpec).Names...)
		}
		d.add(imports, decl, names...)
		return
	}
	for _, s := range decl.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			types[s.Name.Name] = !s.Assign.IsValid()
			d.add(imports, s, s.Name)
		case *ast.ValueSpec:
			if s.Type != nil {
				s.Values = nil // the type says it all
			}
			d.add(imports, s, s.Names...)
		}
	}
}

func (d *declarations) add(imports *fileImports, node ast.Node, names ...*ast.Ident) {
	decl := &declaration{d, imports, node}
	for _, id := range names {
		d.named[id.Name] = append(d.named[id.Name], decl)
	}
}

// importsOf returns the imports of a file of p.
func importsOf(p *packages.Package, f *ast.File) *fileImports {
	out := &fileImports{byName: map[string]*packages.Package{}}
	for _, spec := range f.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		imp := p.Imports[path]
		switch {
		case err != nil || imp == nil:
		case spec.Name == nil:
			out.byName[imp.Name] = imp
		case spec.Name.Name == ".":
			out.dots = append(out.dots, imp)
		default:
			out.byName[spec.Name.Name] = imp
		}
	}
	return out
}

// receiver returns the name of the type that a method belongs to.
func receiver(fn *ast.FuncDecl) string {
	if len(fn.Recv.List) == 0 {
		return ""
	}
	t := fn.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.ParenExpr:
			t = x.X
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

// need notes that what a package declares under a name is needed.
func (n *needed) need(p *packages.Package, name string) {
	if n.loader.isSource[p] || p.PkgPath == "unsafe" {
		return
	}
	if d := n.of[p]; d != nil {
		n.queue = append(n.queue, d.named[name]...)
		return
	}
	if n.unread == nil {
		n.unread = map[*packages.Package][]string{}
	}
	n.unread[p] = append(n.unread[p], name)
}

// follow keeps the declarations of the queue, and the declarations that they mention in
// packages that have been read.
func (n *needed) follow() {
	for len(n.queue) > 0 {
		d := n.queue[len(n.queue)-1]
		n.queue = n.queue[:len(n.queue)-1]
		if d.of.kept[d.node] {
			continue
		}
		d.of.kept[d.node] = true
		if t, ok := d.node.(*ast.TypeSpec); ok {
			n.queue = append(n.queue, d.of.methods[t.Name.Name]...)
		}
		n.mentions(d)
	}
}

// mentions adds whatever a declaration may mention: each identifier that is not
// declared there and each qualified one. A name that is declared in an inner scope is
// taken for the package's declaration of that name.
func (n *needed) mentions(d *declaration) {
	var visit func(node ast.Node) bool
	list := func(fields *ast.FieldList) {
		if fields != nil {
			for _, f := range fields.List {
				ast.Inspect(f.Type, visit)
			}
		}
	}
	visit = func(node ast.Node) bool {
		switch x := node.(type) {
		case *ast.FuncDecl:
			list(x.Recv)
			ast.Inspect(x.Type, visit)
			return false
		case *ast.FieldList: // its names are those of fields, methods and parameters
			list(x)
			return false
		case *ast.SelectorExpr:
			id, ok := x.X.(*ast.Ident)
			if !ok {
				ast.Inspect(x.X, visit)
			} else if imp := d.file.byName[id.Name]; imp != nil {
				n.need(imp, x.Sel.Name)
			} else {
				n.identifier(d, id)
			}
			return false
		case *ast.Ident:
			n.identifier(d, x)
		}
		return true
	}
	ast.Inspect(d.node, visit)
}

func (n *needed) identifier(d *declaration, id *ast.Ident) {
	if id.Name == "_" {
		return
	}
	n.need(d.of.pkg, id.Name)
	for _, imp := range d.file.dots {
		n.need(imp, id.Name)
	}
}

// drop removes from the syntax what is not kept.
func (d *declarations) drop() {
	for _, f := range d.pkg.Syntax {
		f.Decls = slices.DeleteFunc(f.Decls, func(decl ast.Decl) bool {
			g, ok := decl.(*ast.GenDecl)
			if !ok || g.Tok == token.CONST {
				return !d.kept[decl]
			}
			if g.Tok == token.IMPORT {
				return false
			}
			g.Specs = slices.DeleteFunc(g.Specs, func(s ast.Spec) bool { return !d.kept[s] })
			return len(g.Specs) == 0
		})
	}
}
