package eval

import "github.com/schemavet/schemavet/schemafacts/internal/eval/value"

// Join returns a value that represents a or b.
func (m *Machine) Join(a, b value.Value, why *value.Unknown) value.Value {
	j := value.Joiner{Why: why, In: present{m}}
	return j.Join(a, b)
}
