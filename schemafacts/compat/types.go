package compat

import (
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// typeSet is a set of JSON types, in which integers and other numbers are two types.
type typeSet uint8

const (
	tNull typeSet = 1 << iota
	tBool
	tObject
	tArray
	tString
	tInteger
	tFraction
	tNumber = tInteger | tFraction
	tAny    = tNumber | tNull | tBool | tObject | tArray | tString
)

var typeNames = []struct {
	name string
	set  typeSet
}{
	{"null", tNull}, {"boolean", tBool}, {"object", tObject}, {"array", tArray}, {"string", tString},
	{"number", tNumber}, {"integer", tInteger},
}

// String returns the set as in messages: "string or null".
func (s typeSet) String() string {
	if s == tAny {
		return "any"
	}
	var names []string
	null := ""
	for _, t := range typeNames {
		if s&t.set != t.set {
			continue
		}
		s &^= t.set
		if t.set == tNull {
			null = "null"
		} else {
			names = append(names, t.name)
		}
	}
	if null != "" {
		names = append(names, null)
	}
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, " or ")
}

// typesOf returns the set of types in the value of a type keyword. ok is false if a
// name in it is unknown.
func typesOf(v *schema.Node) (set typeSet, ok bool) {
	names := []*schema.Node{v}
	if v.Kind == schema.Array {
		names = v.Elems
	}
	ok = true
	for _, n := range names {
		i := slices.IndexFunc(typeNames, func(t struct {
			name string
			set  typeSet
		}) bool {
			return t.name == n.StringValue()
		})
		if i < 0 {
			ok = false
			continue
		}
		set |= typeNames[i].set
	}
	return set, ok
}

// typeOfValue returns the type of a JSON value.
func typeOfValue(v *schema.Node) typeSet {
	switch v.Kind {
	case schema.Bool:
		return tBool
	case schema.Object:
		return tObject
	case schema.Array:
		return tArray
	case schema.String:
		return tString
	case schema.Number:
		if r := v.Rat(); r == nil {
			return tNumber
		} else if !r.IsInt() {
			return tFraction
		}
		return tInteger
	}
	return tNull
}

// split returns the types one by one, numbers as one type.
func (s typeSet) split() []typeSet {
	var out []typeSet
	for _, t := range []typeSet{tNull, tBool, tObject, tArray, tString, tNumber} {
		if s&t != 0 {
			out = append(out, s&t)
		}
	}
	return out
}
