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
	r := &reader{pkg: pkg, info: info, files: files, types: map[*types.TypeName]*Type{}, named: map[string]bool{}}
	out := &Package{Path: pkg.Path(), local: map[token.Pos]*Type{}}
	for _, f := range files {
		r.joins(f)
		for _, d := range f.Decls {
			r.inside(d)
			if d, ok := d.(*ast.FuncDecl); ok {
				if d.Name.Name == "UnmarshalText" {
					r.texts(d)
				}
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
			}
		}
	}
	r.sealed()
	for obj, t := range r.types {
		r.counter(t)
		if !t.enumeration() {
			t.Consts = nil
		}
		t.shape = 0
		switch {
		case t.Consts == nil && t.Fields == nil && t.Impls == nil && t.Texts == nil:
		case obj.Parent() == pkg.Scope():
			t.Name = obj.Name()
			out.Types = append(out.Types, *t)
		default:
			out.local[obj.Pos()] = t
		}
	}
	out.Vars = r.vars()
	slices.SortFunc(out.Types, func(a, b Type) int { return strings.Compare(a.Name, b.Name) })
	slices.SortStableFunc(out.Funcs, func(a, b Comment) int { return strings.Compare(a.Name, b.Name) })
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
	types map[*types.TypeName]*Type
	named map[string]bool // the words that defaults give

	inits   map[*types.Var]ast.Expr
	changed map[*types.Var]bool
	depth   int // of calls that accepted follows
}

func (r *reader) typ(obj *types.TypeName) *Type {
	if r.types[obj] == nil {
		r.types[obj] = &Type{}
	}
	return r.types[obj]
}

// inside reads a declaration of types or constants, and those inside of functions.
func (r *reader) inside(d ast.Decl) {
	ast.Inspect(d, func(n ast.Node) bool {
		if g, ok := n.(*ast.GenDecl); ok {
			r.general(g)
		}
		return true
	})
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
		if i := strings.IndexFunc(word, func(c rune) bool { return c != '.' && !token.IsIdentifier("_"+string(c)) }); i >= 0 {
			word = word[:i]
		}
		if isVariable(word) {
			r.named[word] = true
		}
	}
}

// isVariable reports whether a word may be the name of a variable or constant, of a package
// or of one that it imports.
func isVariable(word string) bool {
	in, member, ok := strings.Cut(word, ".")
	return token.IsIdentifier(in) && (!ok || token.IsIdentifier(member))
}

func (r *reader) general(d *ast.GenDecl) {
	switch d.Tok {
	case token.TYPE:
		for _, s := range d.Specs {
			if s, ok := s.(*ast.TypeSpec); ok && !s.Assign.IsValid() {
				obj, _ := r.info.Defs[s.Name].(*types.TypeName)
				if st := structOf(s.Type); st != nil && obj != nil {
					r.mentionTags(st)
					t := r.typ(obj)
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
				r.typ(tn).Impls = append(r.typ(tn).Impls, other)
			case types.Implements(types.NewPointer(impl.Type()), u):
				r.typ(tn).Impls = append(r.typ(tn).Impls, "*"+other)
			}
		}
	}
}
