package derive

import (
	"time"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
)

// Stats are the costs of deriving the tools of a package, in wall time.
type Stats struct {
	// Lowering is the time to translate syntax to programs. Evaluation is the time to
	// run them, including the models of SDKs.
	Lowering, Evaluation time.Duration
	// Roots are the functions, closures and initializers that were run without a
	// caller, in the order in which their runs ended.
	Roots []Root
}

// Root is the cost of evaluating one function of a package with unknown arguments.
type Root = eval.Run

// add adds the runs of a machine.
func (s *Stats) add(m *eval.Machine, took time.Duration) {
	s.Evaluation += took
	s.Roots = append(s.Roots, m.Runs...)
}
