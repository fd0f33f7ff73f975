// Package ignore reads the comments by which people silence a finding:
//
//	//schemavet:ignore check reason
//
// on the line of the finding or above it. Several checks are separated by
// commas. The reason is required.
package ignore

import (
	"go/ast"
	"go/token"
	"strings"
)

const prefix = "//schemavet:ignore"

// Directive is one ignore comment.
type Directive struct {
	Pos, End token.Pos
	Checks   []string
	Reason   string

	file       string
	start, end int // the lines that it concerns
}

// Lines returns the file of d, and the range of lines to which it applies.
func (d *Directive) Lines() (file string, from, to int) { return d.file, d.start, d.end }

// Parse returns the directives in files, in their order.
func Parse(fset *token.FileSet, files []*ast.File) []*Directive {
	var out []*Directive
	for _, f := range files {
		var code map[int]bool // the lines that begin with code
		for _, g := range f.Comments {
			for _, c := range g.List {
				d := parse(c)
				if d == nil {
					continue
				}
				if code == nil {
					code = codeLines(fset, f)
				}
				at := fset.PositionFor(c.Pos(), false)
				d.file, d.start, d.end = at.Filename, at.Line, at.Line
				if !code[at.Line] {
					d.end = fset.PositionFor(g.End(), false).Line + 1
				}
				out = append(out, d)
			}
		}
	}
	return out
}

func parse(c *ast.Comment) *Directive {
	rest, ok := strings.CutPrefix(c.Text, prefix)
	if !ok || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return nil
	}
	checks, reason := strings.TrimSpace(rest), ""
	if i := strings.IndexAny(checks, " \t"); i >= 0 {
		checks, reason = checks[:i], checks[i:]
	}
	d := &Directive{Pos: c.Pos(), End: c.End(), Reason: strings.TrimSpace(reason)}
	for name := range strings.SplitSeq(checks, ",") {
		if name != "" {
			d.Checks = append(d.Checks, name)
		}
	}
	return d
}

// codeLines returns the lines that contain code. A comment on such a line follows the
// code.
func codeLines(fset *token.FileSet, f *ast.File) map[int]bool {
	lines := map[int]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil:
			return false
		case *ast.Comment, *ast.CommentGroup:
			return false
		case *ast.File:
			lines[fset.PositionFor(n.Package, false).Line] = true
			return true
		}
		lines[fset.PositionFor(n.Pos(), false).Line] = true
		lines[fset.PositionFor(n.End()-1, false).Line] = true
		return true
	})
	return lines
}

// Find returns the first directive with a reason that names check and applies to the
// line of pos, or nil if no directive does.
func Find(list []*Directive, fset *token.FileSet, check string, pos token.Pos) *Directive {
	at := fset.PositionFor(pos, false)
	for _, d := range list {
		if d.Reason == "" || d.file != at.Filename || at.Line < d.start || d.end < at.Line {
			continue
		}
		for _, name := range d.Checks {
			if name == check {
				return d
			}
		}
	}
	return nil
}
