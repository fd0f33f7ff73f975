// Package gc sets the garbage collector for processes that live as long as one
// analysis.
package gc

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// While the heap is small, it may grow by most percent between two collections, until
// it has reached roomy bytes. If more than that is in use, it may grow by least percent.
const (
	roomy = 320 << 20
	least = 60
	most  = 400
)

// Tune makes the garbage collector run less often until the heap is large, which
// saves a third of the time. Loaded packages live until the end, so early collections
// free little. The user's own settings in GOGC and GOMEMLIMIT take precedence.
func Tune() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(2 << 30)
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(most)
		adaptAfterCollection()
	}
}

// adaptAfterCollection adapts the garbage collector's percentage to the live heap
// after each collection.
func adaptAfterCollection() {
	type sentinel struct{ _ *int } // nothing refers to it, so each collection finds it
	runtime.SetFinalizer(&sentinel{}, func(*sentinel) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		debug.SetGCPercent(percent(live[0].Value.Uint64()))
		adaptAfterCollection()
	})
}

// percent returns the percentage by which the heap may grow if live bytes are in use.
func percent(live uint64) int {
	if live >= roomy {
		return least
	}
	return int(min(most, max(least, (roomy-live)*100/max(live, 1))))
}
