package signature

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// Read collects from the syntax of a package the comments of fields, constants,
// implementations of sealed interfaces, values that defaults name, and functions with
// a directive. If allFuncs is set, it collects all exported functions.
func Read(fset *token.FileSet, pkg *types.Package, info *types.Info, files []*ast.File, allFuncs bool) *Package {
	r := &reader{pkg: pkg, info: info, files: files, types: map[string]*Type{}, named: map[string]bool{}}
	out := &Package{Path: pkg.Path()}
	for _, f := range files {
		r.joins(f)
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				c := NewFuncComment(fset, f, declName(d), d.Doc, d.Type)
				if len(c.Directives) == 0 && !(allFuncs && (c.Text != "" || c.Params != nil) && ast.IsExported(d.Name.Name)) {
					continue
				}
				for _, p := range d.Type.Params.List {
					if st := structOf(p.Type); st != nil {
						r.mentionTags(st)
					}
				}
				r.mention(strings.Join(c.Directives, "\n"))
				out.Funcs = append(out.Funcs, c)
			case *ast.GenDecl:
				r.general(d)
			}
		}
	}
	r.sealed()
	for name, t := range r.types {
		r.counter(t)
		if !t.enumeration() {
			t.Consts = nil
		}
		t.shape = 0
		if t.Consts == nil && t.Fields == nil && t.Impls == nil {
			continue
		}
		t.Name = name
		out.Types = append(out.Types, *t)
	}
	for name := range r.named {
		if v, ok := r.value(name); ok {
			out.Vars = append(out.Vars, v)
		}
	}
	slices.SortFunc(out.Types, func(a, b Type) int { return strings.Compare(a.Name, b.Name) })
	slices.SortStableFunc(out.Funcs, func(a, b Comment) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(out.Vars, func(a, b Var) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// declName is [FuncName] for the syntax of a function.
func declName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	t := ast.Unparen(d.Recv.List[0].Type)
	if s, ok := t.(*ast.StarExpr); ok {
		t = ast.Unparen(s.X)
	}
	switch x := t.(type) {
	case *ast.IndexExpr:
		t = x.X
	case *ast.IndexListExpr:
		t = x.X
	}
	if id, ok := t.(*ast.Ident); ok {
		return id.Name + "." + d.Name.Name
	}
	return d.Name.Name
}

// reader collects the comments, constants and literals of one package.
type reader struct {
	pkg   *types.Package
	info  *types.Info
	files []*ast.File
	types map[string]*Type
	named map[string]bool // the words that defaults give
}

func (r *reader) typ(name string) *Type {
	if r.types[name] == nil {
		r.types[name] = &Type{}
	}
	return r.types[name]
}

// mention records the words that are defaults in a directive or tag, because they may
// be names of variables.
func (r *reader) mention(text string) {
	for rest := text; ; {
		_, after, ok := strings.Cut(rest, "default=")
		if !ok {
			return
		}
		rest = after
		word := strings.TrimLeft(after, " \t\"`\\")
		if i := strings.IndexFunc(word, func(c rune) bool { return !token.IsIdentifier("_" + string(c)) }); i >= 0 {
			word = word[:i]
		}
		if token.IsIdentifier(word) {
			r.named[word] = true
		}
	}
}

func (r *reader) general(d *ast.GenDecl) {
	switch d.Tok {
	case token.TYPE:
		for _, s := range d.Specs {
			if s, ok := s.(*ast.TypeSpec); ok && !s.Assign.IsValid() {
				if st := structOf(s.Type); st != nil {
					r.mentionTags(st)
					t := r.typ(s.Name.Name)
					t.Fields = append(t.Fields, fieldTexts("", st)...)
				}
			}
		}
	case token.CONST:
		r.constants(d)
	}
}

// mentionTags records the words that are defaults in the tags of a struct.
func (r *reader) mentionTags(st *ast.StructType) {
	for _, f := range st.Fields.List {
		if f.Tag != nil {
			r.mention(f.Tag.Value)
		}
		if inner := structOf(f.Type); inner != nil {
			r.mentionTags(inner)
		}
	}
}

// sealed records, for each interface that only the package's own types can implement,
// the types that implement it.
func (r *reader) sealed() {
	scope := r.pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() {
			continue
		}
		u, ok := tn.Type().Underlying().(*types.Interface)
		if !ok || !isSealed(u) {
			continue
		}
		for _, other := range scope.Names() {
			impl, ok := scope.Lookup(other).(*types.TypeName)
			if !ok || impl.IsAlias() || types.IsInterface(impl.Type()) {
				continue
			}
			switch {
			case types.Implements(impl.Type(), u):
				r.typ(name).Impls = append(r.typ(name).Impls, other)
			case types.Implements(types.NewPointer(impl.Type()), u):
				r.typ(name).Impls = append(r.typ(name).Impls, "*"+other)
			}
		}
	}
}
