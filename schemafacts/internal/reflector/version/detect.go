package version

import (
	"cmp"
	"go/types"
	"strings"
)

// Mark is a struct field that only the versions from Low to High have. If Has is set, it
// is part of the field's type or tag in these versions.
type Mark[V any] struct {
	Type, Field, Has string
	Low, High        V
}

// Detect returns the version against which a package was compiled. file is the name of a
// file of the package, which often contains the version of the module. required is the
// version that go.mod requires, and parse returns the version for such a text. pkg, file
// and required may be missing.
//
// The file decides, because the compiler read it. Without it, the declarations of pkg
// limit the possible versions, and required counts only within these limits: a replace
// directive may select another version. The first of the marks that pkg has counts.
func Detect[V cmp.Ordered](pkg *types.Package, modulePath, file, required string, parse func(string) (V, bool), marks []Mark[V]) (V, bool) {
	if v := OfFile(file, modulePath); v != "" {
		return parse(v)
	}
	want, known := parse(required)
	for _, m := range marks {
		if !HasField(pkg, m.Type, m.Field, m.Has) {
			continue
		}
		if known && m.Low <= want && want <= m.High {
			return want, true
		}
		return m.High, true
	}
	return want, known
}

// HasField reports whether a struct type of pkg has a field with text in its type or tag.
func HasField(pkg *types.Package, typ, field, text string) bool {
	if pkg == nil {
		return false
	}
	obj := pkg.Scope().Lookup(typ)
	if obj == nil {
		return false
	}
	st, ok := obj.Type().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range st.NumFields() {
		if f := st.Field(i); f.Name() == field {
			return strings.Contains(f.Type().String(), text) || strings.Contains(st.Tag(i), text)
		}
	}
	return false
}
