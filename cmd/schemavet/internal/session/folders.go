package session

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/schemavet/schemavet/internal/otherbuild"
	"golang.org/x/tools/go/packages"
)

// OtherBuilds returns the tools whose snapshots may belong to other builds of a
// package.
func OtherBuilds(pkg *packages.Package) map[string]string {
	out := otherbuild.Names(pkg.IgnoredFiles)
	for name, file := range out {
		out[name] = file + ", which this build excludes, names it"
	}
	return out
}

// WholeFolders returns the folders all of whose packages the patterns name.
func WholeFolders(dir string, patterns []string) []string {
	out := NewScope(dir, patterns).whole()
	if everything(patterns) && !slices.Contains(out, dir) {
		out = append(out, dir)
	}
	return out
}

// everything reports whether the patterns name all packages below the directory.
func everything(patterns []string) bool {
	return len(patterns) == 0 || slices.Contains(patterns, "./...")
}

// Exists reports whether a folder has a file.
func Exists(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return err == nil
}
