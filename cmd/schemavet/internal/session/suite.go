package session

import (
	"github.com/schemavet/schemavet/analyzers"
	"github.com/schemavet/schemavet/internal/config"
	"golang.org/x/tools/go/analysis"
)

// Suite returns the checks that the settings in file select, and these settings.
func Suite(file string) ([]*analysis.Analyzer, *config.Settings, error) {
	settings, err := config.Load(file)
	if err != nil {
		return nil, nil, err
	}
	checks, err := analyzers.NewWith(settings, analyzers.Options{PointAtFiles: true})
	if err != nil {
		return nil, nil, config.At(file, err)
	}
	return checks, &settings, nil
}
