package govet

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestSuite compares the list of analyzers with that of the go command, so that a
// user who runs both suites at once loses no check.
func TestSuite(t *testing.T) {
	help, err := exec.Command("go", "tool", "vet", "help").CombinedOutput()
	if err != nil {
		t.Fatalf("go tool vet help: %v\n%s", err, help)
	}
	_, list, _ := strings.Cut(string(help), "Registered analyzers:")
	list, _, _ = strings.Cut(list, "By default all analyzers are run")
	var want, got []string
	for _, m := range regexp.MustCompile(`(?m)^    (\w+) `).FindAllStringSubmatch(list, -1) {
		want = append(want, m[1])
	}
	for _, a := range Suite {
		got = append(got, a.Name)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant those of go tool vet help: %q", got, want)
	}
}
