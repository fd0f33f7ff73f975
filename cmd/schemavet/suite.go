package main

import (
	"fmt"

	"github.com/schemavet/schemavet/analyzers"
	"github.com/schemavet/schemavet/internal/config"
	"golang.org/x/tools/go/analysis"
)

// suite returns the checks as the settings in file have them.
func suite(file string) ([]*analysis.Analyzer, error) {
	settings, err := config.Load(file)
	if err != nil {
		return nil, err
	}
	checks, err := analyzers.NewWith(settings, analyzers.Options{PointAtFiles: true})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return checks, nil
}
