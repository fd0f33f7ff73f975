package format

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/quote"
)

var commands = map[finding.Severity]string{finding.Error: "error", finding.Warning: "warning", finding.Info: "notice"}

// github prints workflow commands of GitHub Actions, which show findings next to the
// lines of a pull request.
func github(w io.Writer, r *Report) error {
	var out bytes.Buffer
	for _, f := range r.Findings {
		fmt.Fprintf(&out, "::%s file=%s,line=%d,col=%d", commands[f.Severity], property(relative(r.Repo, f.Path)), max(1, f.Line), max(1, f.Column))
		if f.End != nil {
			fmt.Fprintf(&out, ",endLine=%d", f.End.Line)
			if f.End.Line == f.Line { // Otherwise the column is refused.
				fmt.Fprintf(&out, ",endColumn=%d", f.End.Column)
			}
		}
		fmt.Fprintf(&out, ",title=%s::%s\n", property("schemavet "+f.ID()), data(f.Message))
	}
	for _, n := range r.Notes {
		fmt.Fprintf(&out, "::%s title=schemavet::%s\n", commands[n.Severity], data(n.Text))
	}
	_, err := w.Write(out.Bytes())
	return err
}

// data escapes the text of a workflow command of GitHub.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\n", "%0A").Replace(quote.Block(s))
}

// property escapes the value of a property of a command.
func property(s string) string {
	return strings.NewReplacer("%", "%25", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(quote.Block(s))
}
