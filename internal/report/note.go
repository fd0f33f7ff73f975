package report

// Note is for people and no finding: it says what a check could not look at.
type Note struct {
	Text string
	// Snapshots are the files that were not compared.
	Snapshots []string
	// Users says that they can be compared if the packages that use this one are loaded
	// as well.
	Users bool
}

// Note adds to the notes.
func (r *Reporter) Note(text string, snapshots ...string) {
	r.result.Notes = append(r.result.Notes, Note{Text: text, Snapshots: snapshots})
}

// NoteUsers notes snapshots that only the packages which use this one can tell about.
func (r *Reporter) NoteUsers(snapshots []string) {
	r.result.Notes = append(r.result.Notes, Note{Snapshots: snapshots, Users: true})
}
