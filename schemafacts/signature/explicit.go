package signature

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// explicit replaces the inferred schemas by the schemas that directives name. It
// reports contradictions between them, because the function itself does not change.
func (d *describer) explicit(s *Schema) {
	if m := d.said.file; m != nil {
		s.Inferred, s.Input = s.Input, d.readSchema(s, *m, "/inputSchema")
		s.Problems = append(s.Problems, d.misfits(s.Input, s.Inferred, *m, false)...)
	}
	if m := d.said.output; m != nil {
		s.InferredOutput = s.Output
		if s.InferredOutput == nil {
			s.Output = d.readSchema(s, *m, "/outputSchema")
			s.Problems = append(s.Problems, Problem{Path: "/outputSchema", Rule: RuleDirective, Pos: m.pos,
				Msg: m.source() + ": the function has no result"})
			return
		}
		if s.Output = nil; m.value == noOutput {
			return
		}
		s.Output = d.readSchema(s, *m, "/outputSchema")
		inferred := s.InferredOutput
		s.Output, inferred = boxed(s.Output, inferred)
		if inferred == nil {
			s.Problems = append(s.Problems, Problem{Path: "/outputSchema", Rule: RuleDirective, Pos: m.pos,
				Msg: m.source() + ": the result is not an object, so the schema must have one property, which holds it"})
			return
		}
		s.Problems = append(s.Problems, d.misfits(s.Output, inferred, *m, true)...)
	}
}

// noOutput is the value of the directive for a tool without an output schema.
const noOutput = "none"

// boxed returns an explicit output schema with the mark of a box if the function's
// result is not an object, and the inferred schema in the form to compare it with, or nil if
// no value fits the explicit schema.
func boxed(given, inferred *schema.Node) (*schema.Node, *schema.Node) {
	inner := inferred.Get("properties").Get(boxField)
	if inferred.Get(boxKey) == nil || inner == nil || given.Kind != schema.Object {
		return given, inferred
	}
	field, props := given.Get(boxKey).Get("field").StringValue(), given.Get("properties")
	scalar := scalarOnly(inferred, inner)
	switch {
	case field != "":
	case scalar && props == nil && given.Get("type").StringValue() != "object":
		root, props, required := object(given.Pos)
		props.Set(boxField, given)
		required.Elems = append(required.Elems, schema.NewString(boxField).At(given.Pos))
		if defs := given.Get("$defs"); defs != nil {
			root.Set("$defs", defs)
			given.Delete("$defs")
		}
		given, field = root, boxField
	case scalar && props != nil && len(props.Members) == 1:
		field = props.Members[0].Name
	case scalar:
		return given, nil
	default: // the function returns the object itself
		if defs := inferred.Get("$defs"); defs != nil {
			inner = inner.Clone()
			inner.Set("$defs", defs)
		}
		return given, inner
	}
	mark := schema.NewObject().At(given.Pos)
	mark.Set("field", schema.NewString(field).At(given.Pos))
	given.Set(boxKey, mark)
	renamed := inferred.Clone()
	part := schema.NewObject()
	part.Set(field, inner.Clone())
	renamed.Set("properties", part)
	renamed.Set("required", schema.NewStrings(field))
	return given, renamed
}

// scalarOnly reports whether no value of a part of the schema root is an object.
func scalarOnly(root, n *schema.Node) bool {
	n = withoutNull(root, resolve(root, n))
	t := n.Get("type")
	return t != nil && !hasName(t, "object")
}

// misfit finds contradictions between an explicit schema and the function.
type misfit struct {
	*walker
	given, inferred *schema.Node // the roots, in which references are resolved
	m               marker
	root            string                // of the paths of problems
	open            map[*schema.Node]bool // the nodes of given around the current one
	found           []Problem
}

// misfits reports contradictions between an explicit schema and the inferred one:
// properties that the function does not take, missing properties that it always
// needs, types without a common value, and enum values that it rejects. It does not
// compare unions.
func (d *describer) misfits(given, inferred *schema.Node, m marker, out bool) []Problem {
	f := misfit{walker: &walker{describer: d, out: out}, given: given, inferred: inferred, m: m, open: map[*schema.Node]bool{}}
	f.root = "/inputSchema"
	if out {
		f.root = "/outputSchema"
	}
	f.compare(given, inferred, "", "")
	return f.found
}

