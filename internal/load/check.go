package load

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	goimporter "go/importer"
	"go/types"
	"io"
	"maps"
	"os"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/tools/go/packages"
)

// patience is how long the go command may take to compile packages that its cache
// lacks. missable is the greatest number of such packages: compiling more takes
// longer than reading the sources.
const (
	patience = 3 * time.Second
	missable = 10
)

// readExportData reads the types of the outside packages from export data of the go
// command. It returns false if it cannot get all of them soon. Then a package cannot
// be built here or was never built, the build cache is not writable, or the export
// data has a newer format than this program reads.
func (l *loader) readExportData() bool {
	if len(l.outside) == 0 {
		return true
	}
	// Asking for a few packages first is cheap. Most often it finds out that the cache is
	// empty, or that this module has not been built.
	for _, n := range []int{missable / 2, 3 * missable} {
		probes := l.probes(n)
		if !probesPay(probes, l.outside) {
			break
		}
		_, missing, err := l.exportFiles(context.Background(), probes, "-n")
		if err != nil || len(missing) > missable || l.emptyCache(missing) {
			return false
		}
		if len(missing) == 0 || n >= len(l.outside) {
			break
		}
	}
	files, missing, err := l.exportFiles(context.Background(), l.outside, "-n") // builds nothing
	if err != nil || len(missing) > missable || l.emptyCache(missing) {
		return false
	}
	if len(missing) > 0 {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		built, left, err := l.exportFiles(ctx, missing)
		if err != nil || len(left) > 0 {
			return false
		}
		maps.Copy(files, built)
	}
	return l.readExportFiles(files) == nil
}

// emptyCache reports whether the cache lacks the package of the standard library that is
// asked for first. Then the cache is empty.
func (l *loader) emptyCache(missing []*packages.Package) bool {
	for _, p := range l.probes(0) {
		if slices.Contains(missing, p) {
			return true
		}
	}
	return false
}

// probesPay reports whether the go command has far less to look at for the probes than
// for all packages: it computes a hash of the source of each package that they import,
// directly or indirectly. In a small module the SDK imports most of them.
func probesPay(probes, all []*packages.Package) bool {
	count := func(pkgs []*packages.Package) (n int) {
		packages.Visit(pkgs, nil, func(*packages.Package) { n++ })
		return n
	}
	return 2*count(probes) < count(all)
}

// probes returns outside packages that depend on few others: one of the standard library
// and n of modules.
func (l *loader) probes(n int) []*packages.Package {
	var out []*packages.Package
	std := false
	for _, p := range l.graph.all { // dependencies first
		switch {
		case !l.isOutside[p]:
		case p.Module == nil && !std:
			out, std = append(out, p), true
		case p.Module != nil && n > 0:
			out = append(out, p)
			n--
		}
	}
	return out
}

// exportFiles returns the export data files that the go command has for packages. It
// also returns the packages without such a file.
func (l *loader) exportFiles(ctx context.Context, of []*packages.Package, flags ...string) (map[string]string, []*packages.Package, error) {
	paths := make([]string, len(of))
	for i, p := range of {
		paths[i] = p.PkgPath
	}
	env := os.Environ()
	if slices.Contains(flags, "-n") {
		env = goEnv(false)
	}
	pkgs, err := packages.Load(&packages.Config{
		Context:    ctx,
		Dir:        l.cfg.Dir,
		BuildFlags: append(l.cfg.buildFlags(), flags...),
		Env:        env,
		Mode:       packages.NeedName | packages.NeedExportFile,
	}, paths...)
	files := map[string]string{}
	for _, p := range pkgs {
		if p.ExportFile != "" {
			files[p.PkgPath] = p.ExportFile
		}
	}
	missing := slices.DeleteFunc(slices.Clone(of), func(p *packages.Package) bool { return files[p.PkgPath] != "" })
	return files, missing, err
}

// readExportFiles fills l.imports from export data. It uses the importer of the
// standard library, which can read the export data of the Go version that built this
// program, whatever version of x/tools is selected: x/tools before 0.50 cannot read
// the export data of Go 1.27. The importer panics on export data of a newer Go
// version.
func (l *loader) readExportFiles(files map[string]string) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("reading export data: %v", x)
		}
	}()
	imp := goimporter.ForCompiler(l.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(files[path]) })
	for _, p := range l.outside {
		if l.imports[p.PkgPath], err = imp.Import(p.PkgPath); err != nil {
			return err
		}
	}
	return nil
}

// check type-checks the parsed packages, each as soon as its imports are done.
func (l *loader) check() {
	l.sizes = types.SizesFor("gc", goarch())
	work := l.source
	if !l.exported {
		work = slices.Concat(l.source, l.outside)
	}
	done := make(map[*packages.Package]chan struct{}, len(work))
	for _, p := range work {
		done[p] = make(chan struct{})
	}
	limit := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for _, p := range work {
		wg.Go(func() {
			defer close(done[p])
			for _, imp := range p.Imports {
				if ch := done[imp]; ch != nil {
					<-ch
				}
			}
			limit <- struct{}{}
			defer func() { <-limit }()
			l.checkPackage(p)
		})
	}
	wg.Wait()
}

