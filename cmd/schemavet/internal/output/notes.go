package output

import "github.com/schemavet/schemavet/cmd/schemavet/internal/finding"

// Note reports that a run could not examine something. It is not a finding.
type Note struct {
	Text string `json:"message"`
	// Severity is error if the run fails because of it.
	Severity finding.Severity `json:"severity"`
	// Snapshots are the files that were not compared, named like the files of
	// findings.
	Snapshots []string `json:"snapshots,omitempty"`
	// Function is the function whose analysis stopped early, "" for other notes.
	Function string `json:"function,omitempty"`
}

// Failed reports whether the run fails because of a note.
func (r *Report) Failed() bool {
	for _, n := range r.Notes {
		if n.Severity == finding.Error {
			return true
		}
	}
	return false
}

// Failing returns the number of findings that make the run fail.
func (r *Report) Failing() int {
	n := 0
	for _, f := range r.Findings {
		if r.Fails == nil || r.Fails(f) {
			n++
		}
	}
	return n
}

// Uncompared returns the number of snapshots that were not compared.
func (r *Report) Uncompared() int {
	seen := map[string]bool{}
	for _, n := range r.Notes {
		for _, name := range n.Snapshots {
			seen[name] = true
		}
	}
	return len(seen)
}
