package eval

import (
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// A value with too many alternatives is unknown, and has a points-to set. What is read from
// it is unknown too. It leads to what is read from the values in the set: otherwise a write
// through it would be lost.

// withTargets returns v, which was read from an unknown value, with more targets: the
// targets of the results of read for the values in from. read returns nil for a value without the part.
func (m *Machine) withTargets(v value.Value, from []value.Value, read func(value.Value) value.Value) value.Value {
	if len(from) == 0 || !value.SharesMemory(value.TypeOf(v)) {
		return v
	}
	var parts []value.Value
	m.work(len(from))
	for _, x := range from {
		saved := m.panicking
		part := read(x)
		if m.panicking && !saved {
			m.panicking, m.panicValue = false, nil
		} else if part != nil {
			parts = append(parts, part)
		}
	}
	return value.WithTargets(v, parts)
}
