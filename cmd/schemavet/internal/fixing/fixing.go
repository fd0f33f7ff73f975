// Package fixing applies suggested fixes.
package fixing

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	gofmt "go/format"
	"go/parser"
	"go/token"
	"io"
	"slices"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/output"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/schemavet/schemavet/internal/self"
)

// All applies suggested fixes and checks again until no fix is left. It returns
// the report of the last run. Two edits of one place take two rounds.
func All(dir string, r *output.Report, look func(stderr io.Writer) (*output.Report, error), stderr io.Writer) (*output.Report, error) {
	const rounds = 5
	total, before := 0, map[string]bool{}
	for _, f := range r.Findings {
		before[f.Fingerprint] = true
	}
	for range rounds {
		n, err := applyFixes(dir, r.Findings)
		if err != nil {
			return nil, err
		}
		if n == 0 {
			break
		}
		total += n
		if r, err = look(io.Discard); err != nil {
			return nil, fmt.Errorf("checking again after the fixes: %w", err)
		}
	}
	r.Fixed = map[string]bool{}
	for _, f := range r.Findings {
		if f.Level != "" && !before[f.Fingerprint] {
			r.Fixed[f.Fingerprint] = true
		}
	}
	fmt.Fprintf(stderr, "schemavet: %d fixed", total)
	if n := len(r.Fixed); n > 0 {
		fmt.Fprintf(stderr, "; %s of tools to review: run %s snapshot", words.Count(n, "change"), self.Command(dir))
	}
	fmt.Fprintln(stderr)
	return r, nil
}

// applyFixes applies the first suggested fix of each finding and returns the number
// of applied fixes. It skips generated files, and fixes that conflict with another
// one. It writes each file as a whole or not at all. It refuses files for which inside
// returns an error.
func applyFixes(dir string, found []finding.Finding) (n int, err error) {
	files := map[string]*fixedFile{}
	order := slices.Clone(found)
	// What an author wrote in a tag comes before what a comment says.
	slices.SortStableFunc(order, func(a, b finding.Finding) int { return cmp.Compare(priority(a), priority(b)) })
	for _, f := range order {
		if len(f.Fixes) == 0 {
			continue
		}
		ok, err := takeEdits(files, f.Fixes[0])
		if err != nil {
			return 0, err
		}
		if ok {
			n++
		}
	}
	for _, f := range files {
		if err := session.Inside(dir, f.name); err != nil && len(f.edits) > 0 {
			return 0, err
		}
	}
	for _, f := range files {
		if err := f.write(); err != nil {
			return 0, err
		}
	}
	return n, nil
}

func priority(f finding.Finding) int {
	if f.Check == "nodescription" {
		return 1
	}
	return 0
}

// fixedFile is a source file with the edits of suggested fixes to apply.
type fixedFile struct {
	name      string
	text      []byte
	file      *token.File // has its lines
	generated bool
	edits     []byteEdit
}

type byteEdit struct {
	from, to int
	text     string
}

// takeEdits adds all edits of a fix, or none of them if one conflicts.
func takeEdits(files map[string]*fixedFile, fix finding.Fix) (bool, error) {
	added := map[*fixedFile][]byteEdit{}
	for _, e := range fix.Edits {
		f := files[e.Path]
		if f == nil {
			var err error
			if f, err = readFixed(e.Path); err != nil {
				return false, err
			}
			files[e.Path] = f
		}
		edit := byteEdit{f.offset(e.Start), f.offset(e.End), e.NewText}
		if f.generated || edit.from < 0 || edit.to < edit.from || f.touches(edit, added[f]) {
			return false, nil
		}
		added[f] = append(added[f], edit)
	}
	for f, edits := range added {
		f.edits = append(f.edits, edits...)
	}
	return len(added) > 0, nil
}

func readFixed(name string) (*fixedFile, error) {
	text, err := safefile.Read(name)
	if err != nil {
		return nil, fmt.Errorf("reading a file to fix: %w", err)
	}
	f := &fixedFile{name: name, text: text, file: token.NewFileSet().AddFile(name, -1, len(text))}
	f.file.SetLinesForContent(text)
	syntax, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments|parser.PackageClauseOnly)
	f.generated = err != nil || ast.IsGenerated(syntax)
	return f, nil
}

// offset returns the byte offset of a place, or -1 if the file has no such place.
func (f *fixedFile) offset(p finding.Place) int {
	if p.Line < 1 || p.Line > f.file.LineCount() {
		return -1
	}
	at := f.file.Offset(f.file.LineStart(p.Line)) + p.Column - 1
	if p.Column < 1 || at > len(f.text) {
		return -1
	}
	return at
}

// touches reports whether an edit changes bytes that another edit changes, or inserts
// at the same place.
func (f *fixedFile) touches(e byteEdit, more []byteEdit) bool {
	return slices.ContainsFunc(slices.Concat(f.edits, more), func(o byteEdit) bool {
		return e.from < o.to && o.from < e.to || e.from == o.from
	})
}

// write applies the edits and writes the file. If the file was formatted with gofmt,
// the result is as well.
func (f *fixedFile) write() error {
	if len(f.edits) == 0 {
		return nil
	}
	slices.SortFunc(f.edits, func(a, b byteEdit) int { return cmp.Compare(a.from, b.from) })
	var out bytes.Buffer
	at := 0
	for _, e := range f.edits {
		out.Write(f.text[at:e.from])
		out.WriteString(e.text)
		at = e.to
	}
	out.Write(f.text[at:])
	text, err := gofmt.Source(out.Bytes())
	if err != nil {
		return fmt.Errorf("%s is unchanged: with the suggested fixes it would not be valid Go: %w", f.name, err)
	}
	if before, err := gofmt.Source(f.text); err != nil || !bytes.Equal(before, f.text) {
		text = out.Bytes()
	}
	return safefile.Write(f.name, text)
}

// Hint prints how to apply the suggested fixes of findings.
func Hint(stderr io.Writer, dir string, found []finding.Finding) {
	n := 0
	for _, f := range found {
		if len(f.Fixes) > 0 {
			n++
		}
	}
	if n > 0 {
		fmt.Fprintf(stderr, "schemavet: suggested fixes: %s check --fix edits the source for %s\n", self.Command(dir), words.Count(n, "finding"))
	}
}
