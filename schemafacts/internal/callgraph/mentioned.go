package callgraph

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Source is a package that a driver has loaded.
type Source struct {
	Pkg   *types.Package
	Info  *types.Info
	Files []*ast.File
	// Closed is set if all packages that may import the package are loaded.
	Closed bool
}

// declared returns the key of a declared function. It returns "" for other
// declarations, and for init functions, which run at the start of the program.
func declared(info *types.Info, d ast.Decl) string {
	fd, ok := d.(*ast.FuncDecl)
	if !ok || fd.Recv == nil && fd.Name.Name == "init" {
		return ""
	}
	if fn, ok := info.Defs[fd.Name].(*types.Func); ok {
		return ir.Key(fn)
	}
	return ""
}

// Mentioned are the functions that the programs among some packages may run, according to
// what their source mentions. A function may run if code that may run names it. So may each
// method of a type that such code names. It needs no lowered functions, so no function is
// missing because it was not kept.
type Mentioned struct {
	// Packages are the packages of programs.
	Packages map[*types.Package]bool

	keys map[string]bool
	// named are functions that code mentions by name. For a method in keys alone, code mentions
	// the type of its receiver.
	named map[string]bool
	idle  ranges // the declarations of functions that do not run
	// unused are those of closed packages that programs of other modules cannot run, either.
	unused ranges
}

// ranges are parts of files, sorted.
type ranges [][2]token.Pos

// FindMentioned returns the functions that programs may run. The result is nil if there is no
// program.
func FindMentioned(sources []Source) *Mentioned {
	used := map[*types.Package]bool{}
	for _, s := range sources {
		if s.Pkg.Name() == "main" {
			addImports(s.Pkg, used)
		}
	}
	if len(used) == 0 {
		return nil
	}
	m := &Mentioned{Packages: used, keys: map[string]bool{}, named: map[string]bool{}}
	work, decls := collect(sources, used, findBranches(sources))
	m.name(work)
	for key := range decls.reach(work, m.keys) {
		m.name(decls.mentions[key])
	}
	m.idle = decls.without(m.keys)
	for _, s := range sources {
		if !used[s.Pkg] {
			m.addTestHelpers(s)
		}
	}
	m.idle.sort()
	m.findUnused(sources)
	return m
}

// findUnused finds the functions that neither programs nor packages which other modules may
// import mention, whatever fields these modules set. Files for other platforms may use a package
// that no program imports.
func (m *Mentioned) findUnused(sources []Source) {
	sources = slices.Clone(sources)
	all := map[*types.Package]bool{}
	for i, s := range sources {
		all[s.Pkg] = true
		sources[i].Closed = s.Closed && m.Packages[s.Pkg]
	}
	work, decls := collect(sources, all, nil)
	offered := decls.reach(append(work, decls.open...), map[string]bool{})
	m.unused = decls.without(offered)
	m.unused.sort()
}

// reach adds to seen what code that mentions some functions and types may run, and returns it.
func (d *declarations) reach(work []string, seen map[string]bool) map[string]bool {
	work = slices.Clone(work)
	for len(work) > 0 {
		key := work[len(work)-1]
		work = work[:len(work)-1]
		if !seen[key] {
			seen[key] = true
			work = append(append(work, d.mentions[key]...), d.methods[key]...)
		}
	}
	return seen
}

// without returns the functions that are not in seen.
func (d *declarations) without(seen map[string]bool) (out ranges) {
	for key, found := range d.ranges {
		if !seen[key] {
			out = append(out, found...)
		}
	}
	return out
}

// addTestHelpers adds the functions of a package that only tests can call: they take a testing.T.
func (m *Mentioned) addTestHelpers(s Source) {
	for _, f := range s.Files {
		for _, decl := range f.Decls {
			fd, ok := decl.(*ast.FuncDecl)
			if ok && slices.ContainsFunc(fd.Type.Params.List, func(p *ast.Field) bool {
				t := jsonfields.Pointee(s.Info.TypeOf(p.Type))
				return ir.IsNamed(t, "testing", "T") || ir.IsNamed(t, "testing", "B") || ir.IsNamed(t, "testing", "TB")
			}) {
				m.idle = append(m.idle, [2]token.Pos{decl.Pos(), decl.End()})
			}
		}
	}
}

