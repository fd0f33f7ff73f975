package signature

import (
	"fmt"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// explicit replaces the inferred schemas by the schemas that directives name. It
// reports contradictions between them, because the function itself does not change.
func (d *describer) explicit(s *Schema) {
	if m := d.said.file; m != nil {
		s.Inferred, s.Input = s.Input, d.readSchema(s, *m, "/inputSchema")
		for _, p := range d.said.order {
			s.Problems = append(s.Problems, Problem{Path: "/inputSchema", Rule: RuleDirective, Pos: p.pos,
				Msg: fmt.Sprintf("directive for %q has no effect: an explicit schema describes the arguments", p.name)})
		}
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
	n = withoutNull(root, n.Follow(root))
	t := n.Get("type")
	return t != nil && !slices.Contains(t.Strings(), "object")
}

// withoutNull returns the only schema besides null in anyOf, or n.
func withoutNull(root, n *schema.Node) *schema.Node {
	either := n.Get("anyOf")
	if either == nil || len(either.Elems) != 2 || either.Elems[1].Get("type").StringValue() != "null" {
		return n
	}
	return either.Elems[0].Follow(root)
}

// disjoint reports whether two lists of types have no value in common.
func disjoint(a, b *schema.Node) bool {
	one, other := a.Strings(), b.Strings()
	return len(one) > 0 && len(other) > 0 && !slices.ContainsFunc(one, func(x string) bool {
		return slices.ContainsFunc(other, func(y string) bool {
			return x == y || x == "integer" && y == "number" || x == "number" && y == "integer"
		})
	})
}
