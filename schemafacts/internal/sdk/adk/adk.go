// Package adk is the dialect of google.golang.org/adk, Google's agent development kit,
// in its major versions 1 and 2. Its function tools are not registered with a server. A
// model receives what a tool's Declaration method returns.
//
// A tool is registered where functiontool.New makes it. New copies the Config, so later
// writes to the Config have no effect.
package adk

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/jsonschemago/googleschema"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

const (
	dialectName = "adk"
	modulePath  = "google.golang.org/adk"
)

// majors are the module paths of the kit's major versions.
var majors = []string{modulePath, modulePath + "/v2"}

const functionTool = "/tool/functiontool"

// Dialect describes the kit. None of its packages is evaluated from source, because
// functiontool.New uses reflection.
var Dialect = func() sdk.Dialect {
	d := sdk.Dialect{
		Name:      dialectName,
		Module:    modulePath,
		Libraries: []string{googleschema.Module},
		Packages:  []string{googleschema.Path},
		Seeds:     map[string][]string{googleschema.Path: googleschema.Seeds},
		Bind:      bind,
	}
	for _, path := range majors {
		d.Packages = append(d.Packages, path+functionTool, path+"/tool", path+"/agent/llmagent")
		d.Seeds[path+functionTool] = []string{"Config"}
		d.Seeds[path+"/tool"] = []string{"Tool", "Toolset"}
	}
	return d
}()

// bound is the dialect for one package, with one registrar for each major version of
// the kit.
type bound struct {
	schemas *googleschema.Schemas
	majors  []*sdk.Registrar
}

func bind(h *sdk.Host) sdk.Bound {
	b := &bound{schemas: googleschema.Bind(&h.Imports)}
	// The kit has no servers: a tool exists as soon as a list given to a model contains
	// it.
	offering := *h
	offering.Emit = h.EmitListed
	for _, path := range majors {
		r := &sdk.Registrar{Host: &offering, Dialect: dialectName, Path: path + functionTool, Type: "Config",
			Faults: true, FaultPath: "/inputSchema", Libraries: []sdk.Library{b.schemas}}
		r.Functions = map[string]eval.Intrinsic{
			r.Path + ".New":          b.newTool(r, false),
			r.Path + ".NewStreaming": b.newTool(r, true),
		}
		b.majors = append(b.majors, r)
	}
	return b
}

// Intrinsic returns the model of a function of the kit or of its schema library.
func (b *bound) Intrinsic(key string) eval.Intrinsic {
	for _, r := range b.majors {
		if in := r.Intrinsic(key); in != nil {
			return in
		}
	}
	return nil
}

// Registers reports whether a function makes tools.
func (b *bound) Registers(key string) bool {
	for _, r := range b.majors {
		if r.Registers(key) {
			return true
		}
	}
	return false
}

// Watch reports whether a composite literal of this type defines a tool.
func (b *bound) Watch(t types.Type) bool {
	for _, r := range b.majors {
		if r.Watch(t) {
			return true
		}
	}
	return false
}

// Encode encodes the types of the schema library.
func (b *bound) Encode(e *gojson.Encoder, v value.Value) (*schema.Node, bool) {
	return b.schemas.Encode(e, v)
}

// Decode decodes JSON into the types of the schema library.
func (b *bound) Decode(n *schema.Node, t types.Type) (value.Value, bool) {
	return b.schemas.Decode(n, t)
}

// Untraced returns the tool of a Config that is not passed to functiontool.New in any
// visible call.
func (b *bound) Untraced(m *eval.Machine, d *value.Def) *tool.Tool {
	for _, r := range b.majors {
		t := r.Untraced(d, func(t *tool.Tool, s *value.Struct) {
			const inferred = "may be inferred where the tool is made, which is not visible from here"
			input, output := s.Field("InputSchema"), s.Field("OutputSchema")
			for _, v := range []*value.Value{&input, &output} {
				if isNil(*v) {
					*v = node(schema.NewUnresolved(inferred, d.Pos))
				}
			}
			t.Doc = document(m, t, s, input, output)
		})
		if t != nil {
			return t
		}
	}
	return nil
}
