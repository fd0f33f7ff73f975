package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
	"golang.org/x/tools/go/analysis"
)

// configName is the file with settings, at the root of the module.
const configName = ".schemavet.yaml"

// suite returns the checks as the configuration that governs dir has them.
func suite(dir string) ([]*analysis.Analyzer, error) {
	return []*analysis.Analyzer{schemafacts.Analyzer}, nil
}

// configText returns what the configuration that governs dir says, "" if there
// is none.
func configText(dir string) (string, error) {
	data, err := os.ReadFile(filepath.Join(snapshot.Root(dir), configName))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return string(data), err
}

// allChecks returns every check there is, also those that are off by default.
func allChecks() []*analysis.Analyzer { return []*analysis.Analyzer{schemafacts.Analyzer} }
