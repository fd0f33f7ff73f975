package signature

import (
	"fmt"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Misfits compares the handwritten input schema of a tool with the type into which
// encoding/json decodes the arguments. It returns the contradictions: types and values
// that cannot be decoded, and nested properties that are lost.
func Misfits(given *schema.Node, t types.Type) []Problem {
	args := types.NewTuple(types.NewParam(token.NoPos, nil, "in", t))
	d := &describer{Func: Func{Sig: types.NewSignatureType(nil, nil, nil, args, nil, false), OneStruct: true}, typesOnly: true,
		src: func(string) *Package { return nil }}
	d.prepare()
	inferred, _ := d.input()
	return d.misfits(given, inferred, marker{}, false)
}

// misfit finds contradictions between an explicit schema and the function.
type misfit struct {
	*walker
	given, inferred *schema.Node // the roots, in which references are resolved
	m               marker
	apart           func(given, inferred *schema.Node) bool
	root            string                // of the paths of problems
	open            map[*schema.Node]bool // the nodes of given around the current one
	found           []Problem
}

// misfits reports contradictions between an explicit schema and the inferred one:
// properties that the function does not take, missing properties that it always
// needs, schemas without a common value, and values that the function rejects.
func (d *describer) misfits(given, inferred *schema.Node, m marker, out bool) []Problem {
	f := misfit{walker: &walker{describer: d, out: out}, given: given, inferred: inferred, m: m, open: map[*schema.Node]bool{},
		apart: compat.Disjoint(given, loose(inferred))}
	f.root = "/inputSchema"
	if out {
		f.root = "/outputSchema"
	}
	f.compare(given, inferred, "", "")
	return f.found
}

// report reports a contradiction at a node of the explicit schema.
func (f *misfit) report(at *schema.Node, path, format string, args ...any) {
	p := Problem{Path: f.root + path, Rule: RuleMisfit, Pos: at.Pos, Msg: fmt.Sprintf(format, args...)}
	if !f.typesOnly {
		p.Pos, p.Msg = f.m.pos, f.m.source()+": "+p.Msg
	}
	f.found = append(f.found, p)
}

// what returns the name of a part in messages, such as parameter "a", or "a.b[]" for
// a nested part.
func (f *misfit) what(name string) string {
	kind := "parameter"
	if f.out {
		kind = "part of the result"
	} else if strings.ContainsAny(name, ".[") {
		kind = "property"
	}
	return fmt.Sprintf("%s %q", kind, name)
}

// compare compares two schemas of a value. name is "" for the root. path leads to the
// value from the root of the explicit schema.
func (f *misfit) compare(given, inferred *schema.Node, name, path string) {
	if target := given.Follow(f.given); target != given {
		path = strings.TrimPrefix(given.Get("$ref").StringValue(), "#")
		given = target
	}
	inferred = withoutNull(f.inferred, inferred.Follow(f.inferred))
	if given.Kind != schema.Object || inferred.Kind != schema.Object || f.open[given] {
		return
	}
	f.open[given] = true
	defer delete(f.open, given)
	if text := f.clash(given, inferred); name != "" && text != "" {
		f.report(given, path, "%s %s", f.what(name), text)
		return
	}
	before := len(f.found)
	f.inside(given, inferred, name, path)
	if name != "" && len(f.found) == before && f.apart(given, loose(inferred)) {
		f.report(given, path, "%s takes no value that the schema allows", f.what(name))
	}
}

// inside compares the parts of two schemas of a value.
func (f *misfit) inside(given, inferred *schema.Node, name, path string) {
	if slices.ContainsFunc([]string{"anyOf", "oneOf", "allOf"}, inferred.Has) {
		return // which of its schemas a value has is open
	}
	parts := f.parts(given, path, nil)
	for _, p := range parts {
		if name != "" {
			f.values(p.node, inferred, name, p.path)
		}
		if items, mine := p.node.Get("items"), inferred.Get("items"); items != nil && mine != nil {
			f.compare(items, mine, name+"[]", p.path+"/items")
		}
		for _, key := range []string{"anyOf", "oneOf"} {
			if i := f.single(p.node.Get(key), inferred); i >= 0 {
				f.compare(p.node.Get(key).Elems[i], inferred, name, p.path+"/"+key+"/"+strconv.Itoa(i))
			}
		}
	}
	f.members(parts, inferred, name, path)
}

// part is a schema that applies to a value, and its path.
type part struct {
	node *schema.Node
	path string
}

// parts appends to out a schema and those in its allOf.
func (f *misfit) parts(n *schema.Node, path string, out []part) []part {
	if target := n.Follow(f.given); target != n {
		path, n = strings.TrimPrefix(n.Get("$ref").StringValue(), "#"), target
	}
	if n.Kind != schema.Object || slices.ContainsFunc(out, func(p part) bool { return p.node == n }) {
		return out
	}
	out = append(out, part{n, path})
	if all := n.Get("allOf"); all != nil {
		for i, e := range all.Elems {
			out = f.parts(e, path+"/allOf/"+strconv.Itoa(i), out)
		}
	}
	return out
}

// single returns the index of the only schema in a list that has a common value with
// the inferred one, or -1.
func (f *misfit) single(list, inferred *schema.Node) int {
	only := -1
	for i := 0; list != nil && i < len(list.Elems); i++ {
		if e := list.Elems[i].Follow(f.given); f.clash(e, inferred) == "" && !f.apart(e, loose(inferred)) {
			if only >= 0 {
				return -1
			}
			only = i
		}
	}
	return only
}

// loose returns a schema without what [misfit.members] compares: the names of members.
func loose(n *schema.Node) *schema.Node {
	n = n.Clone()
	n.Walk(func(_ string, m *schema.Node) bool {
		m.Delete("required")
		if m.Get("additionalProperties").IsFalse() {
			m.Delete("additionalProperties")
		}
		return true
	})
	return n
}

// clash returns why the types or the enum of two schemas leave no common value, or "".
func (f *misfit) clash(given, inferred *schema.Node) string {
	if one, other := given.Get("type"), inferred.Get("type"); disjoint(one, other) {
		return fmt.Sprintf("is %s, never %s", other, one)
	}
	if enum := enumOf(given); enum != nil && len(enum.Elems) > 0 {
		if refused := f.refused(enum, inferred); len(refused) == len(enum.Elems) {
			return "is never one of " + strings.Join(refused, ", ")
		}
	}
	return ""
}

// enumOf returns the values that a schema allows, if it lists them.
func enumOf(n *schema.Node) *schema.Node {
	if enum := n.Get("enum"); enum != nil {
		if enum.Kind != schema.Array {
			return nil
		}
		return enum
	}
	if c := n.Get("const"); c != nil {
		return schema.NewArray(c)
	}
	return nil
}

// refused returns the values of an enum that do not fit the inferred schema.
func (f *misfit) refused(enum, inferred *schema.Node) (out []string) {
	for _, e := range enum.Elems {
		if !f.fits(e, inferred) && e.Kind != schema.Null {
			out = append(out, shorten(e.String()))
		}
	}
	return out
}

// values reports values that one side allows and the other does not: numbers where an
// integer is needed, values of an enum, and bounds beyond those of the type.
func (f *misfit) values(given, inferred *schema.Node, name, path string) {
	one, other, enum := given.Get("type"), inferred.Get("type"), enumOf(given)
	from, to := one, other // the values that arrive, and the expected ones
	if f.out {
		from, to = other, one
	}
	if slices.Contains(from.Strings(), "number") && slices.Contains(to.Strings(), "integer") && !slices.Contains(to.Strings(), "number") && enum == nil && given.Get("multipleOf") == nil {
		if f.out {
			f.report(given, path, "%s is a number, and the schema allows integers only", f.what(name))
		} else {
			f.report(given, path, "%s is an integer, and the schema allows numbers such as 1.5", f.what(name))
		}
	}
	if enum != nil && inferred.Get("enum") != nil {
		if refused := f.refused(enum, inferred); len(refused) > 0 {
			f.report(given, path, "%s cannot be %s, which the schema allows", f.what(name), strings.Join(refused, ", "))
		}
	}
	for _, key := range []string{"minimum", "maximum"} {
		bound, mine := given.Get(key).Rat(), inferred.Get(key).Rat()
		if bound != nil && mine != nil && !f.out && (key == "minimum") == (bound.Cmp(mine) < 0) && bound.Cmp(mine) != 0 {
			f.report(given, path, "%s cannot be %s, which the schema allows", f.what(name), given.Get(key))
		}
	}
}

// members compares the properties of two schemas. parts are the schemas that apply to
// the explicit side.
func (f *misfit) members(parts []part, inferred *schema.Node, name, path string) {
	have := inferred.Get("properties")
	inside := func(member string) string {
		if name == "" {
			return member
		}
		return name + "." + member
	}
	listed, closed, some := map[string]bool{}, false, false
	for _, p := range parts {
		props, more := p.node.Get("properties"), p.node.Get("additionalProperties")
		closed, some = closed || more.IsFalse(), some || props != nil
		for _, m := range membersOf(props) {
			listed[m.Name] = true
			at := p.path + "/properties/" + schema.EscapeToken(m.Name)
			mine := have.Get(m.Name)
			if mine == nil {
				mine = inferred.Get("additionalProperties")
			}
			switch {
			case mine == nil:
			case mine.IsFalse() && f.typesOnly && name == "": // a rule of its own
			case mine.IsFalse():
				f.report(m.Value, at, "there is no %s", f.what(inside(m.Name)))
			default:
				f.compare(m.Value, mine, inside(m.Name), at)
			}
		}
		f.patterns(p, inferred, listed, inside)
		if mine := inferred.Get("additionalProperties"); more != nil && mine != nil {
			f.compare(more, mine, inside("*"), p.path+"/additionalProperties")
		}
	}
	if f.typesOnly || len(parts) == 0 {
		return
	}
	for _, m := range membersOf(have) {
		switch needed := slices.Contains(inferred.Get("required").Strings(), m.Name); {
		case listed[m.Name]:
		case needed && (some || closed):
			f.report(parts[0].node, path, "it lacks the required %s", f.what(inside(m.Name)))
		case f.out && closed:
			f.report(parts[0].node, path, "it lacks the %s, and allows no other", f.what(inside(m.Name)))
		}
	}
}

// patterns compares the properties whose names match patterns. It adds those that the
// function has to listed.
func (f *misfit) patterns(p part, inferred *schema.Node, listed map[string]bool, inside func(string) string) {
	for _, m := range membersOf(p.node.Get("patternProperties")) {
		at := p.path + "/patternProperties/" + schema.EscapeToken(m.Name)
		if mine := inferred.Get("additionalProperties"); mine != nil && !mine.IsFalse() {
			f.compare(m.Value, mine, inside("*"), at)
		}
		re, err := regexp.Compile(m.Name)
		if err != nil {
			continue
		}
		for _, have := range membersOf(inferred.Get("properties")) {
			if re.MatchString(have.Name) {
				listed[have.Name] = true
				f.compare(m.Value, have.Value, inside(have.Name), at)
			}
		}
	}
}

// membersOf returns the members of an object, or nil.
func membersOf(n *schema.Node) []schema.Member {
	if n == nil || n.Kind != schema.Object {
		return nil
	}
	return n.Members
}
