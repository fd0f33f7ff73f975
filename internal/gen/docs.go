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
	out["README.md"] = index.Bytes()
	return out
}

func page(a *analysis.Analyzer) []byte {
	_, body, _ := strings.Cut(a.Doc, "\n")
	pr := &comment.Printer{HeadingLevel: 2, HeadingID: func(*comment.Heading) string { return "" }}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n\n%s\n\n", a.Name, lintdoc.Title(a.Doc))
	b.Write(pr.Markdown(new(comment.Parser).Parse(body)))
	fmt.Fprintf(&b, "\n## Rules\n\nEach finding names its rule: `%s/RULE`. `schemavet explain %[1]s/RULE` also prints corrected code.\n", a.Name)
	for _, r := range rulebook.All() {
		if r.Check == a.Name {
			b.Write(section(r))
		}
	}
	return b.Bytes()
}

// section returns the documentation of a rule. Its heading is the anchor to which
// findings link.
func section(r rulebook.Rule) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "\n### %s\n\n%s", r.ID, prose(rulebook.Sentence(r.Purpose)))
	if levels := r.Levels(); levels != "" {
		fmt.Fprintf(&b, " Level: %s.", levels)
	}
	if needs := r.Needs(config.Settings{}); needs != "" {
		kind, name, _ := strings.Cut(needs, " ")
		if kind == "profile" {
			fmt.Fprintf(&b, " Off unless [profiles](../settings.md#profiles) has %s.", prose(name))
		} else {
			fmt.Fprintf(&b, " Off unless the [settings](../settings.md) set %s.", code(name))
		}
	}
	for _, note := range r.Notes {
		fmt.Fprintf(&b, " %s", prose(rulebook.Sentence(note)))
	}
	before, after := r.Labels()
	fmt.Fprintf(&b, "\n\n- %s: %s\n", before, code(r.Before))
	if r.Level > 0 { // other rules have a fix that says what to write
		fmt.Fprintf(&b, "- %s: %s\n", after, code(r.After))
	}
	if r.Fix != "refresh the snapshot" { // that is the fix of every change
		fmt.Fprintf(&b, "- Fix: %s\n", prose(r.Fix))
	}
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
