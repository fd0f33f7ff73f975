//go:build !sdk0

package main

import (
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/escape"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/mapschema"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/rawjson"
)

func init() {
	servers = append(servers, entry{"escape", escape.Register}, entry{"mapschema", mapschema.Register}, entry{"rawjson", rawjson.Register})
}
