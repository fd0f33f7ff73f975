// Package source loads packages of plain functions for package generate.
package source

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/generate"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/signature"
	"golang.org/x/tools/go/packages"
)

// Loaded is a package with plain functions that are tools.
type Loaded struct {
	Fset  *token.FileSet
	Input generate.Input
	Dir   string
	// ModuleDir is the folder of its module.
	ModuleDir string
	// Warnings are arguments that no call can pass, though their schemas allow text.
	Warnings []generate.Refusal
}

// Config says what to load.
type Config struct {
	Dir      string
	Patterns []string
	Tags     string
	// Settings are the flags of the command. An empty setting is the one of the existing
	// file. If that sets no SDK either, it is the one that the module requires.
	generate.Settings
	// Options returns the options for the packages in a folder.
	Options func(dir string) (signature.Options, error)
	// Registrations returns the registrations in the settings for the packages in a
	// folder. It may be nil.
	Registrations func(dir string) ([]schemafacts.Registration, error)
}

// Load loads the packages that have functions with the directive. It treats previously
// generated files as empty, since they may not compile any more.
func Load(cfg Config) ([]Loaded, error) {
	if err := load.CheckModuleFiles(cfg.Dir); err != nil {
		return nil, err
	}
	pc := &packages.Config{Dir: cfg.Dir, Fset: token.NewFileSet(), Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax |
		packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports | packages.NeedModule | packages.NeedDeps}
	if cfg.Tags != "" {
		pc.BuildFlags = []string{"-tags=" + cfg.Tags}
	}
	if flags, _ := load.GoFlags(); strings.Contains(flags, "-mod=mod") {
		pc.BuildFlags = append(pc.BuildFlags, "-mod=readonly") // an SDK that is not there must not be added to go.mod
	}
	names, err := packages.Load(&packages.Config{Dir: cfg.Dir, BuildFlags: pc.BuildFlags, Mode: packages.NeedName | packages.NeedFiles | packages.NeedModule}, cfg.Patterns...)
	if err != nil {
		return nil, err
	}
	if pc.Overlay, err = overlay(names, cfg.Settings); err != nil {
		return nil, err
	}
	pc.ParseFile = withoutBodies(names)
	sdks := []string{generate.Package(generate.GoSDK), generate.Package(generate.MCPGo)}
	all, err := packages.Load(pc, append(slices.Clone(cfg.Patterns), sdks...)...)
	if err != nil {
		return nil, err
	}
	api := sdkPackages{}
	var own []*packages.Package
	for _, p := range all {
		switch {
		case slices.Contains(sdks, p.PkgPath):
			if len(p.GoFiles) > 0 && p.Types != nil {
				sdk := generate.GoSDK
				if p.PkgPath == generate.Package(generate.MCPGo) {
					sdk = generate.MCPGo
				}
				api[sdk] = sdkPackage{p.Types, p.Module != nil && p.Module.Indirect}
			}
		case len(p.Syntax) > 0 && p.Types != nil:
			own = append(own, p)
		case len(p.Errors) > 0:
			return nil, errors.New(p.Errors[0].Error())
		}
	}
	return inputs(cfg, pc.Fset, own, api)
}

// sdkPackages contains the SDKs that a module requires, by name.
type sdkPackages map[string]sdkPackage

type sdkPackage struct {
	types    *types.Package
	indirect bool // only a dependency requires it
}

// only returns the only SDK that the module itself requires, else the only one that
// the module or its dependencies require, or "" if there is no single one.
func (s sdkPackages) only() string {
	var direct []string
	for sdk, p := range s {
		if !p.indirect {
			direct = append(direct, sdk)
		}
	}
	if len(direct) == 1 {
		return direct[0]
	}
	for sdk := range s {
		if len(s) == 1 {
			return sdk
		}
	}
	return ""
}

