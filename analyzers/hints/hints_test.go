package hints_test

import (
	"testing"

	"github.com/schemavet/schemavet/analyzers/hints"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/linttest"
	"golang.org/x/tools/go/analysis"
)

func TestMain(m *testing.M) {
	linttest.MainWith(m, func(s config.Settings) ([]*analysis.Analyzer, error) {
		return []*analysis.Analyzer{hints.New(s.Hints, s.Profiles)}, nil
	})
}

func Test(t *testing.T) { linttest.Run(t) }
