// Package generation finds plain functions, and the files that serve them as tools.
package generation

import (
	"errors"
	"fmt"
	"go/token"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/internal/generate"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// Generation is one run of schemavet generate. It derives the schemas as all commands
// do, from the packages with directives and all that these import. So the files of a
// package do not depend on which other packages the user names.
type Generation struct {
	*session.Options
	Dir    string // absolute
	Asked  generate.Settings
	Tests  bool
	Stderr io.Writer

	prog *load.Program
	// Files are the contents of files to write, by name. A file without contents is
	// removed.
	Files   map[string][]byte
	found   bool // a package has tools, here or in another build
	Refused bool
}

// Run finds the files to write for the packages that the patterns name.
func (g *Generation) Run(patterns []string) error {
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	targets, overlay, err := g.survey(patterns)
	if err != nil {
		return err
	}
	if len(targets) > 0 {
		results, err := g.derive(targets, overlay)
		if err != nil {
			return err
		}
		for _, t := range targets {
			if err := g.add(t, results[t.PkgPath]); err != nil {
				return err
			}
		}
	}
	if !g.found && !g.Refused && len(g.Files) == 0 && !addRuntime(g.Files, g.Dir) {
		fmt.Fprintln(g.Stderr, "schemavet: no function has the directive //schemavet:tool")
	}
	return nil
}

// derived is a package with what schemafacts found in it.
type derived struct {
	pkg   *packages.Package
	facts *schemafacts.Result
}

// derive loads the targets and derives the tools that directives make of their
// functions. Type errors do not prevent it, because they occur where generated
// files are missing.
func (g *Generation) derive(targets []*target, overlay map[string][]byte) (map[string]derived, error) {
	settings, err := session.ReadSettings(g.Dir)
	if err != nil {
		return nil, err
	}
	cfg := session.LoadConfig(g.Options.Dir, nil, g.Tags)
	cfg.Also, cfg.Overlay = settings.Others.Lists, overlay
	for _, t := range targets {
		cfg.Patterns = append(cfg.Patterns, t.PkgPath)
		if sdk := generate.Package(t.settings.SDK); t.unusable == nil && sdk != "" && !slices.Contains(cfg.Types, sdk) {
			cfg.Types = append(cfg.Types, sdk)
		}
	}
	listing, err := load.List(cfg)
	if err != nil {
		return nil, err
	}
	if err := listing.Missing(); err != nil {
		return nil, fmt.Errorf("go.mod requires the SDK, but it does not load: %w\n"+
			"run go mod tidy, or go mod vendor where there is a vendor folder; if no package imports the SDK yet, run go get %s", err, cfg.Types[0])
	}
	g.prog = listing.Load()
	g.prog.Errors = slices.DeleteFunc(g.prog.Errors, func(e packages.Error) bool { return e.Kind == packages.TypeError })
	if len(g.prog.Errors) > 0 {
		return nil, session.LoadError(g.prog.Errors, g.Dir)
	}
	if err := settings.Configure(g.prog); err != nil {
		return nil, err
	}
	analyzer := schemafacts.New(schemafacts.Options{Settings: settings.Lookup, Plain: true})
	graph, err := checker.Analyze([]*analysis.Analyzer{analyzer}, g.prog.Roots, nil)
	if err != nil {
		return nil, err
	}
	out := map[string]derived{}
	for _, act := range graph.Roots {
		if act.Err != nil {
			return nil, fmt.Errorf("%s: %w", act.Package.PkgPath, act.Err)
		}
		out[act.Package.PkgPath] = derived{act.Package, act.Result.(*schemafacts.Result)}
	}
	return out, nil
}

// add adds the files of a package and of the runtime that it uses.
func (g *Generation) add(t *target, d derived) error {
	for _, i := range d.facts.Idle {
		g.refuse(i.Pos, i.Msg)
	}
	if len(d.facts.Idle) > 0 {
		return nil
	}
	in := generate.NewInput(&analysis.Pass{Fset: d.pkg.Fset, Files: d.pkg.Syntax, Pkg: d.pkg.Types, TypesInfo: d.pkg.TypesInfo}, d.facts)
	if t.excluded != "" {
		g.exclude(t, len(in.Tools) > 0)
		return nil
	}
	for _, name := range []string{generate.FileName, generate.RegisterName, generate.CobraName} {
		if len(in.Tools) > 0 || slices.Contains(t.generated, filepath.Join(t.Dir, name)) {
			g.Files[filepath.Join(t.Dir, name)] = nil // removed if it is no longer asked for
		}
	}
	if len(in.Tools) == 0 {
		return nil
	}
	g.found = true
	if t.unusable != nil {
		return fmt.Errorf("%s: %w", t.PkgPath, t.unusable)
	}
	in.Settings, in.Module, in.Types = t.settings, t.Module.Path, g.prog.Types[generate.Package(t.settings.SDK)]
	out, refused, err := generate.Files(in)
	if err != nil {
		return err
	}
	for _, r := range refused {
		g.refuse(r.Pos, fmt.Sprintf("function %q: %s", r.Func.Name(), r.Reason))
	}
	if len(refused) > 0 {
		maps.DeleteFunc(g.Files, func(name string, _ []byte) bool { return filepath.Dir(name) == t.Dir })
		return nil
	}
	for _, r := range generate.Warnings(in) {
		g.tell(g.Stderr, r.Pos, fmt.Sprintf("warning: function %q: %s", r.Func.Name(), r.Reason))
	}
	for _, f := range out {
		g.Files[filepath.Join(t.Dir, f.Name)] = f.Data
	}
	if err := g.addRuntimes(t, in); err != nil {
		return err
	}
	return g.addTests(t, in)
}

// refuse reports why files cannot be written. It does so with --quiet, too.
func (g *Generation) refuse(pos token.Pos, msg string) {
	g.Refused = true
	g.tell(g.Errors, pos, msg)
}

func (g *Generation) tell(w io.Writer, pos token.Pos, msg string) {
	fmt.Fprintf(w, "%s: %s\n", (&session.Derived{Prog: g.prog, Dir: g.Dir}).At(pos), msg)
}

// exclude reports a file with tools that a build constraint excludes. The files of the
// package stay as they are, because others would lack these tools. It is a mistake if
// the package has generated files or tools that have no such constraint.
func (g *Generation) exclude(t *target, tools bool) {
	g.found = true
	file := load.RelPath(g.Dir, t.excluded)
	if tools || len(t.generated) > 0 {
		g.Refused = true
		fmt.Fprintf(g.Errors, "%s: a build constraint excludes the tools of this file here, and the generated files of the package have no such constraint; move the tools to a separate package\n", file)
		return
	}
	fmt.Fprintf(g.Stderr, "schemavet: %s: a build constraint excludes the tools of this file here; set --tags or GOOS to generate the files of its package\n", file)
}

// addRuntimes adds the files that all packages of the module share.
func (g *Generation) addRuntimes(t *target, in generate.Input) error {
	shared, err := generate.Runtime(in.Module, in.Settings, in.Types)
	if err != nil {
		return err
	}
	for _, f := range shared {
		name := filepath.Join(t.Module.Dir, filepath.FromSlash(f.Name))
		if other := foreign(filepath.Dir(name)); other != "" {
			return fmt.Errorf("%s: the folder of the runtime has other files; choose another folder with --runtime", load.RelPath(g.Dir, other))
		}
		g.Files[name] = f.Data
	}
	return nil
}

// addTests adds the generated package for tests if it exists or the user asked for
// it. If the user asked, it also adds a first test to a package without tests.
func (g *Generation) addTests(t *target, in generate.Input) error {
	name := filepath.Join(t.Module.Dir, filepath.FromSlash(in.TestFile()))
	if _, err := os.Lstat(name); err != nil && !g.Tests {
		return nil
	}
	settings := in.Settings
	if old, ok := header(name, g.Files[name]); ok && old.SDK != generate.NoSDK {
		settings.SDK = old.SDK // packages of a module can have several
	}
	data, err := generate.TestLibrary(path.Join(in.Module, in.Folder()), settings)
	if err != nil {
		return err
	}
	g.Files[name] = data
	first := filepath.Join(t.Dir, generate.FirstTest)
	if _, err := os.Lstat(first); err == nil || !g.Tests {
		return nil
	}
	if data, err = generate.First(in); err == nil && data != nil {
		g.Files[first] = data
	}
	return err
}

// errFiles is the error for patterns that name files.
var errFiles = errors.New("name the package, such as ./tools, not its files")

// isTable reports whether a generated file belongs to a package with tools, and not to
// a runtime.
func isTable(name string, s generate.Settings) bool {
	switch filepath.Base(name) {
	case generate.RegisterName, generate.CobraName:
		return true
	case generate.FileName:
		return s.SDK != ""
	}
	return false
}

// isTest reports whether a file is a test.
func isTest(name string) bool { return strings.HasSuffix(name, "_test.go") }
