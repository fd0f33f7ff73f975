package plugin

import (
	"maps"

	"github.com/schemavet/schemavet/internal/report"
	"golang.org/x/tools/go/analysis"
)

// adapt returns copies of the checks for golangci-lint. Their messages end with the
// rule, because golangci-lint does not print it. They have no related positions,
// because golangci-lint would report each as a separate finding. The copies require
// each other as the originals do.
func adapt(checks []*analysis.Analyzer) []*analysis.Analyzer {
	copies := map[*analysis.Analyzer]*analysis.Analyzer{}
	var out []*analysis.Analyzer
	for _, a := range checks {
		c := *a
		copies[a] = &c
		out = append(out, &c)
	}
	for _, c := range out {
		var requires []*analysis.Analyzer
		for _, r := range c.Requires {
			if copies[r] != nil {
				r = copies[r]
			}
			requires = append(requires, r)
		}
		c.Requires = requires
		c.Run = adaptRun(c.Run, copies)
	}
	return out
}

// adaptRun wraps run, which looks up the results of other checks by the original
// analyzers.
func adaptRun(run func(*analysis.Pass) (any, error), copies map[*analysis.Analyzer]*analysis.Analyzer) func(*analysis.Pass) (any, error) {
	return func(pass *analysis.Pass) (any, error) {
		p := *pass
		p.Report = func(d analysis.Diagnostic) {
			d.Related = nil
			d.Message = report.WithRule(p.Analyzer.Name, d)
			pass.Report(d)
		}
		p.ResultOf = maps.Clone(pass.ResultOf)
		for original, c := range copies {
			if res, ok := pass.ResultOf[c]; ok {
				p.ResultOf[original] = res
			}
		}
		return run(&p)
	}
}
