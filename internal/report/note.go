package report

// Note reports that a check could not examine something. It is not a finding.
type Note struct {
	Text string
	// Snapshots are the files that were not compared.
	Snapshots []string
	// Users is set if they can be compared only when the packages that use this one are
	// loaded.
	Users bool
}

// Note adds a note.
func (r *Reporter) Note(text string, snapshots ...string) {
	r.result.Notes = append(r.result.Notes, Note{Text: text, Snapshots: snapshots})
}

// NoteUsers adds a note about snapshots that can be compared only together with the
// packages that use this one.
func (r *Reporter) NoteUsers(snapshots []string) {
	r.result.Notes = append(r.result.Notes, Note{Snapshots: snapshots, Users: true})
}
