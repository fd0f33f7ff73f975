package callgraph

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/syntax"
)

// A method runs only if there is a value of its type, or a nil pointer of that type. A
// function that creates such a value, or converts it to an interface, contains an
// expression whose type contains the type. One of these functions runs before the method
// does, so facts list them. The list may contain the type's own methods. That does no
// harm, because the first method to run needs a value from another function.

// TypeUse records that a function may use a value of a type. The type has methods that
// concern tools.
type TypeUse struct {
	Type string // pkg.Name
	// By is the key of the function. It is "" for code that may run at any time, and
	// nobody for an entry that the type's own package adds to record that it was examined.
	By string
}

const (
	nobody   = "-"
	anything = "*" // a type: the package has no source
)

// FindTypeUses returns a TypeUse for each function of a package that may use a value of
// a wanted type. The wanted types have methods that concern tools: the types in below,
// which holds the results for imported packages, and the receivers of the methods in
// own. For each of these receivers, the result also has a TypeUse whose By names no
// function. own is nil for a package without lowered functions.
func FindTypeUses(files []*ast.File, tree *syntax.Tree, info *types.Info, own *ir.Unit, below []TypeUse) []TypeUse {
	m := &typeUseFinder{info: info, tree: tree, wanted: map[string]bool{}, packages: map[string]bool{},
		may: map[*types.Package]bool{}, memo: map[types.Type][]string{}, found: map[TypeUse]bool{}}
	for _, one := range below {
		m.want(one.Type)
	}
	if own != nil {
		for key := range own.Funcs {
			if t := receiverOf(key); t != "" {
				m.want(t)
				m.found[TypeUse{t, nobody}] = true
			}
		}
	}
	if len(m.wanted) == 0 {
		return nil
	}
	for _, file := range files {
		for _, decl := range file.Decls {
			m.declaration(decl, own)
		}
	}
	return slices.SortedFunc(maps.Keys(m.found), compareTypeUses)
}

// Unseen is the entry for a package whose source is not visible: it may use values of
// any type.
var Unseen = TypeUse{Type: anything}

// UniteTypeUses merges the entries of several packages. The result is sorted and has no
// duplicates.
func UniteTypeUses(lists ...[]TypeUse) []TypeUse {
	out := slices.Concat(lists...)
	slices.SortFunc(out, compareTypeUses)
	return slices.Compact(out)
}

func compareTypeUses(a, b TypeUse) int {
	if c := strings.Compare(a.Type, b.Type); c != 0 {
		return c
	}
	return strings.Compare(a.By, b.By)
}

// receiverOf returns the type in the key of a method, such as pkg.Name, or "" for a
// function.
func receiverOf(key string) string {
	recv, _, ok := strings.Cut(strings.TrimLeft(key, "(*"), ").")
	if !ok {
		return ""
	}
	recv, _, _ = strings.Cut(recv, "[")
	return recv
}

type typeUseFinder struct {
	info     *types.Info
	tree     *syntax.Tree
	wanted   map[string]bool // types
	packages map[string]bool // the packages that declare them
	// may caches results of mayContain, and memo the wanted types that a type contains.
	may   map[*types.Package]bool
	memo  map[types.Type][]string
	found map[TypeUse]bool
}

func (m *typeUseFinder) want(typ string) {
	m.wanted[typ], m.packages[ir.PkgOf(typ)] = true, true
}

func (m *typeUseFinder) declaration(decl ast.Decl, own *ir.Unit) {
	by := ""
	if fn, ok := decl.(*ast.FuncDecl); ok {
		if obj, ok := m.info.Defs[fn.Name].(*types.Func); ok {
			key := ir.Key(obj)
			if own != nil && own.Funcs[key] != nil && own.Funcs[key].Relevant && own.Funcs[key].Body != nil {
				by = key
			}
		}
		m.look(fn, by)
		return
	}
	for _, spec := range decl.(*ast.GenDecl).Specs {
		if v, ok := spec.(*ast.ValueSpec); ok {
			for _, e := range v.Values {
				m.look(e, "")
			}
		}
	}
}

// look records the wanted types of all names in a piece of syntax. That is enough,
// because every expression of such a type contains a name with a type that contains
// it.
func (m *typeUseFinder) look(n ast.Node, by string) {
	for n := range m.tree.In(n, (*ast.Ident)(nil)) {
		t := m.info.TypeOf(n.(*ast.Ident))
		if t == nil {
			continue
		}
		list, known := m.memo[t]
		if !known {
			set := map[string]bool{}
			m.contained(t, set, map[types.Type]bool{})
			list = slices.Collect(maps.Keys(set))
			m.memo[t] = list
		}
		for _, name := range list {
			m.found[TypeUse{name, by}] = true
		}
	}
}

// contained adds to set the wanted types that t is or contains.
func (m *typeUseFinder) contained(t types.Type, set map[string]bool, seen map[types.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	part := func(t types.Type) { m.contained(t, set, seen) }
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		for arg := range t.TypeArgs().Types() {
			part(arg)
		}
		obj := t.Origin().Obj()
		if obj.Pkg() == nil {
			return
		}
		if name := obj.Pkg().Path() + "." + obj.Name(); m.wanted[name] {
			set[name] = true
		}
		if m.mayContain(obj.Pkg()) {
			part(t.Underlying())
		}
	case *types.Struct:
		for f := range t.Fields() {
			part(f.Type())
		}
	case *types.Signature:
		part(t.Params())
		part(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			part(v.Type())
		}
	case *types.Map:
		part(t.Key())
		part(t.Elem())
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels
		part(t.Elem())
	}
}

// mayContain reports whether the types of a package may contain wanted types. That is
// so if the package, or a package that it imports, declares a wanted type.
func (m *typeUseFinder) mayContain(pkg *types.Package) bool {
	may, known := m.may[pkg]
	if !known {
		may = m.packages[pkg.Path()] || slices.ContainsFunc(pkg.Imports(), m.mayContain)
		m.may[pkg] = may
	}
	return may
}
