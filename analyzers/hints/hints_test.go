package hints_test

import (
	"testing"

	"github.com/schemavet/schemavet/analyzers/hints"
	"github.com/schemavet/schemavet/internal/linttest"
)

func TestMain(m *testing.M) { linttest.Main(m, hints.Analyzer) }

func Test(t *testing.T) { linttest.Run(t) }
