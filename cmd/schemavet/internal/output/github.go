package output

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
	"github.com/schemavet/schemavet/internal/load"
)

var commands = map[finding.Severity]string{finding.Error: "error", finding.Warning: "warning", finding.Info: "notice"}

// github prints workflow commands of GitHub Actions, which show findings next to the
// lines of a pull request.
func github(w io.Writer, r *Report) error {
	var out bytes.Buffer
	for _, f := range r.Findings {
		fmt.Fprintf(&out, "::%s %stitle=%s::%s\n", commands[f.Severity], properties(r, f), property("schemavet "+f.ID()), data(f.Message))
	}
	for _, n := range r.Notes {
		fmt.Fprintf(&out, "::%s title=schemavet::%s\n", commands[n.Severity], data(n.Text))
	}
	_, err := w.Write(out.Bytes())
	return err
}

// properties returns the properties that name the place of a finding, or "" if the file is
// outside of the repository.
func properties(r *Report, f finding.Finding) string {
	file := load.SlashPath(r.Repo, f.Path)
	if !filepath.IsLocal(filepath.FromSlash(file)) {
		return ""
	}
	out := fmt.Sprintf("file=%s,line=%d,col=%d,", property(file), max(1, f.Line), max(1, f.Column))
	if f.End != nil {
		out += fmt.Sprintf("endLine=%d,", f.End.Line)
		if f.End.Line == f.Line { // Otherwise the column is refused.
			out += fmt.Sprintf("endColumn=%d,", f.End.Column)
		}
	}
	return out
}

// data escapes the text of a workflow command of GitHub.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\n", "%0A").Replace(quote.Block(s))
}

// property escapes the value of a property of a command.
func property(s string) string {
	return strings.NewReplacer("%", "%25", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(quote.Block(s))
}
