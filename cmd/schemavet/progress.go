package main

import (
	"fmt"
	"io"
	"time"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
)

// slowPhase is how long a phase takes before a log mentions it.
const slowPhase = 10 * time.Second

// progress names the running phase: at once on a terminal, and erases the line
// afterwards; in a log once, when the phase has become slow.
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
