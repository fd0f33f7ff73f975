package linttest_test

import (
	"testing"

	"github.com/schemavet/schemavet/internal/linttest"
)

func TestMain(m *testing.M) { linttest.Main(m) }

func Test(t *testing.T) { linttest.RunTools(t) }
