package report

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/schemavet/schemavet/schemafacts/snapshot"
	"golang.org/x/tools/go/analysis"
)

// Several programs may register a tool by themselves. None of them sees the
// others, but the snapshots of their servers tell what they register: the first
// program of the module that does reports what is wrong with the tool, unless it
// follows from what another one does itself.

// elsewhere reports whether a finding is one for another program's pass.
func (h *home) elsewhere(d analysis.Diagnostic, tool string) bool {
	if !h.c.Program || h.pass.Module == nil {
		return false
	}
	for _, r := range d.Related {
		if slices.ContainsFunc(h.pass.Files, func(f *ast.File) bool { return f.FileStart <= r.Pos && r.Pos <= f.FileEnd }) {
			return false
		}
	}
	if h.others == nil {
		h.others = h.otherPrograms()
	}
	return h.others[tool]
}

// otherPrograms returns the tools that servers of programs list which come before
// this one and import the package.
func (h *home) otherPrograms() map[string]bool {
	out := map[string]bool{}
	for _, p := range h.earlier.list() {
		if imports(p.root, p.module, p.dir, h.c.Package, map[string]bool{}) {
			for _, t := range p.tools {
				out[t] = true
			}
		}
	}
	return out
}

// earlier finds the programs of a module that come before a pass's own and have
// snapshots of their servers. All homes of a pass share what it finds.
type earlier struct{ list func() []otherProgram }

type otherProgram struct {
	root, module string
	dir          string // of the program
	tools        []string
}

func earlierThan(pass *analysis.Pass) *earlier {
	return &earlier{sync.OnceValue(func() []otherProgram { return programsBefore(pass) })}
}

func programsBefore(pass *analysis.Pass) []otherProgram {
	own := filepath.Dir(fileName(pass.Fset, pass.Files[0].FileStart))
	module := pass.Module.Path
	below, ok := strings.CutPrefix(pass.Pkg.Path(), module)
	root, fits := strings.CutSuffix(filepath.ToSlash(own), below)
	if !ok || !fits {
		return nil
	}
	root = filepath.FromSlash(root)
	var out []otherProgram
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return nil
		}
		if name := d.Name(); path != root && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "node_modules" || name == "vendor" || name == "testdata") {
			return fs.SkipDir
		}
		if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil && path != root {
			return fs.SkipDir // another module
		}
		if d.Name() != snapshot.Dir {
			return nil
		}
		dir := filepath.Dir(path)
		servers, known, err := snapshot.ReadServers(dir)
		if !known || err != nil || dir >= own {
			return fs.SkipDir
		}
		p := otherProgram{root: root, module: module, dir: dir}
		for _, s := range servers {
			for _, t := range s.Tools {
				p.tools = append(p.tools, t.Name)
			}
		}
		out = append(out, p)
		return fs.SkipDir
	})
	return out
}

// imports reports whether the package in dir imports another one of its module,
// directly or not.
func imports(root, module, dir, pkg string, seen map[string]bool) bool {
	if seen[dir] {
		return false
	}
	seen[dir] = true
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	for _, e := range entries {
		if e.IsDir() || !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, parser.ImportsOnly)
		if err != nil {
			continue
		}
		for _, spec := range f.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			rest, ok := strings.CutPrefix(path, module+"/")
			if path == pkg || ok && imports(root, module, filepath.Join(root, filepath.FromSlash(rest)), pkg, seen) {
				return true
			}
		}
	}
	return false
}
