package format

import (
	encoding "encoding/json"
	"io"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
)

// json prints the form that is a contract.
func json(w io.Writer, r *Report) error {
	found := r.Findings
	if found == nil {
		found = []finding.Finding{}
	}
	enc := encoding.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(struct {
		Findings []finding.Finding `json:"findings"`
	}{found})
}
