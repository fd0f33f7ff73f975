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

// If a directive has no effect, its author believes in a tool that does not exist, and
// the compiler and gofmt report nothing. So each directive is checked: directives in
// the comment of a tool belong to the tool, and all others are idle.

// Idle is a directive without an effect.
type Idle struct {
	Pos token.Pos
	// Msg is the reason, without the position.
	Msg string
}

// idle is a directive without an effect, unless a registration function turns out to
// receive the function fn.
type idle struct {
	Idle
	fn *types.Func // nil if no registration can change it
}

// directiveText returns the directive in a comment, even if it is misspelled in a way
// that has no effect, or "" if the comment is prose.
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

// findIdle records the directives that do not belong to a tool of this package.
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

// noteIdle records the directive in comment c as idle, unless it is in the doc
// comment of a function that a tool directive makes a tool.
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

// cutOff returns the function that follows a comment after an empty line, or nil if
// another declaration follows.
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

// Package is a package with the results of its runs.
type Package struct {
	*Functions
	// Tools are the tools that the package knows.
	Tools []*tool.Tool
	// Unfinished reports whether the runs of some of its functions ended early.
	Unfinished bool
}

// AllIdle returns the directives of several packages that have no effect, by import
// path. others are further known tools. whole reports whether the packages are a
// whole program. If not, functions that another package may register are left out.
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
	for path, list := range out {
		slices.SortFunc(list, func(a, b Idle) int { return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Msg, b.Msg)) })
		out[path] = slices.Compact(list) // code may run several times
	}
	return out
}
