// Package toolset reads lists of tools from wherever they stand, and finds which
// tool of one list is which of another.
package toolset

import (
	"path"

	"github.com/schemavet/schemavet/schemafacts/schema"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
)

// Set is a list of tools, from source, from snapshots or from a server, that can be
// compared with another one.
type Set struct {
	// Name says for people where the list is from.
	Name  string
	Tools []Tool
	// Programs are the programs with servers, by their folders; nil if the list has no
	// servers, as files do.
	Programs map[string]Program
	// Unsure are the tools that cannot be compared.
	Unsure map[Key]bool
	// OtherBuilds are names in files that the build excludes. Servers may register tools
	// of these names there.
	OtherBuilds map[string]bool
	// Nameless are the folders of packages that register tools whose names are known only
	// at run time, with the places. Any tool of such a package may still exist.
	Nameless map[string]string
	// Incomplete says why tools may be missing, "" if they may not.
	Incomplete string
	// Underived reports whether tools may be missing because the analysis of their source
	// stopped early.
	Underived bool
	// Notes report what was skipped.
	Notes []string
}

// Key identifies a tool of a package.
type Key struct{ Folder, Name string }

// Tool is one tool of a list.
type Tool struct {
	// Folder is the folder of the tool's package, relative to where the command
	// runs and with slashes, or "" if it is unknown.
	Folder string
	// File is the file that defines the tool, relative likewise.
	File string
	// Node is the tool object in normal form.
	Node *schema.Node
}

// Name returns the tool's name.
func (t Tool) Name() string { return t.Node.Get("name").StringValue() }

func (t Tool) key() Key { return Key{t.Folder, t.Name()} }

// addSnapshots adds the tools in the snapshot folder of a package.
func (s *Set) addSnapshots(folder string, set *snapshot.Set) {
	for _, f := range set.Files {
		s.Tools = append(s.Tools, Tool{Folder: folder, File: path.Join(folder, snapshot.Dir, f.Name), Node: f.Tool})
	}
}

// MayHave reports whether a tool that is not in the list may exist, because its package
// registers tools whose names are known only at run time.
func (s *Set) MayHave(t Tool) bool {
	return s.Nameless[t.Folder] != "" || t.Folder == "" && len(s.Nameless) > 0
}

// addProgram adds the program in a folder.
func (s *Set) addProgram(folder string, p Program) {
	if s.Programs == nil {
		s.Programs = map[string]Program{}
	}
	s.Programs[folder] = p
}

// IsInput reports whether [Files] uses a file with a slash-separated path: a file in a
// snapshot folder, or a go.mod file.
func IsInput(file string) bool {
	return path.Base(path.Dir(file)) == snapshot.Dir || path.Base(file) == "go.mod"
}
