package session

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

// Scope records which packages a command loads, and the modules all of whose packages
// it loads. Only for these can it conclude that a tool does not exist. A workspace
// has several modules, and its root need not be one of them.
type Scope struct {
	Dir      string
	Patterns []string
	// Modules are the folders of the modules in use, by path.
	Modules []string
	// Users makes the run load the packages that use the named ones, so that it derives
	// the same tools as if all packages were named.
	Users bool
}

// NewScope returns the scope of a command that loads only the named packages. Without names, it
// loads all modules of a workspace at its root, also if that is the root of a module.
func NewScope(dir string, patterns []string) *Scope {
	s := &Scope{Dir: dir, Patterns: patterns, Modules: snapshot.Modules(dir)}
	inModule := slices.ContainsFunc(s.Modules, func(m string) bool { return safefile.Inside(m, dir) })
	if everything(patterns) && !inModule || len(patterns) == 0 && len(s.Modules) > 1 && SameFolder(dir, snapshot.Root(dir)) {
		s.Patterns = s.all()
	}
	return s
}

// ScopeOf returns the scope of a command. If users is set, the command also loads the
// packages that use the named ones.
func ScopeOf(dir string, patterns []string, users bool) *Scope {
	s := NewScope(dir, patterns)
	s.Users = users
	return s
}

// all returns the patterns of all modules below the directory, the root of a workspace. If that
// is not the root of a module, the go command rejects ./... there.
func (s *Scope) all() []string {
	var out []string
	for _, m := range s.Modules {
		if rel, err := filepath.Rel(s.Dir, m); err == nil && filepath.IsLocal(rel) {
			out = append(out, "./"+filepath.ToSlash(rel)+"/...")
		}
	}
	if len(out) == 0 {
		return s.Patterns
	}
	return out
}

// whole returns the modules in use all of whose packages the patterns name.
func (s *Scope) whole() []string {
	var out []string
	for _, m := range s.Modules {
		if slices.ContainsFunc(s.Patterns, func(p string) bool { return s.covers(p, m) }) || len(s.Patterns) == 0 && s.covers("./...", m) {
			out = append(out, m)
		}
	}
	return out
}

// IsWhole reports whether the patterns name all packages of all modules in use.
func (s *Scope) IsWhole() bool { return len(s.whole()) == len(s.Modules) }

// Around returns patterns for the packages that may use the named ones, or nil if the
// patterns already name them.
func (s *Scope) Around() []string {
	if !s.Users || s.IsWhole() || slices.ContainsFunc(s.Patterns, IsFile) {
		return nil
	}
	var out []string
	for _, m := range s.Modules {
		rel, err := filepath.Rel(s.Dir, m)
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

// IsFile reports whether a pattern names a file. The go command allows no other pattern
// next to it.
func IsFile(pattern string) bool { return strings.HasSuffix(pattern, ".go") }

// covers reports whether a pattern names all packages of a module.
func (s *Scope) covers(pattern, module string) bool {
	if pattern == "all" || pattern == "work" {
		return true
	}
	base, ok := strings.CutSuffix(pattern, "/...")
	if !ok {
		return false
	}
	if strings.HasPrefix(base, ".") || filepath.IsAbs(base) {
		if !filepath.IsAbs(base) {
			base = filepath.Join(s.Dir, filepath.FromSlash(base))
		}
		return SameFolder(base, module) // the go command skips modules in folders below
	}
	data, err := safefile.Read(filepath.Join(module, "go.mod"))
	path := modfile.ModulePath(data)
	return err == nil && (path == base || strings.HasPrefix(path, base+"/"))
}

// Inside returns an error if a file or folder is neither in the module nor in the
// workspace of dir, after links are resolved. A workspace can name modules in any folder.
func Inside(dir, name string) error {
	at, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	root := snapshot.Root(dir)
	roots := []string{root}
	if mod := safefile.Above(dir, "go.mod"); mod != "" && !safefile.Inside(filepath.Dir(mod), root) {
		roots = append(roots, filepath.Dir(mod))
	}
	for _, root := range roots {
		if real, err := filepath.EvalSymlinks(root); err == nil && safefile.Inside(real, at) {
			return nil
		}
	}
	return fmt.Errorf("%s is not inside %s: schemavet does not write there; run it in the module of the file", name, root)
}

// SameFolder reports whether two paths lead to the same folder.
func SameFolder(a, b string) bool {
	if filepath.Clean(a) == filepath.Clean(b) {
		return true
	}
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}
