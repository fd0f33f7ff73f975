package report

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/internal/enclosing"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/analysis"
)

// A package can declare a part of a tool that another package names. For example, the
// definition with the name is in the package ops, and the handler with its input type
// is in main. The pass over ops cannot report findings in the files of main. So the
// pass over main runs the check on such tools too, and keeps the findings in the part
// that main declares. The driver drops the finding of the pass over ops on the same
// mistake at the name.

// visit decides which findings about tools of other packages a pass reports.
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

// accepts reports whether the user can fix a finding at its position. If several
// tools have a part at one position outside of a struct, the position is in a helper
// that the tools share, so a finding about one of the tools must not be reported
// there.
func (v *visit) accepts(d Diagnostic) bool {
	return v.names[d.Tool] && (len(v.tools[d.Pos]) < 2 || v.inStruct(d.Pos))
}

// inStruct reports whether a position is in a struct type.
func (v *visit) inStruct(pos token.Pos) bool {
	return slices.ContainsFunc(enclosing.Path(v.files, pos), func(n ast.Node) bool {
		_, ok := n.(*ast.StructType)
		return ok
	})
}

// judgeGuests judges the guests of the pass's package. It does not repeat a finding
// that the package already has at the same position.
func (r *Reporter) judgeGuests(judge Judge) {
	guests := r.Facts.Visit()
	if guests == nil {
		return
	}
	s := newReporter(r.Pass, guests)
	s.quiet = true
	s.judge(judge)
	told := map[key]bool{}
	for _, f := range r.result.Findings {
		told[keyOf(f, false)] = true
	}
	for i, d := range s.diagnostics {
		if f := s.result.Findings[i]; !told[keyOf(f, false)] {
			r.result.Findings = append(r.result.Findings, f)
			r.Pass.Report(d)
		}
	}
	r.result.Hosted = s.result.Hosted
	for _, pos := range s.result.Ignores {
		if !slices.Contains(r.result.Ignores, pos) {
			r.result.Ignores = append(r.result.Ignores, pos)
		}
	}
}

// HostedBy reports whether one of the findings on guests reports the same problem as
// f at the source to change. One finding on a field covers all tools that have the
// field.
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
