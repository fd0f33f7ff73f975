package googleschema_test

import (
	"testing"

	"github.com/schemavet/schemavet/internal/linttest"
)

func TestMain(m *testing.M) { linttest.Main(m) }

// Test derives the tools of programs that create and change schemas with the library.
// The server keywords of testdata/conformance/gosdk proves that the real library
// gives the same results.
func Test(t *testing.T) { linttest.RunTools(t) }
