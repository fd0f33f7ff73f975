package load

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/mod/modfile"

	"github.com/schemavet/schemavet/internal/safefile"
)

// CheckModuleFiles returns an error if a file that describes the module or workspace
// of dir is a device, a pipe or too large. The go command reads these files to their
// end, so it would run out of memory or never return.
func CheckModuleFiles(dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	var c moduleChecker
	if mod := above(dir, "go.mod"); mod != "" {
		c.module(filepath.Dir(mod))
	}
	work := os.Getenv("GOWORK")
	if work == "" {
		work = above(dir, "go.work")
	}
	if work != "" && work != "off" {
		c.workspace(work)
	}
	return c.err
}

// above returns the path of the file with a name in dir or in the nearest folder
// above it, or "" if no folder has such a file.
func above(dir, name string) string {
	for {
		file := filepath.Join(dir, name)
		if _, err := os.Lstat(file); err == nil {
			return file
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
		dir = filepath.Dir(dir)
	}
}

// moduleChecker checks the files of modules and workspaces, and keeps the first
// error.
type moduleChecker struct{ err error }

// read returns the contents of a file, or nil if it cannot be read. Only a file that
// package safefile refuses is an error; the go command reports all other problems.
func (c *moduleChecker) read(file string) []byte {
	data, err := safefile.Read(file)
	if c.err == nil && errors.Is(err, safefile.ErrRefused) {
		c.err = fmt.Errorf("reading %s: %w", file, safefile.Reason(err))
	}
	return data
}

// module checks the files of a main module, and the go.mod files of its local
// replacements.
func (c *moduleChecker) module(dir string) {
	file := filepath.Join(dir, "go.mod")
	data := c.read(file)
	c.read(filepath.Join(dir, "go.sum"))
	c.read(filepath.Join(dir, "vendor", "modules.txt"))
	if mod, err := modfile.Parse(file, data, nil); err == nil {
		c.replacements(dir, mod.Replace)
	}
}

// workspace checks go.work and the files of its modules.
func (c *moduleChecker) workspace(file string) {
	dir := filepath.Dir(file)
	data := c.read(file)
	c.read(file + ".sum")
	c.read(filepath.Join(dir, "vendor", "modules.txt"))
	work, err := modfile.ParseWork(file, data, nil)
	if err != nil {
		return
	}
	for _, use := range work.Use {
		c.module(inFolder(dir, use.Path))
	}
	c.replacements(dir, work.Replace)
}

func (c *moduleChecker) replacements(dir string, list []*modfile.Replace) {
	for _, r := range list {
		if r.New.Version == "" {
			c.read(filepath.Join(inFolder(dir, r.New.Path), "go.mod"))
		}
	}
}

// inFolder returns a path that is relative to dir, joined with dir. It returns an
// absolute path unchanged.
func inFolder(dir, path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}
