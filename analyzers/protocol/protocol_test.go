package protocol_test

import (
	"testing"

	"github.com/schemavet/schemavet/analyzers/protocol"
	"github.com/schemavet/schemavet/internal/linttest"
)

func TestMain(m *testing.M) { linttest.Main(m, protocol.Analyzer) }

func Test(t *testing.T) { linttest.Run(t) }
