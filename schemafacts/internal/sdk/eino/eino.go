// Package eino is the dialect of github.com/cloudwego/eino, a framework for agents. Its
// tools are not registered with a server. A constructor binds a schema.ToolInfo to a
// function, and a model receives its name, its description and what
// ParamsOneOf.ToJSONSchema returns.
//
// A tool is registered where a constructor makes it, since the constructor keeps the
// ToolInfo. A ToolInfo without a constructor is registered where a model receives it,
// or where the Info method of a user-defined type returns it.
package eino

import (
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/invopop/invoposchema"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
)

const (
	dialectName = "eino"
	modulePath  = "github.com/cloudwego/eino"
	schemaPath  = modulePath + "/schema"
	toolPath    = modulePath + "/components/tool"
	utilsPath   = toolPath + "/utils"
	modelPath   = modulePath + "/components/model"
	// modelsPath is the prefix of the framework's models; each is a separate module.
	modelsPath = "github.com/cloudwego/eino-ext/components/model/"
)

// Dialect describes the framework. None of its packages is evaluated from source,
// because its constructors use reflection.
var Dialect = sdk.Dialect{
	Name:      dialectName,
	Module:    modulePath,
	Libraries: []string{invoposchema.EinoPath},
	Packages: []string{schemaPath, toolPath, utilsPath, modelPath, modulePath + "/compose", modulePath + "/adk",
		modulePath + "/flow/agent/react", invoposchema.EinoPath},
	Seeds: map[string][]string{
		schemaPath:            {"ToolInfo", "ParamsOneOf", "ParameterInfo"},
		toolPath:              toolTypes,
		utilsPath:             {"Option"},
		invoposchema.EinoPath: invoposchema.Seeds,
	},
	Content: []string{schemaPath + ".ToolResult"},
	Bind:    bind,
}

// toolTypes are the interfaces of the framework that user-defined tools implement.
var toolTypes = []string{"BaseTool", "InvokableTool", "StreamableTool", "EnhancedInvokableTool", "EnhancedStreamableTool"}

func bind(h *sdk.Host) sdk.Bound {
	b := &bound{schemas: invoposchema.BindEino(&h.Imports)}
	b.Registrar = sdk.Registrar{Host: h, Dialect: dialectName, Paths: []string{schemaPath}, Type: "ToolInfo", Offers: true,
		Faults: true, FaultPath: "/inputSchema", Libraries: []sdk.Library{b.schemas}, Family: b.family, Unregistered: b.unregistered}
	b.info, b.params = b.structs(h.Types.Package(schemaPath))
	b.Functions = map[string]eval.Intrinsic{
		utilsPath + ".GoStruct2ToolInfo":           b.toolInfo,
		utilsPath + ".GoStruct2ParamsOneOf":        b.paramsOneOf,
		schemaPath + ".NewParamsOneOfByParams":     b.given("params"),
		schemaPath + ".NewParamsOneOfByJSONSchema": b.given("jsonschema"),
		modelPath + ".WithTools":                   b.offered,
	}
	for _, kind := range []string{"", "Enhanced", "Stream", "EnhancedStream"} {
		b.Functions[utilsPath+".Infer"+kind+"Tool"] = b.infer
		b.Functions[utilsPath+".InferOptionable"+kind+"Tool"] = b.infer
		b.Functions[utilsPath+".New"+kind+"Tool"] = b.newTool
	}
	for _, name := range toolTypes {
		b.Functions["("+toolPath+"."+name+").Info"] = infoOf
	}
	for _, m := range []string{"ChatModel).BindTools", "ChatModel).BindForcedTools", "ToolCallingChatModel).WithTools"} {
		b.Functions["("+modelPath+"."+m] = b.offered
	}
	return b
}

// bound models the framework for one package that uses it.
type bound struct {
	sdk.Registrar
	schemas *invoposchema.Schemas
	// info and params are the types ToolInfo and ParamsOneOf. They are nil if they have
	// another form, as before version 0.6, which used another schema library.
	info, params types.Type
}

// structs returns the types ToolInfo and ParamsOneOf, or nil if they have an unknown
// form.
func (b *bound) structs(pkg *types.Package) (info, params types.Type) {
	if pkg == nil {
		return nil, nil
	}
	find := func(name string) types.Type {
		if tn, ok := pkg.Scope().Lookup(name).(*types.TypeName); ok {
			return tn.Type()
		}
		return nil
	}
	if params = find("ParamsOneOf"); params == nil {
		return nil, nil
	}
	if s := value.NewStruct(params, 0); s == nil || s.NumFields() != 2 || s.Index("params") < 0 || s.Index("jsonschema") < 0 {
		return nil, nil
	}
	return find("ToolInfo"), params
}

// family returns the model of an option, or of a method of a chat model.
func (b *bound) family(key string) eval.Intrinsic {
	if name, ok := strings.CutPrefix(key, utilsPath+".With"); ok {
		return sdk.NewOption(name)
	}
	if strings.HasPrefix(key, "(*"+modelsPath) {
		switch key[strings.LastIndexByte(key, '.')+1:] {
		case "BindTools", "BindForcedTools", "WithTools":
			return b.offered
		}
	}
	return nil
}

// unregistered sets the document of the tool of a ToolInfo that neither a constructor
// nor a chat model received. If an Info method makes it, the framework receives it from
// there.
func (b *bound) unregistered(m *eval.Machine, d *value.Def, t *tool.Tool, s *value.Struct) {
	t.Doc = b.document(m, t, s)
	if isInfo(d.Func) && s.Tainted() == nil {
		t.Traced, t.RegPos = true, d.Func.Pos
		t.Hops = append(t.Hops, tool.Hop{Pos: d.Func.Pos, Text: "returned by Info"})
	}
}

// isInfo reports whether a function is the Info method by which a tool returns its
// ToolInfo.
func isInfo(fn *ir.Func) bool {
	if fn == nil || !fn.Method || !strings.HasSuffix(fn.Key, ").Info") || len(fn.Results) != 2 {
		return false
	}
	p, ok := types.Unalias(fn.Results[0].Type).(*types.Pointer)
	return ok && ir.IsNamed(p.Elem(), schemaPath, "ToolInfo")
}
