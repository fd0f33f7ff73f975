// Package source is one package as a pass provides it: its files, types and module,
// with the user's settings for it. It answers general questions about a package: which
// files count, what it declares, and to whom it belongs. It does not depend on tools or
// facts.
package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"github.com/schemavet/schemavet/internal/syntax"
	"github.com/schemavet/schemavet/internal/whose"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/settings"
	"golang.org/x/tools/go/analysis"
)

// Package is one package as its pass provides it, with the user's settings.
type Package struct {
	// Pass is a copy: drivers clear a pass after it and ask for the bytes of its facts
	// later.
	Pass *analysis.Pass
	Tree *syntax.Tree // of the pass's files
	// Settings apply to the package. Listed reports whether they name it, a dependency,
	// as one whose tools belong to the user's server.
	Settings settings.Settings
	Listed   bool
	// near reports whether the package is the user's code in a module that is not a main
	// module; see package whose.
	near bool

	ranges [][2]token.Pos // of the files
	decls  map[*types.Func]*ast.FuncDecl
}

// New returns the package of a pass, with its settings.
func New(pass *analysis.Pass, lookup settings.Lookup) *Package {
	kept := *pass
	p := &Package{Pass: &kept, Tree: syntax.New(pass.Files)}
	for _, f := range pass.Files {
		tf := pass.Fset.File(f.FileStart)
		p.ranges = append(p.ranges, [2]token.Pos{token.Pos(tf.Base()), token.Pos(tf.Base() + tf.Size())})
	}
	p.Settings, p.Listed = p.settings(lookup)
	if m := pass.Module; m != nil && m.Version != "" {
		p.near = whose.Own(m.Path, p.firstFile(), lookup.In("").Main)
	}
	return p
}

// settings returns the settings for the package. listed reports whether the package
// belongs to a downloaded module and the settings name it as one whose tools belong
// to the user's server. Other packages of downloaded modules have no settings:
// drivers share their facts, which must not depend on the user.
func (p *Package) settings(lookup settings.Lookup) (s settings.Settings, listed bool) {
	if p.Downloaded() {
		if s = lookup.In(""); s.Lists(p.Path()) {
			return s, true
		}
		return settings.Settings{}, false
	}
	if len(p.Pass.Files) == 0 {
		return settings.Settings{}, false
	}
	return lookup.In(p.Dir()), false
}

// Path returns the import path of the package.
func (p *Package) Path() string { return p.Pass.Pkg.Path() }

// IsMain reports whether the package is a main package.
func (p *Package) IsMain() bool { return p.Pass.Pkg.Name() == "main" }

// Downloaded reports whether the package belongs to a downloaded module. Importers
// use its functions, but its tools are not the user's. If the driver does not report
// modules, the names of the files decide.
func (p *Package) Downloaded() bool {
	if p.Pass.Module != nil {
		return p.Pass.Module.Version != ""
	}
	return whose.Downloaded(p.firstFile())
}

// Mine reports whether the package is the user's own code, also in another module of the
// same repository, or is listed in the settings as one whose tools belong to the user's
// server. Only in such packages comments and constants are read, and values can be tools by
// their form.
func (p *Package) Mine() bool {
	m := p.Pass.Module
	if m == nil {
		// nogo reports no modules, and names files relative to Bazel's working
		// directory; go vet reports none for the standard library.
		name := p.firstFile()
		return p.Listed || name != "" && !filepath.IsAbs(name) && !p.Downloaded()
	}
	if m.Version != "" || m.Path == "" {
		return p.Listed || p.near
	}
	return InModule(p.Path(), m.Path) || p.IsMain()
}

// firstFile returns the name of a file of the package, or "" if it has none.
func (p *Package) firstFile() string {
	for _, f := range p.Pass.Files {
		return p.Pass.Fset.File(f.FileStart).Name()
	}
	return ""
}

// Module returns the path of the package's module, followed by "@" and the version if
// it has one. It returns "" if the driver does not report a module or if the
// package's path is not within it.
func (p *Package) Module() string {
	m := p.Pass.Module
	if m == nil || !InModule(p.Path(), m.Path) {
		return ""
	}
	if m.Version == "" {
		return m.Path
	}
	return m.Path + "@" + m.Version
}

// InModule reports whether an import path is within a module.
func InModule(pkg, module string) bool {
	return module != "" && (pkg == module || strings.HasPrefix(pkg, module+"/"))
}

// Dir returns the folder of the package, or "" if it has no files.
func (p *Package) Dir() string {
	if name := p.firstFile(); name != "" {
		return filepath.Dir(name)
	}
	return ""
}

// Owns reports whether a position is in one of the package's files.
func (p *Package) Owns(pos token.Pos) bool {
	for _, r := range p.ranges {
		if r[0] <= pos && pos <= r[1] {
			return true
		}
	}
	return false
}

// Files returns the package's files without test files.
func (p *Package) Files() []*ast.File {
	var out []*ast.File
	for _, f := range p.Pass.Files {
		if !strings.HasSuffix(p.Pass.Fset.File(f.FileStart).Name(), "_test.go") {
			out = append(out, f)
		}
	}
	return out
}

// FileAt returns the package's file that contains a position, or nil.
func (p *Package) FileAt(pos token.Pos) *ast.File {
	for _, f := range p.Pass.Files {
		if f.FileStart <= pos && pos <= f.FileEnd {
			return f
		}
	}
	return nil
}

// Declarations returns the functions and methods that [Package.Files] declare.
func (p *Package) Declarations() map[*types.Func]*ast.FuncDecl {
	if p.decls == nil {
		p.decls = map[*types.Func]*ast.FuncDecl{}
		for _, f := range p.Files() {
			for _, d := range f.Decls {
				if d, ok := d.(*ast.FuncDecl); ok {
					if fn, ok := p.Pass.TypesInfo.Defs[d.Name].(*types.Func); ok {
						p.decls[fn] = d
					}
				}
			}
		}
	}
	return p.decls
}
