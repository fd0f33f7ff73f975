package invopop

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"
)

// isTypeParam reports whether t is a type parameter.
func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// isNamed reports whether t is the type path.name.
func isNamed(t types.Type, path, name string) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	obj := named.Obj()
	return obj.Name() == name && obj.Pkg() != nil && obj.Pkg().Path() == path
}

// typePos returns the position of the declaration of t, if it has one.
func typePos(t types.Type) token.Pos {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if named, ok := types.Unalias(t).(*types.Named); ok {
		return named.Obj().Pos()
	}
	return token.NoPos
}

// typeString returns t for messages as reflect prints it, with package names.
func typeString(t types.Type) string {
	return types.TypeString(t, (*types.Package).Name)
}

// pkgPath returns the import path of a type as reflect returns it: that of the
// program's main package is main.
func pkgPath(t types.Type) string {
	if named, ok := types.Unalias(t).(*types.Named); ok {
		return runtimePath(named.Obj().Pkg())
	}
	return ""
}

func runtimePath(pkg *types.Package) string {
	switch {
	case pkg == nil:
		return ""
	case pkg.Name() == "main":
		return "main"
	}
	return pkg.Path()
}

// name returns the name of a type as reflect returns it, "" for an unnamed type. The
// name of an instantiated type contains its type arguments as the linker spells them.
func (r *reflector) name(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return types.Typ[t.Kind()].Name()
	case *types.Named:
		return t.Obj().Name() + r.arguments(t)
	}
	return ""
}

func (r *reflector) arguments(t *types.Named) string {
	if t.TypeArgs().Len() == 0 {
		if t.TypeParams().Len() > 0 {
			r.unresolvable("depends on the type parameters of %s", t.Obj().Name())
		}
		return ""
	}
	var args []string
	for arg := range t.TypeArgs().Types() {
		args = append(args, r.linkName(arg))
	}
	return "[" + strings.Join(args, ",") + "]"
}

// linkName returns a type argument with full package paths.
func (r *reflector) linkName(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return types.Typ[t.Kind()].Name()
	case *types.Named:
		obj := t.Obj()
		if obj.Pkg() == nil {
			return obj.Name()
		}
		if obj.Parent() != obj.Pkg().Scope() {
			r.unresolvable("the compiler numbers the local type %s, a type argument", obj.Name())
		}
		return escapePath(runtimePath(obj.Pkg())) + "." + obj.Name() + r.arguments(t)
	case *types.Pointer:
		return "*" + r.linkName(t.Elem())
	case *types.Slice:
		return "[]" + r.linkName(t.Elem())
	case *types.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), r.linkName(t.Elem()))
	case *types.Map:
		return "map[" + r.linkName(t.Key()) + "]" + r.linkName(t.Elem())
	case *types.Interface:
		if t.Empty() {
			return "interface {}"
		}
	case *types.Struct:
		if t.NumFields() == 0 {
			return "struct {}"
		}
	}
	r.unresolvable("the linker's name of the type argument %s is unknown", typeString(t))
	return ""
}

// escapePath escapes an import path as the linker does: dots of the last element, and
// characters that are not printable ASCII.
func escapePath(path string) string {
	last := strings.LastIndex(path, "/")
	var b strings.Builder
	for i := range len(path) {
		c := path[i]
		if c <= ' ' || c == '%' || c == '"' || c >= 0x7f || c == '.' && i > last {
			fmt.Fprintf(&b, "%%%02x", c)
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}
