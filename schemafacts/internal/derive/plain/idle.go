package plain

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/signature/doccomment"
)

// A directive that the compiler, gofmt and this program pass over in silence is
// a tool that somebody believes to exist. So each is accounted for: what stands
// in the comment of a tool is judged with the tool, all others are idle.

// Idle is a directive that has no effect where it stands.
type Idle struct {
	Pos token.Pos
	// Msg says why, without the position.
	Msg string
}

// idle is a directive without an effect, unless fn turns out to be registered.
type idle struct {
	Idle
	fn *types.Func // nil if nothing can change it
}

// directiveText returns the directive that a comment is or, but for the way it
// is written, would be; "" if it is prose.
func directiveText(text string) string {
	if body, ok := strings.CutPrefix(text, "/*"); ok {
		body = strings.TrimSpace(strings.TrimSuffix(body, "*/"))
		if strings.Contains(body, "\n") {
			return ""
		}
		text = "// " + body
	}
	rest, ok := strings.CutPrefix(text, "//")
	trimmed := strings.TrimLeft(rest, " \t")
	if !ok || !strings.HasPrefix(trimmed, "schemavet:") || strings.HasPrefix(trimmed, "schemavet:ignore") {
		return ""
	}
	if list, problems := doccomment.Directives([]string{"//" + trimmed}); trimmed != rest && (len(list) == 0 || len(problems) > 0) {
		return "" // prose that begins with the word
	}
	return strings.TrimRight(text, " \t\r")
}

// findIdle notes the directives that no tool of this package accounts for.
func (p *Functions) findIdle() {
	for _, f := range p.Files() {
		docs := map[*ast.CommentGroup]*ast.FuncDecl{}
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Doc != nil {
				docs[d.Doc] = d
			}
		}
		for _, group := range f.Comments {
			for _, c := range group.List {
				if text := directiveText(c.Text); text != "" {
					p.noteIdle(f, docs[group], group, c, text)
				}
			}
		}
	}
}

// noteIdle notes a directive unless it stands above a function that another one
// makes a tool.
func (p *Functions) noteIdle(f *ast.File, above *ast.FuncDecl, group *ast.CommentGroup, c *ast.Comment, text string) {
	if above != nil && slices.ContainsFunc(above.Doc.List, func(c *ast.Comment) bool { return isToolDirective(c.Text) }) {
		return
	}
	i, block := idle{Idle: Idle{Pos: c.Pos()}}, strings.HasPrefix(c.Text, "/*")
	if above != nil && !block {
		i.fn, _ = p.Pass.TypesInfo.Defs[above.Name].(*types.Func)
	}
	list, problems := doccomment.Directives([]string{text})
	switch {
	case block:
		i.Msg = "directive is in a /* */ comment; write //" + strings.TrimPrefix(text, "// ")
	case len(problems) == 0 && list[0].Verb == "group":
		if group == f.Doc {
			return
		}
		i.Msg = `directive "group" has no effect here: it belongs in the comment of the package`
	case len(problems) > 0:
		i.Msg = problems[0].Message
		i.Pos += token.Pos(problems[0].Offset)
	case above != nil:
		i.Msg = fmt.Sprintf("directive %q has no effect: function %q is not a tool", list[0].Verb, above.Name.Name)
	default:
		verb := list[0].Verb
		i.Msg = fmt.Sprintf("directive %q has no effect here: it belongs in the comment of a function", verb)
		if fn := cutOff(f, group); fn != nil {
			i.Msg = fmt.Sprintf("directive %q has no effect: an empty line separates it from function %q", verb, fn.Name.Name)
		}
	}
	p.idle = append(p.idle, i)
}

// cutOff returns the function that comes next after a comment that is none of
// its own, nil if something else does.
func cutOff(f *ast.File, group *ast.CommentGroup) *ast.FuncDecl {
	for _, d := range f.Decls {
		if d.Pos() <= group.Pos() && group.Pos() < d.End() {
			return nil
		}
		if d.Pos() > group.End() {
			fn, _ := d.(*ast.FuncDecl)
			return fn
		}
	}
	return nil
}

// Package is a package with what was found in it.
type Package struct {
	*Functions
	// Tools are those that the package tells of.
	Tools []*tool.Tool
	// Unfinished says that some of its functions were not followed to their end.
	Unfinished bool
}

// AllIdle returns the directives of several packages that have no effect, by the path of
// the package. Others are tools that more is known of. A function that another package
// may register is left out unless the packages are a whole program.
func AllIdle(packages []Package, others []*tool.Tool, whole bool) map[string][]Idle {
	known, open := map[string]bool{}, false
	for _, t := range others {
		known[t.Handler] = true
	}
	for _, d := range packages {
		for _, t := range d.Tools {
			known[t.Handler] = true
		}
		maps.Copy(known, d.given)
		open = open || d.Unfinished || d.givenUnknown
	}
	out := map[string][]Idle{}
	for _, d := range packages {
		for _, i := range d.idle {
			if i.fn != nil && len(d.Settings.Registrations) > 0 {
				elsewhere := !whole && !d.IsMain()
				if known[ir.Key(i.fn)] || open || elsewhere {
					continue
				}
			}
			out[d.Path()] = append(out[d.Path()], i.Idle)
		}
	}
	for _, list := range out {
		slices.SortFunc(list, func(a, b Idle) int { return cmp.Compare(a.Pos, b.Pos) })
	}
	return out
}
