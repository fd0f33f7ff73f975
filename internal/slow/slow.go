// Package slow decides which tests run. Plain go test runs the quick ones; with
// the environment variable SCHEMAVET_TESTS=all it runs all of them. With
// SCHEMAVET_TESTS=slow, which .ci/run sets after it has run the quick ones, it
// leaves out the scripts that have nothing slow.
package slow

import (
	"os"
	"testing"
)

// Var is the environment variable that selects whether slow tests run.
const Var = "SCHEMAVET_TESTS"

// All reports whether slow tests run in addition to the quick ones.
func All() bool { return os.Getenv(Var) == "all" || Only() }

// Only reports whether scripts without a slow part are skipped.
func Only() bool { return os.Getenv(Var) == "slow" }

// Skip skips a slow test unless [All] returns true.
func Skip(t testing.TB) {
	t.Helper()
	if !All() {
		t.Skip("slow: runs with " + Var + "=all")
	}
}

// Count returns how often to repeat a random test: all if slow tests run, few
// otherwise.
func Count(few, all int) int {
	if All() {
		return all
	}
	return few
}
