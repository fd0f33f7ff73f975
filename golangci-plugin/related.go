package plugin

import (
	"maps"

	"golang.org/x/tools/go/analysis"
)

// withoutRelated returns the checks without what their findings are related
// to, of which golangci-lint would make findings of their own. The checks may
// be variables of other packages, so it returns copies, which require each
// other as the originals do.
func withoutRelated(checks []*analysis.Analyzer) []*analysis.Analyzer {
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
		c.Run = runWithoutRelated(c.Run, copies)
	}
	return out
}

// runWithoutRelated wraps run, which knows the results of other checks by the
// originals.
func runWithoutRelated(run func(*analysis.Pass) (any, error), copies map[*analysis.Analyzer]*analysis.Analyzer) func(*analysis.Pass) (any, error) {
	return func(pass *analysis.Pass) (any, error) {
		p := *pass
		p.Report = func(d analysis.Diagnostic) {
			d.Related = nil
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
