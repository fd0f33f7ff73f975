// Package adk is the dialect of google.golang.org/adk, Google's agent development kit,
// in its major versions 1 and 2. Its function tools are not registered with a server. A
// model receives what a tool's Declaration method returns.
//
// A tool is registered where functiontool.New makes it. New copies the Config, so later
// writes to the Config have no effect.
package adk

import (
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
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

const (
	functionTool = "/tool/functiontool"
	agentTool    = "/tool/agenttool"
)

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
		d.Packages = append(d.Packages, path+functionTool, path+agentTool, path+"/tool", path+"/agent", path+"/agent/llmagent")
		d.Seeds[path+functionTool] = []string{"Config"}
		d.Seeds[path+"/tool"] = []string{"Tool", "Toolset"}
	}
	return d
}()

// bound models the kit for one package that uses it.
type bound struct {
	sdk.Registrar
	schemas *googleschema.Schemas
}

func bind(h *sdk.Host) sdk.Bound {
	b := &bound{schemas: googleschema.Bind(&h.Imports)}
	b.Registrar = sdk.Registrar{Host: h, Dialect: dialectName, Type: "Config", Offers: true, Faults: true, FaultPath: "/inputSchema",
		Libraries: []sdk.Library{b.schemas}, Functions: map[string]eval.Intrinsic{}, Unregistered: unregistered}
	for _, path := range majors {
		b.Paths = append(b.Paths, path+functionTool)
		b.Functions[path+functionTool+".New"] = b.newTool(false)
		b.Functions[path+functionTool+".NewStreaming"] = b.newTool(true)
		b.Functions[path+agentTool+".New"] = b.agentTool
		b.Functions[path+"/agent.New"], b.Functions[path+"/agent/llmagent.New"] = newAgent, newAgent
	}
	return b
}

// unregistered sets the document of the tool of a Config that is not passed to
// functiontool.New in any visible call.
func unregistered(m *eval.Machine, d *value.Def, t *tool.Tool, s *value.Struct) {
	input, output := s.Field("InputSchema"), s.Field("OutputSchema")
	for _, v := range []*value.Value{&input, &output} {
		if value.IsNil(*v) {
			*v = sdk.JSON(schema.NewUnresolved("may be inferred where the tool is made, which is not visible from here", d.Pos))
		}
	}
	t.Doc = document(m, t, s, input, output)
}
