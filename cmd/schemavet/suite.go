package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/schemavet/schemavet/analyzers"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
	"golang.org/x/mod/modfile"
	"golang.org/x/tools/go/analysis"
)

// suite returns the checks as the settings in file have them.
func suite(file string) ([]*analysis.Analyzer, error) {
	settings, err := config.Load(file)
	if err != nil {
		return nil, err
	}
	checks, err := analyzers.New(settings)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return checks, nil
}

// configFile returns the file with settings for packages in dir: that of the
// module, or that of the workspace if the module has none. It need not exist.
func configFile(dir string) string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return config.Name
	}
	root := snapshot.Root(dir)
	for d := dir; ; d = filepath.Dir(d) {
		if exists(d, config.Name) && (d == root || exists(d, "go.mod")) {
			return filepath.Join(d, config.Name)
		}
		if d == root || d == filepath.Dir(d) {
			return filepath.Join(root, config.Name)
		}
	}
}

// configFiles returns the files that can decide about findings of a run in
// dir: in a workspace each module can have one.
func configFiles(dir string) []string {
	files := []string{configFile(dir)}
	root := snapshot.Root(dir)
	data, err := os.ReadFile(filepath.Join(root, "go.work"))
	if err != nil {
		return files
	}
	work, err := modfile.ParseWork("go.work", data, nil)
	if err != nil {
		return files // The go command complains.
	}
	for _, use := range work.Use {
		mod := filepath.FromSlash(use.Path)
		if !filepath.IsAbs(mod) {
			mod = filepath.Join(root, mod)
		}
		files = append(files, filepath.Join(mod, config.Name))
	}
	return files
}
