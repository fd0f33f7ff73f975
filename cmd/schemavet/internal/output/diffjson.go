package output

import (
	encoding "encoding/json"
	"io"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/known"
	"github.com/schemavet/schemavet/schemafacts/compat"
)

// jsonChange is a change in the JSON output, whose format is stable.
type jsonChange struct {
	Tool      string           `json:"tool"`
	File      string           `json:"file"`
	Rule      string           `json:"rule"`
	Direction compat.Direction `json:"direction"`
	Path      string           `json:"path"`
	Pointer   string           `json:"pointer"`
	Effect    compat.Effect    `json:"effect"`
	Level     string           `json:"level"`
	Message   string           `json:"message"`
	// Before and After are compact JSON, cut where it is long.
	Before    string              `json:"before,omitempty"`
	After     string              `json:"after,omitempty"`
	Witness   encoding.RawMessage `json:"witness,omitempty"`
	Undecided bool                `json:"undecided,omitempty"`
	// Reason explains why the change has no witness. Ledger explains why its level
	// differs from the level of its effect.
	Reason      string `json:"reason,omitempty"`
	Ledger      string `json:"ledger,omitempty"`
	Fingerprint string `json:"fingerprint"`
	Accepted    string `json:"accepted,omitempty"`
}

// jsonCost is the sizes of both lists in the JSON output.
type jsonCost struct {
	Old Side `json:"old"`
	New Side `json:"new"`
}

// diffJSON prints the JSON output, whose format is stable.
func diffJSON(w io.Writer, r *Diff) error {
	changes := []jsonChange{}
	for _, c := range r.Changes {
		changes = append(changes, jsonChange{
			c.Tool, c.File, c.Rule, c.Direction, c.Path, c.Pointer, c.Effect, c.Level.String(), c.Message, c.Before, c.After,
			encoding.RawMessage(c.Witness), c.Undecided, c.Reason, c.Ledger, c.Fingerprint, c.Accepted,
		})
	}
	unused := r.Unused
	if unused == nil {
		unused = []known.Acceptance{}
	}
	return JSON(w, struct {
		Level   string             `json:"level"`
		Old     string             `json:"old"`
		New     string             `json:"new"`
		Changes []jsonChange       `json:"changes"`
		Unused  []known.Acceptance `json:"unusedAcceptances"`
		Version Advice             `json:"version"`
		Cost    *jsonCost          `json:"cost,omitempty"`
	}{r.Level().String(), r.Old, r.New, changes, unused, r.Advice, (*jsonCost)(r.Cost)})
}
