package wiremismatch_test

import (
	"testing"

	"github.com/schemavet/schemavet/analyzers/wiremismatch"
	"github.com/schemavet/schemavet/internal/linttest"
)

func TestMain(m *testing.M) { linttest.Main(m, wiremismatch.Analyzer) }

func Test(t *testing.T) { linttest.Run(t) }
