package load

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/schemavet/schemavet/internal/safefile"
)

// CheckModuleFiles returns an error if a file that describes the module or workspace
// of dir is a device, a pipe or too large, or if a source file of a module is a device or
// a pipe, or has #cgo lines that would become too large. The go command reads these files
// to their end, so it would run out of memory or never return.
func CheckModuleFiles(dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	var c moduleChecker
	if mod := safefile.Above(dir, "go.mod"); mod != "" {
		c.module(filepath.Dir(mod))
	}
	work := os.Getenv("GOWORK")
	if work == "" {
		work = safefile.Above(dir, "go.work")
	}
	if work != "" && work != "off" {
		c.workspace(work)
	}
	return c.err
}

// moduleChecker checks the files of modules and workspaces, and keeps the first
// error.
type moduleChecker struct {
	err error
	// possible is the greatest number of bytes to which the go command may expand the #cgo
	// lines of the files so far, by their sizes. expanded is the number for the files that
	// were read.
	possible, expanded int64
}

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
	c.sources(dir)
	if mod, err := modfile.Parse(file, data, nil); err == nil {
		c.replacements(dir, mod.Replace)
	}
}

// sourceFiles are the extensions of files that the go command reads to list packages.
var sourceFiles = []string{".go", ".c", ".cc", ".cpp", ".cxx", ".m", ".h", ".hh", ".hpp", ".hxx", ".f", ".F", ".for", ".f90", ".s", ".S", ".sx", ".swig", ".swigcxx"}

// maxSources limits the files and folders that [CheckModuleFiles] visits in a module: a
// replacement may be a folder of the system.
const maxSources = 200_000

// sources checks the kinds of the source files of a module.
func (c *moduleChecker) sources(dir string) {
	n := 0
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		n++
		switch {
		case n > maxSources:
			return fs.SkipAll
		case err != nil:
			return nil // the go command reports it
		case d.IsDir() && path != dir:
			_, err := os.Lstat(filepath.Join(path, "go.mod"))
			if err == nil || strings.HasPrefix(d.Name(), ".") || strings.HasPrefix(d.Name(), "_") {
				return fs.SkipDir
			}
		case !d.IsDir() && !d.Type().IsRegular() && slices.Contains(sourceFiles, filepath.Ext(path)):
			if info, err := os.Stat(path); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
				c.read(path)
			}
		}
		if err == nil && !d.IsDir() && filepath.Ext(path) == ".go" {
			c.cgo(path)
		}
		return nil
	})
}

// srcDir is the variable that the go command replaces by the folder of a file in #cgo lines.
const srcDir = "${SRCDIR}"

// maxExpanded limits the bytes to which the go command expands #cgo lines. It needs about
// six times as much memory.
const maxExpanded = 64 << 20

// cgo checks the #cgo lines of a Go file. A file of 2 MB in a folder with a long path can
// take several GB. Files are read only if they could become too large together.
func (c *moduleChecker) cgo(path string) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	folder := int64(len(filepath.Dir(path)))
	if c.possible += info.Size() / int64(len(srcDir)) * folder; c.possible < maxExpanded {
		return
	}
	f, err := os.Open(path)
	if err != nil {
		return
	}
	defer f.Close()
	n, r := int64(0), bufio.NewReaderSize(f, 1<<16)
	for err == nil || err == bufio.ErrBufferFull {
		var line []byte
		if line, err = r.ReadSlice('}'); bytes.HasSuffix(line, []byte(srcDir)) {
			n++
		}
	}
	if c.expanded += n * folder; c.expanded > maxExpanded && c.err == nil {
		c.err = fmt.Errorf("reading %s: it contains %s %d times, which the go command would replace by %d MB", path, srcDir, n, n*folder>>20)
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
			folder := inFolder(dir, r.New.Path)
			c.read(filepath.Join(folder, "go.mod"))
			c.sources(folder)
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
