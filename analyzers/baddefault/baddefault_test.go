package baddefault_test

import (
	"testing"

	"github.com/schemavet/schemavet/analyzers/baddefault"
	"github.com/schemavet/schemavet/internal/linttest"
)

func TestMain(m *testing.M) { linttest.Main(m, baddefault.Analyzer) }

func Test(t *testing.T) { linttest.Run(t) }
