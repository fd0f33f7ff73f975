package schemaerror

import (
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/blame"
	"github.com/schemavet/schemavet/analyzers/internal/handlers"
	"github.com/schemavet/schemavet/analyzers/internal/leak"
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
					s.read[f.Pos()] = true
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
	args := handlers.Arguments(s.Reporter, t)
	if args == nil {
		return
	}
	st, ok := args.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i := range st.NumFields() {
		f, tag := st.Field(i), reflect.StructTag(st.Tag(i))
		name, options, _ := strings.Cut(tag.Get("json"), ",")
		prop := in.Get("properties").Get(name)
		// Other uses of a struct of another package are unknown.
		if name == "" || !f.Exported() || f.Embedded() || !s.Own(f.Pos()) || prop == nil || prop.Kind != schema.Object || len(prop.Holes()) > 0 {
			continue
		}
		if wouldRequire(f, options, prop) && !requires(in, name) {
			s.found = append(s.found, finding{f.Pos(), report.About(t.Name, s.tagOf(f), "two-sources",
				"tool %q: input property %q may be omitted, though the tag of field %s makes it required; the field is empty then", t.Name, name, f.Name())})
			continue
		}
		s.agrees[f.Pos()] = true
	}
}

// wouldRequire reports whether a schema that was derived from the field would require
// the property.
func wouldRequire(f *types.Var, options string, prop *schema.Node) bool {
	_, isPtr := types.Unalias(f.Type()).(*types.Pointer)
	return !isPtr && !prop.Has("default") && !strings.Contains(options, "omitempty") && !strings.Contains(options, "omitzero")
}

// requires reports whether a schema requires a property. It also returns true if that
// is unknown.
func requires(in *schema.Node, name string) bool {
	list := in.Get("required")
	return list != nil && (len(list.Holes()) > 0 || slices.ContainsFunc(list.Elems, func(e *schema.Node) bool { return e.StringValue() == name }))
}

// tagOf returns the position of a field's tag, or of the field if its tag is not
// visible.
func (s *sources) tagOf(f *types.Var) token.Pos {
	if field := blame.Field(s.Pass.Files, f.Pos()); field != nil && field.Tag != nil {
		return field.Tag.Pos()
	}
	return f.Pos()
}
