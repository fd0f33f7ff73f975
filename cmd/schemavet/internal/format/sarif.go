package format

import (
	"io"
	"net/url"
	"path/filepath"
	"unicode/utf16"

	"github.com/owenrumney/go-sarif/v2/sarif"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
)

// homepage is where SARIF viewers send people.
const homepage = "https://github.com/schemavet/schemavet"

var sarifLevels = map[finding.Severity]string{finding.Error: "error", finding.Warning: "warning", finding.Info: "note"}

// sarifLog prints a log in SARIF 2.1.0: a rule for each that can be found, with
// its help, and a result for each finding, with a fingerprint and fixes.
func sarifLog(w io.Writer, r *Report) error {
	log, err := sarif.New(sarif.Version210)
	if err != nil {
		return err
	}
	run := sarif.NewRunWithInformationURI("schemavet", homepage)
	run.Tool.Driver.WithVersion(r.Version)
	run.WithColumnKind("utf16CodeUnits")
	base := sarif.NewArtifactLocation().WithDescriptionText("the root of the repository")
	run.WithOriginalUriBaseIds(map[string]*sarif.ArtifactLocation{srcRoot: base})
	index := sarifRules(run, r)
	s := &sarifPrinter{r, lines{}}
	for _, f := range r.Findings {
		id := f.ID()
		if _, ok := index[id]; !ok {
			index[id] = len(run.Tool.Driver.Rules)
			run.AddRule(id).WithDescription(id)
		}
		run.AddResult(s.result(f, index[id]))
	}
	log.AddRun(run)
	return log.PrettyWrite(w)
}

// srcRoot is the name by which services know the root of a checkout.
const srcRoot = "%SRCROOT%"

// sarifRules adds the rules of all checks and returns their places.
func sarifRules(run *sarif.Run, r *Report) map[string]int {
	index := map[string]int{}
	for _, c := range r.Checks {
		for _, rule := range c.Rules {
			f := finding.Finding{Check: c.Name, Rule: rule.ID}
			index[f.ID()] = len(run.Tool.Driver.Rules)
			d := run.AddRule(f.ID()).WithName(c.Name + "." + rule.ID).WithDescription(rule.Purpose).
				WithFullDescription(sarif.NewMultiformatMessageString(c.Title)).
				WithDefaultConfiguration(sarif.NewReportingConfiguration().WithLevel(sarifLevels[rule.Severity]))
			d.WithHelp(sarif.NewMultiformatMessageString(rule.Help))
			if c.URL != "" {
				d.WithHelpURI(c.URL)
			}
			d.WithProperties(sarif.Properties{"tags": []string{"mcp", c.Name}})
		}
	}
	return index
}

type sarifPrinter struct {
	*Report
	lines lines
}

func (s *sarifPrinter) result(f finding.Finding, rule int) *sarif.Result {
	res := sarif.NewRuleResult(f.ID()).WithRuleIndex(rule).WithLevel(sarifLevels[f.Severity]).WithMessage(sarif.NewTextMessage(f.Message))
	res.AddLocation(sarif.NewLocationWithPhysicalLocation(sarif.NewPhysicalLocation().
		WithArtifactLocation(s.file(f.Path)).WithRegion(s.region(f.Path, finding.Place{Line: f.Line, Column: f.Column}, f.End))))
	res.PartialFingerprints = map[string]any{"schemavet/v1": f.Fingerprint}
	props := sarif.Properties{}
	for _, p := range []struct{ key, value string }{
		{"tool", f.Tool}, {"level", f.Level}, {"pointer", f.Pointer}, {"before", f.Before}, {"after", f.After}, {"witness", string(f.Witness)},
	} {
		if p.value != "" {
			props[p.key] = p.value
		}
	}
	if len(props) > 0 {
		res.Properties = props
	}
	for _, fix := range f.Fixes {
		out := sarif.NewFix().WithDescriptionText(fix.Message)
		for _, e := range fix.Edits {
			change := sarif.NewArtifactChange(s.file(e.Path))
			change.WithReplacement(sarif.NewReplacement(s.region(e.Path, e.Start, &e.End)).WithInsertedContent(sarif.NewArtifactContent().WithText(e.NewText)))
			out.AddArtifactChanges(change)
		}
		res.AddFix(out)
	}
	return res
}

func (s *sarifPrinter) file(file string) *sarif.ArtifactLocation {
	rel := relative(s.Repo, file)
	if filepath.IsAbs(filepath.FromSlash(rel)) {
		return sarif.NewArtifactLocation().WithUri((&url.URL{Scheme: "file", Path: rel}).String())
	}
	return sarif.NewArtifactLocation().WithUri((&url.URL{Path: rel}).String()).WithUriBaseId(srcRoot)
}

// region returns a part of a file. What has no place, such as a file as a whole,
// begins at its first line.
func (s *sarifPrinter) region(file string, start finding.Place, end *finding.Place) *sarif.Region {
	region := sarif.NewRegion().WithStartLine(max(1, start.Line)).WithStartColumn(s.column(file, start))
	if end != nil {
		region.WithEndLine(end.Line).WithEndColumn(s.column(file, *end))
	}
	return region
}

// column returns the column of a place in units of UTF-16.
func (s *sarifPrinter) column(file string, p finding.Place) int {
	before := max(0, p.Column-1)
	line := s.lines.at(file, p.Line)
	if before > len(line) {
		return before + 1
	}
	return len(utf16.Encode([]rune(string(line[:before])))) + 1
}
