package generation

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/mod/modfile"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/generate"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/internal/safefile"
	"golang.org/x/tools/go/packages"
)

// target is a package that may have tools, or has files that were generated for tools.
type target struct {
	*packages.Package
	Dir string
	// settings are those for its files, unless they are unusable.
	settings generate.Settings
	unusable error
	// generated are its generated files.
	generated []string
	// excluded is a file with tools that a build constraint excludes, or "".
	excluded   string
	directives bool
}

// survey returns the targets among the packages that the patterns name. It also
// returns contents in place of files on disk, for all packages of the modules in use:
// generated files are empty, since they may not compile any more, and each runtime is as
// it will be, since functions may use it before it is written.
func (g *Generation) survey(patterns []string) (targets []*target, overlay map[string][]byte, err error) {
	s := session.ScopeOf(g.Dir, patterns, true)
	named, err := g.names(s.Patterns)
	if err != nil {
		return nil, nil, err
	}
	all := named
	if around := s.Around(); around != nil {
		if more, err := g.names(around); err == nil {
			all = append(more, named...)
		}
	}
	var elsewhere *target
	overlay = map[string][]byte{}
	seen := map[string]bool{}
	for _, p := range all {
		if seen[p.ID] {
			continue
		}
		seen[p.ID] = true
		t, err := g.examine(p)
		if err != nil {
			return nil, nil, err
		}
		asked := slices.ContainsFunc(named, func(n *packages.Package) bool { return n.ID == p.ID })
		switch {
		case t == nil:
			continue
		case asked && p.PkgPath == "command-line-arguments":
			return nil, nil, errFiles
		case asked && !isOwn(p):
			elsewhere = t
			continue
		case asked && len(p.GoFiles) == 0:
			g.exclude(t, false)
			continue
		case asked:
			targets = append(targets, t)
		case !isOwn(p):
			continue
		}
		if err := g.replace(overlay, t); err != nil {
			return nil, nil, err
		}
	}
	if len(targets) == 0 && elsewhere != nil {
		return nil, nil, session.NotOwn(elsewhere.Package)
	}
	slices.SortFunc(targets, func(a, b *target) int { return cmp.Compare(a.PkgPath, b.PkgPath) })
	return targets, overlay, nil
}

// names lists packages without what they import.
func (g *Generation) names(patterns []string) ([]*packages.Package, error) {
	pkgs, err := load.Names(load.Config{Dir: g.Options.Dir, Patterns: patterns, Tags: g.Tags})
	if err != nil {
		return nil, err
	}
	for _, p := range pkgs {
		if len(p.Errors) > 0 && len(p.GoFiles)+len(p.IgnoredFiles) == 0 {
			return nil, fmt.Errorf("%s", load.Tidy(p.Errors[0], g.Dir))
		}
	}
	return pkgs, nil
}

// examine returns the target for a package, or nil if it has neither directives nor
// generated files.
func (g *Generation) examine(p *packages.Package) (*target, error) {
	t := &target{Package: p}
	var old generate.Settings
	for _, name := range slices.Concat(p.GoFiles, p.IgnoredFiles) {
		if isTest(name) || filepath.Ext(name) != ".go" {
			continue
		}
		t.Dir = cmp.Or(t.Dir, filepath.Dir(name))
		data, err := safefile.Read(name)
		if err != nil {
			continue // loading the package reports it
		}
		ignored := slices.Contains(p.IgnoredFiles, name)
		switch s, ok := generate.Header(data); {
		case ok && isTable(name, s):
			old.Inherit(s)
			if !ignored {
				t.generated = append(t.generated, name)
			}
		case ok: // a runtime
		case ignored && bytes.Contains(data, []byte("//schemavet:tool")):
			t.excluded = name
		case !ignored && bytes.Contains(data, []byte("schemavet:")):
			t.directives = true
		}
	}
	if !t.directives && len(t.generated) == 0 && t.excluded == "" {
		return nil, nil
	}
	if !isOwn(p) {
		return t, nil
	}
	conf, err := config.Load(config.File(t.Dir))
	if err != nil {
		return nil, err
	}
	t.settings = g.Asked
	t.settings.Inherit(generate.Settings{Runtime: conf.Generate.Runtime})
	t.settings.Inherit(old)
	t.unusable = t.settings.Complete(requiredSDKs(p.Module.GoMod))
	return t, nil
}

// isOwn reports whether a package belongs to a main module.
func isOwn(p *packages.Package) bool { return p.Module != nil && p.Module.Main }

// replace adds to an overlay the generated files of a target and its runtime.
func (g *Generation) replace(overlay map[string][]byte, t *target) error {
	for _, name := range t.generated {
		overlay[name] = []byte("package " + t.Name + "\n")
	}
	dir := filepath.Join(t.Module.Dir, filepath.FromSlash(t.settings.Folder()))
	if foreign(dir) != "" {
		return nil
	}
	data, err := generate.Library(filepath.Base(dir))
	overlay[filepath.Join(dir, generate.FileName)] = data
	for _, f := range generate.Folders() {
		name := filepath.Join(dir, f.Name)
		if _, err := os.Lstat(name); err != nil {
			overlay[name] = f.Data
		}
	}
	return err
}

// requiredSDKs returns the SDKs that a go.mod file requires, and for each whether only a
// dependency needs it. What a workspace adds does not count, because the module is also
// built without the workspace.
func requiredSDKs(file string) map[string]bool {
	out := map[string]bool{}
	data, err := safefile.Read(file)
	if err != nil {
		return out
	}
	mod, err := modfile.ParseLax(file, data, nil)
	if err != nil {
		return out
	}
	for _, r := range mod.Require {
		for _, sdk := range []string{generate.GoSDK, generate.MCPGo} {
			if r.Mod.Path == generate.Module(sdk) {
				out[sdk] = r.Indirect
			}
		}
	}
	return out
}

// foreign returns the name of a Go file in dir that was not generated and is not a
// test, or "". A runtime is not written next to such a file.
func foreign(dir string) string {
	names, _ := safefile.List(dir, ".go")
	for _, name := range names {
		if _, ok := header(name, nil); !ok && !isTest(name) {
			return name
		}
	}
	return ""
}

// header returns the settings in the first line of a generated file, or of the data
// that will be written to it.
func header(name string, data []byte) (generate.Settings, bool) {
	if data == nil {
		data, _ = safefile.Read(name)
	}
	return generate.Header(data)
}
