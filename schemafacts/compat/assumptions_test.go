package compat

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestAssumptions checks that the tests and cases that doc.go names for the assumptions of
// the prover exist.
func TestAssumptions(t *testing.T) {
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var tests strings.Builder
	for _, file := range append(files, "doc.go") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if file != "doc.go" {
			tests.Write(data)
			continue
		}
		doc := strings.Join(strings.Fields(strings.ReplaceAll(string(data), "\n//", " ")), " ")
		_, doc, _ = strings.Cut(doc, "# Assumptions")
		named := regexp.MustCompile(`\((Test[^)]*)\)`).FindAllStringSubmatch(doc, -1)
		if len(named) != strings.Count(doc, " - ") {
			t.Errorf("%d assumptions have %d tests", strings.Count(doc, " - "), len(named))
		}
		for _, m := range named {
			name, cases, _ := strings.Cut(m[1], ": ")
			for _, part := range strings.Split(cases, ", ") {
				_, err := os.Stat(filepath.Join("testdata", "rules", part+".txtar"))
				if part != "" && err != nil && !strings.Contains(tests.String(), `{"`+part+`"`) {
					t.Errorf("%s has no case %q", name, part)
				}
			}
			for _, one := range strings.Split(name, ", ") {
				if !strings.Contains(tests.String(), "func "+one+"(") {
					t.Errorf("there is no test %s", one)
				}
			}
		}
	}
}
