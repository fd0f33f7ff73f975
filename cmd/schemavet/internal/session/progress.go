package session

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
)

// IsTerminal reports whether w writes to a terminal.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	st, err := f.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0
}

// slowPhase is the duration after which a phase of a run is mentioned in a log.
const slowPhase = 10 * time.Second

// progress shows the running phase. A terminal shows it at once and erases the line
// afterwards. A log shows it once, when the phase is slow.
type progress struct {
	terminal io.Writer
	slow     *time.Timer
}

// StartProgress says on a terminal what the run does, until stop is called. Elsewhere it says
// so only if that takes long.
func StartProgress(w io.Writer, what string) progress { return startPhase(w, what, slowPhase) }

func startPhase(w io.Writer, what string, slow time.Duration) progress {
	w = quote.Raw(w) // the texts are constants, and the timer writes on its own
	if IsTerminal(w) {
		fmt.Fprintf(w, "%s...\r", what)
		return progress{terminal: w}
	}
	return progress{slow: time.AfterFunc(slow, func() {
		fmt.Fprintf(w, "schemavet: %s takes more than %s\n", what, slow)
	})}
}

// Stop ends the phase.
func (p progress) Stop() {
	if p.terminal != nil {
		fmt.Fprint(p.terminal, "\x1b[K")
	}
	if p.slow != nil {
		p.slow.Stop()
	}
}
