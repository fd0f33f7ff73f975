package eval

import "github.com/schemavet/schemavet/schemafacts/internal/eval/value"

// Note is what somebody who is called by a program writes down of the path that
// is being run. Paths that exclude each other do not find each other's notes, and
// where they meet there is the note of one of them.
type Note struct{ c *value.Cell }

// NewNote returns a note that is empty on all paths.
func NewNote() *Note {
	// Every path can reach what was there from the first.
	return &Note{&value.Cell{First: &value.Nil{}, IsNote: true}}
}

const noteKind = "note"

// Write replaces the note on the present path.
func (n *Note) Write(m *Machine, data any) { m.Set(n.c, &value.Native{Kind: noteKind, Data: data}) }

// Clear empties the note on the present path.
func (n *Note) Clear(m *Machine) { m.Set(n.c, &value.Nil{}) }

// Read returns what the note can be on the present path. It is sure if it is not
// empty, and nothing else was written.
func (n *Note) Read() (data []any, sure bool) {
	sure = true
	for _, v := range value.Alternatives(n.c.Get()) {
		if v, ok := v.(*value.Native); ok && v.Kind == noteKind {
			data = append(data, v.Data)
		} else {
			sure = false
		}
	}
	return data, sure && len(data) > 0
}
