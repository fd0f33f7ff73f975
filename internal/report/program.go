package report

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/analysis"
)

// Run is the run function of an analyzer.
type Run = func(*analysis.Pass) (any, error)

// InProgram returns run for drivers that go from package to package: it also
// looks at the tools of other packages that the pass's package completes or
// registers, which nobody else sees whole, and reports what it finds in the files
// of those packages. What they have reported themselves, or packages in between,
// is left out. A driver that sees the whole program has no need of it.
//
// Want says which tools of a completion the check looks at; nil stands for those
// of which their own package does not know as much.
func InProgram(run Run, want func(dir string, c *schemafacts.Completion) func(*schemafacts.Tool) bool) Run {
	return func(pass *analysis.Pass) (any, error) {
		res, err := run(pass)
		out, ok := res.(*Result)
		if !ok || err != nil || New(pass).OnlyTests() {
			return res, err
		}
		if want == nil {
			if err := lookAtGuests(pass, run, out); err != nil {
				return res, err
			}
		}
		before := earlierThan(pass)
		for _, c := range pass.ResultOf[schemafacts.Analyzer].(*schemafacts.Result).Completions() {
			h := &home{homeSource: sourceOf(pass.Fset, c), pass: pass, run: run, c: c, perTool: want != nil, earlier: before}
			if len(h.names) == 0 {
				continue
			}
			known := func(t *schemafacts.Tool) bool { return !c.Known[t] }
			if want != nil {
				known = want(h.dir, c)
			}
			if err := h.look(known, out); err != nil {
				return res, err
			}
		}
		return res, nil
	}
}

// home is a package whose tools another one completes.
type home struct {
	*homeSource
	pass *analysis.Pass
	run  Run
	c    *schemafacts.Completion
	// perTool says that the check reports everything of every tool.
	perTool bool
	// earlier are other programs, and others the tools that their servers list.
	earlier *earlier
	others  map[string]bool
}

// homeSource is the source of such a package, the same for all checks.
type homeSource struct {
	fset *token.FileSet
	dir  string
	// names are the files that the tools stand in; none if the driver does not tell
	// where they are.
	names []string
	// lines is the last line of a file that the tools stand in.
	lines int
	// files is what is in the files.
	files func() []*ast.File
}

// sourceOf finds the files of the package.
func sourceOf(fset *token.FileSet, c *schemafacts.Completion) *homeSource {
	return c.Shared(func() any {
		s := &homeSource{fset: fset}
		s.files = sync.OnceValue(s.parse)
		for _, t := range slices.Concat(c.Tools, c.Unseen) {
			s.add(t.Pos())
			t.Doc.Walk(func(_ string, n *schema.Node) bool {
				s.add(n.Pos)
				return true
			})
			if f := c.Handlers.Of(t, c.Tools); f != nil && s.dir != "" {
				for _, r := range f.Reads {
					s.add(r.At())
				}
			}
		}
		slices.Sort(s.names)
		return s
	}).(*homeSource)
}

func (s *homeSource) add(pos token.Pos) {
	if !pos.IsValid() {
		return
	}
	at := s.fset.PositionFor(pos, false)
	if s.dir == "" {
		s.dir = filepath.Dir(at.Filename) // the name of the first tool is the package's
	}
	if filepath.Dir(at.Filename) == s.dir && strings.HasSuffix(at.Filename, ".go") && !slices.Contains(s.names, at.Filename) {
		s.names = append(s.names, at.Filename)
	}
	s.lines = max(s.lines, at.Line)
}

// parse reads the files, because a driver that has several packages in one process does
// not offer their syntax.
func (s *homeSource) parse() []*ast.File {
	var files []*ast.File
	for _, name := range s.names {
		const mode = parser.ParseComments | parser.SkipObjectResolution
		f, err := parser.ParseFile(s.fset, name, nil, mode)
		if errors.Is(err, fs.ErrNotExist) {
			// Sandboxes hold the files of one package. Lines can be told all the same.
			f, err = parser.ParseFile(s.fset, name, "package hidden"+strings.Repeat("\n", s.lines), mode)
		}
		if err == nil {
			files = append(files, f)
		}
	}
	return files
}

