package checking

import (
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/finding"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/packages"
)

// A setting that names nothing is a mistake: a typing error, or the rest of
// code that is gone. Only who sees the whole module can tell.

// SettingsCheck is the name under which findings about settings are reported, such as
// a setting that names a function that does not exist.
const SettingsCheck = "settings"

// SettingsURL is the address of the documentation of the settings.
const SettingsURL = "https://github.com/schemavet/schemavet/blob/main/docs/settings.md"

// UnmatchedText is the text that explain prints about settings that name nothing.
const UnmatchedText = `settings/unmatched: a setting names nothing in this module

A setting with a misspelled name has no effect, so it looks as if a check were
configured. It is reported for functions, types and packages that do not exist or that
no source mentions, for types under wire.types and packages under modules that give no
tools, and for tools under checks.allow that do not exist.

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
	*checkRun
	byPath map[string]*packages.Package
	// whole reports whether no function's analysis stopped early, so that no tool is
	// missing.
	whole bool
	// mentioned are the functions and types that the source of some package mentions.
	mentioned map[types.Object]bool

	// std is the folder of the standard library, "" if no package of it is imported.
	std string

	file  string
	lines map[string]int
	found []finding.Finding
}

func newUnmatched(c *checkRun, listed []*packages.Package) *unmatched {
	u := &unmatched{checkRun: c, byPath: map[string]*packages.Package{}, whole: len(c.Unfinished()) == 0,
		mentioned: map[types.Object]bool{}, std: stdFolder(listed)}
	packages.Visit(c.Prog.All(), nil, func(p *packages.Package) {
		u.byPath[p.PkgPath] = p
		if p.TypesInfo == nil {
			return
		}
		for _, obj := range p.TypesInfo.Uses {
			u.mentioned[origin(obj)] = true
		}
	})
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
	for i, name := range s.Wire.Types {
		path := fmt.Sprintf("wire.types[%d]", i)
		gives := slices.ContainsFunc(u.Tools, func(t *schemafacts.Tool) bool { return t.WireType == name })
		if u.name(path, strings.TrimPrefix(name, "!")) && !gives && u.whole && !strings.HasPrefix(name, "!") {
			u.report(path, fmt.Sprintf("no value of type %s is a tool", name))
		}
	}
	for i, pattern := range s.Modules {
		u.modules(fmt.Sprintf("modules[%d]", i), pattern)
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
	f := finding.New(SettingsCheck, "unmatched", SettingsURL, text, finding.Error)
	f.URL = SettingsURL // the page has no section of this name
	f.File, f.Path, f.Line = load.SlashPath(u.root, u.file), u.file, max(1, u.lines[path])
	u.found = append(u.found, f)
}

// modules reports a pattern of packages in other modules that gives no tools.
func (u *unmatched) modules(path, pattern string) {
	imported, tools := false, false
	for _, p := range u.Pkgs {
		if slices.Contains(u.Prog.Also, p.Pkg) && schemafacts.MatchPackage(pattern, p.Pkg.PkgPath) {
			imported, tools = true, tools || len(p.View)+len(p.Nameless) > 0
		}
	}
	switch {
	case !imported:
		u.report(path, fmt.Sprintf("no package here imports a package that matches %s", pattern))
	case !tools && u.whole:
		u.report(path, fmt.Sprintf("no package that matches %s has a tool", pattern))
	}
}

// name reports a function, method or type that does not exist or that no source mentions.
// It returns whether it reported nothing.
func (u *unmatched) name(path, name string) bool {
	n := len(u.found)
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
	return len(u.found) == n
}

// standard reports whether an import path belongs to the standard library. The types
// of such packages may not be loaded.
func (u *unmatched) standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".") && (u.std == "" || session.Exists(u.std, filepath.FromSlash(path)))
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
	if method != "" {
		m, _, _ := types.LookupFieldOrMethod(obj.Type(), true, p.Types, method)
		if m == nil {
			u.report(path, fmt.Sprintf("%s.%s has no method %s", p.PkgPath, name, method))
		}
		return
	}
	if strings.HasPrefix(path, "contextleak.types") || u.mentioned[obj] {
		return // a type that must not be part of a schema need not be mentioned
	}
	u.report(path, fmt.Sprintf("nothing mentions %s.%s", p.PkgPath, name))
}

// origin returns the generic function of an instance, and any other object unchanged.
func origin(obj types.Object) types.Object {
	if fn, ok := obj.(*types.Func); ok {
		return fn.Origin()
	}
	return obj
}
