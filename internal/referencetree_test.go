package internal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A tree is what the references of comments and documents can lead to.
type tree struct {
	files    map[string]bool            // paths of files and folders
	bases    map[string]bool            // the last elements of those paths, and of the parts of archives
	own      map[string][]*scope        // the packages of this module, by name
	stubs    map[string][]*scope        // those of SDKs, which may have the same names
	words    map[string]bool            // identifiers, and words of string literals, archives and scripts
	literals map[string]map[string]bool // string literals by folder; "" for all
	sources  []*source
	docs     map[string]string // Markdown files
}

// A scope holds the symbols of a package.
type scope struct {
	syms map[string]string // Name and Type.Name; the value is the type that an alias names
}

type source struct {
	path  string
	file  *ast.File
	fset  *token.FileSet
	scope *scope
}

var (
	word = regexp.MustCompile(`[\pL_][\pL_0-9]*`)
	part = regexp.MustCompile(`(?m)^-- (\S+) --$`)
)

// readTree reads all files to which references can lead or that contain references.
func readTree(root fs.FS) (*tree, error) {
	tr := &tree{
		files: map[string]bool{}, bases: map[string]bool{}, own: map[string][]*scope{}, stubs: map[string][]*scope{},
		words: map[string]bool{}, literals: map[string]map[string]bool{"": {}}, docs: map[string]string{},
	}
	scopes := map[string]*scope{}
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name == ".git" {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		tr.files[name] = true
		tr.bases[path.Base(name)] = true
		ext := path.Ext(name)
		if d.IsDir() || !slices.Contains([]string{".go", ".md", ".txtar", ".txt", ".json", ".tmpl", ".yaml", ".yml", ".xml"}, ext) {
			return nil
		}
		data, err := fs.ReadFile(root, name)
		switch {
		case err != nil:
			return err
		case ext == ".go":
			tr.source(name, data, scopes)
		case ext == ".md":
			tr.docs[name] = string(data)
		default:
			tr.text(string(data))
		}
		return nil
	})
	return tr, err
}

// text reads a file that is not Go source.
func (tr *tree) text(data string) {
	for _, m := range part.FindAllStringSubmatch(data, -1) {
		tr.bases[path.Base(m[1])] = true
	}
	for _, w := range word.FindAllString(data, -1) {
		tr.words[w] = true
	}
}

// source reads a Go file. It skips a file that cannot be parsed, because that is a
// fixture.
func (tr *tree) source(name string, data []byte, scopes map[string]*scope) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, data, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return
	}
	dir := path.Dir(name)
	s := scopes[dir+" "+f.Name.Name]
	if s == nil {
		s = &scope{syms: map[string]string{}}
		scopes[dir+" "+f.Name.Name] = s
		switch pkg := f.Name.Name; {
		case strings.HasSuffix(pkg, "_test"), pkg == "main":
		case strings.HasPrefix(name, "testdata/sdk/"):
			tr.stubs[pkg] = append(tr.stubs[pkg], s)
		case !strings.Contains(name, "testdata/"):
			tr.own[pkg] = append(tr.own[pkg], s)
		}
	}
	for _, d := range f.Decls {
		s.declare(d)
	}
	tr.read(f, dir)
	tr.sources = append(tr.sources, &source{path: name, file: f, fset: fset, scope: s})
}

// read records the words of a file in the folder dir.
func (tr *tree) read(f *ast.File, dir string) {
	if tr.literals[dir] == nil {
		tr.literals[dir] = map[string]bool{}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			tr.words[n.Name] = true
		case *ast.BasicLit:
			if v, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
				tr.literals[""][v], tr.literals[dir][v] = true, true
				tr.text(v)
			}
		}
		return true
	})
}

// declare records the names that a declaration declares.
func (s *scope) declare(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		name := d.Name.Name
		if d.Recv != nil && len(d.Recv.List) == 1 {
			name = base(d.Recv.List[0].Type) + "." + name
		}
		s.syms[name] = ""
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				for _, id := range spec.Names {
					s.syms[id.Name] = ""
				}
			case *ast.TypeSpec:
				s.syms[spec.Name.Name] = ""
				s.members(spec.Name.Name, spec.Type)
			}
		}
	}
}

// members records the fields and methods of a type.
func (s *scope) members(name string, t ast.Expr) {
	var list *ast.FieldList
	switch t := t.(type) {
	case *ast.StructType:
		list = t.Fields
	case *ast.InterfaceType:
		list = t.Methods
	case *ast.SelectorExpr, *ast.Ident:
		s.syms[name] = types(t)
		return
	default:
		return
	}
	for _, f := range list.List {
		for _, id := range f.Names {
			s.syms[name+"."+id.Name] = ""
		}
		if len(f.Names) == 0 {
			s.syms[name+"."+base(f.Type)] = ""
			s.syms[name] = types(f.Type)
		}
	}
}

// base returns the name of the type of a receiver or of an embedded field.
func base(t ast.Expr) string {
	_, name, ok := strings.Cut(types(t), ".")
	if !ok {
		return types(t)
	}
	return name
}

// types returns a named type, and its package if it is imported.
func types(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return types(t.X)
	case *ast.IndexExpr:
		return types(t.X)
	case *ast.IndexListExpr:
		return types(t.X)
	case *ast.SelectorExpr:
		return types(t.X) + "." + t.Sel.Name
	case *ast.Ident:
		return t.Name
	}
	return ""
}

// has reports whether a package has a symbol, Name or Type.Name.
func (tr *tree) has(s *scope, sym string) bool {
	if _, ok := s.syms[sym]; ok {
		return true
	}
	typ, member, _ := strings.Cut(sym, ".")
	of := s.syms[typ] // the type that it embeds or is an alias of
	switch pkg, name, qualified := strings.Cut(of, "."); {
	case of == "" || member == "":
		return false
	case qualified:
		return tr.isSymbol(pkg, name+"."+member)
	}
	return of != typ && tr.has(s, of+"."+member)
}

// isSymbol reports whether a package with the name pkg has the symbol, or no package
// has that name.
func (tr *tree) isSymbol(pkg, sym string) bool {
	if tr.own[pkg] == nil {
		return true
	}
	return slices.ContainsFunc(slices.Concat(tr.own[pkg], tr.stubs[pkg]), func(s *scope) bool { return tr.has(s, sym) })
}

// isFile reports whether a file that is named in the folder dir exists. A star
// matches any name.
func (tr *tree) isFile(dir, name string) bool {
	name = strings.TrimSuffix(name, "/...")
	if tr.files[path.Join(dir, name)] || tr.files[name] || !strings.Contains(name, "/") && tr.bases[name] {
		return true
	}
	for f := range tr.files {
		if strings.HasSuffix(f, "/"+name) {
			return true
		}
		for _, pattern := range []string{name, path.Join(dir, name)} {
			if ok, _ := path.Match(pattern, f); ok {
				return true
			}
		}
		if ok, _ := path.Match(name, path.Base(f)); ok {
			return true
		}
	}
	return false
}
