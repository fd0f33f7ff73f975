package output

import (
	"io"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
)

// json prints the JSON output, whose format is stable.
func json(w io.Writer, r *Report) error {
	out := struct {
		Findings []finding.Finding `json:"findings"`
		Notes    []Note            `json:"notes"`
		Counts   struct {
			Findings   int `json:"findings"`
			Tools      int `json:"tools"`
			Servers    int `json:"servers"`
			Uncompared int `json:"snapshotsNotCompared"`
			// Failing are the findings that make the run fail.
			Failing    int `json:"failing"`
			Unreadable int `json:"unreadableSnapshots"`
			Parts      int `json:"unresolvedParts"`
			In         int `json:"toolsWithUnresolvedParts"`
		} `json:"counts"`
	}{Findings: r.Findings, Notes: r.Notes}
	if out.Findings == nil {
		out.Findings = []finding.Finding{}
	}
	if out.Notes == nil {
		out.Notes = []Note{}
	}
	out.Counts.Findings, out.Counts.Tools, out.Counts.Servers, out.Counts.Uncompared = len(r.Findings), r.Tools, r.Servers, r.Uncompared()
	out.Counts.Failing, out.Counts.Unreadable = r.Failing(), unreadable(r.Findings)
	out.Counts.Parts, out.Counts.In = r.Unresolved.Parts, r.Unresolved.Tools
	return JSON(w, out)
}
