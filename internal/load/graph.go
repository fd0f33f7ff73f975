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

	"github.com/schemavet/schemavet/internal/whose"
	"golang.org/x/tools/go/packages"
)

// graph is the import graph of the packages that the go command lists.
type graph struct {
	roots  []*packages.Package // sorted by import path
	around []*packages.Package // likewise; see Program.Around
	types  []*packages.Package // see Config.Types
	all    []*packages.Package // dependencies first
	// missing are errors about packages of Config.Types.
	missing []packages.Error
	main    []string // the paths of the main modules
	dir     string   // where the go command ran, absolute
}

// ErrNoPackages is wrapped by the error for patterns that match no package.
var ErrNoPackages = errors.New("no packages to check")

// list returns the packages and their imports, as the go command lists them. The go
// command builds nothing, not even cgo files.
func list(cfg Config) (*graph, error) {
	if cfg.Dir != "" {
		if st, err := os.Stat(cfg.Dir); err != nil || !st.IsDir() {
			return nil, fmt.Errorf("%s: no such directory; name the folder of a Go module", cfg.Dir)
		}
	}
	if err := errors.Join(refuseOverlay(cfg.Dir), CheckModuleFiles(cfg.Dir)); err != nil {
		return nil, err
	}
	g, excluded := &graph{}, false
	pkgs, asked, err := cfg.query(goEnv(isNewCache()))
	if err != nil {
		return nil, fmt.Errorf("listing packages: %s", goMessage(err))
	}
	if g.dir, err = filepath.Abs(cfg.Dir); err != nil {
		return nil, err
	}
	for _, p := range pkgs {
		if slices.Contains(cfg.Types, p.PkgPath) {
			g.missing = append(g.missing, p.Errors...)
			if len(p.GoFiles) > 0 {
				g.types = append(g.types, p)
			}
			continue
		}
		// A folder whose files all belong to other platforms, or to tests, has
		// nothing to look at.
		if len(p.GoFiles) == 0 && (len(p.Errors) == 0 || len(p.IgnoredFiles) > 0) {
			excluded = excluded || len(p.IgnoredFiles) > 0
			continue
		}
		if asked == nil || asked[p.ID] {
			g.roots = append(g.roots, p)
		}
	}
	if len(g.roots) == 0 && excluded {
		return nil, fmt.Errorf("%s: %w: build constraints exclude all Go files; set --tags, GOOS, GOARCH or CGO_ENABLED", strings.Join(cfg.Patterns, " "), ErrNoPackages)
	}
	if len(g.roots) == 0 {
		return nil, fmt.Errorf("%s: %w: the pattern matches no folder with Go files other than tests", strings.Join(cfg.Patterns, " "), ErrNoPackages)
	}
	g.lookAround(pkgs)
	slices.SortFunc(g.roots, byPath)
	g.sort()
	return g, nil
}

// query lists the packages of all patterns. If some patterns are only for packages
// around the roots, asked contains the IDs of the other packages.
func (cfg *Config) query(env []string) (pkgs []*packages.Package, asked map[string]bool, err error) {
	if len(cfg.Around) > 0 {
		named, err := cfg.ask(env, packages.NeedName, cfg.Patterns)
		if err != nil {
			return nil, nil, err
		}
		asked = map[string]bool{}
		for _, p := range named {
			asked[p.ID] = true
		}
	}
	pkgs, err = cfg.ask(env, packages.NeedName|packages.NeedFiles|packages.NeedImports|packages.NeedDeps|
		packages.NeedModule|packages.NeedEmbedFiles|packages.NeedEmbedPatterns, slices.Concat(cfg.Patterns, cfg.Around, cfg.Types))
	return pkgs, asked, err
}

// ask returns what the go command lists for patterns.
func (cfg *Config) ask(env []string, mode packages.LoadMode, patterns []string) ([]*packages.Package, error) {
	return packages.Load(&packages.Config{Dir: cfg.Dir, Env: env, BuildFlags: cfg.buildFlags(), Mode: mode, Overlay: cfg.Overlay}, patterns...)
}

