package signature

import (
	"cmp"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// field is a struct field in the view of encoding/json.
type field struct {
	*types.Var
	name  string
	tag   reflect.StructTag
	index []int
	owner *types.Named // the struct type that declares it, nil if it has no name

	tagged    bool
	quoted    bool // the option string
	omitEmpty bool
	omitZero  bool
	// pointer reports whether the path to the field contains an embedded pointer, fixed
	// whether the decoder cannot set one of them.
	pointer, fixed bool
}

// embedded is a struct whose fields are promoted to an outer struct.
type embedded struct {
	t              types.Type
	index          []int
	pointer, fixed bool
	twice          bool // it occurs more than once at its level
}

// jsonFields returns the fields that encoding/json decodes and encodes, in its order:
// embedded structs level by level. Of several fields with the same name, it returns
// the dominant one, if any.
func jsonFields(t types.Type) []field {
	var all []field
	var visited []types.Type
	for level := []embedded{{t: types.Unalias(t)}}; len(level) > 0; {
		var next []embedded
		for _, e := range level {
			if slices.ContainsFunc(visited, func(v types.Type) bool { return types.Identical(v, e.t) }) {
				continue
			}
			visited = append(visited, e.t)
			fields, inner := e.fields()
			all = append(all, fields...)
			if e.twice {
				// So that none of them dominates. What e embeds itself counts
				// once all the same.
				all = append(all, fields...)
			}
			for _, in := range inner {
				i := slices.IndexFunc(next, func(n embedded) bool { return types.Identical(n.t, in.t) })
				if i >= 0 {
					next[i].twice = true
					continue
				}
				next = append(next, in)
			}
		}
		level = next
	}
	return dominant(all)
}

// fields returns the fields that e declares, and the structs that it embeds.
func (e embedded) fields() (out []field, inner []embedded) {
	st, ok := e.t.Underlying().(*types.Struct)
	if !ok {
		return nil, nil
	}
	owner, _ := e.t.(*types.Named)
	for i := range st.NumFields() {
		v, tag := st.Field(i), reflect.StructTag(st.Tag(i))
		if v.Embedded() {
			if !v.Exported() && !isStruct(deref(v.Type())) {
				continue
			}
		} else if !v.Exported() {
			continue
		}
		if tag.Get("json") == "-" {
			continue
		}
		name, opts, _ := strings.Cut(tag.Get("json"), ",")
		if !validName(name) {
			name = ""
		}
		has := func(opt string) bool { return slices.Contains(strings.Split(opts, ","), opt) }
		ft := types.Unalias(v.Type())
		ptr, isPointer := ft.(*types.Pointer)
		if isPointer {
			ft = types.Unalias(ptr.Elem())
		}
		index := append(slices.Clone(e.index), i)
		if name == "" && v.Embedded() && isStruct(ft) {
			inner = append(inner, embedded{t: ft, index: index,
				pointer: e.pointer || isPointer, fixed: e.fixed || isPointer && !v.Exported()})
			continue
		}
		f := field{Var: v, name: cmp.Or(name, v.Name()), tag: tag, index: index, owner: owner, tagged: name != "",
			omitEmpty: has("omitempty"), omitZero: has("omitzero"), pointer: e.pointer, fixed: e.fixed}
		b, _ := ft.Underlying().(*types.Basic)
		f.quoted = has("string") && b != nil && b.Info()&(types.IsBoolean|types.IsInteger|types.IsFloat|types.IsString) != 0
		out = append(out, f)
	}
	return out, inner
}

// dominant keeps only the dominant field of each name, and no field of a name without
// one.
func dominant(all []field) []field {
	rank := func(a, b field) int {
		if c := cmp.Compare(len(a.index), len(b.index)); c != 0 || a.tagged == b.tagged {
			return c
		}
		if a.tagged {
			return -1
		}
		return 1
	}
	slices.SortStableFunc(all, func(a, b field) int {
		return cmp.Or(strings.Compare(a.name, b.name), rank(a, b), slices.Compare(a.index, b.index))
	})
	var out []field
	for i := 0; i < len(all); {
		n := i + 1
		for n < len(all) && all[n].name == all[i].name {
			n++
		}
		if n == i+1 || rank(all[i], all[i+1]) != 0 {
			out = append(out, all[i])
		}
		i = n
	}
	slices.SortFunc(out, func(a, b field) int { return slices.Compare(a.index, b.index) })
	return out
}

// validName reports whether encoding/json accepts a name in a tag.
func validName(s string) bool {
	for _, c := range s {
		if !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", c) && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return false
		}
	}
	return s != ""
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// deref returns the target of a pointer type, or t itself.
func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return types.Unalias(p.Elem())
	}
	return types.Unalias(t)
}

// omittable reports whether the option omitempty can omit a value of type t.
func omittable(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		return false
	case *types.Array:
		return u.Len() == 0
	case *types.Basic:
		return u.Info()&types.IsComplex == 0 && u.Kind() != types.UnsafePointer
	case *types.Signature, *types.Chan:
		return false
	}
	return true
}
