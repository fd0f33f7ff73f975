package snapshot

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/schemavet/schemavet/internal/safefile"
	"golang.org/x/mod/modfile"
)

// Root returns the folder whose snapshots affect a run in dir: the root of the
// workspace, or else the root of the module, or else dir itself.
func Root(dir string) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return dir
	}
	if work := workFile(abs); filepath.IsAbs(work) {
		return filepath.Dir(work)
	}
	return moduleOf(abs)
}

// Modules returns the folders of the modules in use in dir, sorted: all modules of the
// workspace, or the one that contains dir.
func Modules(dir string) (folders []string) {
	work := workFile(dir)
	data, err := safefile.Read(work)
	if work == "" || err != nil {
		if mod := safefile.Above(dir, "go.mod"); mod != "" {
			folders = append(folders, filepath.Dir(mod))
		}
		return folders
	}
	f, err := modfile.ParseWork(work, data, nil)
	if err != nil {
		return nil // the go command reports the mistake
	}
	for _, u := range f.Use {
		path := filepath.FromSlash(u.Path)
		if !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(work), path)
		}
		folders = append(folders, filepath.Clean(path))
	}
	slices.Sort(folders)
	return folders
}

// workFile returns the path of the go.work file for a run in dir, or "".
func workFile(dir string) string {
	switch work := os.Getenv("GOWORK"); work {
	case "":
		return safefile.Above(dir, "go.work")
	case "off":
		return ""
	default:
		return work
	}
}

// moduleOf returns the root of the module that contains dir, or dir itself.
func moduleOf(dir string) string {
	if mod := safefile.Above(dir, "go.mod"); mod != "" {
		return filepath.Dir(mod)
	}
	return dir
}
