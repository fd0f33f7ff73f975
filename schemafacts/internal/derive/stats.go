package derive

import (
	"time"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
)

// Stats are what it cost to derive the tools of a package, in wall time.
type Stats struct {
	// Lowering is the time that it took to translate syntax to programs, and
	// Evaluation the time that they ran, with what SDKs made of it.
	Lowering, Evaluation time.Duration
	// Roots are the functions, closures and initializers that were run without
	// a caller, in the order in which they ended.
	Roots []Root
}

// Root is what it cost to run one root.
type Root = eval.Run

// add counts what a machine ran.
func (s *Stats) add(m *eval.Machine, took time.Duration) {
	s.Evaluation += took
	s.Roots = append(s.Roots, m.Runs...)
}
