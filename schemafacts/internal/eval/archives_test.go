package eval_test

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestArchives checks that the comment of each archive states a rule and ends with the
// section of the package documentation, or the package, that describes it.
func TestArchives(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), "doc.go", nil, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{"gojson": true, "gostd": true}
	for _, m := range regexp.MustCompile(`(?m)^# (.*)$`).FindAllStringSubmatch(f.Doc.Text(), -1) {
		known[m[1]] = true
	}
	for _, pattern := range []string{"testdata/*.txtar", "testdata/differ/*.txtar"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, file := range files {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			rule, see, _ := strings.Cut(strings.TrimSpace(string(ar.Comment)), "\n\nSee: ")
			if rule == "" || !known[see] {
				t.Errorf("%s: its comment must state a rule and end with See: and a section of doc.go, not %q", file, see)
			}
		}
	}
}
