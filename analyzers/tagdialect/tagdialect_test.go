package tagdialect_test

import (
	"testing"

	"github.com/schemavet/schemavet/analyzers/tagdialect"
	"github.com/schemavet/schemavet/internal/linttest"
)

func TestMain(m *testing.M) { linttest.Main(m, tagdialect.Analyzer) }

func Test(t *testing.T) { linttest.Run(t) }
