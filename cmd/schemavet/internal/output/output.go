// Package output prints findings, and changes of tools, in the forms that people and
// programs read.
//
// Each format has its own file and a line in [Formats]. To add one, write
// func(w io.Writer, r *Report) error and add the line. A format quotes the texts that it
// prints, as with [quote.Text], because names and descriptions are written by others, and it
// prints the notes.
package output

import (
	encoding "encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/known"
)

// Report contains the findings and notes of a run.
type Report struct {
	Findings []finding.Finding
	// Notes say what was not looked at.
	Notes []Note
	// Checks are all checks that ran, with their rules.
	Checks []Check
	// Version is the version of schemavet.
	Version string
	// Dir is the directory in which the command was called. Repo is the root of the
	// repository, or of the module outside of a repository: services on other
	// machines expect file names relative to it.
	Dir, Repo string
	// Tools and Servers are how many were looked at, and Variants how many more
	// variants the tools have; Servers is 0 if that is unknown.
	Tools, Variants, Servers int
	// Coverage says which known findings are fixed if the run does not report them.
	Coverage   known.Coverage
	Unresolved Unresolved
	// Fails reports whether a finding makes the run fail; nil means that all do.
	Fails func(f finding.Finding) bool
	// Policy describes Fails for people.
	Policy string
	// Fixed has the fingerprints of changes that the fixes of this run made.
	Fixed map[string]bool
	// Color and Excerpt are for terminals.
	Color, Excerpt bool
}

// Unresolved counts the parts of tools that source does not determine.
type Unresolved struct {
	Parts, Tools int // Tools have such parts
}

// Check is a check that ran.
type Check struct {
	Name, Title, Doc, URL string
	Rules                 []Rule
}

// Rule is one kind of finding of a check.
type Rule struct {
	ID      string // without the check's name
	Purpose string // one line
	Help    string
	// Severity is the usual one.
	Severity finding.Severity
	URL      string // of its documentation
}

// Format is a form of the output.
type Format struct {
	Name     string
	Findings func(w io.Writer, r *Report) error
	// Changes prints what diff compares; nil if the changes are printed as findings.
	Changes func(w io.Writer, d *Diff) error
}

// Formats are all output formats, in the order in which help lists them.
var Formats = []Format{
	{"text", text, diffText},
	{"json", json, diffJSON},
	{"sarif", sarifLog, nil},
	{"github", github, nil},
	{"junit", junit, nil},
	{"markdown", markdown, diffMarkdown},
}

// Names returns the names of all output formats.
func Names() []string {
	var names []string
	for _, f := range Formats {
		names = append(names, f.Name)
	}
	return names
}

// Find returns the output format with a name, which must exist.
func Find(name string) Format {
	return Formats[slices.IndexFunc(Formats, func(f Format) bool { return f.Name == name })]
}

// JSON prints a value as indented JSON.
func JSON(w io.Writer, v any) error {
	enc := encoding.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// Repo returns the root of the repository that contains dir, or dir if it is in no
// repository.
func Repo(dir string) string {
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, ".git")); err == nil {
			return d
		}
		if d == filepath.Dir(d) {
			return dir
		}
	}
}
