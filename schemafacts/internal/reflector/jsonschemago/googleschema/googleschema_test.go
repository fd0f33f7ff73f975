package googleschema_test

import (
	"testing"

	"github.com/schemavet/schemavet/internal/linttest"
)

func TestMain(m *testing.M) { linttest.Main(m) }

// Test derives the tools of programs that make and change schemas with the
// library. That the real one says the same is proved by the server keywords of
// testdata/conformance/gosdk.
func Test(t *testing.T) { linttest.RunTools(t) }
