package contextleak_test

import (
	"testing"

	"github.com/schemavet/schemavet/analyzers/contextleak"
	"github.com/schemavet/schemavet/internal/linttest"
)

func TestMain(m *testing.M) { linttest.Main(m, contextleak.Analyzer) }

func Test(t *testing.T) { linttest.Run(t) }
