package load

import (
	"cmp"
	"flag"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

var sameDir = flag.String("same", "", "also compare the types of this `module`")

// TestSame compares the types of the packages that this one imports.
func TestSame(t *testing.T) {
	if n := compareTypes(t, Config{}); n < 1000 {
		t.Errorf("only %d declarations", n)
	}
	if *sameDir != "" {
		compareTypes(t, Config{Dir: *sameDir, Patterns: []string{"./..."}})
	}
}

// compareTypes compares the types that a module sees with those that go/packages reads from
// whole sources (export data of a newer Go may be unreadable): what the packages that its
// packages import export, and everything that is reached from there in any package. It
// returns their number.
func compareTypes(t *testing.T, cfg Config) int {
	t.Helper()
	if cfg.Patterns == nil {
		cfg.Patterns = []string{"."}
	}
	prog, err := Load(cfg)
	if err != nil || len(prog.Errors) > 0 {
		t.Fatal(err, prog.Errors)
	}
	whole, err := packages.Load(&packages.Config{Dir: cfg.Dir, Mode: packages.LoadAllSyntax}, cfg.Patterns...)
	if err != nil || packages.PrintErrors(whole) > 0 {
		t.Fatal(err)
	}
	want, got := outlined(whole), outlined(prog.Roots)
	for name := range got {
		if _, ok := want[name]; !ok {
			want[name] = "not in the sources"
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if got[name] != want[name] {
			t.Errorf("%s:\n got %s\nwant %s", name, got[name], want[name])
		}
	}
	return len(want)
}

// outlined describes what the imports of packages export, and each type that is reached from
// there, by name.
func outlined(pkgs []*packages.Package) map[string]string {
	o := outliner{out: map[string]string{}}
	for _, p := range pkgs {
		for _, imp := range p.Types.Imports() {
			for _, name := range imp.Scope().Names() {
				if token.IsExported(name) {
					o.object(imp.Scope().Lookup(name))
				}
			}
		}
	}
	return o.out
}

type outliner struct{ out map[string]string }

func (o outliner) object(obj types.Object) {
	if obj.Pkg() == nil {
		return // predeclared
	}
	name := obj.Pkg().Path() + "." + obj.Name()
	if _, seen := o.out[name]; seen {
		return
	}
	o.out[name] = "seen"
	text := fmt.Sprintf("%T %s", obj, o.typ(obj.Type()))
	switch obj := obj.(type) {
	case *types.Const:
		text += " = " + obj.Val().ExactString()
	case *types.TypeName:
		text += " " + o.definition(obj)
	}
	o.out[name] = text
}

// definition describes what a type is made of.
func (o outliner) definition(obj *types.TypeName) string {
	if a, ok := obj.Type().(*types.Alias); ok {
		return "= " + o.typ(a.Rhs())
	}
	named, ok := obj.Type().(*types.Named)
	if !ok {
		return ""
	}
	parts := []string{o.typ(named.Underlying())}
	for m := range named.Methods() {
		parts = append(parts, m.Name()+" "+o.typ(m.Signature().Recv().Type())+o.typ(m.Type()))
	}
	slices.Sort(parts[1:])
	return strings.Join(parts, "\n\t")
}

// typ describes a type and adds the named ones in it.
func (o outliner) typ(t types.Type) string {
	list := func(n int, at func(i int) types.Type) string {
		var parts []string
		for i := range n {
			parts = append(parts, o.typ(at(i)))
		}
		return "(" + strings.Join(parts, ", ") + ")"
	}
	switch t := t.(type) {
	case *types.Alias:
		o.object(t.Obj())
		return qualified(t.Obj()) + list(t.TypeArgs().Len(), t.TypeArgs().At)
	case *types.Named:
		o.object(t.Origin().Obj())
		return qualified(t.Obj()) + list(t.TypeArgs().Len(), t.TypeArgs().At)
	case *types.Pointer:
		return "*" + o.typ(t.Elem())
	case *types.Slice:
		return "[]" + o.typ(t.Elem())
	case *types.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), o.typ(t.Elem()))
	case *types.Map:
		return "map" + o.typ(t.Key()) + o.typ(t.Elem())
	case *types.Chan:
		return fmt.Sprint("chan ", t.Dir(), o.typ(t.Elem()))
	case *types.Signature:
		return "func" + list(t.TypeParams().Len(), func(i int) types.Type { return t.TypeParams().At(i).Constraint() }) +
			o.tuple(t.Params()) + o.tuple(t.Results()) + fmt.Sprint(t.Variadic())
	case *types.Struct:
		var parts []string
		for i := range t.NumFields() {
			f := t.Field(i)
			parts = append(parts, fmt.Sprint(f.Name(), f.Embedded(), o.typ(f.Type()), t.Tag(i)))
		}
		return "struct{" + strings.Join(parts, "; ") + "}"
	case *types.Interface:
		var parts []string
		for m := range t.Methods() {
			parts = append(parts, m.Name()+o.typ(m.Type()))
		}
		for e := range t.EmbeddedTypes() {
			parts = append(parts, o.typ(e))
		}
		slices.SortFunc(parts, cmp.Compare)
		return "interface{" + strings.Join(parts, "; ") + "}"
	case *types.Union:
		return "union" + list(t.Len(), func(i int) types.Type { return t.Term(i).Type() })
	}
	return t.String()
}

func (o outliner) tuple(t *types.Tuple) string {
	var parts []string
	for v := range t.Variables() {
		name := v.Name()
		if strings.HasPrefix(name, "#") {
			name = "" // export data has a name for some results without one
		}
		parts = append(parts, name+" "+o.typ(v.Type()))
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func qualified(obj *types.TypeName) string {
	if obj.Pkg() == nil {
		return obj.Name()
	}
	return obj.Pkg().Path() + "." + obj.Name()
}
