// Package otherbuild tells which tools may belong to builds with other
// constraints. All builds share one folder of snapshots, and an analysis sees
// one of them: a tool that only another one has is not gone.
package otherbuild

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Names returns the texts that stand in Go files which the build leaves out,
// each with the name of a file. A tool that such a file defines is among them,
// unless its name is put together. Tests are no builds.
func Names(ignored []string) map[string]string {
	files := slices.Clone(ignored)
	slices.Sort(files)
	out := map[string]string{}
	for _, name := range files {
		if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		// Of a file that is not Go what can be read of it counts.
		f, _ := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if f == nil {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			if text, err := strconv.Unquote(lit.Value); err == nil && out[text] == "" {
				out[text] = filepath.Base(name)
			}
			return true
		})
	}
	return out
}
