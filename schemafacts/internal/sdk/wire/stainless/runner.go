package stainless

import (
	"encoding/json"
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/invopop"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/mod/module"
)

// The package toolrunner of anthropic-sdk-go binds a handler to a tool. A tool is
// registered where it is made, because the constructor keeps its arguments.

const anthropicPath = "github.com/anthropics/anthropic-sdk-go"

// runnerClient returns the import path of the client that contains a package
// toolrunner, in any major version, or "" for any other package.
func runnerClient(path string) string {
	client, ok := strings.CutSuffix(path, "/toolrunner")
	if !ok {
		return ""
	}
	if prefix, _, ok := module.SplitPathVersion(client); !ok || prefix != anthropicPath {
		return ""
	}
	return client
}

// isRunner reports whether a function is a constructor of tools in package
// toolrunner.
func isRunner(fn *types.Func) bool {
	return runnerClient(fn.Pkg().Path()) != "" && strings.HasPrefix(fn.Name(), "NewBetaTool")
}

// runner returns the model of a constructor in package toolrunner, or nil.
func (l *library) runner(path, name string) eval.Intrinsic {
	if runnerClient(path) == "" {
		return nil
	}
	k := sdk.Constructor{Name: 0, Desc: 1, Handler: 3, Result: func(c *eval.Call, _ []*sdk.Making) value.Value {
		return sdk.Opaque(c, "tool of the runner", nil)
	}}
	switch name {
	case "NewBetaTool":
		k.In = func(m *sdk.Making) *schema.Node { return m.Encoder.Encode(m.Arg(2)) }
	case "NewBetaToolFromBytes":
		k.In = func(m *sdk.Making) *schema.Node { return l.parsed(m, gojson.Document(m.M, m.Arg(2), m.Encoder)) }
	case "NewBetaToolFromJSONSchema":
		k.Handler, k.In = 2, l.reflected
	default:
		return nil
	}
	return l.tools.Construct(k)
}

// reflected returns the schema that invopop/jsonschema derives from the type of the
// handler's arguments, with the runner's options.
func (l *library) reflected(m *sdk.Making) *schema.Node {
	if len(m.Targs) == 0 {
		return schema.NewUnresolved("a schema of a type that is not loaded", m.Pos)
	}
	sdk.Infers(m.Tool, m.Targs[0], "jsonschema_description")
	n, err := l.schemas.Schema(m.Call, m.Encoder, m.Targs[0], invopop.Options{RequiredFromJSONSchemaTags: true, DoNotReference: true})
	if err != nil {
		n, _ = sdk.Refused(m.Tool, err, tool.Problem{Path: "/inputSchema", Pos: m.Pos})
	}
	return l.parsed(m, n)
}

// parsed returns a schema after it was decoded into the client's type and encoded
// again.
func (l *library) parsed(m *sdk.Making, n *schema.Node) *schema.Node {
	pkg := l.host.Types.Package(runnerClient(ir.PkgOf(m.Key)))
	if n.Kind == schema.Unresolved || pkg == nil {
		return n
	}
	tn, ok := pkg.Scope().Lookup("BetaToolInputSchemaParam").(*types.TypeName)
	if !ok || n.Kind != schema.Object || !json.Valid(n.JSON()) {
		return schema.NewUnresolved("a schema that the client may not read", m.Pos)
	}
	v, ok := l.Decode(n, tn.Type())
	if !ok {
		return schema.NewUnresolved("a schema of an unknown version", m.Pos)
	}
	return m.Encoder.Encode(v)
}