// look runs the check on the tools, and on what others have told of them.
func (h *home) look(want func(*schemafacts.Tool) bool, out *Result) error {
	some := slices.ContainsFunc(h.c.Tools, want)
	if !some && len(h.c.Duplicates) == 0 && (len(h.c.Unseen) == 0 || !h.c.Program) {
		return nil
	}
	if len(h.files()) == 0 {
		return nil
	}
	full := *h.c
	full.Tools = slices.DeleteFunc(slices.Clone(h.c.Tools), func(t *schemafacts.Tool) bool { return !want(t) })
	res, found, err := h.on(&schemafacts.Result{Tools: full.Tools, Duplicates: full.Duplicates, Completed: &full})
	if err != nil || len(found) == 0 {
		return err
	}
	told, err := h.told()
	if err != nil {
		return err
	}
	for _, d := range found {
		f, _ := res.Of(d)
		if told[h.keyOf(f)] || h.elsewhere(d, f.Tool) || f.HostedBy(out.Hosted) {
			continue
		}
		d.SuggestedFixes = nil // of files that the pass does not have
		out.Findings = append(out.Findings, f)
		h.pass.Report(d)
	}
	return nil
}

// key is what a finding says.
type key struct {
	category, text string
	pos            token.Pos
}

// keyOf returns what a finding says. What is said of a struct is said of it for
// one of the tools that it serves, whichever comes first.
func (h *home) keyOf(f Finding) key {
	if h.perTool {
		return key{f.Category, f.Text, token.NoPos}
	}
	return keyOf(f)
}

func keyOf(f Finding) key {
	return key{f.Category, strings.ReplaceAll(f.Text, strconv.Quote(f.Tool), ""), f.Pos}
}

// told returns what the package itself reports, and those in between.
func (h *home) told() (map[key]bool, error) {
	out := map[key]bool{}
	below := *h.c
	below.Tools, below.Program = slices.Concat(h.c.Below, h.c.Settled), false
	for _, facts := range []*schemafacts.Result{{Tools: h.c.AtHome}, {Tools: below.Tools, Completed: &below}} {
		if len(facts.Tools) == 0 {
			continue
		}
		res, _, err := h.on(facts)
		if err != nil {
			return nil, err
		}
		for _, f := range res.Findings {
			out[h.keyOf(f)] = true
		}
	}
	return out, nil
}

// on runs the check as if the pass were one over the package.
func (h *home) on(facts *schemafacts.Result) (*Result, []analysis.Diagnostic, error) {
	if facts.Completed == nil {
		facts.Completed, facts.AtHome = &schemafacts.Completion{Package: h.c.Package, Handlers: h.c.Handlers}, true
	}
	pass := *h.pass
	pass.Files, pass.OtherFiles, pass.IgnoredFiles = h.files(), nil, nil
	if pass.Pkg = h.c.Pkg; pass.Pkg == nil {
		pass.Pkg = types.NewPackage(h.c.Package, h.files()[0].Name.Name)
	}
	pass.TypesInfo = &types.Info{}
	var found []analysis.Diagnostic
	pass.Report = func(d analysis.Diagnostic) { found = append(found, d) }
	pass.ResultOf = map[*analysis.Analyzer]any{schemafacts.Analyzer: facts}
	res, err := h.run(&pass)
	if err != nil {
		return nil, nil, err
	}
	return res.(*Result), found, nil
}

func fileName(fset *token.FileSet, pos token.Pos) string {
	return fset.PositionFor(pos, false).Filename
}

// settle moves what is said of files of another package to places in them: those that
// facts tell, or the beginning of the line, which is all that export data tells.
func (r *Reporter) settle(d *Diagnostic) {
	if r.home == nil {
		return
	}
	d.Pos, d.End, d.Cause = r.inHome(d.Pos), token.NoPos, r.inHome(d.Cause)
	d.SuggestedFixes = nil
	related := slices.Clone(d.Related)
	for i := range related {
		related[i].Pos, related[i].End = r.inHome(related[i].Pos), token.NoPos
	}
	d.Related = related
}

func (r *Reporter) inHome(pos token.Pos) token.Pos {
	if !pos.IsValid() {
		return pos
	}
	at := r.Pass.Fset.PositionFor(pos, false)
	f := r.home[at.Filename]
	if f == nil {
		return pos
	}
	tf := r.Pass.Fset.File(f.FileStart)
	if tf == r.Pass.Fset.File(pos) {
		return pos
	}
	if at.Line > tf.LineCount() {
		return f.Name.Pos()
	}
	start := tf.LineStart(at.Line)
	if pos := start + token.Pos(at.Column-1); at.Column > 1 && tf.Line(pos) == at.Line {
		return pos
	}
	return FirstOn(f, tf, at.Line) // export data has no columns
}

// FirstOn returns the position of the first statement or expression of a line.
func FirstOn(f *ast.File, tf *token.File, line int) token.Pos {
	start := tf.LineStart(line)
	found := start
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil || found != start && found < n.Pos() {
			return false
		}
		if n.Pos() >= start && tf.Line(n.Pos()) == line {
			found = n.Pos()
			return false
		}
		return n.End() >= start
	})
	return found
}
