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
	if t == nil {
		return nil
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	return types.Unalias(t)
}

// Named returns the named type that t is or points to, or nil.
func Named(t types.Type) *types.Named {
	n, _ := Pointee(t).(*types.Named)
	return n
}

// Qualified returns "path.Name" for a named type, and "" for any other type.
func Qualified(t types.Type) string {
	n, ok := types.Unalias(t).(*types.Named)
	switch {
	case !ok:
		return ""
	case n.Obj().Pkg() == nil:
		return n.Obj().Name()
	}
	return n.Obj().Pkg().Path() + "." + n.Obj().Name()
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
	declared, hidden := declared(e.t)
	for _, f := range declared {
		f.Path = append(slices.Clone(e.index), f.Path...)
		if f.Name != "" {
			f.Pointer, f.Fixed = e.pointer, e.fixed
			out = append(out, f)
			continue
		}
		_, pointer := types.Unalias(f.Var.Type()).(*types.Pointer)
		inner = append(inner, embedded{t: Pointee(f.Var.Type()), index: f.Path,
			pointer: e.pointer || pointer, fixed: e.fixed || pointer && !f.Var.Exported()})
	}
	return out, inner, hidden
}

// Declared returns the fields that a struct declares itself and that are part of its JSON.
// The Name of an embedded struct whose fields are promoted is "".
func Declared(t types.Type) []Field {
	out, _ := declared(t)
	return out
}

func declared(t types.Type) (out []Field, hidden []*types.Var) {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil, nil
	}
	owner, _ := types.Unalias(t).(*types.Named)
	for i := range st.NumFields() {
		v, tag := st.Field(i), TagOf(st.Tag(i))
		ft := Pointee(v.Type())
		_, isStruct := ft.Underlying().(*types.Struct)
		switch {
		case !v.Exported() && !(v.Embedded() && isStruct):
			continue
		case tag.Hidden && v.Embedded():
			hidden = append(hidden, v)
			fallthrough
		case tag.Hidden:
			continue
		}
		f := Field{Var: v, Name: tag.Name, Tag: reflect.StructTag(st.Tag(i)), Path: []int{i}, Owner: owner,
			OmitEmpty: tag.Has("omitempty"), OmitZero: tag.Has("omitzero")}
		if f.Tagged = validName(tag.Name); !f.Tagged {
			if f.Name = v.Name(); v.Embedded() && isStruct {
				f.Name = ""
			}
		}
		b, _ := ft.Underlying().(*types.Basic)
		f.Quoted = tag.Has("string") && b != nil && b.Info()&(types.IsBoolean|types.IsInteger|types.IsFloat|types.IsString) != 0
		out = append(out, f)
	}
	return out, hidden
}

// Tag is what the tag of a field says to encoding/json, and to libraries that follow it.
type Tag struct {
	Name    string // as it is written, "" if the tag gives none
	Hidden  bool   // encoding/json leaves the field out
	options []string
}

// TagOf reads the tag of a field.
func TagOf(tag string) Tag {
	text := reflect.StructTag(tag).Get("json")
	list := strings.Split(text, ",")
	return Tag{Name: list[0], Hidden: text == "-", options: list[1:]}
}

// Has reports whether the tag contains an option, such as omitempty.
func (t Tag) Has(option string) bool { return slices.Contains(t.options, option) }

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
