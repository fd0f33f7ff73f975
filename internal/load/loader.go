package load

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"os"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/tools/go/packages"
)

// loader is the state of one call of [Listing.Load].
type loader struct {
	cfg   Config
	graph *graph
	fset  *token.FileSet

	// source are the packages whose syntax the analyzers see, dependencies
	// first; outside are other packages whose types are needed.
	source, outside []*packages.Package
	direct          int                 // outside packages that are not only known through others
	also            []*packages.Package // of source, as the configuration chose
	isSource        map[*packages.Package]bool
	isOutside       map[*packages.Package]bool
	// empty are the replacements for packages that no declaration names.
	empty     map[*packages.Package]*types.Package
	emptyLock sync.Mutex
	sizes     types.Sizes
	// cgo are the names of the files that use cgo.
	cgo map[string]bool
}

// choose decides which packages are read whole. All importers of such a package are read
// whole as well, because they may complete or register its tools.
func (l *loader) choose() {
	l.isSource = map[*packages.Package]bool{}
	l.isOutside = map[*packages.Package]bool{}
	reaches := map[*packages.Package]bool{}
	for _, p := range l.graph.all {
		sdk := slices.Contains(l.cfg.SDKs, p.PkgPath)
		between := false
		for _, imp := range p.Imports {
			reaches[p] = reaches[p] || reaches[imp]
			between = between || l.isSource[imp]
		}
		// An SDK's own packages are needed as source only where asked for.
		between = between || reaches[p] && !sdk
		reaches[p] = reaches[p] || sdk
		also := l.cfg.Also != nil && !l.graph.own(p) && !sdk && l.cfg.Also(p.PkgPath)
		if also {
			l.also = append(l.also, p)
		}
		if between || also || l.graph.own(p) || !sdk && l.graph.near(p) || slices.Contains(l.cfg.Read, p.PkgPath) {
			l.isSource[p] = true
			l.source = append(l.source, p)
		}
	}
	slices.SortFunc(l.also, byPath)
	add := func(p *packages.Package) {
		if !l.isSource[p] && !l.isOutside[p] && p.PkgPath != "unsafe" {
			l.isOutside[p] = true
			l.outside = append(l.outside, p)
		}
	}
	for _, p := range l.source {
		for _, imp := range p.Imports {
			add(imp)
		}
	}
	for _, p := range l.graph.all {
		if slices.Contains(l.cfg.SDKs, p.PkgPath) || slices.Contains(l.graph.types, p) {
			add(p)
		}
	}
	slices.SortFunc(l.outside, byPath)
	l.direct = len(l.outside)
}

// batch is the number of files that are in memory at a time while they are parsed.
const batch = 128

// parse sets the Syntax of packages. If whole is set, as for packages that analyzers
// see, the syntax has comments and function bodies. Files are read and parsed
// concurrently, but the file set has them in the order of pkgs, so that results
// sorted by position are the same in every run.
func (l *loader) parse(pkgs []*packages.Package, whole bool) {
	var files []*sourceFile
	for _, p := range pkgs {
		p.Fset, p.Errors = l.fset, nil // the go command's errors are already handled
		for _, name := range p.GoFiles {
			files = append(files, &sourceFile{name: name, of: p})
		}
	}
	for files := range slices.Chunk(files, batch) {
		l.parseFiles(files, whole)
	}
}

// parseFiles reads and parses a batch of files.
func (l *loader) parseFiles(files []*sourceFile, whole bool) {
	parallel(len(files), func(i int) {
		text, ok := l.cfg.Overlay[files[i].name]
		if !ok {
			text, files[i].err = os.ReadFile(files[i].name)
		}
		files[i].text = text
	})
	base := l.fset.Base()
	for _, f := range files {
		f.base = base
		base += len(f.text) + 1
	}
	parallel(len(files), func(i int) { files[i].parse(whole) })
	for _, f := range files {
		if f.syntax != nil {
			f.of.Syntax = append(f.of.Syntax, f.syntax)
			if importsC(f.syntax) {
				l.cgo[f.name] = true
			}
			l.fset.AddExistingFiles(f.own.File(f.syntax.FileStart))
		}
		f.of.Errors = append(f.of.Errors, parseErrors(f.name, f.err)...)
		*f = sourceFile{}
	}
}

// sourceFile is a file that is being parsed.
type sourceFile struct {
	name   string
	of     *packages.Package
	text   []byte
	base   int // in the file set
	own    *token.FileSet
	syntax *ast.File
	err    error
}

func (f *sourceFile) parse(whole bool) {
	if f.err != nil {
		return
	}
	mode := parser.AllErrors | parser.SkipObjectResolution
	if whole {
		mode |= parser.ParseComments
	} else {
		purge(f.text)
	}
	f.own = token.NewFileSet()
	// A file starts where the one before it ends.
	if before := f.base - f.own.Base() - 1; before >= 0 {
		f.own.AddFile("", -1, before)
	}
	f.syntax, f.err = parser.ParseFile(f.own, f.name, f.text, mode)
}

func parseErrors(name string, err error) []packages.Error {
	if err == nil {
		return nil
	}
	list, ok := err.(scanner.ErrorList)
	if !ok {
		return []packages.Error{{Pos: name, Msg: err.Error(), Kind: packages.ParseError}}
	}
	var errs []packages.Error
	for _, e := range list {
		errs = append(errs, packages.Error{Pos: e.Pos.String(), Msg: e.Msg, Kind: packages.ParseError})
	}
	return errs
}

// parallel calls f for 0 to n-1, concurrently on all processors.
func parallel(n int, f func(i int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// errors returns the mistakes in the user's own packages. It must be called after
// connect, which leaves only these.
func (l *loader) errors() []packages.Error {
	var errs []packages.Error
	for _, p := range l.source {
		if l.graph.own(p) {
			errs = append(errs, p.Errors...)
		}
	}
	return sortErrors(errs)
}
