package handlerargs_test

import (
	"testing"

	"github.com/schemavet/schemavet/analyzers/handlerargs"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/linttest"
	"golang.org/x/tools/go/analysis"
)

func TestMain(m *testing.M) {
	linttest.MainWith(m, func(s config.Settings) ([]*analysis.Analyzer, error) {
		s.HandlerArgs.Null, s.HandlerArgs.Types = true, true
		return []*analysis.Analyzer{handlerargs.New(s.HandlerArgs)}, nil
	})
}

func Test(t *testing.T) { linttest.Run(t) }
