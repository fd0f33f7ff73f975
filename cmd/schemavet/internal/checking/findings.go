package checking

import (
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/internal/enclosing"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts/compat"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// collector converts the diagnostics of a package to findings.
type collector struct {
	prog *load.Program
	pkg  *packages.Package
	root string // file names in findings are relative to it
	// severity has the severities of checks and rules from the settings.
	severity map[string]string
	// hosted has, by check, the findings of all packages about tools of other packages.
	hosted map[string][]report.Finding
}

func (c *collector) collect(done []*checker.Action) []finding.Finding {
	var out []finding.Finding
	for _, act := range done {
		for i, d := range act.Diagnostics {
			if known := act.Result.(*report.Result).Findings[i]; !known.HostedBy(c.hosted[act.Analyzer.Name]) {
				out = append(out, c.finding(act.Analyzer, d, known))
			}
		}
	}
	return out
}

func (c *collector) finding(check *analysis.Analyzer, d analysis.Diagnostic, known report.Finding) finding.Finding {
	pos := c.prog.Fset.PositionFor(d.Pos, false)
	f := finding.Finding{
		Check: check.Name, Rule: d.Category, Line: pos.Line, Column: pos.Column,
		Message: d.Message, Text: d.Message, Severity: DefaultSeverity(check.Name), URL: d.URL, Path: pos.Filename,
	}
	f.File, f.Package = c.file(pos.Filename), c.file(c.pkg.Dir)
	f.End = c.end(d)
	addDetails(&f, known)
	for _, pos := range known.Declared {
		f.Declared = append(f.Declared, c.spot(pos))
	}
	if c.elsewhere(known.Cause) && check.Name != "schemadrift" {
		at := c.prog.Fset.PositionFor(known.Cause, false)
		f.Declared = append(f.Declared, c.spot(d.Pos))
		f.Line, f.Column, f.Path, f.File, f.End = at.Line, at.Column, at.Filename, c.file(at.Filename), nil
	}
	f.Rate(c.severity)
	for _, fix := range d.SuggestedFixes {
		f.Fixes = append(f.Fixes, c.fix(fix))
	}
	return f
}

func (c *collector) spot(pos token.Pos) finding.Spot {
	at := c.prog.Fset.PositionFor(pos, false)
	return finding.Spot{Path: at.Filename, Line: at.Line, Column: at.Column}
}

// elsewhere reports whether a position is in another package of the module. If the cause
// of a finding is at such a position, the analyzer reports the finding in the package that
// it analyzes, because other drivers drop diagnostics in other packages.
func (c *collector) elsewhere(pos token.Pos) bool {
	name := c.prog.Fset.PositionFor(pos, false).Filename
	if name == "" || slices.Contains(c.pkg.GoFiles, name) || slices.Contains(c.pkg.CompiledGoFiles, name) {
		return false
	}
	rel, err := filepath.Rel(c.root, name)
	return err == nil && filepath.IsLocal(rel) && !strings.Contains(filepath.ToSlash(rel), "vendor/") && strings.HasSuffix(name, ".go")
}

// addDetails adds to a finding what the check knows beyond the diagnostic.
func addDetails(f *finding.Finding, known report.Finding) {
	f.Tool, f.Level = known.Tool, known.Level
	if known.Text != "" {
		f.Text = known.Text
	}
	if level, err := compat.ParseLevel(known.Level); err == nil {
		f.Severity = finding.OfLevel(level)
	}
	f.Change(known.Change)
}

// DefaultSeverity returns the severity of a check's findings, except for changes,
// whose severity depends on their level.
func DefaultSeverity(check string) finding.Severity {
	switch check {
	case "nodescription", "ignores":
		return finding.Warning
	case "unresolved":
		return finding.Info
	}
	return finding.Error
}

func (c *collector) file(name string) string { return load.SlashPath(c.root, name) }

// end returns the end of a diagnostic. A diagnostic without an end covers the whole
// expression at its position, such as a name or a call.
func (c *collector) end(d analysis.Diagnostic) *finding.Place {
	end := d.End
	if e := enclosing.Expr(c.pkg.Syntax, d.Pos); e != nil && !end.IsValid() {
		end = e.End()
	}
	if !end.IsValid() {
		return nil
	}
	p := c.place(end)
	return &p
}

func (c *collector) place(pos token.Pos) finding.Place {
	p := c.prog.Fset.PositionFor(pos, false)
	return finding.Place{Line: p.Line, Column: p.Column}
}

func (c *collector) fix(fix analysis.SuggestedFix) finding.Fix {
	out := finding.Fix{Message: fix.Message}
	for _, e := range fix.TextEdits {
		end := e.End
		if !end.IsValid() {
			end = e.Pos
		}
		name := c.prog.Fset.PositionFor(e.Pos, false).Filename
		out.Edits = append(out.Edits, finding.Edit{
			File: c.file(name), Path: name, Start: c.place(e.Pos), End: c.place(end), NewText: string(e.NewText),
		})
	}
	return out
}
