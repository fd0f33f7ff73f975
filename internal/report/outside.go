package report

import (
	"go/token"

	"github.com/schemavet/schemavet/internal/safefile"
)

// outside returns the place of a diagnostic in a file that holds no Go source,
// token.NoPos if it has none, or if drivers would lose it there.
func (r *Reporter) outside(d Diagnostic) token.Pos {
	if d.File == "" || !r.Outside {
		return token.NoPos
	}
	data, err := safefile.Read(d.File)
	if err != nil {
		data = nil // the finding is about that
	}
	f := r.Pass.Fset.AddFile(d.File, -1, len(data))
	if len(data) > 0 { // of nothing it would make a file without lines
		f.SetLinesForContent(data)
	}
	return f.LineStart(max(1, min(d.Line, f.LineCount())))
}
