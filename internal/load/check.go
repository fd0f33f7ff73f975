package load

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/tools/go/packages"
)

// check type-checks the parsed packages, each as soon as its imports are done.
func (l *loader) check() {
	l.sizes = types.SizesFor("gc", goarch())
	work := slices.Concat(l.source, l.outside)
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
// packages have nothing but types, as if these came from export data.
func (l *loader) connect() {
	keep := func(p *packages.Package) bool {
		return p.Types != nil && (l.isSource[p] || p.Module != nil)
	}
	for i, p := range l.outside {
		p.Syntax, p.TypesInfo, p.TypeErrors, p.Errors, p.IllTyped = nil, nil, nil, nil, false
		if i >= l.direct {
			p.Types = nil // only the types of its importers mention its types
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
