package unresolved_test

import (
	"testing"

	"github.com/schemavet/schemavet/analyzers/unresolved"
	"github.com/schemavet/schemavet/internal/linttest"
)

func TestMain(m *testing.M) { linttest.Main(m, unresolved.Analyzer) }

func Test(t *testing.T) { linttest.Run(t) }
