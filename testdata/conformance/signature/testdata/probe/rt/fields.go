package rt

import (
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// field is a field as encoding/json sees it.
type field struct {
	name                string
	typ                 reflect.Type
	index               []int
	tagged              bool
	omitEmpty, omitZero bool
	quoted              bool
	rules               rules
	throughPtr          bool // an embedded pointer leads to it
	throughHidden       bool // one that encoding/json cannot set
}

// optional reports whether a call may leave the field out.
func (f *field) optional() bool {
	return !f.rules.flag("required") && f.mayLack() || f.rules.flag("-") || f.throughHidden
}

func (f *field) mayLack() bool {
	return f.typ.Kind() == reflect.Pointer || f.omitEmpty || f.omitZero || f.throughPtr || f.rules.has("default")
}

// fieldsOf returns the fields of a struct type, those of embedded structs
// included, without those that others hide.
func fieldsOf(t reflect.Type) []*field {
	byName := map[string][]*field{}
	var order []string
	visited := map[reflect.Type]bool{}
	level := []*field{{typ: t}}
	for len(level) > 0 {
		var next []*field
		count := map[reflect.Type]int{}
		for _, e := range level {
			count[e.typ]++
		}
		for _, e := range level {
			if visited[e.typ] {
				continue
			}
			visited[e.typ] = true
			for i := range e.typ.NumField() {
				f, embedded := readField(e, e.typ.Field(i), i)
				switch {
				case f == nil:
				case embedded:
					next = append(next, f)
				default:
					if byName[f.name] == nil {
						order = append(order, f.name)
					}
					byName[f.name] = append(byName[f.name], f)
					if count[e.typ] > 1 { // both hide each other
						byName[f.name] = append(byName[f.name], f)
					}
				}
			}
		}
		level = next
	}
	var out []*field
	for _, name := range order {
		if f := dominant(byName[name]); f != nil {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b *field) int { return slices.Compare(a.index, b.index) })
	return out
}

// readField reads one field of the struct that parent stands for. It is nil if
// encoding/json ignores it.
func readField(parent *field, sf reflect.StructField, i int) (f *field, embedded bool) {
	bare := sf.Type
	if bare.Kind() == reflect.Pointer {
		bare = bare.Elem()
	}
	if !sf.IsExported() && (!sf.Anonymous || bare.Kind() != reflect.Struct) || sf.Tag.Get("json") == "-" {
		return nil, false
	}
	name, opts, _ := strings.Cut(sf.Tag.Get("json"), ",")
	if strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r)
	}) {
		name = ""
	}
	f = &field{
		name: name, typ: sf.Type, index: append(slices.Clone(parent.index), i), tagged: name != "",
		rules: parseRules(sf.Tag.Get("jsonschema")), throughPtr: parent.throughPtr, throughHidden: parent.throughHidden,
	}
	if name == "" && sf.Anonymous && bare.Kind() == reflect.Struct && (sf.Type.Kind() != reflect.Pointer || sf.Type.Name() == "") {
		f.throughPtr = f.throughPtr || sf.Type.Kind() == reflect.Pointer
		f.throughHidden = f.throughHidden || sf.Type.Kind() == reflect.Pointer && !sf.IsExported()
		f.typ = bare
		return f, true
	}
	if name == "" {
		f.name = sf.Name
	}
	for opt := range strings.SplitSeq(opts, ",") {
		switch opt {
		case "omitempty":
			f.omitEmpty = true
		case "omitzero":
			f.omitZero = true
		case "string":
			f.quoted = isScalar(bare.Kind()) && (sf.Type.Kind() != reflect.Pointer || sf.Type.Name() == "")
		}
	}
	return f, false
}

func isScalar(k reflect.Kind) bool {
	return k >= reflect.Bool && k <= reflect.Float64 || k == reflect.String
}

// dominant returns the field that hides the others, nil if they hide each other.
func dominant(fields []*field) *field {
	rank := func(f *field) int {
		n := len(f.index) * 2
		if !f.tagged {
			n++
		}
		return n
	}
	slices.SortStableFunc(fields, func(a, b *field) int { return rank(a) - rank(b) })
	if len(fields) > 1 && rank(fields[0]) == rank(fields[1]) {
		return nil
	}
	return fields[0]
}
