package main

import (
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/wire"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/refused"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/escape"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/mapschema"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/rawjson"
)

func init() {
	servers = append(servers, wire.Entry{Name: "escape", Register: escape.Register}, wire.Entry{Name: "mapschema", Register: mapschema.Register}, wire.Entry{Name: "rawjson", Register: rawjson.Register})
	refusals = append(refusals,
		wire.Entry{Name: "refused_bytes", Register: refused.Bytes},
		wire.Entry{Name: "refused_text", Register: refused.Text},
		wire.Entry{Name: "refused_true", Register: refused.True},
		wire.Entry{Name: "refused_malformed", Register: refused.Malformed},
		wire.Entry{Name: "refused_map_default", Register: refused.MapDefault},
		wire.Entry{Name: "refused_map_func", Register: refused.MapUnprintable},
		wire.Entry{Name: "refused_map_type", Register: refused.MapType},
		wire.Entry{Name: "refused_header", Register: refused.Header},
	)
}
