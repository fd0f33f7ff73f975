package facts

import (
	"fmt"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/realpos"
	"github.com/schemavet/schemavet/internal/whose"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/source"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// A fact names a file by its package and base name. The reader finds the folder again:
// the folder of the package's declarations, if they are visible, or the package's
// folder in its module, if another package of the module is visible.

// modules returns the module of each known package, with the version after "@" if the
// module was downloaded.
func (p *Known) modules() map[string]string {
	out := map[string]string{}
	p.addModules(out, map[*Known]bool{})
	return out
}

// Elsewhere reports whether a position is in a downloaded module, whose packages are
// analyzed only as dependencies. A file's name does not show whether go.mod replaces
// its module by a folder, so the fact of the package decides.
func (p *Known) Elsewhere(pos token.Pos) bool {
	pkg := p.HomeOf(pos)
	if p.homes == nil {
		p.homes = p.modules()
	}
	if m := p.homes[pkg]; m != "" {
		return strings.Contains(m, "@")
	}
	return whose.Downloaded(realpos.Of(p.Pass.Fset, pos).Filename)
}

func (p *Known) addModules(out map[string]string, seen map[*Known]bool) {
	if seen[p] {
		return
	}
	seen[p] = true
	if m := p.Module(); m != "" {
		out[p.Pass.Pkg.Path()] = m
	}
	for _, f := range p.Facts {
		if f.live != nil {
			f.live.known.addModules(out, seen)
		}
		for _, list := range f.Modules {
			for _, pkg := range list {
				out[pkg] = list[0]
			}
		}
	}
}

// modulesOf groups packages by module. Each list starts with the module, followed by
// its packages.
func (p *Known) modulesOf(pkgs []string) [][]string {
	byModule := map[string][]string{}
	known := p.modules()
	for _, pkg := range pkgs {
		if m := known[pkg]; m != "" {
			byModule[m] = append(byModule[m], pkg)
		}
	}
	var out [][]string
	for _, m := range slices.Sorted(maps.Keys(byModule)) {
		out = append(out, append([]string{m}, byModule[m]...))
	}
	return out
}

// locator finds the paths of files in other packages.
type locator struct {
	p       *Known
	modules map[string]string
	seen    map[string]*folder
	roots   map[string]string // by module
}

// folder contains the files that declare what a package declares. They are all in one
// folder, unless some are generated elsewhere.
type folder struct {
	files map[string]string // by base name
	dirs  []string
}

// locate returns the path of a package's file. If the folder is unknown, the path
// starts with the name of the module or package.
func (l *locator) locate(pkg, base string) string {
	if l.modules == nil {
		l.modules, l.seen, l.roots = l.p.modules(), map[string]*folder{}, map[string]string{}
	}
	f := l.folder(pkg)
	if name := f.files[base]; name != "" {
		return name
	}
	if len(f.dirs) == 1 {
		return filepath.Join(f.dirs[0], base)
	}
	module := l.modules[pkg]
	path, _, _ := strings.Cut(module, "@")
	if !source.InModule(pkg, path) {
		return pkg + "/" + base
	}
	below := strings.TrimPrefix(pkg[len(path):], "/")
	if root := l.root(module); root != "" {
		dir := filepath.Join(root, filepath.FromSlash(below))
		if len(f.dirs) == 0 || slices.Contains(f.dirs, dir) {
			return filepath.Join(dir, base)
		}
	}
	return strings.TrimSuffix(module+"/"+below, "/") + "/" + base
}

// root returns the folder of a module, or "" if it cannot be inferred because no
// package of the module is visible.
func (l *locator) root(module string) string {
	if dir, ok := l.roots[module]; ok {
		return dir
	}
	l.roots[module] = ""
	path, _, _ := strings.Cut(module, "@")
	for _, pkg := range slices.Sorted(maps.Keys(l.modules)) {
		if l.modules[pkg] != module || len(l.folder(pkg).dirs) != 1 {
			continue
		}
		dir, below := filepath.ToSlash(l.folder(pkg).dirs[0]), pkg[len(path):]
		if root, ok := strings.CutSuffix(dir, below); ok {
			l.roots[module] = filepath.FromSlash(root)
			break
		}
	}
	return l.roots[module]
}

// folder returns the files of a package whose declarations are visible. It skips
// relative names if the names of the pass's own files are absolute, because builds
// with -trimpath shorten the names in compiled packages.
func (l *locator) folder(pkg string) *folder {
	if f := l.seen[pkg]; f != nil {
		return f
	}
	f := &folder{files: map[string]string{}}
	l.seen[pkg] = f
	own := l.p.Dir()
	add := func(name string) {
		if filepath.IsAbs(own) && !filepath.IsAbs(name) {
			return
		}
		if dir := filepath.Dir(name); !slices.Contains(f.dirs, dir) {
			f.dirs = append(f.dirs, dir)
		}
		f.files[filepath.Base(name)] = name
	}
	fset := l.p.Pass.Fset
	if pkg == l.p.Pass.Pkg.Path() {
		for _, file := range l.p.Files() {
			add(fset.File(file.FileStart).Name())
		}
		return f
	}
	if seen := l.p.Space.Package(pkg); seen != nil {
		scope := seen.Scope()
		for _, name := range scope.Names() {
			if pos := fset.Position(scope.Lookup(name).Pos()); pos.Filename != "" {
				add(pos.Filename)
			}
		}
	}
	return f
}

// Where returns a position as facts store it: the import path of the package, the base
// name, the line and, in the pass's own package, the column. It returns "" if the
// package of the file is unknown.
func (p *Known) Where(pos token.Pos) string {
	if !pos.IsValid() {
		return ""
	}
	pkg := p.HomeOf(pos)
	if pkg == "" {
		return ""
	}
	at := ir.Place(p.Pass.Fset, pos)
	if !p.Owns(pos) {
		return fmt.Sprintf("%s/%s:%d", pkg, at.Filename, at.Line)
	}
	return fmt.Sprintf("%s/%s:%d:%d", pkg, at.Filename, at.Line, at.Column)
}

// Line returns a position as facts store it, without a column.
func (p *Known) Line(pos token.Pos) string {
	at := p.Where(pos)
	if parts := strings.Split(at, ":"); len(parts) > 2 {
		at = strings.Join(parts[:2], ":")
	}
	return at
}

// HomeOf returns the import path of the package that contains a position, or "" if
// the programs of that package are unknown. It caches the answers.
func (p *Known) HomeOf(pos token.Pos) string {
	p.homing.Lock()
	defer p.homing.Unlock()
	file := p.Pass.Fset.File(pos)
	home := p.homeOfFile[file]
	if home == "" {
		if home = p.packageAt(pos, map[*Known]bool{}); home != "" {
			p.homeOfFile[file] = home
		}
	}
	return home
}

// PackageAt returns the import path of the package that contains a position, or "" if
// that package is unknown. Unlike [Known.HomeOf], it does not cache the answer.
func (p *Known) PackageAt(pos token.Pos) string { return p.packageAt(pos, map[*Known]bool{}) }

// packageAt implements [Known.PackageAt]. It also searches the packages whose facts
// are in memory, except those in seen.
func (p *Known) packageAt(pos token.Pos, seen map[*Known]bool) string {
	if seen[p] {
		return ""
	}
	seen[p] = true
	if p.Owns(pos) {
		return p.Pass.Pkg.Path()
	}
	pkg := p.files.Package(p.Pass.Fset.File(pos))
	for _, f := range p.Facts {
		if f.live != nil && pkg == "" {
			pkg = f.live.known.packageAt(pos, seen)
		}
	}
	return pkg
}

// OfSDK reports whether a position is in a file of an SDK or of one of its libraries.
func (p *Known) OfSDK(pos token.Pos) bool {
	if !pos.IsValid() {
		return false
	}
	file := p.Pass.Fset.File(pos)
	of, known := p.sdkFiles[file]
	if !known {
		if p.sdkFiles == nil {
			p.sdkFiles = map[*token.File]bool{}
		}
		of = dialects.Has(p.HomeOf(pos))
		p.sdkFiles[file] = of
	}
	return of
}
