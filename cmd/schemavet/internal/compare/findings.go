package compare

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/schemavet/schemavet/analyzers/schemadrift"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/checking"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
	"golang.org/x/tools/go/analysis"
)

// Findings returns the changes as findings of schemadrift. Their positions are in the
// source if it was compared, and otherwise in the snapshots. A change that is
// accepted has the severity info.
func (d *Differ) Findings(r *output.Diff, changes []output.Change, threshold compat.Level) *output.Report {
	root := snapshot.Root(d.Dir)
	out := &output.Report{Version: session.BuildVersion(), Dir: d.Dir, Repo: output.Repo(root), Tools: r.Tools}
	fails := map[string]bool{} // by fingerprint
	for _, c := range changes {
		fails[c.Fingerprint] = c.Accepted == "" && c.Level >= threshold
		text := fmt.Sprintf("tool %q: %s [%s]", c.Tool, c.Message, c.Level)
		if c.Tool == "" || strings.HasPrefix(c.Message, "tool ") {
			text = fmt.Sprintf("%s [%s]", c.Message, c.Level)
		}
		f := finding.New(schemadrift.Analyzer.Name, c.Rule, schemadrift.Analyzer.URL, text, finding.OfLevel(c.Level))
		f.Path, f.Tool, f.Level = filepath.Join(d.Dir, filepath.FromSlash(c.File)), c.Tool, c.Level.String()
		f.Change(c.Change.Change)
		if d.prog != nil && c.Pos.IsValid() {
			at := d.prog.Fset.PositionFor(c.Pos, false)
			f.Path, f.Line, f.Column = at.Filename, at.Line, at.Column
		}
		if f.Proof != "" {
			f.Message += "; " + f.Proof
		}
		if c.Accepted != "" {
			f.Severity = finding.Info
			f.Message += "; accepted: " + c.Accepted
		}
		f.File = load.SlashPath(root, f.Path)
		out.Findings = append(out.Findings, f)
	}
	out.Fails = func(f finding.Finding) bool { return fails[f.Fingerprint] }
	out.Checks = checking.DescribeChecks(map[string][]*analysis.Analyzer{"": {schemadrift.Analyzer}}, out.Findings)
	return out
}