// withoutBodies returns a parser that drops the function bodies of dependencies.
// Dependencies are type-checked from source because x/tools before 0.50 cannot read
// the export data of Go 1.27.
func withoutBodies(own []*packages.Package) func(*token.FileSet, string, []byte) (*ast.File, error) {
	keep := map[string]bool{}
	for _, p := range own {
		for _, name := range p.GoFiles {
			keep[name] = true
		}
	}
	return func(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
		f, err := parser.ParseFile(fset, name, src, parser.AllErrors|parser.ParseComments|parser.SkipObjectResolution)
		if f != nil && !keep[name] {
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok {
					fn.Body = nil
				}
			}
		}
		return f, err
	}
}

// overlay returns contents that replace files on disk: generated files are empty, and
// each runtime is as it will be, because functions may use it before it is written.
func overlay(pkgs []*packages.Package, asked generate.Settings) (map[string][]byte, error) {
	out := map[string][]byte{}
	runtimes := map[string]bool{}
	for _, p := range pkgs {
		folder := asked.Runtime
		for _, name := range p.GoFiles {
			if !strings.HasPrefix(filepath.Base(name), generate.Prefix) {
				continue
			}
			data, err := safefile.Read(name)
			if err != nil {
				continue
			}
			if s, ok := generate.Header(data); ok {
				out[name] = []byte("package " + p.Name + "\n")
				folder = cmp.Or(folder, s.Runtime)
			}
		}
		if p.Module != nil && p.Module.Dir != "" {
			runtimes[filepath.Join(p.Module.Dir, filepath.FromSlash(cmp.Or(folder, generate.DefaultRuntime)))] = true
		}
	}
	for dir := range runtimes {
		if Foreign(dir) != "" {
			continue
		}
		data, err := generate.Library(filepath.Base(dir))
		if err != nil {
			return nil, err
		}
		out[filepath.Join(dir, generate.FileName)] = data
	}
	return out, nil
}

// Foreign returns the name of a Go file in dir that was not generated and is not a
// test, or "". The caller does not write a runtime next to such a file.
func Foreign(dir string) string {
	names, _ := safefile.List(dir, ".go")
	for _, name := range names {
		data, err := safefile.Read(name)
		if _, ok := generate.Header(data); err != nil || !ok && !strings.HasSuffix(name, "_test.go") {
			return name
		}
	}
	return ""
}

func inputs(cfg Config, fset *token.FileSet, pkgs []*packages.Package, api sdkPackages) ([]Loaded, error) {
	slices.SortFunc(pkgs, func(a, b *packages.Package) int { return cmp.Compare(a.PkgPath, b.PkgPath) })
	var syntax []schemafacts.Syntax
	for _, p := range pkgs {
		syntax = append(syntax, schemafacts.Syntax{Fset: fset, Pkg: p.Types, Info: p.TypesInfo, Files: p.Syntax})
	}
	registered, err := structRegistrations(cfg, pkgs)
	if err != nil {
		return nil, err
	}
	var out []Loaded
	for _, p := range pkgs {
		dir := filepath.Dir(p.GoFiles[0])
		opts, err := cfg.Options(dir)
		if err != nil {
			return nil, err
		}
		opts.SDKs = schemafacts.SDKs()
		opts.File = func(pkg, name string) ([]byte, error) {
			if pkg != p.PkgPath || !filepath.IsLocal(filepath.FromSlash(name)) {
				return nil, errors.New("it is not below the package's folder")
			}
			return safefile.Read(filepath.Join(dir, filepath.FromSlash(name)))
		}
		tools, warnings := toolsOf(p.TypesInfo, p.Syntax, schemafacts.NewDescriber(opts, syntax...).Describe)
		for i, t := range tools {
			if at, ok := registered[t.Func.FullName()]; ok && !t.OneStruct && !t.Receiver {
				tools[i].Refused = fmt.Sprintf("the registration at %s takes its arguments from a struct; write args=request or args=receiver in the directive",
					place(fset, cfg.Dir, at))
			}
			delete(registered, t.Func.FullName())
		}
		if len(tools) == 0 {
			continue
		}
		if err := broken(p); err != nil {
			return nil, err
		}
		if p.Module == nil {
			return nil, fmt.Errorf("%s: the package is not in a module", p.PkgPath)
		}
		settings, err := choose(cfg.Settings, dir, api)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.PkgPath, err)
		}
		in := generate.Input{Pkg: p.Types, Module: p.Module.Path, Tools: tools, Groups: generate.Groups(p.Syntax), Options: opts, Settings: settings, Types: api[settings.SDK].types}
		out = append(out, Loaded{fset, in, dir, p.Module.Dir, warnings})
	}
	return out, nil
}

