package internal

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/analyzers"
	"github.com/schemavet/schemavet/internal/rulebook"
)

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	headRow = regexp.MustCompile(`(?m)^#{1,6} +(.+)$`)
	fenced  = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
)

// TestDocs checks that each link in a document has a target, and that links lead from
// the README to each document.
func TestDocs(t *testing.T) {
	root := os.DirFS("..")
	docs := map[string]string{}
	for _, dir := range []string{".", "docs", "docs/checks"} {
		files, err := fs.Glob(root, path.Join(dir, "*.md"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			data, err := fs.ReadFile(root, file)
			if err != nil {
				t.Fatal(err)
			}
			docs[file] = fenced.ReplaceAllString(string(data), "")
		}
	}
	for _, problem := range brokenLinks(root, docs) {
		t.Error(problem)
	}
}

// TestDocsAreShort limits what a user has to read.
func TestDocsAreShort(t *testing.T) {
	const most = 14_500
	words := 0
	for _, pattern := range []string{"../README.md", "../docs/*.md", "../docs/checks/*.md"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			words += len(strings.Fields(string(data)))
		}
	}
	if words > most {
		t.Errorf("the documents have %d words, want at most %d: say things once, and leave the details of rules to the notes that explain prints", words, most)
	}
}

// brokenLinks returns a message for each link without a target, and for each document
// to which no link leads.
func brokenLinks(root fs.FS, docs map[string]string) []string {
	var problems []string
	reached := map[string]bool{"README.md": true}
	todo := []string{"README.md"}
	visit := func(file string) {
		if _, ok := docs[file]; ok && !reached[file] {
			reached[file] = true
			todo = append(todo, file)
		}
	}
	for len(todo) > 0 {
		from := todo[0]
		todo = todo[1:]
		for _, m := range link.FindAllStringSubmatch(docs[from], -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			name, anchor, _ := strings.Cut(m[1], "#")
			file := from
			if name != "" {
				file = path.Join(path.Dir(from), name)
			}
			if st, err := fs.Stat(root, file); err != nil {
				problems = append(problems, fmt.Sprintf("%s: no file %s", from, m[1]))
				continue
			} else if st.IsDir() {
				file = path.Join(file, "README.md")
			}
			if anchor != "" && !slices.Contains(anchors(docs[file]), anchor) {
				problems = append(problems, fmt.Sprintf("%s: %s has no heading for #%s", from, file, anchor))
			}
			visit(file)
		}
	}
	for _, file := range slices.Sorted(maps.Keys(docs)) {
		if !reached[file] {
			problems = append(problems, fmt.Sprintf("%s: nothing that the README leads to has a link to it", file))
		}
	}
	return problems
}

// TestRuleAnchors checks the targets of links in findings: the page of a check has
// one heading for each rule, with the rule's name as its anchor.
func TestRuleAnchors(t *testing.T) {
	const base = "https://github.com/schemavet/schemavet/blob/main/"
	byCheck := map[string][]string{}
	for _, a := range analyzers.All() {
		file, ok := strings.CutPrefix(a.URL, base)
		if !ok {
			t.Errorf("%s: the address %s is outside of the repository", a.Name, a.URL)
			continue
		}
		page, err := os.ReadFile(path.Join("..", file))
		if err != nil {
			t.Error(err)
		}
		byCheck[a.Name] = anchors(fenced.ReplaceAllString(string(page), ""))
	}
	for _, r := range rulebook.All() {
		n := 0
		for _, a := range byCheck[r.Check] {
			if a == r.ID {
				n++
			}
		}
		if n != 1 {
			t.Errorf("the page of %s has %d headings with the anchor #%s, want 1", r.Check, n, r.ID)
		}
	}
}

// anchors returns the names that GitHub gives to headings.
func anchors(text string) []string {
	var out []string
	for _, m := range headRow.FindAllStringSubmatch(text, -1) {
		name := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r > 127:
				return r
			}
			return -1
		}, strings.ToLower(strings.TrimSpace(m[1])))
		out = append(out, name)
	}
	return out
}

var quote = regexp.MustCompile("(?s)<!-- from (\\S+) -->\n```go\n(.*?)```\n")

// TestQuoted compares the code that documents quote with its source files.
func TestQuoted(t *testing.T) {
	for file, want := range map[string]int{"../README.md": 1, "../docs/plain-functions.md": 3} {
		doc, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		quotes := quote.FindAllSubmatch(doc, -1)
		if len(quotes) != want {
			t.Errorf("%s has %d quotes, want %d", file, len(quotes), want)
		}
		for _, m := range quotes {
			code, err := os.ReadFile(path.Join("..", string(m[1])))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(code), strings.TrimSuffix(string(m[2]), "\n")) {
				t.Errorf("%s quotes code that is not in %s:\n%s", file, m[1], m[2])
			}
		}
	}
}

// TestBrokenLinks checks that brokenLinks finds broken links.
func TestBrokenLinks(t *testing.T) {
	got := brokenLinks(os.DirFS(".."), map[string]string{
		"README.md":    "[a](CHANGELOG.md) [b](none.md) [c](#two) [d](CHANGELOG.md#x-y-z) [e](https://example.com/)\n## Two",
		"CHANGELOG.md": "# x, `y` (z)\n[up](README.md#three)",
		"LONELY.md":    "",
	})
	want := []string{
		"README.md: no file none.md",
		"CHANGELOG.md: README.md has no heading for #three",
		"LONELY.md: nothing that the README leads to has a link to it",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
