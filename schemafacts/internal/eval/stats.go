package eval

import (
	"go/token"
	"time"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Run is the cost of one root: a function or closure that is run without a caller, or
// the initializer of a variable.
type Run struct {
	Func string    // in the form of messages
	Pos  token.Pos // of the declaration
	// Steps are the steps counted for its budget. Cells and Defs are the numbers of
	// cells and definitions that were made; cells are counted for all machines of the
	// process.
	Steps, Cells, Defs int
	// Time is wall time, without the time of initializers that ran during it.
	Time time.Duration
	// End is why it ended early, or "".
	End string
}

// meter measures a run.
type meter struct {
	run    Run
	start  time.Time
	births uint64
	defs   int
	outer  *meter // of the run in which this one began
}

// startMeter begins to measure the run of fn.
func (m *Machine) startMeter(fn *ir.Func) {
	m.meter = &meter{start: time.Now(), births: value.Clock(), defs: len(m.Defs), outer: m.meter}
	if fn != nil {
		m.meter.run.Func, m.meter.run.Pos = ir.ShortKey(fn.Key), fn.Pos
	}
}

// stopMeter ends what startMeter began.
func (m *Machine) stopMeter() {
	t := m.meter
	took, cells := time.Since(t.start), int(value.Clock()-t.births)
	t.run.Time += took
	t.run.Cells += cells
	t.run.Steps = m.steps
	t.run.Defs += len(m.Defs) - t.defs
	m.Runs = append(m.Runs, t.run)
	if m.meter = t.outer; m.meter != nil {
		m.meter.run.Time -= took
		m.meter.run.Cells -= cells
		m.meter.run.Defs -= len(m.Defs) - t.defs
	}
}

// endsFor records why the run ended early.
func (t *meter) endsFor(reason string) {
	if t != nil && t.run.End == "" {
		t.run.End = reason
	}
}
