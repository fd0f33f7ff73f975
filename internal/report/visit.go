package report

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/analysis"
)

// A package can declare a part of a tool that another package names: the name comes
// from a definition in the package ops, and the handler with its input type is in
// main. The pass over ops cannot report in the files of main. So the pass over main
// runs the check on such tools too, and keeps the findings in the part that main
// declares. The finding of the pass over ops on the same mistake, at the name, is
// dropped.

// visit says which findings on tools of other packages a pass keeps.
type visit struct {
	files []*ast.File
	names map[string]bool
	// tools are the tools that have a part at a place, by name.
	tools map[token.Pos][]string
}

func newVisit(pass *analysis.Pass, guests []*schemafacts.Tool) *visit {
	v := &visit{files: pass.Files, names: map[string]bool{}, tools: map[token.Pos][]string{}}
	for _, t := range guests {
		v.names[t.Name] = true
		t.Doc.Walk(func(_ string, n *schema.Node) bool {
			if !slices.Contains(v.tools[n.Pos], t.Name) {
				v.tools[n.Pos] = append(v.tools[n.Pos], t.Name)
			}
			return true
		})
	}
	return v
}

// accepts reports whether a finding is at the thing to change. A place outside the
// fields of a struct at which several tools have a part is in a helper that they
// share, so it is not the place for a finding on one of them.
func (v *visit) accepts(d Diagnostic) bool {
	return v.names[d.Tool] && (len(v.tools[d.Pos]) < 2 || v.inStruct(d.Pos))
}

// inStruct reports whether a place lies in a struct type.
func (v *visit) inStruct(pos token.Pos) bool {
	found := false
	for _, f := range v.files {
		if pos < f.FileStart || f.FileEnd < pos {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if _, ok := n.(*ast.StructType); ok && n.Pos() <= pos && pos < n.End() {
				found = true
			}
			return !found && n != nil && n.Pos() <= pos && pos < n.End()
		})
	}
	return found
}

// lookAtGuests runs the check on the guests of the pass's package, and adds what it finds to
// out. A finding that the package has at the same place already is not repeated.
func lookAtGuests(pass *analysis.Pass, run Run, out *Result) error {
	guests := pass.ResultOf[schemafacts.Analyzer].(*schemafacts.Result).Visit()
	if guests == nil {
		return nil
	}
	var found []analysis.Diagnostic
	inner := *pass
	inner.Report = func(d analysis.Diagnostic) { found = append(found, d) }
	inner.ResultOf = map[*analysis.Analyzer]any{schemafacts.Analyzer: guests}
	res, err := run(&inner)
	if err != nil {
		return err
	}
	told := map[key]bool{}
	for _, f := range out.Findings {
		told[keyOf(f)] = true
	}
	visited := res.(*Result)
	for _, d := range found {
		f, _ := visited.Of(d)
		if told[keyOf(f)] {
			continue
		}
		out.Findings = append(out.Findings, f)
		pass.Report(d)
	}
	out.Hosted = visited.Hosted
	for _, pos := range visited.Ignores {
		if !slices.Contains(out.Ignores, pos) {
			out.Ignores = append(out.Ignores, pos)
		}
	}
	return nil
}

// HostedBy reports whether one of the findings on guests reports the same as f, at the
// part to change. One finding on a field covers all tools that have the field.
func (f Finding) HostedBy(hosted []Finding) bool {
	if f.Guest || len(hosted) == 0 {
		return false
	}
	has := func(says func(g Finding) bool) bool {
		return slices.ContainsFunc(hosted, func(g Finding) bool { return g.Category == f.Category && says(g) })
	}
	if has(func(g Finding) bool { return g.Tool == f.Tool && g.Text == f.Text }) {
		return true
	}
	at := f.Declared
	if len(at) == 0 {
		at = []token.Pos{f.Cause}
	}
	return !slices.ContainsFunc(at, func(pos token.Pos) bool {
		return !pos.IsValid() || !has(func(g Finding) bool { return g.Pos == pos || g.Cause == pos })
	})
}
