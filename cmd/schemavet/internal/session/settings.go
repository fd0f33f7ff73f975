package session

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/packages"
)

// settings holds the settings of a run by the folders of packages, because each
// module of a workspace can have its own.
type settings struct {
	byFile map[string]schemafacts.Settings
	byDir  map[string]schemafacts.Settings
	// Others are for packages of downloaded modules.
	Others schemafacts.Settings
	// Lookup returns the settings of a folder, after configure.
	Lookup func(dir string) schemafacts.Settings
}

// ReadSettings reads the settings files that may apply to a run in dir.
func ReadSettings(dir string) (*settings, error) {
	s := &settings{byFile: map[string]schemafacts.Settings{}, byDir: map[string]schemafacts.Settings{}}
	for i, file := range config.Files(dir) {
		d, err := s.file(file)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			s.Others = d
			continue
		}
		s.Others.Modules = slices.Concat(s.Others.Modules, d.Modules)
	}
	slices.Sort(s.Others.Modules)
	s.Others.Modules = slices.Compact(s.Others.Modules)
	return s, nil
}

func (s *settings) file(name string) (schemafacts.Settings, error) {
	if d, ok := s.byFile[name]; ok {
		return d, nil
	}
	all, err := config.Load(name)
	if err != nil {
		return schemafacts.Settings{}, err
	}
	s.byFile[name] = all.Derivation()
	return s.byFile[name], nil
}

// Configure reads the settings for the derivation of a program's tools.
func (s *settings) Configure(prog *load.Program) error {
	var failed error
	packages.Visit(slices.Concat(prog.Roots, prog.Around), nil, func(p *packages.Package) {
		own := p.Module == nil || p.Module.Main
		if _, done := s.byDir[p.Dir]; done || !own || len(p.Syntax) == 0 {
			return
		}
		d, err := s.file(config.File(p.Dir))
		if err != nil && failed == nil {
			failed = err
		}
		s.byDir[p.Dir] = d
	})
	if failed != nil {
		return failed
	}
	byDir, others := maps.Clone(s.byDir), s.Others
	others.Main = prog.Main
	s.Lookup = func(dir string) schemafacts.Settings {
		if dir == "" {
			return others
		}
		return byDir[dir]
	}
	return nil
}

// noteUnused prints the patterns of the setting modules that match no package of the
// program.
func (s *settings) noteUnused(prog *load.Program, stderr io.Writer) {
	for _, pattern := range s.Others.Modules {
		if !slices.ContainsFunc(prog.Also, func(p *packages.Package) bool { return schemafacts.MatchPackage(pattern, p.PkgPath) }) {
			fmt.Fprintf(stderr, "schemavet: modules: no package here imports a package that matches %s\n", pattern)
		}
	}
}
