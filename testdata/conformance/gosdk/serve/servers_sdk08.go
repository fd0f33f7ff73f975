//go:build !sdk0

package main

import (
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/mapschema"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/rawjson"
)

func init() {
	servers = append(servers, entry{"mapschema", mapschema.Register}, entry{"rawjson", rawjson.Register})
}
