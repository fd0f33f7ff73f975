package config

import (
	"os"
	"path/filepath"

	"github.com/schemavet/schemavet/schemafacts/snapshot"
)

// File returns the path of the settings file for packages in dir: in the module, or in the
// workspace if the module has no settings file. The file need not exist.
func File(dir string) string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Name
	}
	root := snapshot.Root(dir)
	for d := dir; ; d = filepath.Dir(d) {
		if exists(d, Name) && (d == root || exists(d, "go.mod")) {
			return filepath.Join(d, Name)
		}
		if d == root || d == filepath.Dir(d) {
			return filepath.Join(root, Name)
		}
	}
}

// Files returns the settings files that apply to a run in dir: in a workspace, each
// module can have one.
func Files(dir string) []string {
	files := []string{File(dir)}
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	for _, mod := range snapshot.Modules(dir) {
		files = append(files, filepath.Join(mod, Name))
	}
	return files
}

func exists(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return err == nil
}
