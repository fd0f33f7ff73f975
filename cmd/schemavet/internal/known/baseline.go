package known

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers/schemadrift"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
)

// BaselineName is the usual name of the baseline file, in the root of the module.
//
// The file has a line for each finding: the fingerprint, the rule, the file and the
// message. If the analysis of another package reports the finding, the folder of this
// package follows the file in brackets. A run that checks only some packages keeps the
// lines of the others.
const BaselineName = ".schemavet-baseline.txt"

const header = `# Findings that schemavet check leaves alone, by fingerprint.
# schemavet check --baseline prune drops the lines of findings that are fixed.
`

// Baseline is the set of findings in a baseline file, which a run does not report.
type Baseline struct {
	lines []line // in the file's order
}

// ReadBaseline reads a baseline file. A file that does not exist gives an empty baseline. If the
// file can be read but has mistakes, the baseline contains the lines that are correct.
func ReadBaseline(file string) (*Baseline, error) {
	data, err := read(file)
	if err != nil {
		return nil, err
	}
	return ParseBaseline(file, data)
}

// ParseBaseline parses the contents of a baseline file. If it returns an error, the
// baseline contains the lines that are correct.
func ParseBaseline(file string, data []byte) (*Baseline, error) {
	lines, err := parse(file, data, "schemavet check --baseline write rewrites the file")
	return &Baseline{lines}, err
}

// BaselineOf returns a baseline that contains the given findings.
func BaselineOf(found []finding.Finding) *Baseline {
	b := &Baseline{}
	for _, f := range found {
		file := quote.Text(f.File)
		if by := cmp.Or(f.Package, allPackages); by != folder(f.File) {
			file += " [" + quote.Text(by) + "]"
		}
		b.lines = append(b.lines, line{fingerprint: f.Fingerprint, words: fmt.Sprintf("%s %s: %s", f.ID(), file, quote.Text(strings.Join(strings.Fields(f.Text), " ")))})
	}
	return b
}

// allPackages replaces the folder in lines of findings that only a run on all packages
// reports.
const allPackages = "..."

// folder returns the folder of the package to which a file belongs.
func folder(file string) string {
	dir := path.Dir(file)
	if path.Base(dir) == snapshot.Dir {
		dir = path.Dir(dir)
	}
	return dir
}

// place returns the rule and the file that a line names, and the folder of the package
// that reports the finding.
func (l line) place() (rule, file, pkg string) {
	rule, rest, _ := strings.Cut(l.words, " ")
	file, _, ok := strings.Cut(rest, ": ")
	if !ok {
		return rule, "", allPackages // the user has shortened the line
	}
	if name, pkg, ok := strings.Cut(strings.TrimSuffix(file, "]"), " ["); ok {
		return rule, name, pkg
	}
	return rule, file, folder(file)
}

// Len returns the number of findings in the baseline.
func (b *Baseline) Len() int { return len(b.lines) }

// Coverage describes what a run has checked completely.
type Coverage struct {
	// Root is the folder that File and Package of findings are relative to.
	Root string
	// Whole is set if the run checked all packages.
	Whole bool
	// Packages are the folders of the checked packages. Uncompared are those in which a
	// snapshot was not compared.
	Packages, Uncompared []string
	// Ignored are the Go files of these packages that the build excludes.
	Ignored []string
}

// covers reports whether the run would have reported the finding of a line if it still
// existed.
func (c *Coverage) covers(l line) bool {
	rule, file, pkg := l.place()
	is := func(name string) func(string) bool { return func(s string) bool { return quote.Text(s) == name } }
	switch {
	case slices.ContainsFunc(c.Ignored, is(file)), slices.ContainsFunc(c.Uncompared, is(pkg)) && strings.HasPrefix(rule, schemadrift.Analyzer.Name+"/"):
		return false
	case pkg == allPackages:
		return c.Whole
	case slices.ContainsFunc(c.Packages, is(pkg)):
		return true
	}
	return c.Whole && c.gone(pkg)
}

// gone reports whether a folder of the module has no Go files. A package that this build
// excludes still has files.
func (c *Coverage) gone(folder string) bool {
	if folder = filepath.FromSlash(folder); !filepath.IsLocal(folder) {
		return false
	}
	entries, err := os.ReadDir(filepath.Join(c.Root, folder))
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	return !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return filepath.Ext(e.Name()) == ".go" })
}

// Apply returns the findings that are not in the baseline, and the baseline without the
// lines whose findings are fixed.
func (b *Baseline) Apply(found []finding.Finding, c *Coverage) (left []finding.Finding, pruned *Baseline) {
	met, known := map[string]bool{}, map[string]bool{}
	for _, f := range found {
		met[f.Fingerprint] = true
	}
	pruned = &Baseline{}
	for _, l := range b.lines {
		known[l.fingerprint] = true
		if met[l.fingerprint] || !c.covers(l) {
			pruned.lines = append(pruned.lines, l)
		}
	}
	for _, f := range found {
		if !known[f.Fingerprint] {
			left = append(left, f)
		}
	}
	return left, pruned
}

// With returns the baseline with lines for the given findings. They replace the lines
// that it has for these findings.
func (b *Baseline) With(found []finding.Finding) *Baseline {
	out := BaselineOf(found)
	for _, l := range b.lines {
		if !slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Fingerprint == l.fingerprint }) {
			out.lines = append(out.lines, l)
		}
	}
	return out
}

// Write writes the file, sorted by rule and position. If the baseline is empty, it
// removes the file.
func (b *Baseline) Write(file string) error {
	if len(b.lines) == 0 {
		if err := safefile.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("removing baseline: %w", err)
		}
		return nil
	}
	lines := slices.Clone(b.lines)
	slices.SortFunc(lines, func(x, y line) int {
		return cmp.Or(strings.Compare(x.words, y.words), strings.Compare(x.fingerprint, y.fingerprint))
	})
	var out bytes.Buffer
	out.WriteString(header)
	last := ""
	for _, l := range lines {
		if l.String() != last {
			fmt.Fprintln(&out, l)
		}
		last = l.String()
	}
	return safefile.Write(file, out.Bytes())
}
