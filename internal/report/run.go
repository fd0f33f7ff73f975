package report

import (
	"bytes"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/internal/lintdoc"
	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/analysis"
)

// Run is the run function of an analyzer.
type Run = func(*analysis.Pass) (any, error)

// Judge is the body of a check: it reports problems of r.Tools. It must not keep
// state between two calls.
type Judge = func(r *Reporter)

// Analyzer returns the analyzer of a check. doc is the content of the doc.go of its package.
func Analyzer(doc, name string, run Run) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       name,
		Doc:        lintdoc.Must(doc, name),
		URL:        lintdoc.URL(name),
		Requires:   []*analysis.Analyzer{schemafacts.Analyzer},
		ResultType: ResultType,
		Run:        run,
	}
}

// Wanted selects the tools that a check compares, among the tools of another package
// that the pass's package completes (c). It returns a predicate. dir is the folder of
// the package that defines the tools.
type Wanted = func(dir string, c *schemafacts.Completion) func(*schemafacts.Tool) bool

// Source returns the run function of a check that judges the source of a package: its
// handlers, structs and tags. The check gets the tools of the pass's package, and
// then the tools of other packages that have a part declared in this package.
func Source(judge Judge) Run {
	return func(pass *analysis.Pass) (any, error) {
		r := New(pass)
		if r.judge(judge); !r.OnlyTests() {
			r.judgeGuests(judge)
		}
		return r.Result(), nil
	}
}

// Documents returns the run function of a check that judges the documents of tools.
// In addition to the tools of [Source], the check gets the tools of other packages
// that the pass's package completes or registers, because a driver that analyzes one
// package at a time can report them nowhere else. Their findings are in files of the
// packages that define them. A driver that sees the whole program has no such tools.
func Documents(judge Judge) Run {
	return func(pass *analysis.Pass) (any, error) {
		r := New(pass)
		r.judge(judge)
		if !r.OnlyTests() {
			r.judgeGuests(judge)
			r.judgeCompleted(judge, nil)
		}
		return r.Result(), nil
	}
}

// Snapshots is [Documents] for a check that compares whole tools with files. The
// check gets a tool in the package that completes it, and not in packages that only
// declare a part of it.
func Snapshots(judge Judge, want Wanted) Run {
	return func(pass *analysis.Pass) (any, error) {
		r := New(pass)
		if r.judge(judge); !r.OnlyTests() {
			r.judgeCompleted(judge, want)
		}
		return r.Result(), nil
	}
}

// home is the package that defines tools which the pass's package completes.
type home struct {
	dir string
	// first is the position of the first tool.
	first token.Pos
	c     *schemafacts.Completion
	// files are the files that [Reporter.atColumn] read.
	files map[string]*sourceFile
}

type sourceFile struct {
	file *token.File // nil if it cannot be read
	data []byte
}

// judgeCompleted judges the tools of other packages that this one completes. It omits
// findings that the other package, or a package in between, reports itself.
func (r *Reporter) judgeCompleted(judge Judge, want Wanted) {
	for _, c := range r.Facts.Completions() {
		h := r.homeOf(c)
		if h == nil {
			continue
		}
		wanted := func(t *schemafacts.Tool) bool { return !c.Known[t] }
		if want != nil {
			wanted = want(h.dir, c)
		}
		full := *c
		full.Tools = slices.DeleteFunc(slices.Clone(c.Tools), func(t *schemafacts.Tool) bool { return !wanted(t) })
		if len(full.Tools) == 0 && len(c.Duplicates) == 0 && (len(c.Unseen) == 0 || !c.Program) {
			continue
		}
		found := r.at(h, &schemafacts.Result{Tools: full.Tools, Duplicates: full.Duplicates, Completed: &full}, judge)
		if len(found.diagnostics) == 0 {
			continue
		}
		reported := map[key]bool{}
		below := *c
		below.Tools, below.Program = slices.Concat(c.Below, c.Settled), false
		for _, facts := range []*schemafacts.Result{
			{Tools: c.AtHome, AtHome: true, Completed: &schemafacts.Completion{Package: c.Package, Pkg: c.Pkg}},
			{Tools: below.Tools, Completed: &below},
		} {
			if len(facts.Tools) == 0 {
				continue
			}
			for _, f := range r.at(h, facts, judge).result.Findings {
				reported[keyOf(f, want != nil)] = true
			}
		}
		for i, d := range found.diagnostics {
			f := found.result.Findings[i]
			if reported[keyOf(f, want != nil)] || f.HostedBy(r.result.Hosted) {
				continue
			}
			d.SuggestedFixes = nil // of files that the pass does not have
			r.result.Findings = append(r.result.Findings, f)
			r.Pass.Report(d)
		}
	}
}

// homeOf returns the package that defines the tools of a completion, or nil if the
// folder of its files is unknown.
func (r *Reporter) homeOf(c *schemafacts.Completion) *home {
	for _, t := range slices.Concat(c.Tools, c.Unseen) {
		if t.Pos().IsValid() {
			return &home{dir: filepath.Dir(r.file(t.Pos())), first: t.Pos(), c: c, files: map[string]*sourceFile{}}
		}
	}
	return nil
}

// at judges the tools of another package with a new Reporter and returns it. That
// Reporter passes nothing to the driver.
func (r *Reporter) at(h *home, facts *schemafacts.Result, judge Judge) *Reporter {
	s := newReporter(r.Pass, facts)
	s.home, s.quiet = h, true
	s.judge(judge)
	return s
}

// atColumn returns the position of the first word on the line of pos, if pos has no
// column, as positions from export data. If the file cannot be read, as in a sandbox,
// it returns pos.
func (r *Reporter) atColumn(pos token.Pos) token.Pos {
	if !pos.IsValid() || !r.Own(pos) {
		return pos
	}
	at := r.Pass.Fset.PositionFor(pos, false)
	if at.Column > 1 {
		return pos
	}
	f := r.home.files[at.Filename]
	if f == nil {
		f = &sourceFile{}
		if data, err := safefile.Read(at.Filename); err == nil && len(data) > 0 {
			f.data, f.file = data, r.Pass.Fset.AddFile(at.Filename, -1, len(data))
			f.file.SetLinesForContent(data)
		}
		r.home.files[at.Filename] = f
	}
	if f.file == nil || at.Line > f.file.LineCount() {
		return pos
	}
	start := f.file.LineStart(at.Line)
	rest := f.data[f.file.Offset(start):]
	return start + token.Pos(len(rest)-len(bytes.TrimLeft(rest, " \t")))
}

func (r *Reporter) file(pos token.Pos) string { return r.Pass.Fset.PositionFor(pos, false).Filename }

// key identifies the problem that a finding reports. Findings of different packages
// about one problem have equal keys.
type key struct {
	category, text string
	pos            token.Pos
}

// keyOf returns the key of a finding. A finding on a struct is reported for one of
// the tools that use it, so the key contains the position and not the name of the
// tool. If perTool is set, it contains the text with the name and no position.
func keyOf(f Finding, perTool bool) key {
	if perTool {
		return key{f.Category, f.Text, token.NoPos}
	}
	return key{f.Category, strings.ReplaceAll(strings.TrimPrefix(f.Text, f.subject), strconv.Quote(f.Tool), ""), f.Pos}
}
