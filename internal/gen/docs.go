package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/doc/comment"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/lintdoc"
	"github.com/schemavet/schemavet/internal/rulebook"
	"golang.org/x/tools/go/analysis"
)

// docs returns the files of docs/checks that are out of date. If write is set, it
// writes them. Both the generator and its test use it.
func docs(root string, write bool) (stale []string, err error) {
	dir := filepath.Join(root, "docs", "checks")
	want := pages()
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, e := range entries {
		if _, ok := want[e.Name()]; !ok {
			want[e.Name()] = nil // a check that is gone
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		file := filepath.Join(dir, name)
		have, err := os.ReadFile(file)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if err == nil && want[name] != nil && bytes.Equal(have, want[name]) {
			continue
		}
		stale = append(stale, name)
		switch {
		case !write:
		case want[name] == nil:
			err = os.Remove(file)
		default:
			if err = os.MkdirAll(dir, 0o777); err == nil {
				err = os.WriteFile(file, want[name], 0o666)
			}
		}
		if write && err != nil {
			return nil, err
		}
	}
	return stale, nil
}

// rulesIntro explains the lists of rules, once for all pages.
const rulesIntro = `
` + "`schemavet explain CHECK` prints a page in the terminal, `schemavet rules` lists all rules with their state." + `

## Rules

Each rule, CHECK/RULE in findings, has a sentence, and code that is reported → its correction; for
schemadrift, the snapshot → the source. ` + "`schemavet explain\nCHECK/RULE`" + ` also prints the fix, limits and reasons. A finding has a suggested fix only where a page says so.

*breaking/compatible*: the level of a change of arguments/of results. *Profile* or *Setting*: the rule
is off unless the [settings](../settings.md) name one of these [profiles](../settings.md#profiles), or
set this key.
`

// pages returns the files of docs/checks by name.
func pages() map[string][]byte {
	on := map[string]bool{}
	for _, a := range analyzers.Suite {
		on[a.Name] = true
	}
	out := map[string][]byte{}
	var index bytes.Buffer
	index.WriteString("# Checks\n\n| check | reports | by default |\n|---|---|---|\n")
	for _, a := range analyzers.All() {
		out[a.Name+".md"] = page(a)
		state := "off"
		if on[a.Name] {
			state = "on"
		}
		title := strings.TrimPrefix(lintdoc.Title(a.Doc), "report ")
		fmt.Fprintf(&index, "| [%s](%s.md) | %s | %s |\n", a.Name, a.Name, title, state)
	}
	index.WriteString(rulesIntro)
	out["README.md"] = index.Bytes()
	return out
}

func page(a *analysis.Analyzer) []byte {
	_, body, _ := strings.Cut(a.Doc, "\n")
	pr := &comment.Printer{HeadingLevel: 2, HeadingID: func(*comment.Heading) string { return "" }}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n\n%s\n\n", a.Name, lintdoc.Title(a.Doc))
	b.Write(pr.Markdown(new(comment.Parser).Parse(body)))
	fmt.Fprint(&b, "\n## [Rules](README.md#rules)\n")
	for _, r := range rulebook.Of(a.Name) {
		b.Write(section(r))
	}
	return b.Bytes()
}

// section returns the documentation of a rule: a sentence, its level or what turns it on,
// and an example. Its heading is the anchor to which findings link. The command explain
// prints the rest.
func section(r rulebook.Rule) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "\n### %s\n\n%s", r.ID, prose(rulebook.Sentence(r.Purpose)))
	switch {
	case r.Level == 0:
	case r.Level == r.Output:
		fmt.Fprintf(&b, " *%s*", r.Level)
	default:
		fmt.Fprintf(&b, " *%s/%s*", r.Level, r.Output)
	}
	if needs := r.Needs(config.Settings{}); needs != "" {
		kind, name, _ := strings.Cut(needs, " ")
		name = strings.ReplaceAll(name, " or ", ", ")
		fmt.Fprintf(&b, " *%s: %s*", strings.ToUpper(kind[:1])+kind[1:], prose(name))
	}
	fmt.Fprintf(&b, "\n\n%s → %s\n", code(r.Before), code(r.After))
	return b.Bytes()
}

// code returns text as code in a line of Markdown.
func code(s string) string {
	if strings.Contains(s, "`") {
		return "`` " + s + " ``"
	}
	return "`" + s + "`"
}

// prose escapes characters of a rule's text that are markup in Markdown.
func prose(s string) string {
	return strings.NewReplacer("*", `\*`, "_", `\_`, "<", `\<`, "[", `\[`, "]", `\]`).Replace(s)
}