// lookAround finds the packages around the roots among the listed packages.
func (g *graph) lookAround(pkgs []*packages.Package) {
	if len(pkgs) == len(g.roots)+len(g.types) {
		return
	}
	uses := map[*packages.Package]bool{}
	for _, p := range g.roots {
		uses[p] = true
	}
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		for _, imp := range p.Imports {
			uses[p] = uses[p] || uses[imp]
		}
	})
	users := slices.Clone(g.roots)
	for _, p := range pkgs {
		if uses[p] && !slices.Contains(g.roots, p) && !slices.Contains(g.types, p) {
			users = append(users, p)
		}
	}
	packages.Visit(users, func(p *packages.Package) bool { return p.Module != nil && p.Module.Main }, func(p *packages.Package) {
		if p.Module != nil && p.Module.Main && !slices.Contains(g.roots, p) {
			g.around = append(g.around, p)
		}
	})
	slices.SortFunc(g.around, byPath)
}

func (cfg *Config) buildFlags() []string {
	if cfg.Tags == "" {
		return nil
	}
	return []string{"-tags=" + cfg.Tags}
}

// goMessage returns the message of the go command without the text that go/packages
// puts around it.
func goMessage(err error) string {
	msg := err.Error()
	if _, rest, ok := strings.Cut(msg, "stderr: "); ok && strings.TrimSpace(rest) != "" {
		msg = rest
	} else { // the go command did not run
		msg = strings.TrimSuffix(strings.TrimPrefix(msg, "err: "), ": stderr: ")
	}
	return strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(msg), "go: "))
}

// sort sets g.all to all packages, without duplicates, dependencies before
// dependents.
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
		if m := p.Module; m != nil && m.Main && !slices.Contains(g.main, m.Path) {
			g.main = append(g.main, m.Path)
		}
	}
	for _, p := range slices.Concat(g.roots, g.around, g.types) {
		visit(p)
	}
}

// refused reports whether the go command has an error about a package.
func refused(p *packages.Package) bool {
	return slices.ContainsFunc(p.Errors, func(e packages.Error) bool { return !generated(e) })
}

// listErrors returns the errors of the go command about any package, including
// dependencies: a program that cannot be built has no tools. It leaves out packages that
// only those of Config.Types import.
func (g *graph) listErrors() []packages.Error {
	var errs []packages.Error
	for p := range packages.Postorder(slices.Concat(g.roots, g.around)) {
		for _, e := range p.Errors {
			if !generated(e) {
				e.Pos = absPos(e.Pos, g.dir)
				errs = append(errs, e)
			}
		}
	}
	return sortErrors(errs)
}

// sound returns the import paths of the roots that neither are wrong nor import, directly
// or through others, a package that is.
func (g *graph) sound(wrong func(p *packages.Package) bool) (paths []string) {
	broken := map[*packages.Package]bool{}
	for p := range packages.Postorder(slices.Concat(g.roots, g.around)) {
		broken[p] = wrong(p)
		for _, imp := range p.Imports {
			broken[p] = broken[p] || broken[imp]
		}
	}
	for _, p := range g.roots {
		if !broken[p] {
			paths = append(paths, p.PkgPath)
		}
	}
	return paths
}

// generated reports whether an error means that files to embed do not exist. Often
// another program generates them, and they affect neither types nor most tools.
func generated(e packages.Error) bool {
	return strings.HasPrefix(e.Msg, "pattern ") && strings.HasSuffix(e.Msg, ": no matching files found")
}

// own reports whether p belongs to the user: it is in a main module, or a pattern
// names it.
func (g *graph) own(p *packages.Package) bool {
	return p.Module != nil && p.Module.Main || slices.Contains(g.roots, p)
}

// near reports whether p is the user's code in a module that is not a main module.
func (g *graph) near(p *packages.Package) bool {
	return p.Module != nil && len(p.GoFiles) > 0 && whose.Own(p.Module.Path, p.GoFiles[0], g.main)
}

// absPos makes a position absolute that the go command reports relative to dir.
func absPos(pos, dir string) string {
	if pos == "" || pos == "-" || filepath.IsAbs(pos) {
		return pos
	}
	return filepath.Join(dir, pos)
}

func byPath(a, b *packages.Package) int {
	return cmp.Or(cmp.Compare(a.PkgPath, b.PkgPath), cmp.Compare(a.ID, b.ID))
}