// place returns a position for messages: the file relative to dir, and the line.
func place(fset *token.FileSet, dir string, pos token.Pos) string {
	p := fset.Position(pos)
	return fmt.Sprintf("%s:%d", filepath.ToSlash(load.RelPath(dir, p.Filename)), p.Line)
}

// broken returns an error that prevents the analysis of a package. Type errors do not
// prevent it, because they occur if generated files are missing.
func broken(p *packages.Package) error {
	for _, e := range p.Errors {
		if e.Kind != packages.TypeError {
			return errors.New(e.Error())
		}
	}
	return nil
}

// choose returns the settings for the files of a folder: those of the command,
// completed from the existing file and from the SDKs of the module.
func choose(asked generate.Settings, dir string, api sdkPackages) (generate.Settings, error) {
	data, _ := safefile.Read(filepath.Join(dir, generate.FileName))
	old, _ := generate.Header(data)
	asked.Inherit(old)
	if err := asked.Check(); err != nil {
		return asked, err
	}
	switch asked.CLI {
	case generate.NoSDK:
		asked.CLI = ""
	case "", generate.Cobra:
	default:
		return asked, fmt.Errorf("--cli: unknown %q, want %s or %s", asked.CLI, generate.Cobra, generate.NoSDK)
	}
	if asked.SDK == "" {
		asked.SDK = api.only()
	}
	switch {
	case asked.SDK == "" && len(api) > 1:
		return asked, fmt.Errorf("the module has both SDKs; choose one with --sdk %s or --sdk %s, or --sdk %s for neither", generate.GoSDK, generate.MCPGo, generate.NoSDK)
	case asked.SDK == "":
		return asked, fmt.Errorf("the module has no SDK; run go get %s or go get %s, or pass --sdk %s", module(generate.GoSDK), module(generate.MCPGo), generate.NoSDK)
	case asked.SDK == generate.NoSDK:
		return asked, nil
	case generate.Package(asked.SDK) == "":
		return asked, fmt.Errorf("--sdk: unknown %q, want %s, %s or %s", asked.SDK, generate.GoSDK, generate.MCPGo, generate.NoSDK)
	case api[asked.SDK].types == nil:
		return asked, fmt.Errorf("the module does not have the SDK; run go get %s", module(asked.SDK))
	}
	return asked, nil
}

func module(sdk string) string { return strings.TrimSuffix(generate.Package(sdk), "/mcp") }

// toolsOf returns the functions that a directive makes tools, sorted, and warnings
// about arguments whose types have no form in JSON.
func toolsOf(info *types.Info, files []*ast.File, describe func(*types.Func) signature.Schema) (out []generate.Tool, warnings []generate.Refusal) {
	for _, f := range files {
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Doc == nil || !strings.Contains(docText(fd.Doc), "//schemavet:tool") {
				continue
			}
			fn, ok := info.Defs[fd.Name].(*types.Func)
			if !ok {
				continue
			}
			if s := describe(fn); s.Tool {
				for _, problem := range s.Problems {
					if problem.Rule == signature.RuleUnknownType && !problem.Error {
						warnings = append(warnings, generate.Refusal{Func: fn, Pos: problem.Pos, Reason: problem.Msg})
					}
				}
				out = append(out, generate.Tool{Name: s.Name, Title: s.Title, Description: s.Description, Annotations: s.Annotations, Func: fn,
					Shape: s.Shape, Input: s.Input, Output: s.Output, InputFile: s.InputFile, OutputFile: s.OutputFile})
			}
		}
	}
	generate.Sort(out)
	return out, warnings
}

func docText(doc *ast.CommentGroup) string {
	var b strings.Builder
	for _, c := range doc.List {
		b.WriteString(c.Text + "\n")
	}
	return b.String()
}
