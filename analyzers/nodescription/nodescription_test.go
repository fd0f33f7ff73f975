package nodescription_test

import (
	"testing"

	"github.com/schemavet/schemavet/analyzers/nodescription"
	"github.com/schemavet/schemavet/internal/linttest"
)

func TestMain(m *testing.M) { linttest.Main(m, nodescription.Analyzer) }

func Test(t *testing.T) { linttest.Run(t) }
