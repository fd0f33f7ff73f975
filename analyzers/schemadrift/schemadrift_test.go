package schemadrift_test

import (
	"testing"

	"github.com/schemavet/schemavet/analyzers/schemadrift"
	"github.com/schemavet/schemavet/internal/linttest"
)

func TestMain(m *testing.M) { linttest.Main(m, schemadrift.Analyzer) }

func Test(t *testing.T) { linttest.Run(t) }
