package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/packages"
)

// A command that finds no tools says so, with the reason as far as the import graph
// shows it: silence would look like success.

// printNothingFound prints why no tools were found, if there are none.
func printNothingFound(w io.Writer, prog *load.Program, pkgs []packageTools) {
	for _, text := range nothingNotes(prog, pkgs) {
		fmt.Fprintln(w, "schemavet: "+text)
	}
}

// nothingNotes returns the reasons why no tools were found. If only the named
// packages have none, it returns where the tools are.
func nothingNotes(prog *load.Program, pkgs []packageTools) []string {
	var homes []string
	own := 0
	for _, p := range pkgs {
		switch {
		case !p.elsewhere:
			own += len(p.view)
		case p.user() && len(p.view) > 0:
			homes = append(homes, p.pkg.PkgPath)
		}
	}
	switch {
	case len(allTools(pkgs)) == 0:
		return []string{"no tools found: " + nothingBecause(prog, len(allNameless(pkgs)))}
	case own == 0 && len(homes) > 0:
		return []string{fmt.Sprintf("no tool is defined in the named packages; %s has those that their programs register", some(homes))}
	}
	return nil
}

func nothingBecause(prog *load.Program, nameless int) string {
	users, near, modules := sdkUsers(prog)
	switch {
	case nameless > 0:
		return count(nameless, "registration") + " whose name is known only at run time; schemavet list shows where"
	case len(near) > 0:
		return fmt.Sprintf("none is defined in the named packages, and %s, which they import, %s an SDK; name %s too, or ./... at the root of the module",
			some(near), verb(len(near), "imports", "import"), verb(len(near), "it", "these"))
	case len(users) > 0:
		return fmt.Sprintf("%s %s an SDK, and no registration there can be followed to a tool",
			some(users), verb(len(users), "imports", "import"))
	case len(modules) > 0:
		return fmt.Sprintf("only other modules import an SDK (%s); if their tools belong to this server, list them under modules in .schemavet.yaml",
			some(modules))
	}
	return fmt.Sprintf("no package imports a supported SDK (%s) or builds values with the fields of a tool; if your own functions register tools, list them under registrations in .schemavet.yaml",
		strings.Join(sdkModules(), ", "))
}

// sdkModules returns the paths of the modules of the supported SDKs.
func sdkModules() []string {
	var out []string
	for _, d := range schemafacts.SDKs() {
		out = append(out, d.Module)
	}
	return out
}

// sdkUsers returns the packages and modules that import an SDK, sorted: packages that
// were loaded for their tools (users), other packages of the user's modules (near),
// and other modules.
func sdkUsers(prog *load.Program) (users, near, modules []string) {
	sdks := sdkModules()
	ofSDK := func(path string) bool {
		return slices.ContainsFunc(sdks, func(m string) bool { return path == m || strings.HasPrefix(path, m+"/") })
	}
	others := map[string]bool{}
	seen := map[*packages.Package]bool{}
	var visit func(p *packages.Package)
	visit = func(p *packages.Package) {
		if seen[p] || ofSDK(p.PkgPath) {
			return
		}
		seen[p] = true
		for path, imp := range p.Imports {
			if !ofSDK(path) {
				visit(imp)
			} else if slices.Contains(prog.Roots, p) || slices.Contains(prog.Around, p) {
				users = append(users, p.PkgPath)
			} else if p.Module != nil && p.Module.Main {
				near = append(near, p.PkgPath)
			} else if p.Module != nil {
				others[p.Module.Path] = true
			}
		}
	}
	for _, p := range prog.Roots {
		visit(p)
	}
	slices.Sort(users)
	slices.Sort(near)
	return slices.Compact(users), slices.Compact(near), slices.Sorted(maps.Keys(others))
}

// few is the greatest number of names that one line lists.
const few = 3

// some joins at most three names and counts the others.
func some(names []string) string {
	if len(names) <= few {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:few], ", "), len(names)-few)
}

func count(n int, noun string) string {
	return fmt.Sprintf("%d %s", n, verb(n, noun, noun+"s"))
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
