package report

import (
	"go/token"
	"os"
)

// outside returns the place of a diagnostic in a file that holds no Go source,
// token.NoPos if it has none, or if drivers would lose it there.
func (r *Reporter) outside(d Diagnostic) token.Pos {
	if d.File == "" || !r.Outside {
		return token.NoPos
	}
	data, err := os.ReadFile(d.File)
	if err != nil {
		return token.NoPos
	}
	f := r.Pass.Fset.AddFile(d.File, -1, len(data))
	f.SetLinesForContent(data)
	return f.LineStart(max(1, min(d.Line, f.LineCount())))
}
