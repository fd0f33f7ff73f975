package output

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/internal/load"
)

// The elements of JUnit reports that Jenkins and GitLab read.
type (
	testSuites struct {
		XMLName  xml.Name    `xml:"testsuites"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Suites   []testSuite `xml:"testsuite"`
	}
	testSuite struct {
		Name     string     `xml:"name,attr"`
		Tests    int        `xml:"tests,attr"`
		Failures int        `xml:"failures,attr"`
		Errors   int        `xml:"errors,attr"`
		Skipped  int        `xml:"skipped,attr"`
		Cases    []testCase `xml:"testcase"`
	}
	testCase struct {
		Class   string   `xml:"classname,attr"`
		Name    string   `xml:"name,attr"`
		File    string   `xml:"file,attr,omitempty"`
		Line    int      `xml:"line,attr,omitempty"`
		Failure *failure `xml:"failure"`
		Skipped *skipped `xml:"skipped"`
	}
	failure struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	skipped struct {
		Message string `xml:"message,attr"`
	}
)

// junit prints a suite for each check. Each finding is a test, which failed if the
// finding makes the run fail. A check without findings is a test that passed. A note
// is a test that was skipped, or that failed if the note makes the run fail.
func junit(w io.Writer, r *Report) error {
	all := testSuites{Name: "schemavet"}
	for _, name := range checksOf(r) {
		s := testSuite{Name: "schemavet." + name}
		for _, f := range r.Findings {
			if f.Check == name {
				c := testOf(r, f)
				if c.Failure != nil {
					s.Failures++
				}
				s.Cases = append(s.Cases, c)
			}
		}
		if len(s.Cases) == 0 {
			s.Cases = []testCase{{Class: s.Name, Name: "no findings"}}
		}
		s.Tests = len(s.Cases)
		all.Tests, all.Failures = all.Tests+s.Tests, all.Failures+s.Failures
		all.Suites = append(all.Suites, s)
	}
	if len(r.Notes) > 0 {
		s := notLookedAt(r)
		all.Tests, all.Failures = all.Tests+s.Tests, all.Failures+s.Failures
		all.Suites = append(all.Suites, s)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// checksOf returns the names of the checks that ran or found something.
func checksOf(r *Report) []string {
	var names []string
	for _, c := range r.Checks {
		names = append(names, c.Name)
	}
	for _, f := range r.Findings {
		if !slices.Contains(names, f.Check) {
			names = append(names, f.Check)
		}
	}
	return names
}

// testOf returns the test case of the JUnit report that represents a finding.
func testOf(r *Report, f finding.Finding) testCase {
	file := load.SlashPath(r.Repo, f.Path)
	c := testCase{Class: "schemavet." + f.Check, Name: fmt.Sprintf("%s: %s", file, f.Text), File: file, Line: f.Line}
	if r.Fails == nil || r.Fails(f) {
		c.Failure = &failure{f.ID(), f.Message, fmt.Sprintf("%s:%d:%d: %s: %s", file, f.Line, f.Column, f.Check, f.Message)}
	}
	return c
}

func notLookedAt(r *Report) testSuite {
	s := testSuite{Name: "schemavet.notes", Tests: len(r.Notes)}
	for _, n := range r.Notes {
		c := testCase{Class: s.Name, Name: n.Text}
		if n.Severity == finding.Error {
			c.Failure = &failure{"not-looked-at", n.Text, n.Text}
			s.Failures++
		} else {
			c.Skipped = &skipped{n.Text}
			s.Skipped++
		}
		s.Cases = append(s.Cases, c)
	}
	return s
}
