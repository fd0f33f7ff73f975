// Package gc sets the garbage collector for processes that live as long as one
// analysis.
package gc

import (
	"os"
	"runtime/debug"
)

// Tune trades memory, of which a run needs little, for a third of the time: what
// is loaded and derived lives until the end. The user's own settings, GOGC and
// GOMEMLIMIT, win.
func Tune() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(2 << 30)
	}
}
