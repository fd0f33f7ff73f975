package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
)

// scope records which packages a command loads, and the modules all of whose packages
// it loads. Only for these can it conclude that a tool does not exist. A workspace
// has several modules, and its root need not be one of them.
type scope struct {
	dir      string
	patterns []string
	// modules are the folders of the modules in use, by path.
	modules []string
	// users makes the run load the packages that use the named ones, so that it derives
	// the same tools as if all packages were named.
	users bool
}

func newScope(dir string, patterns []string) *scope {
	s := &scope{dir: dir, patterns: patterns}
	work := ""
	switch env := os.Getenv("GOWORK"); {
	case env == "off":
	case env != "":
		work = env
	default:
		work = above(dir, "go.work")
	}
	if data, err := safefile.Read(work); work != "" && err == nil {
		if f, err := modfile.ParseWork(work, data, nil); err == nil {
			for _, u := range f.Use {
				path := filepath.FromSlash(u.Path)
				if !filepath.IsAbs(path) {
					path = filepath.Join(filepath.Dir(work), path)
				}
				s.modules = append(s.modules, filepath.Clean(path))
			}
		}
	} else if mod := above(dir, "go.mod"); mod != "" {
		s.modules = []string{filepath.Dir(mod)}
	}
	slices.Sort(s.modules)
	if everything(patterns) && !slices.ContainsFunc(s.modules, func(m string) bool { return below(m, dir) }) {
		s.patterns = s.all()
	}
	return s
}

// scopeOf returns the scope of a command. If users is set, the command also loads the
// packages that use the named ones.
func scopeOf(dir string, patterns []string, users bool) *scope {
	s := newScope(dir, patterns)
	s.users = users
	return s
}

// all returns the patterns of all modules below the directory, if that is the root of
// a workspace but not of a module. The go command rejects ./... there.
func (s *scope) all() []string {
	var out []string
	for _, m := range s.modules {
		if rel, err := filepath.Rel(s.dir, m); err == nil && filepath.IsLocal(rel) {
			out = append(out, "./"+filepath.ToSlash(rel)+"/...")
		}
	}
	if len(out) == 0 {
		return s.patterns
	}
	return out
}

// whole returns the modules in use all of whose packages the patterns name.
func (s *scope) whole() []string {
	var out []string
	for _, m := range s.modules {
		if slices.ContainsFunc(s.patterns, func(p string) bool { return s.covers(p, m) }) || len(s.patterns) == 0 && s.covers("./...", m) {
			out = append(out, m)
		}
	}
	return out
}

// isWhole reports whether the patterns name all packages of all modules in use.
func (s *scope) isWhole() bool { return len(s.whole()) == len(s.modules) }

// around returns patterns for the packages that may use the named ones, or nil if the
// patterns already name them.
func (s *scope) around() []string {
	if !s.users || s.isWhole() || slices.ContainsFunc(s.patterns, isFile) {
		return nil
	}
	var out []string
	for _, m := range s.modules {
		rel, err := filepath.Rel(s.dir, m)
		if err != nil {
			return nil
		}
		if rel = filepath.ToSlash(rel); !strings.HasPrefix(rel, ".") {
			rel = "./" + rel
		}
		out = append(out, rel+"/...")
	}
	return out
}

// isFile reports whether a pattern names a file. The go command allows no other pattern
// next to it.
func isFile(pattern string) bool { return strings.HasSuffix(pattern, ".go") }

// covers reports whether a pattern names all packages of a module.
func (s *scope) covers(pattern, module string) bool {
	if pattern == "all" || pattern == "work" {
		return true
	}
	base, ok := strings.CutSuffix(pattern, "/...")
	if !ok {
		return false
	}
	if strings.HasPrefix(base, ".") || filepath.IsAbs(base) {
		if !filepath.IsAbs(base) {
			base = filepath.Join(s.dir, filepath.FromSlash(base))
		}
		return below(base, module)
	}
	data, err := safefile.Read(filepath.Join(module, "go.mod"))
	path := modfile.ModulePath(data)
	return err == nil && (path == base || strings.HasPrefix(path, base+"/"))
}

// below reports whether a folder is dir or is inside it.
func below(dir, folder string) bool {
	rel, err := filepath.Rel(dir, folder)
	return err == nil && filepath.IsLocal(rel)
}

// inside returns an error if a file or folder is neither in the module nor in the
// workspace of dir, after links are resolved. A workspace can name modules in any folder.
func inside(dir, name string) error {
	at, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	root := snapshot.Root(dir)
	roots := []string{root}
	if mod := above(dir, "go.mod"); mod != "" && !below(filepath.Dir(mod), root) {
		roots = append(roots, filepath.Dir(mod))
	}
	for _, root := range roots {
		if real, err := filepath.EvalSymlinks(root); err == nil && below(real, at) {
			return nil
		}
	}
	return fmt.Errorf("%s is not inside %s: schemavet does not write there; run it in the module of the file", name, root)
}

// sameFolder reports whether two paths lead to the same folder.
func sameFolder(a, b string) bool {
	if filepath.Clean(a) == filepath.Clean(b) {
		return true
	}
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}

// above returns the path of the file with a name in dir or in the nearest folder
// above it, or "" if no folder has such a file.
func above(dir, name string) string {
	for {
		if exists(dir, name) {
			return filepath.Join(dir, name)
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}
