package invopop

import (
	"go/types"
)

// typeString returns t for messages as reflect prints it, with package names.
func typeString(t types.Type) string {
	return types.TypeString(t, (*types.Package).Name)
}

// pkgPath returns the import path of a type as reflect returns it: that of the
// program's main package is main.
func pkgPath(t types.Type) string {
	named, ok := types.Unalias(t).(*types.Named)
	switch {
	case !ok || named.Obj().Pkg() == nil:
		return ""
	case named.Obj().Pkg().Name() == "main":
		return "main"
	}
	return named.Obj().Pkg().Path()
}

// name returns the name of a type as reflect returns it, "" for an unnamed type. The
// name of an instantiated type contains its type arguments as the linker spells them,
// which are not known. Another text is good enough if no name but that of the root
// becomes part of the schema.
func (r *reflector) name(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return types.Typ[t.Kind()].Name()
	case *types.Named:
		switch {
		case t.TypeArgs().Len() == 0 && t.TypeParams().Len() > 0:
			r.unresolvable("depends on the type parameters of %s", t.Obj().Name())
		case t.TypeArgs().Len() > 0 && r.DoNotReference:
			return types.TypeString(t, nil)
		case t.TypeArgs().Len() > 0:
			r.nameless(t)
		}
		return t.Obj().Name()
	}
	return ""
}

func (r *reflector) nameless(t types.Type) {
	r.unresolvable("the name of the generic type %s at run time is unknown", typeString(t))
}
