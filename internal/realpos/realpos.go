// Package realpos finds positions in the files that the compiler reads. A line directive
// can name any file, so it does not decide to which package a position belongs.
package realpos

import (
	"go/token"
	"path/filepath"
	"strings"
)

// Of returns the position of p in its file. Files that cgo generates count as the files
// from which they are generated.
func Of(fset *token.FileSet, p token.Pos) token.Position {
	at := fset.PositionFor(p, false)
	if strings.HasSuffix(at.Filename, ".cgo1.go") || filepath.Base(at.Filename) == "_cgo_gotypes.go" {
		return fset.PositionFor(p, true)
	}
	return at
}
