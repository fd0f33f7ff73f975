package session

import (
	"io"
	"testing"
	"time"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
)

// TestSlowPhase checks that a log gets one line for a slow phase, and none for a
// quick one.
func TestSlowPhase(t *testing.T) {
	r, w := io.Pipe()
	log := quote.NewWriter(w)
	quick := startPhase(log, "listing packages", time.Hour)
	quick.Stop()
	slow := startPhase(log, "deriving tools", time.Nanosecond)
	line := make([]byte, 100)
	n, err := r.Read(line)
	if want := "schemavet: deriving tools takes more than 1ns\n"; err != nil || string(line[:n]) != want {
		t.Errorf("got %q, %v, want %q", line[:n], err, want)
	}
	slow.Stop()
}
