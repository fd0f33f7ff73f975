package session

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/mod/modfile"

	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
	"golang.org/x/tools/go/packages"
)

// importers are the modules that may import packages of the loaded modules, and that a run does
// not load. All are in one repository.
type importers struct {
	paths   []string
	unknown bool // not all are in paths
}

// maxFiles limits the files and folders that [findImporters] visits.
const maxFiles = 200_000

// findImporters finds the importers of some modules, which are folders, in their repository.
func findImporters(dir string, modules []string) (out importers) {
	var roots, main []string
	for _, m := range modules {
		root := m
		if git := safefile.Above(m, ".git"); git != "" {
			root = filepath.Dir(git)
		}
		roots = append(roots, root)
		data, err := safefile.Read(filepath.Join(m, "go.mod"))
		out.unknown = out.unknown || err != nil
		main = append(main, modfile.ModulePath(data))
	}
	work := filepath.Join(snapshot.Root(dir), "go.work")
	if os.Getenv("GOWORK") == "off" {
		work = ""
	}
	n := 0
	for _, root := range slices.Compact(roots) {
		_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			n++
			switch {
			case n > maxFiles || err != nil:
				out.unknown = true
				return fs.SkipAll
			case d.Name() == ".git" && d.IsDir():
				return fs.SkipDir
			case d.Name() == "go.work":
				out.unknown = out.unknown || path != work
			case d.Name() == "go.mod" && !slices.ContainsFunc(modules, func(m string) bool { return SameFolder(m, filepath.Dir(path)) }):
				out.add(path, main)
			}
			return nil
		})
	}
	return out
}

// add adds the module that a go.mod file describes if it requires one of the main modules.
func (i *importers) add(file string, main []string) {
	data, err := safefile.Read(file)
	mod, err2 := modfile.ParseLax(file, data, nil)
	if err != nil || err2 != nil || mod.Module == nil {
		i.unknown = true
		return
	}
	if slices.ContainsFunc(mod.Require, func(r *modfile.Require) bool { return slices.Contains(main, r.Mod.Path) }) {
		i.paths = append(i.paths, mod.Module.Mod.Path)
	}
}

// closed returns the function that reports whether all packages which may import one are loaded:
// whether it is internal to its module, and no other module of the repository can import it. The
// repository is visited only if there is a package that is internal.
func (l *Listed) closed(prog *load.Program) func(*packages.Package) bool {
	if l.Alone != nil {
		return func(*packages.Package) bool { return false }
	}
	find := sync.OnceValue(func() importers { return findImporters(l.Scope.Dir, l.Scope.Modules) })
	return func(p *packages.Package) bool {
		at := strings.LastIndex(p.PkgPath+"/", "/internal/")
		if at < 0 || p.Module == nil || !slices.Contains(prog.Roots, p) {
			return false
		}
		parent := p.PkgPath[:at] + "/"
		return strings.HasPrefix(parent, p.Module.Path+"/") && !find().unknown && !slices.ContainsFunc(find().paths, func(path string) bool {
			return strings.HasPrefix(path+"/", parent)
		})
	}
}