func goarch() string {
	if arch := os.Getenv("GOARCH"); arch != "" {
		return arch
	}
	return runtime.GOARCH
}

func (l *loader) checkPackage(p *packages.Package) {
	p.Fset, p.TypesSizes = l.fset, l.sizes
	p.Types = types.NewPackage(p.PkgPath, p.Name)
	conf := types.Config{
		Importer:         importer(func(path string) (*types.Package, error) { return l.importFor(p, path) }),
		IgnoreFuncBodies: !l.isSource[p],
		// Declarations of C have no schema, so cgo need not run.
		FakeImportC: true,
		Sizes:       l.sizes,
		Error: func(err error) {
			var te types.Error
			if errors.As(err, &te) {
				p.TypeErrors = append(p.TypeErrors, te)
			}
		},
	}
	if p.Module != nil && p.Module.GoVersion != "" {
		conf.GoVersion = "go" + p.Module.GoVersion
	}
	info := &types.Info{}
	if l.isSource[p] {
		info = fullInfo()
		p.TypesInfo = info
	}
	err := types.NewChecker(&conf, l.fset, p.Types, info).Files(p.Syntax)
	if n := len(p.TypeErrors); n > 0 {
		if p.TypeErrors = slices.DeleteFunc(p.TypeErrors, l.ofCgo); len(p.TypeErrors) == 0 {
			err = nil
		}
	}
	for _, te := range p.TypeErrors {
		p.Errors = append(p.Errors, packages.Error{
			Pos: l.fset.Position(te.Pos).String(), Msg: te.Msg, Kind: packages.TypeError,
		})
	}
	if err != nil && len(p.Errors) == 0 {
		p.Errors = append(p.Errors, packages.Error{Pos: "-", Msg: p.PkgPath + ": " + err.Error(), Kind: packages.TypeError})
	}
	p.IllTyped = l.graph.own(p) && len(p.Errors) > 0
	if !l.isSource[p] {
		p.Syntax = nil // not needed any more
	}
}

func (l *loader) importFor(p *packages.Package, path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	imp := p.Imports[path]
	if imp == nil {
		return nil, fmt.Errorf("%s is not listed by the go command; the file was changed meanwhile", path)
	}
	if imp.Types != nil {
		return imp.Types, nil
	}
	if t := l.imports[imp.PkgPath]; t != nil && t.Complete() {
		return t, nil
	}
	if l.isOutside[p] {
		return l.emptyPackage(imp), nil // nothing that is left of p names it
	}
	return nil, fmt.Errorf("no types of %s", imp.PkgPath)
}

// emptyPackage returns a package with the name and path of p that declares nothing.
// It sets the name because the type checker would otherwise guess one, which might be
// the name of another import.
func (l *loader) emptyPackage(p *packages.Package) *types.Package {
	l.emptyLock.Lock()
	defer l.emptyLock.Unlock()
	if l.empty[p] == nil {
		if l.empty == nil {
			l.empty = map[*packages.Package]*types.Package{}
		}
		l.empty[p] = types.NewPackage(p.PkgPath, p.Name)
		l.empty[p].MarkComplete()
	}
	return l.empty[p]
}

type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }

func fullInfo() *types.Info {
	return &types.Info{
		Types:        map[ast.Expr]types.TypeAndValue{},
		Defs:         map[*ast.Ident]types.Object{},
		Uses:         map[*ast.Ident]types.Object{},
		Implicits:    map[ast.Node]types.Object{},
		Instances:    map[*ast.Ident]types.Instance{},
		Scopes:       map[ast.Node]*types.Scope{},
		Selections:   map[*ast.SelectorExpr]*types.Selection{},
		FileVersions: map[*ast.File]string{},
	}
}

// connect brings the packages into the form that analysis drivers expect. Imports
// lead only to packages with types, compiled files are the Go files, and outside
// packages are the same whether their types come from export data or source.
func (l *loader) connect() {
	keep := func(p *packages.Package) bool {
		return p.Types != nil && (l.isSource[p] || p.Module != nil)
	}
	for i, p := range l.outside {
		p.Syntax, p.TypesInfo, p.TypeErrors, p.Errors, p.IllTyped = nil, nil, nil, nil, false
		if p.Types == nil {
			p.Types = l.imports[p.PkgPath]
		}
		if i >= l.direct {
			p.Types = nil // export data has it inside of its importers only
		}
		p.Fset, p.TypesSizes = l.fset, l.sizes
	}
	for _, p := range l.graph.all {
		for path, imp := range p.Imports {
			if !keep(imp) {
				delete(p.Imports, path)
			}
		}
	}
	for _, p := range l.source {
		p.CompiledGoFiles = p.GoFiles
	}
}
