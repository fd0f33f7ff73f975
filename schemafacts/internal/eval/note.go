package eval

import "github.com/schemavet/schemavet/schemafacts/internal/eval/value"

// Note is information that a model records on the present path. Paths that exclude each
// other do not see each other's notes. Where they meet, the note is that of one of
// them.
type Note struct{ c *value.Cell }

// NewNote returns a note that is empty on all paths.
func NewNote() *Note {
	// Every path can reach a cell that was made at the beginning.
	return &Note{&value.Cell{First: &value.Nil{}, IsNote: true}}
}

const noteKind = "note"

// Write replaces the note on the present path.
func (n *Note) Write(m *Machine, data any) { m.Set(n.c, &value.Native{Kind: noteKind, Data: data}) }

// Clear empties the note on the present path.
func (n *Note) Clear(m *Machine) { m.Set(n.c, &value.Nil{}) }

// Read returns the possible notes on the present path. sure is true if there is exactly
// one and it is not empty.
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
