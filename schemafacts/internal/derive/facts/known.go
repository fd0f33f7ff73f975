package facts

import (
	"go/token"
	"maps"
	"slices"
	"sync"

	"github.com/schemavet/schemavet/schemafacts/internal/derive/source"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/signature"
)

// Known is what a pass knows about its package and the packages below it: the
// package's source and the facts of its direct imports.
type Known struct {
	*source.Package
	Facts []*Fact // of the direct imports
	Space *ir.TypeSpace
	// Own are the package's own programs, nil until they run.
	Own *ir.Unit

	units map[string][]*ir.Unit
	// unpacked are the units from encoded facts. borrowed are programs of packages that
	// are not analyzed.
	unpacked, borrowed []*ir.Unit

	files *ir.Files
	// homeOfFile caches the results of HomeOf, and sdkFiles those of OfSDK. homes are
	// the modules of packages. Several checks of a package may use them at the same
	// time.
	homing     sync.Mutex
	homeOfFile map[*token.File]string
	sdkFiles   map[*token.File]bool
	homes      map[string]string

	// comments returns the package's own comments. others are the known comments of
	// other packages.
	comments func() *signature.Package
	others   map[string]*signature.Package
}

// Read returns a Known for the package, without the facts of its imports.
func Read(pkg *source.Package) *Known {
	p := &Known{Package: pkg, Space: ir.NewTypeSpace(pkg.Pass.Pkg), units: map[string][]*ir.Unit{}, files: new(ir.Files), homeOfFile: map[*token.File]string{}}
	p.files.Locate = (&locator{p: p}).locate
	p.comments = sync.OnceValue(p.readComments)
	return p
}

// NewFiles returns a set of files that is separate from the files of the programs. It
// finds files of other packages in the same way.
func (p *Known) NewFiles() *ir.Files { return &ir.Files{Locate: p.files.Locate} }

// Borrow adds programs of a package that no pass analyzes.
func (p *Known) Borrow(u *ir.Unit) {
	p.load()
	p.units[u.Path] = append(p.units[u.Path], u)
	p.borrowed = append(p.borrowed, u)
}

// Func returns the function with a key, such as "(*example.com/lib.T).M", or nil if
// its program is unknown.
func (p *Known) Func(key string) *ir.Func {
	if p.Own != nil {
		if fn := p.Own.Funcs[key]; fn != nil {
			return fn
		}
	}
	return p.Imported(key)
}

// Imported returns the function of another package with a key, or nil if its program
// is unknown.
func (p *Known) Imported(key string) *ir.Func {
	p.load()
	for _, u := range p.units[ir.PkgOf(key)] {
		if fn := u.Funcs[key]; fn != nil {
			return fn
		}
	}
	return nil
}

// Unit returns everything that is known about the programs of a package, or nil. If
// several facts contain parts of them, it merges the parts.
func (p *Known) Unit(path string) *ir.Unit {
	if p.Own != nil && p.Own.Path == path {
		return p.Own
	}
	p.load()
	us := p.units[path]
	if len(us) == 0 {
		return nil
	}
	if len(us) == 1 {
		return us[0]
	}
	merged := ir.MergeUnits(us)
	p.units[path] = []*ir.Unit{merged}
	return merged
}

// Units returns the units of all known packages.
func (p *Known) Units() []*ir.Unit {
	p.load()
	var out []*ir.Unit
	if p.Own != nil {
		out = append(out, p.Own)
	}
	for _, path := range slices.Sorted(maps.Keys(p.units)) {
		if u := p.Unit(path); u != nil && u != p.Own {
			out = append(out, u)
		}
	}
	return out
}

func (p *Known) load() {
	if p.Facts == nil || len(p.units) > 0 {
		return
	}
	p.units[""] = nil
	for _, f := range p.Facts {
		us := f.units(p.Pass.Fset, p.Space, p.files)
		if f.live == nil {
			p.unpacked = append(p.unpacked, us...)
		}
		for _, u := range us {
			if !slices.Contains(p.units[u.Path], u) {
				p.units[u.Path] = append(p.units[u.Path], u)
			}
		}
	}
}

// decoded returns the units that were decoded from facts or borrowed. Packages that
// import this one and are analyzed in the same process reuse them.
func (p *Known) decoded() []*ir.Unit {
	p.load()
	return slices.Concat(p.unpacked, p.borrowed)
}

// Version returns the version that the driver reports for the module of a package, or
// "" if it is unknown.
func (p *Known) Version(path string) string {
	for _, f := range p.Facts {
		if v := f.Version(path); v != "" {
			return v
		}
	}
	return ""
}
