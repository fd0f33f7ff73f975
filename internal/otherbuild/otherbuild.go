// Package otherbuild finds tools that may belong to builds with other
// constraints. All builds share one folder of snapshots, and an analysis sees
// one build: a tool that only another build has is not removed.
package otherbuild

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/internal/safefile"
)

// Around returns [Names] for the folders below root with files in a file set. These
// are files of the package itself, and files that the export data of its imports
// mentions.
func Around(fset *token.FileSet, root string) map[string]string {
	known, dirs := map[string]bool{}, map[string]bool{}
	fset.Iterate(func(f *token.File) bool {
		known[f.Name()] = true
		if rel, err := filepath.Rel(root, f.Name()); err == nil && filepath.IsLocal(rel) {
			dirs[filepath.Dir(f.Name())] = true
		}
		return true
	})
	var ignored []string
	for dir := range dirs {
		files, _ := safefile.List(dir, ".go")
		for _, f := range files {
			if match, err := build.Default.MatchFile(dir, filepath.Base(f)); !known[f] && err == nil && !match {
				ignored = append(ignored, f)
			}
		}
	}
	return Names(ignored)
}

// Names returns the string literals of Go files that the build excludes, each with the name
// of a file. They include the name of a tool that such a file defines, unless the name is
// computed. Names ignores test files.
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
