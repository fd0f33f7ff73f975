package schemaerror_test

import (
	"testing"

	"github.com/schemavet/schemavet/analyzers/schemaerror"
	"github.com/schemavet/schemavet/internal/linttest"
)

func TestMain(m *testing.M) { linttest.Main(m, schemaerror.Analyzer) }

func Test(t *testing.T) { linttest.Run(t) }
