package schemaerror

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/analyzers/internal/blame"
	"github.com/schemavet/schemavet/analyzers/internal/handling"
	"github.com/schemavet/schemavet/analyzers/internal/leak"
	"github.com/schemavet/schemavet/analyzers/internal/walk"
	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// sources compares handwritten schemas with the tags of the structs into which the SDK
// decodes the arguments. The SDK does not read these tags.
type sources struct {
	*report.Reporter
	read   map[token.Pos]bool // fields from whose tags a schema was derived
	agrees map[token.Pos]bool // fields whose tags agree with the schema of a tool
	found  []finding
}

type finding struct {
	field token.Pos
	report.Diagnostic
}

// contradictedTags reports tags that contradict the handwritten schema, which is the one
// that counts.
func contradictedTags(r *report.Reporter) {
	s := &sources{Reporter: r, read: map[token.Pos]bool{}, agrees: map[token.Pos]bool{}}
	for _, t := range r.Tools {
		t = t.Written()
		for _, n := range []*schema.Node{t.Input(), t.Output()} {
			if n != nil && n.Type != nil {
				for _, f := range leak.AllFields(n.Type) {
					s.read[f.Var.Pos()] = true
				}
			}
		}
	}
	for _, t := range r.Tools {
		t = t.Written()
		s.tool(t)
	}
	for _, d := range s.found {
		if !s.read[d.field] && !s.agrees[d.field] {
			r.Report(d.Diagnostic)
		}
	}
}

// tool compares the handwritten schema of a tool with the struct that its handler
// takes.
func (s *sources) tool(t *schemafacts.Tool) {
	in := t.Input()
	if t.DescriptionTag == "" || t.InputType != "" || in == nil || in.Kind != schema.Object || in.Type != nil || in.Reflector != "" {
		return
	}
	args := handling.Of(s.Reporter).Arguments(t)
	if args == nil {
		return
	}
	fields := jsonfields.Of(args)
	if !slices.ContainsFunc(fields, func(f jsonfields.Field) bool { return marksOptional(f) || f.Tag.Get(t.DescriptionTag) != "" }) {
		return // its tags say only how to decode the arguments
	}
	for _, f := range fields {
		prop := in.Get("properties").Get(f.Name)
		// Other uses of a struct of another package are unknown.
		if !f.Tagged || f.Var.Embedded() || !s.Own(f.Var.Pos()) || prop == nil || prop.Kind != schema.Object || len(prop.Holes()) > 0 {
			continue
		}
		required := !marksOptional(f) && !prop.Has("default") // in a schema derived from the field
		if required && !walk.MayRequire(in, f.Name) {
			s.found = append(s.found, finding{f.Var.Pos(), report.About(t.Name, s.tagOf(f.Var), "two-sources",
				"tool %q: input property %q may be omitted, though the tag of field %s makes it required; the field is empty then", t.Name, f.Name, f.Var.Name())})
			continue
		}
		s.agrees[f.Var.Pos()] = true
	}
}

// marksOptional reports whether a schema derived from a struct does not require a field.
func marksOptional(f jsonfields.Field) bool {
	_, pointer := types.Unalias(f.Var.Type()).(*types.Pointer)
	return pointer || f.OmitEmpty || f.OmitZero
}

// tagOf returns the position of a field's tag, or of the field if its tag is not
// visible.
func (s *sources) tagOf(f *types.Var) token.Pos {
	if field := blame.Field(s.Pass.Files, f.Pos()); field != nil && field.Tag != nil {
		return field.Tag.Pos()
	}
	return f.Pos()
}
