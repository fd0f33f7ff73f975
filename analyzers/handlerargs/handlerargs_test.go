package handlerargs_test

import (
	"testing"

	"github.com/schemavet/schemavet/analyzers/handlerargs"
	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/linttest"
)

func TestMain(m *testing.M) {
	linttest.Main(m, handlerargs.New(config.HandlerArgs{Null: true, Types: true}))
}

func Test(t *testing.T) { linttest.Run(t) }
