package report

import (
	"go/token"

	"github.com/schemavet/schemavet/internal/safefile"
)

// outside returns the position of a diagnostic in a file that contains no Go source. It
// returns token.NoPos if the diagnostic has no such file, or if drivers would lose it
// there.
func (r *Reporter) outside(d Diagnostic) token.Pos {
	if d.File == "" || !r.Outside {
		return token.NoPos
	}
	data, err := safefile.Read(d.File)
	if err != nil {
		data = nil // the finding reports that the file cannot be read
	}
	f := r.Pass.Fset.AddFile(d.File, -1, len(data))
	if len(data) > 0 { // an empty file would have no lines
		f.SetLinesForContent(data)
	}
	return f.LineStart(max(1, min(d.Line, f.LineCount())))
}
