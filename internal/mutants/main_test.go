package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

// TestTable checks that each mutant can be made, has a name of its own, and names a
// package with tests.
func TestTable(t *testing.T) {
	list, err := load("../..")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, m := range list {
		if seen[m.name] {
			t.Errorf("two mutants are named %s", m.name)
		}
		seen[m.name] = true
		if files, _ := filepath.Glob(filepath.Join("../..", m.pkg, "*_test.go")); len(files) == 0 {
			t.Errorf("%s: no tests in %s", m.name, m.pkg)
		}
	}
}

const (
	code = `package m

func compare(a, b int) string {
	if a < b {
		return "less"
	}
	if a > b {
		println()
		return "more"
	}
	return ""
}
`
	test = `package m

import "testing"

func Test(t *testing.T) {
	if compare(1, 2) != "less" || compare(2, 1) == "" {
		t.Error("wrong")
	}
}

func TestNothing(*testing.T) {}
`
	table = `in m
test ./m ^Test$
less: a < b => a > b
not-seen: println() =>
test ./m ^TestNothing$
nothing@compare: a > b => false
test ./m ^TestMissing$
missing: return "" => return "x"
`
)

func TestTry(t *testing.T) {
	dir := t.TempDir()
	err := os.CopyFS(dir, fstest.MapFS{"go.mod": {Data: []byte("module example.com/m\n\ngo 1.25\n")}, "m/m.go": {Data: []byte(code)},
		"m/m_test.go": {Data: []byte(test)}, "internal/mutants/table/t.txt": {Data: []byte(table)}})
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	var out strings.Builder
	bad, n, err := try("", 2, true, &out)
	if err != nil || n != 4 || bad != 3 {
		t.Fatalf("%d of %d mutants are bad: %v\n%s", bad, n, err, out.String())
	}
	for name, want := range map[string]verdict{"less": red, "not-seen": survived, "nothing": survived, "missing": unsound} {
		if !regexp.MustCompile("(?m)^" + string(want) + " +[0-9.]+s  t/" + name + " ").MatchString(out.String()) {
			t.Errorf("%s is not %s:\n%s", name, want, out.String())
		}
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"x: a => b":                                            "want lines with in and test",
		"in internal/mutants\ntest . T\nx: a":                  "no =>",
		"in internal/mutants\ntest . T\nx: noSuchText( =>":     "contain this 0 times",
		"in internal/mutants\ntest . T\nx: err != nil => true": "times, want once",
		"in internal/none":                                     "no Go files",
	} {
		_, err := parse("../..", "t", text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}
