// Package slow decides which tests run. Plain go test runs the quick ones; with
// the environment variable SCHEMAVET_TESTS=all it runs all of them. With
// SCHEMAVET_TESTS=slow, which .ci/run sets after it has run the quick ones, it
// leaves out the scripts that have nothing slow.
package slow

import (
	"os"
	"testing"
)

// Var is the environment variable that selects the tests.
const Var = "SCHEMAVET_TESTS"

// All reports whether the slow tests run as well.
func All() bool { return os.Getenv(Var) == "all" || Only() }

// Only reports whether scripts that have nothing slow are left out.
func Only() bool { return os.Getenv(Var) == "slow" }

// Skip skips a slow test, unless [All] tests run.
func Skip(t testing.TB) {
	t.Helper()
	if !All() {
		t.Skip("slow: runs with " + Var + "=all")
	}
}

// Count returns how often a repeated test runs: few times, or all times if slow
// tests run.
func Count(few, all int) int {
	if All() {
		return all
	}
	return few
}
