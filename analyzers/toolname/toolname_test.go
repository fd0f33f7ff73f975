package toolname_test

import (
	"testing"

	"github.com/schemavet/schemavet/analyzers/toolname"
	"github.com/schemavet/schemavet/internal/linttest"
)

func TestMain(m *testing.M) { linttest.Main(m, toolname.Analyzer) }

func Test(t *testing.T) { linttest.Run(t) }
