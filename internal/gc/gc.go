// Package gc sets the garbage collector for processes that live as long as one
// analysis.
package gc

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// The heap may grow to roomy between two collections, and beyond that by least
// percent of what is in use. While less is in use, a collection waits until the
// heap has grown by most percent.
const (
	roomy = 320 << 20
	least = 60
	most  = 400
)

// Tune trades memory for a third of the time, up to a bound: most of what is
// loaded and derived lives until the end, so that early collections find little.
// The user's own settings, GOGC and GOMEMLIMIT, win.
func Tune() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(2 << 30)
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(most)
		adaptAfterCollection()
	}
}

// adaptAfterCollection sets the percentage anew after each collection.
func adaptAfterCollection() {
	type sentinel struct{ _ *int } // nothing refers to it, so each collection finds it
	runtime.SetFinalizer(&sentinel{}, func(*sentinel) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		debug.SetGCPercent(percent(live[0].Value.Uint64()))
		adaptAfterCollection()
	})
}

// percent returns by how much the heap may grow if live bytes are in use.
func percent(live uint64) int {
	if live >= roomy {
		return least
	}
	return int(min(most, max(least, (roomy-live)*100/max(live, 1))))
}
