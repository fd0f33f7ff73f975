package signature

import (
	"fmt"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// explicit puts the schemas that directives name in the place of the inferred
// ones, and compares them: the function is called all the same.
func (d *describer) explicit(s *Schema) {
	if m := d.said.file; m != nil {
		s.Inferred, s.Input = s.Input, d.readSchema(s, *m, "/inputSchema")
		s.Problems = append(s.Problems, misfits(s.Input, s.Inferred, *m, "/inputSchema")...)
	}
	if m := d.said.output; m != nil {
		s.InferredOutput, s.Output = s.Output, d.readSchema(s, *m, "/outputSchema")
		if s.InferredOutput == nil {
			s.Problems = append(s.Problems, Problem{Path: "/outputSchema", Rule: RuleDirective, Pos: m.pos,
				Msg: "schema " + m.value + ": the function has no result"})
			return
		}
		s.Problems = append(s.Problems, misfits(s.Output, s.InferredOutput, *m, "/outputSchema")...)
	}
}

// misfits compares a schema that a file gives with the inferred one: properties
// that nothing takes, what is always needed and missing, and types that have no
// value in common.
func misfits(given, inferred *schema.Node, m marker, path string) (out []Problem) {
	if given.Kind != schema.Object || inferred.Kind != schema.Object {
		return nil
	}
	what := "parameter"
	if path == "/outputSchema" {
		what = "part of the result"
	}
	report := func(at, format string, args ...any) {
		out = append(out, Problem{Path: path + at, Rule: RuleDirective, Pos: m.pos,
			Msg: "schema " + m.value + ": " + fmt.Sprintf(format, args...)})
	}
	props, have := given.Get("properties"), inferred.Get("properties")
	if props != nil && props.Kind == schema.Object {
		for _, p := range props.Members {
			at := "/properties/" + schema.EscapeToken(p.Name)
			mine := have.Get(p.Name)
			switch {
			case mine == nil && inferred.Get("additionalProperties").IsFalse():
				report(at, "there is no %s %q", what, p.Name)
			case mine != nil && apart(p.Value.Get("type"), mine.Get("type")):
				report(at, "%s %q is %s, never %s", what, p.Name, mine.Get("type"), p.Value.Get("type"))
			}
		}
	}
	needed := inferred.Get("required")
	for i := 0; needed != nil && i < len(needed.Elems); i++ {
		e := needed.Elems[i]
		if props.Get(e.Text) == nil && (props != nil || given.Get("additionalProperties").IsFalse()) {
			report("", "it lacks the required %s %q", what, e.Text)
		}
	}
	return out
}

// apart reports whether two lists of types have no value in common.
func apart(a, b *schema.Node) bool {
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
