package ir_test

import (
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

func TestIsStd(t *testing.T) {
	for path, want := range map[string]bool{"io": true, "net/http": true, "example.com/app": false, "main": false, "": false} {
		if ir.IsStd(path) != want {
			t.Errorf("%q: %t", path, !want)
		}
	}
}
