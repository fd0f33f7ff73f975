package session

import (
	"fmt"
	"go/ast"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/internal/supported"
	"golang.org/x/mod/semver"
	"golang.org/x/tools/go/packages"
)

// A command that finds no tools says so, with the reason as far as the import graph
// shows it: silence would look like success.

// PrintNothingFound prints why no tools were found, and nothing if some were.
func (o *Options) PrintNothingFound(w io.Writer, d *Derived) {
	for _, text := range o.NothingNotes(d) {
		fmt.Fprintln(w, "schemavet: "+text)
	}
}

// NothingNotes returns the reasons why no tools were found. If only the named packages have
// none, or only some, it returns where the others are or may be.
func (o *Options) NothingNotes(d *Derived) []string {
	var homes []string
	own := 0
	for _, p := range d.Pkgs {
		switch {
		case !p.Elsewhere:
			own += len(p.View)
		case p.User() && len(p.View) > 0:
			homes = append(homes, p.Pkg.PkgPath)
		}
	}
	notes := d.unloadedNotes()
	switch {
	case len(d.Tools) == 0 && len(o.Broken) > 0:
		notes = append(notes, "no tools found in the packages that load")
	case len(d.Tools) == 0 && len(notes) == 0:
		notes = append(notes, "no tools found: "+d.NothingBecause())
	case own == 0 && len(homes) > 0:
		notes = append(notes, fmt.Sprintf("no tool is defined in the named packages; %s %s those that their programs register", words.Some(homes), words.Verb(len(homes), "has", "have")))
	}
	return append(notes, d.unnamedNotes()...)
}

// NothingBecause returns the reason why no tools were found. nameless is the number of
// registrations without a known name.
func (d *Derived) NothingBecause() string {
	use, nameless := UsesOf(d.Prog), len(d.Nameless())
	switch {
	case nameless > 0:
		return words.Count(nameless, "registration") + " whose name is known only at run time; schemavet list shows where"
	case len(use.near) > 0:
		return fmt.Sprintf("none is defined in the named packages, and %s, which they import, %s %s; name %s too, or ./... at the root of the module",
			words.Some(use.near), words.Verb(len(use.near), "imports", "import"), words.Some(use.names()), words.Verb(len(use.near), "it", "these"))
	case len(use.users) > 0:
		return fmt.Sprintf("%s %s %s, and schemavet found no tool that is registered or sent to a model there",
			words.Some(use.users), words.Verb(len(use.users), "imports", "import"), words.Some(use.names()))
	case len(use.modules) > 0:
		return fmt.Sprintf("only other modules import %s (%s); if their tools belong to this server, list them under modules in .schemavet.yaml",
			words.Some(use.names()), words.Some(use.modules))
	}
	var names []string
	for _, l := range supported.Libraries {
		if !l.OnlySchemas {
			names = append(names, l.Name)
		}
	}
	return fmt.Sprintf("no package imports a supported library (%s) or builds values with the fields of a tool; if your own functions register tools, list them under registrations in .schemavet.yaml",
		strings.Join(names, ", "))
}

// libraryOf returns the library that declares tools to which a package belongs, or nil.
func libraryOf(path string) *supported.Library {
	i := slices.IndexFunc(supported.Libraries, func(l supported.Library) bool { return !l.OnlySchemas && l.Includes(path) })
	if i < 0 {
		return nil
	}
	return &supported.Libraries[i]
}

// libraryUse are the packages and modules that import libraries which declare tools.
type libraryUse struct {
	// users were loaded for their tools. near are other packages of the user's modules,
	// and modules are other modules. All are sorted.
	users, near, modules []string
	// Libs are the imported libraries, and first is the first import of one by users.
	Libs  map[*supported.Library]bool
	First *ast.ImportSpec
}

// names returns the names of the imported libraries.
func (u *libraryUse) names() []string {
	var out []string
	for i := range supported.Libraries {
		if l := &supported.Libraries[i]; u.Libs[l] {
			out = append(out, l.Name)
		}
	}
	return out
}

// UsesOf returns what in a program imports libraries.
func UsesOf(prog *load.Program) *libraryUse {
	use := &libraryUse{Libs: map[*supported.Library]bool{}}
	others := map[string]bool{}
	seen := map[*packages.Package]bool{}
	var visit func(p *packages.Package)
	visit = func(p *packages.Package) {
		if seen[p] || libraryOf(p.PkgPath) != nil {
			return
		}
		seen[p] = true
		for _, path := range slices.Sorted(maps.Keys(p.Imports)) {
			lib := libraryOf(path)
			if lib == nil {
				visit(p.Imports[path])
				continue
			}
			use.Libs[lib] = true
			if slices.Contains(prog.Roots, p) || slices.Contains(prog.Around, p) {
				use.users = append(use.users, p.PkgPath)
				if use.First == nil {
					use.First = importOf(p, path)
				}
			} else if p.Module != nil && p.Module.Main {
				use.near = append(use.near, p.PkgPath)
			} else if p.Module != nil {
				others[p.Module.Path] = true
			}
		}
	}
	for _, p := range prog.Roots {
		visit(p)
	}
	slices.Sort(use.users)
	slices.Sort(use.near)
	use.users, use.near, use.modules = slices.Compact(use.users), slices.Compact(use.near), slices.Sorted(maps.Keys(others))
	return use
}

// importOf returns the first import of a path in a package.
func importOf(p *packages.Package, path string) *ast.ImportSpec {
	for _, f := range p.Syntax {
		for _, spec := range f.Imports {
			if spec.Path.Value == strconv.Quote(path) {
				return spec
			}
		}
	}
	return nil
}

// VersionNotes returns a note for each library that a package of the user's modules
// imports in a version that is older than the supported ones.
func VersionNotes(all []*packages.Package) (notes []string) {
	for _, p := range all {
		if p.Module == nil || !p.Module.Main {
			continue
		}
		for _, imp := range p.Imports {
			i := slices.IndexFunc(supported.Libraries, func(l supported.Library) bool {
				return imp.Module != nil && l.Has(imp.Module.Path) && l.Includes(imp.PkgPath)
			})
			if i < 0 {
				continue
			}
			lib, version := &supported.Libraries[i], imp.Module.Version
			if r := imp.Module.Replace; r != nil && r.Version != "" {
				version = r.Version
			}
			if semver.IsValid(version) && !lib.Supports(version) && semver.Compare(version, lib.Newest()) < 0 {
				notes = append(notes, fmt.Sprintf("%s %s is not supported: schemavet supports %s (%s), so tools may be missing or have unresolved parts; update the module",
					imp.Module.Path, version, lib.Versions(), lib.Name))
			}
		}
	}
	slices.Sort(notes)
	return slices.Compact(notes)
}
