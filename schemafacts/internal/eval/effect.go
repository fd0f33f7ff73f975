package eval

import (
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// An Effect says what a function of the standard library, whose program is not run, does
// with its receiver and arguments.
type Effect int

const (
	// Keeps means that the function may write to everything that they lead to, when it is
	// called or later. It is the effect of a function of which nothing is known.
	Keeps Effect = iota
	// Writes means that the function writes to what they lead to while it runs.
	Writes
	// Reads means that the function does not write to them. It may call the functions
	// and methods that it receives.
	Reads
)

// isStd reports whether a function belongs to the standard library.
func isStd(key string) bool {
	first, _, _ := strings.Cut(ir.PkgOf(key), "/")
	return !strings.Contains(first, ".") && ir.StdLike(first)
}

// writes reports whether a function belongs to the standard library and may write to its
// arguments.
func (m *Machine) writes(key string) bool { return isStd(key) && m.Lib.Effect(key) != Reads }

// mayReturn reports whether a function may return values that its arguments lead to, or
// store them in its receiver, from where a later call returns them.
func mayReturn(f *value.Extern) bool {
	sig, ok := f.T.(*types.Signature)
	if !ok || f.Recv != nil {
		return true
	}
	for v := range sig.Results().Variables() {
		if !ir.IsError(v.Type()) && value.SharesMemory(v.Type()) {
			return true
		}
	}
	return false
}
