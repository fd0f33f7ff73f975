//go:build !sdk0

package main

import (
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/refused"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/escape"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/mapschema"
	"github.com/schemavet/schemavet/testdata/conformance/gosdk/servers/rawjson"
)

func init() {
	servers = append(servers, entry{"escape", escape.Register}, entry{"mapschema", mapschema.Register}, entry{"rawjson", rawjson.Register})
	refusals = append(refusals,
		entry{"refused_bytes", refused.Bytes},
		entry{"refused_text", refused.Text},
		entry{"refused_true", refused.True},
		entry{"refused_malformed", refused.Malformed},
		entry{"refused_map_default", refused.MapDefault},
		entry{"refused_map_func", refused.MapUnprintable},
		entry{"refused_map_type", refused.MapType},
		entry{"refused_header", refused.Header},
	)
}
