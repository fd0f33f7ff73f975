// Package jsonfields returns the fields of a struct that encoding/json reads and writes.
package jsonfields

import (
	"cmp"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// Field is a struct field in the view of encoding/json.
type Field struct {
	Var   *types.Var
	Name  string // in JSON
	Tag   reflect.StructTag
	Path  []int        // the indexes that lead to it
	Owner *types.Named // the struct type that declares it, nil if it has no name

	Tagged    bool // the tag gives the name
	Quoted    bool // the option string applies
	OmitEmpty bool
	OmitZero  bool
	// Pointer reports whether the path to the field contains an embedded pointer, Fixed
	// whether the decoder cannot set one of them.
	Pointer, Fixed bool
}

// embedded is a struct whose fields are promoted to an outer struct.
type embedded struct {
	t              types.Type
	index          []int
	pointer, fixed bool
	twice          bool // it occurs more than once at its level
}

// Pointee returns the element type of a pointer type, and any other type itself.
func Pointee(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	return types.Unalias(t)
}

// Of returns the fields that encoding/json decodes and encodes, in its order. Of several
// fields with the same name, it returns the dominant one, if any.
func Of(t types.Type) []Field {
	all, _ := All(t)
	return dominant(all)
}

// All returns all fields of a struct and of the structs that it embeds, level by level,
// before fields with the same name exclude each other. A struct that is embedded twice at
// one level has each field twice. hidden are embedded fields with the tag "-".
func All(t types.Type) (all []Field, hidden []*types.Var) {
	var visited []types.Type
	for level := []embedded{{t: types.Unalias(t)}}; len(level) > 0; {
		var next []embedded
		for _, e := range level {
			if slices.ContainsFunc(visited, func(v types.Type) bool { return types.Identical(v, e.t) }) {
				continue
			}
			visited = append(visited, e.t)
			fields, inner, out := e.fields()
			hidden = append(hidden, out...)
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
	return all, hidden
}

// fields returns the fields that e declares, the structs that it embeds, and the embedded
// fields that it hides.
func (e embedded) fields() (out []Field, inner []embedded, hidden []*types.Var) {
	st, ok := e.t.Underlying().(*types.Struct)
	if !ok {
		return nil, nil, nil
	}
	owner, _ := e.t.(*types.Named)
	for i := range st.NumFields() {
		v, tag := st.Field(i), reflect.StructTag(st.Tag(i))
		ft := types.Unalias(v.Type())
		ptr, isPointer := ft.(*types.Pointer)
		if isPointer {
			ft = types.Unalias(ptr.Elem())
		}
		_, isStruct := ft.Underlying().(*types.Struct)
		if !v.Exported() && !(v.Embedded() && isStruct) {
			continue
		}
		if tag.Get("json") == "-" {
			if v.Embedded() {
				hidden = append(hidden, v)
			}
			continue
		}
		name, opts, _ := strings.Cut(tag.Get("json"), ",")
		if !validName(name) {
			name = ""
		}
		has := func(opt string) bool { return slices.Contains(strings.Split(opts, ","), opt) }
		index := append(slices.Clone(e.index), i)
		if name == "" && v.Embedded() && isStruct {
			inner = append(inner, embedded{t: ft, index: index,
				pointer: e.pointer || isPointer, fixed: e.fixed || isPointer && !v.Exported()})
			continue
		}
		f := Field{Var: v, Name: cmp.Or(name, v.Name()), Tag: tag, Path: index, Owner: owner, Tagged: name != "",
			OmitEmpty: has("omitempty"), OmitZero: has("omitzero"), Pointer: e.pointer, Fixed: e.fixed}
		b, _ := ft.Underlying().(*types.Basic)
		f.Quoted = has("string") && b != nil && b.Info()&(types.IsBoolean|types.IsInteger|types.IsFloat|types.IsString) != 0
		out = append(out, f)
	}
	return out, inner, hidden
}

// dominant keeps only the dominant field of each name, and no field of a name without
// one.
func dominant(all []Field) []Field {
	rank := func(a, b Field) int {
		if c := cmp.Compare(len(a.Path), len(b.Path)); c != 0 || a.Tagged == b.Tagged {
			return c
		}
		if a.Tagged {
			return -1
		}
		return 1
	}
	slices.SortStableFunc(all, func(a, b Field) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), rank(a, b), slices.Compare(a.Path, b.Path))
	})
	var out []Field
	for i := 0; i < len(all); {
		n := i + 1
		for n < len(all) && all[n].Name == all[i].Name {
			n++
		}
		if n == i+1 || rank(all[i], all[i+1]) != 0 {
			out = append(out, all[i])
		}
		i = n
	}
	slices.SortFunc(out, func(a, b Field) int { return slices.Compare(a.Path, b.Path) })
	return out
}

// validName reports whether encoding/json accepts a name in a tag. From Go 1.27 on, it takes
// what stands before the first quote, comma or backslash of a name that it does not accept.
func validName(s string) bool {
	for _, c := range s {
		if !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", c) && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return false
		}
	}
	return s != ""
}
