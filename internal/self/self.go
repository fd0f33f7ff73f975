// Package self tells how a module calls schemavet, so that messages can be
// pasted into a terminal.
package self

import (
	"path/filepath"
	"slices"

	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
	"golang.org/x/mod/modfile"
)

const (
	name = "schemavet"
	tool = "github.com/schemavet/schemavet/cmd/schemavet"
	// modFile is a second module file, for users who keep tools out of go.mod.
	modFile = "schemavet.mod"
)

// Command returns the command line that runs schemavet in the module of dir. It is
// "go tool schemavet" if the module's go.mod lists the tool, the same with -modfile
// if a file schemavet.mod next to it does, and "schemavet" otherwise.
func Command(dir string) string {
	root := snapshot.Root(dir)
	switch {
	case hasTool(filepath.Join(root, "go.mod")), dir != root && hasTool(filepath.Join(dir, "go.mod")):
		return "go tool " + name
	case hasTool(filepath.Join(root, modFile)):
		return "go tool -modfile=" + modFile + " " + name
	}
	return name
}

// hasTool reports whether a module file lists schemavet as a tool. It returns false
// if the file cannot be read.
func hasTool(file string) bool {
	data, err := safefile.Read(file)
	if err != nil {
		return false
	}
	mod, err := modfile.Parse(file, data, nil)
	return err == nil && slices.ContainsFunc(mod.Tool, func(t *modfile.Tool) bool { return t.Path == tool })
}
