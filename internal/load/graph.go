package load

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// graph is the import graph as the go command tells it.
type graph struct {
	roots []*packages.Package // sorted by import path
	all   []*packages.Package // dependencies first
	dir   string              // where the go command ran, absolute
}

// ErrNoPackages is wrapped by the error for patterns that match nothing.
var ErrNoPackages = errors.New("no packages to check")

// list asks the go command for the packages and their imports. Nothing is
// built, not even cgo files.
func list(cfg Config) (*graph, error) {
	if cfg.Dir != "" {
		if st, err := os.Stat(cfg.Dir); err != nil || !st.IsDir() {
			return nil, fmt.Errorf("%s: no such directory; name the folder of a Go module", cfg.Dir)
		}
	}
	if err := refuseOverlay(cfg.Dir); err != nil {
		return nil, err
	}
	pkgs, err := packages.Load(&packages.Config{
		Dir:        cfg.Dir,
		BuildFlags: cfg.buildFlags(),
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedModule | packages.NeedEmbedFiles | packages.NeedEmbedPatterns,
	}, cfg.Patterns...)
	if err != nil {
		return nil, fmt.Errorf("listing packages: %s", goMessage(err))
	}
	g := &graph{}
	if g.dir, err = filepath.Abs(cfg.Dir); err != nil {
		return nil, err
	}
	for _, p := range pkgs {
		// A folder whose files all belong to other platforms, or to tests, has
		// nothing to look at.
		if len(p.GoFiles) == 0 && (len(p.Errors) == 0 || len(p.IgnoredFiles) > 0) {
			continue
		}
		g.roots = append(g.roots, p)
	}
	if len(g.roots) == 0 {
		return nil, fmt.Errorf("%s: %w; see go help packages for what a pattern matches", strings.Join(cfg.Patterns, " "), ErrNoPackages)
	}
	slices.SortFunc(g.roots, byPath)
	g.sort()
	return g, nil
}

func (cfg *Config) buildFlags() []string {
	if cfg.Tags == "" {
		return nil
	}
	return []string{"-tags=" + cfg.Tags}
}

// goMessage strips what go/packages puts around the go command's own words.
func goMessage(err error) string {
	msg := err.Error()
	if _, rest, ok := strings.Cut(msg, "stderr: "); ok {
		msg = rest
	}
	return strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(msg), "go: "))
}

// sort fills g.all with every package once, dependencies before dependents.
func (g *graph) sort() {
	seen := map[*packages.Package]bool{}
	var visit func(p *packages.Package)
	visit = func(p *packages.Package) {
		if seen[p] {
			return
		}
		seen[p] = true
		for _, path := range slices.Sorted(maps.Keys(p.Imports)) {
			visit(p.Imports[path])
		}
		g.all = append(g.all, p)
	}
	for _, p := range g.roots {
		visit(p)
	}
}

// listErrors returns what the go command refuses, in dependencies too: what
// cannot be built has no tools.
func (g *graph) listErrors() []packages.Error {
	var errs []packages.Error
	for _, p := range g.all {
		for _, e := range p.Errors {
			if !generated(e) {
				e.Pos = absPos(e.Pos, g.dir)
				errs = append(errs, e)
			}
		}
	}
	return sortErrors(errs)
}

// generated reports whether an error says that files to embed do not exist.
// Often they are built by other programs, and they matter to types no more
// than to most tools.
func generated(e packages.Error) bool {
	return strings.HasPrefix(e.Msg, "pattern ") && strings.HasSuffix(e.Msg, ": no matching files found")
}

// own reports whether p belongs to the user: to a main module, or named by a
// pattern.
func (g *graph) own(p *packages.Package) bool {
	return p.Module != nil && p.Module.Main || slices.Contains(g.roots, p)
}

// absPos makes a position absolute that the go command gave relative to dir.
func absPos(pos, dir string) string {
	if pos == "" || pos == "-" || filepath.IsAbs(pos) {
		return pos
	}
	return filepath.Join(dir, pos)
}

func byPath(a, b *packages.Package) int {
	return cmp.Or(cmp.Compare(a.PkgPath, b.PkgPath), cmp.Compare(a.ID, b.ID))
}
