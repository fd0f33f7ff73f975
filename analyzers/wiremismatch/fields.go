package wiremismatch

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/leak"
	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// memberSet holds all fields of a struct that encoding/json considers, before fields
// with the same name exclude each other.
type memberSet struct {
	list   []jsonfields.Field
	hidden []*types.Var // embedded, and left out of JSON
	named  map[string][]jsonfields.Field
	// promoted are the struct's embedded fields whose own fields encoding/json promotes.
	promoted []*types.Var
}

// membersOf returns the fields of t. It computes them once per type: a struct may have
// thousands of fields, and the caller looks up each of them.
func (c *checker) membersOf(t types.Type) *memberSet {
	s := c.fields[t]
	if s == nil {
		s = &memberSet{named: map[string][]jsonfields.Field{}}
		s.list, s.hidden = jsonfields.All(leak.Deref(t))
		for _, m := range s.list {
			s.named[m.Name] = append(s.named[m.Name], m)
		}
		for _, m := range jsonfields.Declared(leak.Deref(t)) {
			if m.Name == "" {
				s.promoted = append(s.promoted, m.Var)
			}
		}
		c.fields[t] = s
	}
	return s
}

// claims returns the fields with a JSON name at the least depth. If some of them have
// a tag, it returns only those.
func (s *memberSet) claims(name string) []jsonfields.Field {
	var out []jsonfields.Field
	for _, m := range s.named[name] {
		switch {
		case len(out) == 0 || len(m.Path) == len(out[0].Path) && m.Tagged && !out[0].Tagged:
			out = []jsonfields.Field{m}
		case len(m.Path) == len(out[0].Path) && m.Tagged == out[0].Tagged:
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
	if len(one) != 1 || !one[0].Quoted || one[0].Var.Pos() != s.Node.Pos {
		return false
	}
	b, ok := leak.Deref(one[0].Var.Type()).Underlying().(*types.Basic)
	if !ok || b.Info()&(types.IsBoolean|types.IsNumeric|types.IsString) == 0 || c.form(one[0].Var.Type(), s.side) != nil {
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
			c.report(at, "duplicate-name", fmt.Sprintf("fields %s and %s have this name, and encoding/json uses neither", one[0].Var.Name(), one[1].Var.Name()))
			continue
		}
		c.ignoredProperty(at, set)
	}
	c.missing(s, set, props)
	if slices.Contains(frameworks, s.Node.Reflector) && s.side == "input" {
		c.lostFields(s, set, props)
	}
}

// lostFields reports unexported embedded structs whose fields the schema lacks.
func (c *checker) lostFields(s schemaPart, set *memberSet, props *schema.Node) {
	for _, f := range set.promoted {
		lost := func(m jsonfields.Field) bool {
			return !m.Fixed && len(m.Path) > 1 && fieldAt(s.Node.Type, m.Path[0]) == f && len(set.claims(m.Name)) == 1 && !props.Has(m.Name)
		}
		i := slices.IndexFunc(set.list, lost)
		if f.Exported() || i < 0 {
			continue
		}
		at := s
		at.Node, at.Name = &schema.Node{Pos: f.Pos()}, f.Name()
		c.report(at, "embedded", fmt.Sprintf("the schema lacks %q, which encoding/json decodes into the embedded %s", set.list[i].Name, f.Name()))
	}
}

// fieldAt returns a field of a struct.
func fieldAt(t types.Type, i int) *types.Var {
	return leak.Deref(t).Underlying().(*types.Struct).Field(i)
}

// ignoredProperty reports a property that encoding/json ignores.
func (c *checker) ignoredProperty(at schemaPart, set *memberSet) {
	for _, m := range set.list {
		if m.Var.Pos() != at.Node.Pos || m.Name == at.Name {
			continue
		}
		switch tagged := jsonfields.TagOf(string(m.Tag)).Name; {
		case at.Name == "":
			c.report(at, "json-name", fmt.Sprintf("the schema has no name for the field, but encoding/json uses %q", m.Name))
			return
		case tagged == at.Name:
			c.report(at, "json-name", fmt.Sprintf("encoding/json does not accept this name, and uses %q", m.Name))
			return
		case tagged == "" && at.Node.Reflector != invopop:
			if !strings.EqualFold(m.Name, at.Name) {
				c.report(at, "json-name", fmt.Sprintf("encoding/json does not read this name, but %q", m.Name))
			}
			return
		}
	}
	has := func(f *types.Var) bool {
		st, ok := leak.Deref(f.Type()).Underlying().(*types.Struct)
		return ok && slices.ContainsFunc(slices.Collect(st.Fields()), func(g *types.Var) bool { return g.Pos() == at.Node.Pos })
	}
	for _, m := range set.list {
		if m.Var.Embedded() && has(m.Var) {
			c.report(at, "embedded", fmt.Sprintf("never receives its value: encoding/json decodes it into %q instead", m.Name))
			return
		}
	}
	for _, f := range set.promoted {
		if f.Pos() == at.Node.Pos {
			c.report(at, "embedded", fmt.Sprintf("never receives its value: encoding/json decodes the fields of %s without this name", f.Name()))
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
		twin := func(o jsonfields.Field) bool {
			return o.Var != m.Var && o.Var.Name() == m.Var.Name() && len(o.Path) <= len(m.Path)
		}
		receives := func(o jsonfields.Field) bool { return s.side == "input" && twin(o) && props.Has(o.Name) }
		if props.Has(m.Name) || len(set.claims(m.Name)) != 1 || !slices.ContainsFunc(set.list, twin) || slices.ContainsFunc(set.list, receives) {
			continue
		}
		at := s
		at.Name = m.Name
		c.report(at, "embedded", fmt.Sprintf("the schema lacks %q, since two embedded structs have a field %s", m.Name, m.Var.Name()))
	}
}
