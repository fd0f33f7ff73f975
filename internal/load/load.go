// Package load brings packages and their types into memory for an analysis
// that never compiles any of the user's own packages.
//
// It works in two steps. The go command lists the packages and their imports,
// without building anything. The import graph determines which packages have to be
// read from source: the packages of the main module, and packages of dependencies
// that lie between it and an SDK. All other packages matter only as imports of the
// source packages: package load reads the declarations that these need, without the
// bodies of functions.
package load

import (
	"cmp"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Config describes the packages to load. The zero value loads ./... in the current
// directory.
type Config struct {
	// Dir is the directory in which the go command runs.
	Dir string
	// Patterns name packages as for the go command; none means "./...".
	Patterns []string
	// Around are patterns of further packages to look for users of the roots in; see
	// [Program.Around].
	Around []string
	// Tags are build tags, separated by commas.
	Tags string
	// SDKs are import paths. Packages of dependencies that import one of them,
	// directly or through others, are loaded from source.
	SDKs []string
	// Read are those of SDKs that are themselves loaded from source.
	Read []string
	// Also chooses packages of dependencies by import path that are loaded from
	// source too and handed out in [Program.Also]; nil chooses none.
	Also func(path string) bool
	// Types are import paths of packages whose types are wanted in [Program.Types], even
	// if no root imports them.
	Types []string
	// Overlay are contents of files in place of those on disk, by absolute name.
	Overlay map[string][]byte
}

// Program contains the loaded packages.
type Program struct {
	Fset *token.FileSet
	// Roots are the packages that the patterns name, sorted by import path.
	// Their test files are not loaded. Dependencies hang on Imports; those that are
	// not read whole have Types but no Syntax and no TypesInfo, and the standard
	// library is left out.
	Roots []*packages.Package
	// Around are the packages of [Config.Around] that import a root, directly or
	// indirectly, and the packages of main modules that these or the roots import. They
	// are sorted by import path; no root is among them. They hold whatever completes or
	// registers the tools of the roots.
	Around []*packages.Package
	// Also are the packages of dependencies that [Config.Also] chose, sorted by
	// import path.
	Also []*packages.Package
	// Main are the paths of the main modules. Packages of other modules in their
	// repositories are read whole, too.
	Main []string
	// Types are the packages of [Config.Types] that could be loaded, by import path.
	Types map[string]*types.Package
	// Errors tell why the source of the module cannot be understood. Packages
	// concerned are in Roots all the same, with IllTyped set.
	Errors []packages.Error
	// Sound are the import paths of the roots that neither have errors nor import, directly
	// or through others, a package that has.
	Sound []string
}

// All returns the packages of Roots, Around and Also.
func (p *Program) All() []*packages.Package { return slices.Concat(p.Roots, p.Around, p.Also) }

// Listing contains the packages to load as the go command lists them, before any of
// their files is read.
type Listing struct {
	cfg   Config
	graph *graph
}

// List returns the packages and everything that they import. It returns an error if
// there are no packages to analyze.
func List(cfg Config) (*Listing, error) {
	if len(cfg.Patterns) == 0 {
		cfg.Patterns = []string{"./..."}
	}
	g, err := list(cfg)
	if err != nil {
		return nil, err
	}
	return &Listing{cfg, g}, nil
}

// Names returns the packages that the patterns of cfg name, with the names of their
// files and modules only. The errors of the packages are those of the go command.
func Names(cfg Config) ([]*packages.Package, error) {
	if err := errors.Join(refuseOverlay(cfg.Dir), CheckModuleFiles(cfg.Dir)); err != nil {
		return nil, err
	}
	pkgs, err := cfg.ask(goEnv(false), packages.NeedName|packages.NeedFiles|packages.NeedModule, cfg.Patterns)
	if err != nil {
		return nil, fmt.Errorf("listing packages: %s", goMessage(err))
	}
	slices.SortFunc(pkgs, byPath)
	return pkgs, nil
}

// Missing returns the error of the go command about a package of [Config.Types] that
// could not be loaded, or nil.
func (l *Listing) Missing() error {
	if len(l.graph.missing) > 0 {
		return errors.New(l.graph.missing[0].Msg)
	}
	return nil
}

// Packages returns the packages and everything they import, including the standard library,
// dependencies first.
func (l *Listing) Packages() []*packages.Package { return l.graph.all }

// Load loads packages. It returns an error if there are no packages to analyze.
// Mistakes in the source are in [Program.Errors].
func Load(cfg Config) (*Program, error) {
	l, err := List(cfg)
	if err != nil {
		return nil, err
	}
	return l.Load(), nil
}

// Load loads the listed packages. It can be called only once, because it modifies the
// listed packages and returns them in the program.
func (l *Listing) Load() *Program {
	g := l.graph
	ld := &loader{cfg: l.cfg, graph: g, fset: token.NewFileSet(), cgo: map[string]bool{}}
	ld.choose()
	if errs := g.listErrors(); len(errs) > 0 {
		// Nothing is gained from type-checking what the go command refuses.
		return &Program{Fset: ld.fset, Roots: g.roots, Around: g.around, Errors: errs, Sound: g.sound(refused)}
	}
	ld.parse(ld.source, true)
	ld.readNeeded()
	ld.check()
	sound := g.sound(func(p *packages.Package) bool { return p.IllTyped })
	ld.connect()
	prog := &Program{Fset: ld.fset, Roots: g.roots, Around: g.around, Also: ld.also, Errors: ld.errors(), Sound: sound, Main: g.main, Types: map[string]*types.Package{}}
	for _, p := range g.types {
		prog.Types[p.PkgPath] = p.Types
	}
	return prog
}

// Tidy returns an error's message with its position. The file name is relative to dir
// if that is shorter, as in messages of the go command.
func Tidy(err packages.Error, dir string) string {
	if err.Pos == "" || err.Pos == "-" {
		return err.Msg
	}
	file, rest := err.Pos, ""
	if i := strings.Index(err.Pos, ":"); i > 1 {
		file, rest = err.Pos[:i], err.Pos[i:]
	}
	return RelPath(dir, file) + rest + ": " + err.Msg
}

// RelPath returns file relative to dir if it is inside dir, and otherwise file.
func RelPath(dir, file string) string {
	if rel, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return file
}

// SlashPath is RelPath with slashes, as in output for programs.
func SlashPath(dir, file string) string { return filepath.ToSlash(RelPath(dir, file)) }

// sortErrors sorts errors by position and removes duplicates.
func sortErrors(errs []packages.Error) []packages.Error {
	slices.SortStableFunc(errs, func(a, b packages.Error) int {
		return cmp.Or(comparePos(a.Pos, b.Pos), cmp.Compare(a.Msg, b.Msg))
	})
	return slices.CompactFunc(errs, func(a, b packages.Error) bool {
		return a.Pos == b.Pos && a.Msg == b.Msg
	})
}

// comparePos compares two positions of the form "file:line:col": the files as
// strings, the rest as numbers.
func comparePos(a, b string) int {
	return slices.CompareFunc(strings.Split(a, ":"), strings.Split(b, ":"), func(a, b string) int {
		var x, y int
		_, errX := fmt.Sscan(a, &x)
		_, errY := fmt.Sscan(b, &y)
		if errX == nil && errY == nil {
			return cmp.Compare(x, y)
		}
		return cmp.Compare(a, b)
	})
}
