package signature

import (
	"go/token"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"github.com/schemavet/schemavet/schemafacts/signature/doccomment"
)

// directives are the directives of one function.
type directives struct {
	tool         bool
	name         *marker
	description  *marker
	title        *marker
	hints        []marker
	args         *marker // request, receiver, or names of parameters
	defaults     *marker // the defaults of the fields that are the arguments
	params       map[string][]marker
	order        []mention // the mentions of parameters
	file, output *marker   // the schemas, or their files
	problems     []Problem
}

// mention is the name of a parameter in a directive.
type mention struct {
	name string
	pos  token.Pos
}

// readDirectives reads the directives of a comment.
func readDirectives(c *Comment) directives {
	out := directives{params: map[string][]marker{}}
	list, problems := doccomment.Directives(c.Directives)
	for _, d := range list {
		var keys []marker
		for _, k := range d.Keys {
			keys = append(keys, marker{key: k.Name, value: k.Value, pos: c.pos(d.Line, k.Offset), quoted: k.Quoted})
		}
		switch d.Verb {
		case "tool":
			out.tool = true
			for i := range keys {
				switch keys[i].key {
				case "name":
					out.name = &keys[i]
				case "description":
					out.description = &keys[i]
				case "title":
					out.title = &keys[i]
				case "readOnly", "destructive", "idempotent", "openWorld":
					out.hints = append(out.hints, keys[i])
				case "args":
					out.args = &keys[i]
				case "default":
					out.defaults = &keys[i]
				}
			}
		case "param":
			out.params[d.Arg] = append(out.params[d.Arg], keys...)
			out.order = append(out.order, mention{d.Arg, c.pos(d.Line, d.Offset)})
		case "schema":
			out.file = &marker{value: d.Arg, inline: d.Inline, pos: c.pos(d.Line, d.Offset)}
		case "output":
			out.output = &marker{value: d.Arg, inline: d.Inline, pos: c.pos(d.Line, d.Offset)}
		case "group":
			out.problems = append(out.problems, Problem{Rule: RuleDirective, Msg: `directive "group" belongs in the comment of the package`, Pos: c.pos(d.Line, 0)})
		}
	}
	for _, p := range problems {
		out.problems = append(out.problems, Problem{Rule: RuleDirective, Msg: p.Message, Pos: c.pos(p.Line, p.Offset)})
	}
	return out
}

// Shape is the form in which a function takes its arguments, according to its
// directive.
type Shape struct {
	// OneStruct and Receiver are as in [Func].
	OneStruct, Receiver bool
	// Positional are the parameters that a command line takes by position.
	Positional []string
}

// Shape returns the form in which a function takes its arguments, according to the
// directives of its comment.
func (c Comment) Shape() Shape { return readDirectives(&c).shape() }

func (d directives) shape() (s Shape) {
	if d.args == nil {
		return s
	}
	switch d.args.value {
	case doccomment.ArgsRequest:
		s.OneStruct = true
	case doccomment.ArgsReceiver:
		s.Receiver = true
	default:
		for name := range strings.SplitSeq(d.args.value, ",") {
			s.Positional = append(s.Positional, strings.TrimSpace(name))
		}
	}
	return s
}

// nameTool sets the name, title and description that a directive gives, instead of
// the function's name and comment.
func (d directives) nameTool(s *Schema) {
	s.Tool = d.tool
	if d.name != nil {
		s.Name, s.NamePos = d.name.value, d.name.pos
	}
	if d.description != nil {
		s.Description, s.DescriptionPos = d.description.value, d.description.pos
	}
	if d.title != nil {
		s.Title = schema.NewString(d.title.value).At(d.title.pos)
	}
	if len(d.hints) == 0 {
		return
	}
	s.Annotations = schema.NewObject().At(d.hints[0].pos)
	for _, name := range []string{"destructive", "idempotent", "openWorld", "readOnly"} {
		i := slices.IndexFunc(d.hints, func(m marker) bool { return m.key == name })
		switch {
		case i >= 0:
			s.Annotations.Set(name+"Hint", schema.NewBool(d.hints[i].value == "true").At(d.hints[i].pos))
		case name == "idempotent" || name == "readOnly": // the SDKs print these two
			s.Annotations.Set(name+"Hint", schema.NewBool(false).At(d.hints[0].pos))
		}
	}
}

// tagMarkers returns the markers in the tags of a field.
func (w *walker) tagMarkers(f jsonfields.Field) *markers {
	m, pkg := &markers{}, ""
	if f.Var.Pkg() != nil {
		pkg = f.Var.Pkg().Path()
	}
	if w.typesOnly {
		return m
	}
	keys, problems := doccomment.ParseKeys(f.Tag.Get("jsonschema"))
	for _, k := range keys {
		m.list = append(m.list, marker{key: k.Name, value: k.Value, pos: f.Var.Pos(), quoted: k.Quoted, pkg: pkg})
	}
	for _, p := range problems {
		w.report(Problem{Rule: RuleMarker, Msg: p.Message, Pos: f.Var.Pos()})
	}
	if text := f.Tag.Get("jsonschema_description"); text != "" && m.find("description") == nil {
		m.describe(text, f.Var.Pos())
	}
	m.skip = !w.out && m.has("-")
	return m
}