// declarations are the declarations of functions and types, by key or name.
type declarations struct {
	mentions map[string][]string // what they mention
	methods  map[string][]string // of types
	ranges   map[string]ranges   // of functions
	open     []string            // functions and types of packages that are not closed
}

// collect returns what runs in any case, because main, an init function or a variable
// mentions it, and all other declarations.
func collect(sources []Source, used map[*types.Package]bool, b *branches) (start []string, d declarations) {
	d = declarations{map[string][]string{}, map[string][]string{}, map[string]ranges{}, nil}
	for _, s := range sources {
		if !used[s.Pkg] {
			continue
		}
		for _, f := range s.Files {
			for _, decl := range f.Decls {
				key, found := declared(s.Info, decl), b.mentionedIn(s.Info, decl)
				switch fn, isFunc := decl.(*ast.FuncDecl); {
				case key == s.Pkg.Path()+".main" && s.Pkg.Name() == "main", isFunc && key == "":
					start = append(start, found...)
				case isFunc:
					d.mentions[key] = append(d.mentions[key], found...)
					d.ranges[key] = append(d.ranges[key], [2]token.Pos{decl.Pos(), decl.End()})
					if !s.Closed {
						d.open = append(d.open, key)
					}
					if fn.Recv != nil {
						d.methods[receiverOf(key)] = append(d.methods[receiverOf(key)], key)
					}
				case decl.(*ast.GenDecl).Tok == token.TYPE:
					for _, spec := range decl.(*ast.GenDecl).Specs {
						name := s.Pkg.Path() + "." + spec.(*ast.TypeSpec).Name.Name
						d.mentions[name] = append(d.mentions[name], b.mentionedIn(s.Info, spec)...)
						if !s.Closed {
							d.open = append(d.open, name)
						}
					}
				default:
					start = append(start, found...)
				}
			}
		}
	}
	return start, d
}

func addImports(pkg *types.Package, seen map[*types.Package]bool) {
	if !seen[pkg] {
		seen[pkg] = true
		for _, imp := range pkg.Imports() {
			addImports(imp, seen)
		}
	}
}

// mentionedIn returns the keys of the functions and the names of the types that a declaration
// mentions in code that may run. b is nil if unknown programs may set any field.
func (b *branches) mentionedIn(info *types.Info, d ast.Node) []string {
	var out []string
	add := func(obj types.Object) {
		switch obj := obj.(type) {
		case *types.Func:
			if obj.Pkg() != nil {
				out = append(out, ir.Key(obj))
			}
		case *types.TypeName:
			if named, ok := types.Unalias(obj.Type()).(*types.Named); ok && named.Obj().Pkg() != nil {
				out = append(out, named.Obj().Pkg().Path()+"."+named.Obj().Name())
			}
		}
	}
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			add(info.Uses[n])
		case *ast.IfStmt:
			if b != nil && b.never(info, n.Cond) {
				for _, part := range []ast.Node{n.Init, n.Cond, n.Else} {
					if part != nil {
						out = append(out, b.mentionedIn(info, part)...)
					}
				}
				return false
			}
		}
		return true
	})
	return out
}

func (m *Mentioned) name(keys []string) {
	for _, key := range keys {
		m.named[key] = true
	}
}

// Names reports whether code that a program may run names the function with a key.
func (m *Mentioned) Names(key string) bool { return m.named[key] }

// Runs reports whether a program may run the function with a key: code names it, or it is a
// method of a type that code names.
func (m *Mentioned) Runs(key string) bool { return m.keys[key] }

// Idle reports whether a position is in a function that no program runs. It returns false if m
// is nil.
func (m *Mentioned) Idle(pos token.Pos) bool { return m != nil && m.idle.contain(pos) }

// Unused reports whether a position is in a function that no program can run, not even one of
// another module. It returns false if m is nil.
func (m *Mentioned) Unused(pos token.Pos) bool { return m != nil && m.unused.contain(pos) }

func (r ranges) sort() { slices.SortFunc(r, func(a, b [2]token.Pos) int { return int(a[0] - b[0]) }) }

func (r ranges) contain(pos token.Pos) bool {
	i, _ := slices.BinarySearchFunc(r, pos, func(r [2]token.Pos, pos token.Pos) int {
		if r[1] <= pos {
			return -1
		}
		return 1
	})
	return i < len(r) && r[i][0] <= pos
}
