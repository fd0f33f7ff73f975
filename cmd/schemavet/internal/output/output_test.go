package output

import (
	"bytes"
	encoding "encoding/json"
	"encoding/xml"
	"flag"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
)

var update = flag.Bool("update", false, "rewrite the expected outputs")

const source = "package p\n\n\tname := \"é𝄞\" + \"x|y\"\n"

// sample returns a report with a finding of each kind and with texts that are hard to
// print: characters that some formats escape, and a file outside of the repository.
func sample(t *testing.T) *Report {
	dir := t.TempDir()
	file := filepath.Join(dir, "mod", "a b.go")
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	drift := finding.Finding{
		Check: "schemadrift", Rule: "required-added", File: "a b.go", Path: file, Line: 3, Column: 10, End: &finding.Place{Line: 3, Column: 18},
		Text: `tool "a": input property "x_y" became required [breaking]`, Proof: `accepted before, rejected now: {"a":"<b>|c"}`,
		Tool: "a", Level: "breaking", Severity: finding.Error, Pointer: "/inputSchema/properties/x_y", After: `"x_y"`,
		Witness: encoding.RawMessage(`{"a":"<b>|c"}`), URL: "https://example.com/#required-added", Fingerprint: "0123456789ab",
	}
	drift.Message = drift.Text + "; " + drift.Proof
	fixed := finding.Finding{
		Check: "nodescription", Rule: "missing", File: "a b.go", Path: file, Line: 3, Column: 21, End: &finding.Place{Line: 3, Column: 26},
		Message: "tool \"a\" has no description:\n100%", Text: "tool \"a\" has no description:\n100%", Tool: "a", Severity: finding.Warning,
		Fingerprint: "ba9876543210",
		Fixes: []finding.Fix{{Message: "Say so", Edits: []finding.Edit{
			{File: "a b.go", Path: file, Start: finding.Place{Line: 3, Column: 21}, End: finding.Place{Line: 3, Column: 26}, NewText: `"x"`},
		}}},
	}
	whole := finding.Finding{
		Check: "schemadrift", Rule: "tool-removed", File: "toolschema/b.json", Path: filepath.Join(dir, "mod", "toolschema", "b.json"), Line: 1, Column: 1,
		Message: "tool \"b\" was removed [doc]", Text: "tool \"b\" was removed [doc]", Tool: "b", Level: "doc", Severity: finding.Info, Fingerprint: "f",
	}
	elsewhere := finding.Finding{
		Check: "ignores", Path: "/other/module@v1/x.go", File: "/other/module@v1/x.go", Message: "m", Text: "m", Severity: finding.Error, Fingerprint: "e",
	}
	return &Report{
		Findings: []finding.Finding{drift, fixed, whole, elsewhere},
		Notes: []Note{
			{Text: "server.json is not compared: <main> was not followed", Severity: finding.Info, Snapshots: []string{"toolschema/server.json"}},
			{Text: "2 snapshots are not compared", Severity: finding.Error, Snapshots: []string{"toolschema/a.json", "toolschema/server.json"}},
		},
		Checks: []Check{
			{Name: "nodescription", Title: "say nothing", URL: "https://example.com/n"},
			{Name: "schemadrift", Title: "differ", Rules: []Rule{{"required-added", "a property became required", "Help.", finding.Error, "https://example.com/#required-added"}, {"type-changed", "never reported", "Help.", finding.Error, "https://example.com/#type-changed"}}},
			{Name: "toolname", Title: "names"},
		},
		Version: "v1", Dir: filepath.Join(dir, "mod"), Repo: dir, Tools: 12, Servers: 1,
	}
}

// TestFormats compares the output in each format with a golden file. The conformance
// module compat validates the logs in SARIF.
func TestFormats(t *testing.T) {
	for _, f := range Formats {
		t.Run(f.Name, func(t *testing.T) {
			r := sample(t)
			golden(t, f.Name, f.Findings, r)
			switch f.Name {
			case "text":
				r.Color, r.Excerpt = true, true
				golden(t, "text-terminal", f.Findings, r)
			case "markdown", "junit", "sarif":
				r.Findings, r.Notes = nil, nil
				golden(t, f.Name+"-none", f.Findings, r)
			}
		})
	}
}

func golden(t *testing.T, name string, write func(io.Writer, *Report) error, r *Report) {
	t.Helper()
	var out bytes.Buffer
	if err := write(&out, r); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(file, out.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), out.String()); diff != "" {
		t.Errorf("-update writes it (-want +got):\n%s", diff)
	}
}

// TestJUnit parses the printed report again.
func TestJUnit(t *testing.T) {
	var out bytes.Buffer
	if err := junit(&out, sample(t)); err != nil {
		t.Fatal(err)
	}
	var got testSuites
	if err := xml.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.Tests != 7 || got.Failures != 5 || len(got.Suites) != 5 {
		t.Errorf("%d tests, %d failures, %d suites", got.Tests, got.Failures, len(got.Suites))
	}
}

func TestSummary(t *testing.T) {
	f := func(levels ...string) *Report {
		r := &Report{Tools: 1}
		for _, l := range levels {
			r.Findings = append(r.Findings, finding.Finding{Level: l})
		}
		return r
	}
	for want, r := range map[string]*Report{
		"no findings; 1 tool":                                 f(),
		"1 finding; 1 tool":                                   f(""),
		"2 findings: 2 doc; 1 tool":                           f("doc", "doc"),
		"4 findings: 1 breaking, 1 caution, 2 others; 1 tool": f("", "caution", "", "breaking"),
	} {
		if got := Summary(r); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	r := f()
	r.Tools, r.Servers = 3, 2
	if got := Summary(r); got != "no findings; 3 tools in 2 servers" {
		t.Errorf("got %s", got)
	}
	r.Notes = sample(t).Notes
	if got := Summary(r); got != "no findings; 3 tools in 2 servers; 2 snapshots not compared" || !r.Failed() {
		t.Errorf("got %s", got)
	}
}
