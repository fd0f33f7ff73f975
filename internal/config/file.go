package config

import (
	"os"
	"path/filepath"

	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
	"golang.org/x/mod/modfile"
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
	root := snapshot.Root(dir)
	data, err := safefile.Read(filepath.Join(root, "go.work"))
	if err != nil {
		return files
	}
	work, err := modfile.ParseWork("go.work", data, nil)
	if err != nil {
		return files // the go command reports the error
	}
	for _, use := range work.Use {
		mod := filepath.FromSlash(use.Path)
		if !filepath.IsAbs(mod) {
			mod = filepath.Join(root, mod)
		}
		files = append(files, filepath.Join(mod, Name))
	}
	return files
}

func exists(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return err == nil
}
