package jsonschemago

import (
	"fmt"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// typeString returns t as reflect.Type.String does, for messages.
func typeString(t types.Type) string { return typeText(t, (*types.Package).Name) }

// typeText returns t with package names from qualify. Type arguments have full paths.
func typeText(t types.Type, qualify func(*types.Package) string) string {
	text := func(t types.Type) string { return typeText(t, qualify) }
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		if t.Kind() == types.UnsafePointer || t.Kind() == types.Invalid {
			return t.String()
		}
		return types.Typ[t.Kind()].Name()
	case *types.Named:
		return namedText(t, qualify)
	case *types.Pointer:
		return "*" + text(t.Elem())
	case *types.Slice:
		return "[]" + text(t.Elem())
	case *types.Array:
		return "[" + strconv.FormatInt(t.Len(), 10) + "]" + text(t.Elem())
	case *types.Map:
		return "map[" + text(t.Key()) + "]" + text(t.Elem())
	case *types.Chan:
		elem := text(t.Elem())
		switch {
		case t.Dir() == types.SendOnly:
			return "chan<- " + elem
		case t.Dir() == types.RecvOnly:
			return "<-chan " + elem
		case strings.HasPrefix(elem, "<-"):
			return "chan (" + elem + ")"
		}
		return "chan " + elem
	case *types.Signature:
		return "func" + signatureText(t, text)
	case *types.Struct:
		return structText(t, text)
	case *types.Interface:
		return interfaceText(t, text)
	}
	return t.String()
}

func namedText(t *types.Named, qualify func(*types.Package) string) string {
	name := t.Obj().Name()
	if pkg := t.Obj().Pkg(); pkg != nil {
		name = qualify(pkg) + "." + name
	}
	if t.TypeArgs().Len() == 0 {
		return name
	}
	var args []string
	for a := range t.TypeArgs().Types() {
		args = append(args, typeText(a, (*types.Package).Path))
	}
	return name + "[" + strings.Join(args, ",") + "]"
}

func signatureText(sig *types.Signature, text func(types.Type) string) string {
	list := func(vars *types.Tuple, variadic bool) string {
		var out []string
		for v := range vars.Variables() {
			out = append(out, text(v.Type()))
		}
		if variadic {
			last := len(out) - 1
			out[last] = "..." + strings.TrimPrefix(out[last], "[]")
		}
		return strings.Join(out, ", ")
	}
	s := "(" + list(sig.Params(), sig.Variadic()) + ")"
	switch sig.Results().Len() {
	case 0:
		return s
	case 1:
		return s + " " + list(sig.Results(), false)
	}
	return s + " (" + list(sig.Results(), false) + ")"
}

func structText(t *types.Struct, text func(types.Type) string) string {
	if t.NumFields() == 0 {
		return "struct {}"
	}
	var out []string
	for i := range t.NumFields() {
		f := t.Field(i)
		s := text(f.Type())
		if !f.Embedded() {
			s = f.Name() + " " + s
		}
		if tag := t.Tag(i); tag != "" {
			s += " " + strconv.Quote(tag)
		}
		out = append(out, s)
	}
	return "struct { " + strings.Join(out, "; ") + " }"
}

func interfaceText(t *types.Interface, text func(types.Type) string) string {
	var out []string
	for m := range t.Methods() {
		name := m.Name()
		if !token.IsExported(name) && m.Pkg() != nil {
			name = m.Pkg().Name() + "." + name
		}
		out = append(out, name+signatureText(m.Signature(), text))
	}
	if len(out) == 0 {
		return "interface {}"
	}
	return fmt.Sprintf("interface { %s }", strings.Join(out, "; "))
}
