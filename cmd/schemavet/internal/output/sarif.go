package output

import (
	encoding "encoding/json"
	"io"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"unicode/utf16"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/internal/report"
)

// homepage is the address to which SARIF viewers link.
const homepage = "https://github.com/schemavet/schemavet"

var sarifLevels = map[finding.Severity]string{finding.Error: "error", finding.Warning: "warning", finding.Info: "note"}

// sarifLog prints a SARIF 2.1.0 log. It contains each rule that has findings, with
// its help, and a result for each finding, with a fingerprint and fixes.
func sarifLog(w io.Writer, r *Report) error {
	rules, index := sarifRules(r)
	run := sarifRun{Results: []sarifResult{}, ColumnKind: "utf16CodeUnits",
		OriginalURIBaseIDs: map[string]map[string]sarifText{srcRoot: {"description": {"the root of the repository"}}}}
	s := &sarifPrinter{r, lines{}}
	for _, f := range r.Findings {
		run.Results = append(run.Results, s.result(f, index[f.ID()]))
	}
	if len(r.Notes) > 0 {
		// The run did what it was asked to, although it could not look at everything.
		of := sarifInvocation{ExecutionSuccessful: true}
		for _, n := range r.Notes {
			of.Notifications = append(of.Notifications, sarifNotification{sarifLevels[n.Severity], sarifText{n.Text}})
		}
		run.Invocations = []sarifInvocation{of}
	}
	run.Tool.Driver = sarifDriver{homepage, "schemavet", rules, r.Version}
	data, err := encoding.MarshalIndent(sarifFile{"2.1.0", sarifSchema, []sarifRun{run}}, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

const sarifSchema = "https://raw.githubusercontent.com/oasis-tcs/sarif-spec/main/sarif-2.1/schema/sarif-schema-2.1.0.json"

// srcRoot is the name under which services know the root of a checkout.
const srcRoot = "%SRCROOT%"

// sarifRules returns the rules of the findings, sorted by check, and their indexes by
// ID.
func sarifRules(r *Report) ([]sarifRule, map[string]int) {
	rules, index := []sarifRule{}, map[string]int{}
	left := map[string]bool{}
	for _, f := range r.Findings {
		left[f.ID()] = true
	}
	for _, c := range r.Checks {
		for _, rule := range c.Rules {
			id := report.RuleID(c.Name, rule.ID)
			if !left[id] {
				continue
			}
			delete(left, id)
			index[id] = len(rules)
			rules = append(rules, sarifRule{
				ID: id, Name: c.Name + "." + rule.ID, ShortDescription: sarifText{rule.Purpose}, FullDescription: &sarifText{c.Title},
				DefaultConfiguration: map[string]string{"level": sarifLevels[rule.Severity]},
				HelpURI:              rule.URL, Help: &sarifText{rule.Help}, Properties: map[string]any{"tags": []string{"mcp", c.Name}},
			})
		}
	}
	for _, id := range slices.Sorted(maps.Keys(left)) {
		index[id] = len(rules)
		rules = append(rules, sarifRule{ID: id, ShortDescription: sarifText{id}})
	}
	return rules, index
}

type sarifPrinter struct {
	*Report
	lines lines
}

func (s *sarifPrinter) result(f finding.Finding, rule int) sarifResult {
	res := sarifResult{RuleID: f.ID(), RuleIndex: rule, Level: sarifLevels[f.Severity], Message: sarifText{f.Message}, Properties: map[string]string{},
		Locations: make([]sarifLocation, 1), PartialFingerprints: map[string]string{"schemavet/v1": f.Fingerprint}}
	at := &res.Locations[0].PhysicalLocation
	at.ArtifactLocation, at.Region = s.file(f.Path), s.region(f.Path, finding.Place{Line: f.Line, Column: f.Column}, f.End)
	for _, p := range []struct{ key, value string }{
		{"tool", f.Tool}, {"level", f.Level}, {"pointer", f.Pointer}, {"before", f.Before}, {"after", f.After}, {"witness", string(f.Witness)},
	} {
		if p.value != "" {
			res.Properties[p.key] = p.value
		}
	}
	for _, fix := range f.Fixes {
		out := sarifFix{Description: sarifText{fix.Message}}
		for _, e := range fix.Edits {
			replacement := sarifReplacement{s.region(e.Path, e.Start, &e.End), sarifText{e.NewText}}
			out.ArtifactChanges = append(out.ArtifactChanges, sarifChange{s.file(e.Path), []sarifReplacement{replacement}})
		}
		res.Fixes = append(res.Fixes, out)
	}
	return res
}

func (s *sarifPrinter) file(file string) sarifArtifact {
	rel := load.SlashPath(s.Repo, file)
	if filepath.IsAbs(filepath.FromSlash(rel)) {
		return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: rel}).String()}
	}
	return sarifArtifact{(&url.URL{Path: rel}).String(), srcRoot}
}

// region returns the SARIF region of a finding. If the finding has no place, as one
// about a whole file, the region begins at the first line.
func (s *sarifPrinter) region(file string, start finding.Place, end *finding.Place) sarifRegion {
	region := sarifRegion{StartLine: max(1, start.Line), StartColumn: s.column(file, start)}
	if end != nil {
		region.EndLine, region.EndColumn = end.Line, s.column(file, *end)
	}
	return region
}

// column returns the column of a place, counted in UTF-16 code units.
func (s *sarifPrinter) column(file string, p finding.Place) int {
	before := max(0, p.Column-1)
	line := s.lines.at(file, p.Line)
	if before > len(line) {
		return before + 1
	}
	return len(utf16.Encode([]rune(string(line[:before])))) + 1
}
