package main

import (
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/packages"
)

// A setting that names nothing is a mistake: a typing error, or the rest of
// code that is gone. Only who sees the whole module can tell.

// settingsCheck is the name under which findings about settings are reported, such as
// a setting that names a function that does not exist.
const settingsCheck = "settings"

// settingsURL is the address of the documentation of the settings.
const settingsURL = "https://github.com/schemavet/schemavet/blob/main/docs/settings.md"

// unmatchedText is the text that explain prints about settings that name nothing.
const unmatchedText = `settings/unmatched: a setting names nothing in this module

A setting with a misspelled name has no effect, so it looks as if a check were
configured. It is reported for names of functions, types and packages, for the tools
under checks.allow, and for entries of default-text.

Severity: error.

Reported:

	contextleak:
	  types: [example.com/app/store.Stroe]

Instead:

	contextleak:
	  types: [example.com/app/store.Store]

Fix: correct the name, or remove the entry.

State: on whenever schemavet check looks at the whole module. No setting turns it off.`

// unmatched finds functions, types and packages in the settings that do not exist in
// the program.
type unmatched struct {
	prog   *load.Program
	byPath map[string]*packages.Package
	// allowed are the entries of checks.allow that silenced a finding.
	allowed map[string]bool

	// std is the folder of the standard library, "" if no package of it is imported.
	std string

	file  string
	lines map[string]int
	root  string
	found []finding.Finding
}

func newUnmatched(prog *load.Program, listed []*packages.Package, root string, allowed map[string]bool) *unmatched {
	u := &unmatched{prog: prog, byPath: map[string]*packages.Package{}, allowed: allowed, root: root, std: stdFolder(listed)}
	packages.Visit(prog.All(), nil, func(p *packages.Package) { u.byPath[p.PkgPath] = p })
	return u
}

// stdFolder returns the folder of the standard library.
func stdFolder(listed []*packages.Package) string {
	for _, p := range listed {
		if p.Module != nil || len(p.GoFiles) == 0 {
			continue
		}
		dir := filepath.ToSlash(filepath.Dir(p.GoFiles[0]))
		if std, ok := strings.CutSuffix(dir, "/"+p.PkgPath); ok {
			return filepath.FromSlash(std)
		}
	}
	return ""
}

// check checks the settings of one file.
func (u *unmatched) check(file string, s *config.Settings) {
	u.file, u.lines = file, config.Lines(file)
	for i, name := range s.DefaultText {
		u.name(fmt.Sprintf("default-text[%d]", i), name)
	}
	for i, r := range s.Registrations {
		u.name(fmt.Sprintf("registrations[%d].func", i), r.Func)
	}
	for i, name := range s.Signature.Contexts {
		u.name(fmt.Sprintf("signature.contexts[%d]", i), name)
	}
	for i, name := range s.ContextLeak.Types {
		u.name(fmt.Sprintf("contextleak.types[%d]", i), name)
	}
	for i, name := range s.ContextLeak.Allow {
		u.name(fmt.Sprintf("contextleak.allow[%d]", i), name)
	}
	for i, name := range s.Wire.Types {
		u.name(fmt.Sprintf("wire.types[%d]", i), strings.TrimPrefix(name, "!"))
	}
	for i, pattern := range s.Modules {
		if !slices.ContainsFunc(u.prog.Also, func(p *packages.Package) bool { return schemafacts.MatchPackage(pattern, p.PkgPath) }) {
			u.report(fmt.Sprintf("modules[%d]", i), fmt.Sprintf("no package here imports a package that matches %s", pattern))
		}
	}
	for key, patterns := range s.Checks.Allow {
		for i, pattern := range patterns {
			if !u.allowed[analyzers.AllowPath(key, pattern)] {
				u.report(fmt.Sprintf("checks.allow.%s[%d]", key, i), fmt.Sprintf("%s reports nothing for a tool %q; remove the entry", key, pattern))
			}
		}
	}
}

func (u *unmatched) report(path, message string) {
	text := path + ": " + message
	u.found = append(u.found, finding.Finding{
		Check: settingsCheck, Rule: "unmatched", File: filepath.ToSlash(load.RelPath(u.root, u.file)), Path: u.file,
		Line: max(1, u.lines[path]), Column: 1, Message: text, Text: text, Severity: finding.Error,
		URL: settingsURL,
	})
}

// name reports a function, method or type that does not exist.
func (u *unmatched) name(path, name string) {
	owner, method, _ := strings.Cut(strings.TrimLeft(name, "(*"), ").")
	dot := strings.LastIndexByte(owner, '.')
	pkg, object := owner[:dot], owner[dot+1:]
	p := u.byPath[pkg]
	switch {
	case p == nil && !u.standard(pkg):
		u.report(path, fmt.Sprintf("no package here imports a package that matches %s", pkg))
	case p == nil || p.Types == nil || p.Types.Scope() == nil:
		// The standard library, and what is imported only far away.
	default:
		u.object(path, p, object, method)
	}
}

// standard reports whether an import path belongs to the standard library. The types
// of such packages may not be loaded.
func (u *unmatched) standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".") && (u.std == "" || exists(u.std, filepath.FromSlash(path)))
}

func (u *unmatched) object(path string, p *packages.Package, name, method string) {
	obj := p.Types.Scope().Lookup(name)
	if obj == nil {
		// Export data leaves out what others cannot name.
		if len(p.Syntax) > 0 || token.IsExported(name) && p.Types.Complete() {
			u.report(path, fmt.Sprintf("package %s has no %s", p.PkgPath, name))
		}
		return
	}
	if method == "" {
		return
	}
	if m, _, _ := types.LookupFieldOrMethod(obj.Type(), true, p.Types, method); m == nil {
		u.report(path, fmt.Sprintf("%s.%s has no method %s", p.PkgPath, name, method))
	}
}