func (f *misfit) report(path, format string, args ...any) {
	f.found = append(f.found, Problem{Path: f.root + path, Rule: RuleMisfit, Pos: f.m.pos,
		Msg: f.m.source() + ": " + fmt.Sprintf(format, args...)})
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

// resolve returns the schema to which n refers, following references to definitions
// of a root, or n itself.
func resolve(root, n *schema.Node) *schema.Node {
	for range maxDepth {
		ref := n.Get("$ref").StringValue()
		rest, ok := strings.CutPrefix(ref, "#")
		if !ok {
			break
		}
		target := root.Lookup(rest)
		if target == nil {
			break
		}
		n = target
	}
	return n
}

// compare compares two schemas of a value. name is "" for the root. path leads to the
// value from the root of the explicit schema.
func (f *misfit) compare(given, inferred *schema.Node, name, path string) {
	if target := resolve(f.given, given); target != given {
		path = strings.TrimPrefix(given.Get("$ref").StringValue(), "#")
		given = target
	}
	inferred = resolve(f.inferred, inferred)
	if given.Kind != schema.Object || inferred.Kind != schema.Object || f.open[given] || isUnion(given) {
		return
	}
	inferred = withoutNull(f.inferred, inferred)
	if isUnion(inferred) {
		return
	}
	f.open[given] = true
	defer delete(f.open, given)
	if name != "" && !f.sameKind(given, inferred, name, path) {
		return
	}
	f.members(given, inferred, name, path)
	items, mine := given.Get("items"), inferred.Get("items")
	if items != nil && mine != nil {
		f.compare(items, mine, name+"[]", path+"/items")
	}
}

// isUnion reports whether n has keywords that combine schemas. Such schemas are not
// compared.
func isUnion(n *schema.Node) bool {
	return slices.ContainsFunc([]string{"anyOf", "oneOf", "allOf", "not", "if", "$ref", "$dynamicRef"}, n.Has)
}

// withoutNull returns the only schema besides null in anyOf, or n.
func withoutNull(root, n *schema.Node) *schema.Node {
	either := n.Get("anyOf")
	if either == nil || len(either.Elems) != 2 || either.Elems[1].Get("type").StringValue() != "null" {
		return n
	}
	return resolve(root, either.Elems[0])
}

// sameKind reports types without a common value, numbers where an integer is needed,
// and enum values that the function rejects. It returns whether the rest of the
// schemas can be compared.
func (f *misfit) sameKind(given, inferred *schema.Node, name, path string) bool {
	one, other := given.Get("type"), inferred.Get("type")
	if disjoint(one, other) {
		f.report(path, "%s is %s, never %s", f.what(name), other, one)
		return false
	}
	enum, mine := given.Get("enum"), inferred.Get("enum")
	if c := given.Get("const"); c != nil && enum == nil {
		enum = schema.NewArray(c)
	}
	from, to := one, other // the values that arrive, and the expected ones
	if f.out {
		from, to = other, one
	}
	if hasName(from, "number") && hasName(to, "integer") && !hasName(to, "number") && enum == nil && given.Get("multipleOf") == nil {
		if f.out {
			f.report(path, "%s is a number, and the schema allows integers only", f.what(name))
		} else {
			f.report(path, "%s is an integer, and the schema allows numbers such as 1.5", f.what(name))
		}
	}
	if enum == nil || enum.Kind != schema.Array {
		return true
	}
	var refused []string
	for _, e := range enum.Elems {
		if !f.fits(e, inferred) && e.Kind != schema.Null {
			refused = append(refused, short(e))
		}
	}
	switch {
	case len(refused) == len(enum.Elems) && len(refused) > 0:
		f.report(path, "%s is never one of %s", f.what(name), strings.Join(refused, ", "))
	case len(refused) > 0 && mine != nil:
		f.report(path, "%s cannot be %s, which the schema allows", f.what(name), strings.Join(refused, ", "))
	}
	return true
}

func hasName(types *schema.Node, name string) bool {
	return types != nil && slices.Contains(typeNames(types), name)
}

// members compares the properties of two schemas.
func (f *misfit) members(given, inferred *schema.Node, name, path string) {
	props, have := given.Get("properties"), inferred.Get("properties")
	inside := func(member string) string {
		if name == "" {
			return member
		}
		return name + "." + member
	}
	if props != nil && props.Kind == schema.Object {
		for _, p := range props.Members {
			at := path + "/properties/" + schema.EscapeToken(p.Name)
			mine := have.Get(p.Name)
			if mine == nil {
				mine = inferred.Get("additionalProperties")
			}
			switch {
			case mine == nil:
			case mine.IsFalse():
				f.report(at, "there is no %s", f.what(inside(p.Name)))
			default:
				f.compare(p.Value, mine, inside(p.Name), at)
			}
		}
	}
	if more, mine := given.Get("additionalProperties"), inferred.Get("additionalProperties"); more != nil && mine != nil {
		f.compare(more, mine, inside("*"), path+"/additionalProperties")
	}
	needed := inferred.Get("required")
	for i := 0; needed != nil && i < len(needed.Elems); i++ {
		e := needed.Elems[i]
		if props.Get(e.Text) == nil && (props != nil || given.Get("additionalProperties").IsFalse()) {
			f.report(path, "it lacks the required %s", f.what(inside(e.Text)))
		}
	}
}

// disjoint reports whether two lists of types have no value in common.
func disjoint(a, b *schema.Node) bool {
	if a == nil || b == nil {
		return false
	}
	one, other := typeNames(a), typeNames(b)
	return len(one) > 0 && len(other) > 0 && !slices.ContainsFunc(one, func(x string) bool {
		return slices.ContainsFunc(other, func(y string) bool {
			return x == y || x == "integer" && y == "number" || x == "number" && y == "integer"
		})
	})
}

func typeNames(n *schema.Node) (out []string) {
	if n.Kind == schema.String {
		return []string{n.Text}
	}
	for _, e := range n.Elems {
		out = append(out, e.StringValue())
	}
	return out
}
