package main

import (
	"fmt"
	"io"
	"time"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
)

// slowPhase is the duration after which a phase of a run is mentioned in a log.
const slowPhase = 10 * time.Second

// progress shows the running phase. A terminal shows it at once and erases the line
// afterwards. A log shows it once, when the phase is slow.
type progress struct {
	terminal io.Writer
	slow     *time.Timer
}

func startProgress(w io.Writer, what string) progress { return startPhase(w, what, slowPhase) }

func startPhase(w io.Writer, what string, slow time.Duration) progress {
	w = quote.Raw(w) // the texts are constants, and the timer writes on its own
	if isTerminal(w) {
		fmt.Fprintf(w, "%s...\r", what)
		return progress{terminal: w}
	}
	return progress{slow: time.AfterFunc(slow, func() {
		fmt.Fprintf(w, "schemavet: %s takes more than %s\n", what, slow)
	})}
}

// stop ends the phase.
func (p progress) stop() {
	if p.terminal != nil {
		fmt.Fprint(p.terminal, "\x1b[K")
	}
	if p.slow != nil {
		p.slow.Stop()
	}
}
