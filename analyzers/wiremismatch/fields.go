package wiremismatch

import (
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// member is a field of a struct, or of a struct that it embeds, in the view of
// encoding/json.
type member struct {
	*types.Var
	json   string // its name in JSON
	given  string // the name in the tag
	depth  int
	tagged bool
	quoted bool
}

// memberSet holds all fields of a struct that encoding/json considers, before fields
// with the same name exclude each other.
type memberSet struct {
	list   []member
	hidden []*types.Var // embedded, and left out of JSON
	named  map[string][]member
}

// membersOf returns the fields of t. It computes them once per type: a struct may have
// thousands of fields, and the caller looks up each of them.
func (c *checker) membersOf(t types.Type) *memberSet {
	s := c.fields[t]
	if s == nil {
		s = &memberSet{named: map[string][]member{}}
		s.list, s.hidden = membersOf(t)
		for _, m := range s.list {
			s.named[m.json] = append(s.named[m.json], m)
		}
		c.fields[t] = s
	}
	return s
}

func membersOf(t types.Type) (list []member, hidden []*types.Var) {
	type level struct {
		st    *types.Struct
		depth int
	}
	st, ok := deref(t).Underlying().(*types.Struct)
	if !ok {
		return nil, nil
	}
	seen := map[*types.Struct]bool{}
	for work := []level{{st, 0}}; len(work) > 0; work = work[1:] {
		l := work[0]
		if seen[l.st] {
			continue
		}
		seen[l.st] = true
		for i := range l.st.NumFields() {
			f := l.st.Field(i)
			tag := reflect.StructTag(l.st.Tag(i)).Get("json")
			given, options, _ := strings.Cut(tag, ",")
			if tag == "-" {
				if f.Embedded() {
					hidden = append(hidden, f)
				}
				continue
			}
			name := given
			if !validName(name) {
				name = ""
			}
			inner, isStruct := deref(f.Type()).Underlying().(*types.Struct)
			if f.Embedded() && name == "" && isStruct {
				work = append(work, level{inner, l.depth + 1})
				continue
			}
			if !f.Exported() {
				continue
			}
			m := member{Var: f, json: name, given: given, depth: l.depth, tagged: name != ""}
			if name == "" {
				m.json = f.Name()
			}
			m.quoted = slices.Contains(strings.Split(options, ","), "string")
			list = append(list, m)
		}
	}
	return list, hidden
}

// validName reports whether encoding/json accepts a name in a tag.
func validName(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// claims returns the fields with a JSON name at the least depth. If some of them have
// a tag, it returns only those.
func (s *memberSet) claims(name string) []member {
	var out []member
	for _, m := range s.named[name] {
		switch {
		case len(out) == 0 || m.depth == out[0].depth && m.tagged && !out[0].tagged:
			out = []member{m}
		case m.depth == out[0].depth && m.tagged == out[0].tagged:
			out = append(out, m)
		}
	}
	return out
}

// option checks the option "string" in the tag of a field. It returns true if the
// option makes the rest of the field's schema irrelevant.
func (c *checker) option(s schemaPart) bool {
	if s.Parent.Type == nil {
		return false
	}
	one := c.membersOf(s.Parent.Type).claims(s.Name)
	if len(one) != 1 || !one[0].quoted || one[0].Pos() != s.Node.Pos {
		return false
	}
	b, ok := deref(one[0].Type()).Underlying().(*types.Basic)
	if !ok || b.Info()&(types.IsBoolean|types.IsNumeric|types.IsString) == 0 || c.form(one[0].Type(), s.side) != nil {
		return false // it has no effect
	}
	want := accepts(s.Node)
	verb, from := "asks for", "read from"
	if s.side == "output" {
		verb, from = "promises", "written as"
	}
	switch {
	case len(want) == 0:
	case b.Info()&types.IsString != 0:
		if s.side == "input" { // what is written is a string as well
			c.report(s, "string-option", "the schema asks for a string, but with the option \"string\" encoding/json accepts only a quoted value inside the string")
		}
	case !slices.Contains(want, "string"):
		c.report(s, "string-option", fmt.Sprintf("the schema %s %s, but with the option \"string\" it is %s a string", verb, article(want), from))
	}
	return true
}

// members compares the properties of a schema with the fields that encoding/json
// uses.
func (c *checker) members(s schemaPart) {
	props := s.Node.Get("properties")
	if props == nil || props.Kind != schema.Object {
		return
	}
	set := c.membersOf(s.Node.Type)
	for _, p := range props.Members {
		if p.Value.Type == nil || !slices.Contains(reflectors, p.Value.Reflector) || !p.Value.Pos.IsValid() {
			continue
		}
		one := set.claims(p.Name)
		if len(one) == 1 {
			continue
		}
		at := s
		at.Node, at.Name, at.Pointer = p.Value, p.Name, s.Pointer+"/properties/"+schema.EscapeToken(p.Name)
		if len(one) > 1 {
			c.report(at, "duplicate-name", fmt.Sprintf("fields %s and %s have this name, and encoding/json uses neither", one[0].Name(), one[1].Name()))
			continue
		}
		c.ignoredProperty(at, set)
	}
	c.missing(s, set, props)
}

// ignoredProperty reports a property that encoding/json ignores.
func (c *checker) ignoredProperty(at schemaPart, set *memberSet) {
	for _, m := range set.list {
		if m.Pos() == at.Node.Pos && m.given == at.Name && m.json != m.given {
			c.report(at, "json-name", fmt.Sprintf("encoding/json does not accept this name, and uses %q", m.json))
			return
		}
	}
	has := func(f *types.Var) bool {
		st, ok := deref(f.Type()).Underlying().(*types.Struct)
		return ok && slices.ContainsFunc(slices.Collect(st.Fields()), func(g *types.Var) bool { return g.Pos() == at.Node.Pos })
	}
	for _, m := range set.list {
		if m.Embedded() && has(m.Var) {
			c.report(at, "embedded", fmt.Sprintf("never receives its value: encoding/json decodes it into %q instead", m.json))
			return
		}
	}
	for _, f := range set.hidden {
		if has(f) {
			c.report(at, "embedded", fmt.Sprintf("its value is lost: encoding/json omits %s", f.Name()))
			return
		}
	}
}

// missing reports a field of an embedded struct that the schema lacks because another
// field has the same Go name. An argument may have another name: then the other field
// receives the value.
func (c *checker) missing(s schemaPart, set *memberSet, props *schema.Node) {
	if !s.Node.Get("additionalProperties").IsFalse() || len(s.Node.Holes()) > 0 {
		return
	}
	for _, m := range set.list {
		twin := func(o member) bool { return o.Var != m.Var && o.Name() == m.Name() && o.depth <= m.depth }
		receives := func(o member) bool { return s.side == "input" && twin(o) && props.Has(o.json) }
		if props.Has(m.json) || len(set.claims(m.json)) != 1 || !slices.ContainsFunc(set.list, twin) || slices.ContainsFunc(set.list, receives) {
			continue
		}
		at := s
		at.Name = m.json
		c.report(at, "embedded", fmt.Sprintf("the schema lacks %q, since two embedded structs have a field %s", m.json, m.Name()))
	}
}
