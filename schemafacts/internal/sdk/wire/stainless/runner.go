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
	switch name {
	case "NewBetaTool":
		return l.made(func(c *eval.Call, e *gojson.Encoder) *schema.Node { return e.Encode(c.Arg(2)) })
	case "NewBetaToolFromBytes":
		return l.made(func(c *eval.Call, e *gojson.Encoder) *schema.Node {
			return l.parsed(c, e, gojson.Document(c.M, c.Arg(2), e))
		})
	case "NewBetaToolFromJSONSchema":
		return l.made(l.reflected)
	}
	return nil
}

// made returns the model of a constructor of tools. input returns the tool's schema.
func (l *library) made(input func(c *eval.Call, e *gojson.Encoder) *schema.Node) eval.Intrinsic {
	return func(c *eval.Call) value.Value {
		e := &gojson.Encoder{M: c.M, KeepTainted: true}
		in := input(c, e)
		for _, name := range value.Alternatives(c.Arg(0)) {
			text, ok := value.StringOf(name)
			if !ok {
				l.host.Nameless(c, "wire", name)
				continue
			}
			l.host.EmitListed(c, l.offered(c, e, text, in))
		}
		return l.result(c)
	}
}

// offered returns the tool that a call of a constructor makes, with the input schema
// in.
func (l *library) offered(c *eval.Call, e *gojson.Encoder, name string, in *schema.Node) *tool.Tool {
	handler := c.Args[len(c.Args)-1]
	t := &tool.Tool{Name: name, Dialect: "wire", NamePos: value.PosOf(c.Arg(0)), DefPos: c.Pos, RegPos: c.Pos,
		HandlerPos: value.PosOf(handler), Handler: value.FuncKey(handler), Traced: true, Conditional: c.M.Conditional()}
	t.Hops = []tool.Hop{{Pos: c.Pos, Text: "made"}}
	t.Doc = schema.NewObject().At(c.Pos)
	t.Doc.Set("name", schema.NewString(name).At(t.NamePos))
	if d := e.Encode(c.Arg(1)); d.Kind != schema.String || d.Text != "" {
		t.Doc.Set("description", d)
	}
	t.Doc.Set("inputSchema", in)
	if strings.HasSuffix(c.Key, "FromJSONSchema") && len(c.Targs) > 0 {
		t.InputType = types.TypeString(c.Targs[0], func(p *types.Package) string { return p.Name() })
		t.DescriptionTag = "jsonschema_description"
	}
	for _, f := range e.Faults {
		t.Errors = append(t.Errors, tool.Unlisted(t.Doc, f.Hole, f.Msg, sdk.At(f.Pos, t.NamePos)))
	}
	return t
}

// result returns what a constructor of tools returns: an opaque tool and, if the
// constructor also returns an error, a nil error.
func (l *library) result(c *eval.Call) value.Value {
	tup, ok := c.Result.(*types.Tuple)
	if !ok {
		return &value.Native{Kind: "tool of the runner", T: c.Result, Pos: c.Pos}
	}
	return value.Tuple{&value.Native{Kind: "tool of the runner", T: tup.At(0).Type(), Pos: c.Pos}, &value.Nil{T: tup.At(1).Type(), Pos: c.Pos}}
}

// reflected returns the schema that invopop/jsonschema derives from the type of the
// handler's arguments, with the runner's options.
func (l *library) reflected(c *eval.Call, e *gojson.Encoder) *schema.Node {
	pkg := l.host.Types.Package(invopop.Path)
	if pkg == nil || len(c.Targs) == 0 {
		return schema.NewUnresolved("a schema from a library that is not loaded", c.Pos)
	}
	tn, ok := pkg.Scope().Lookup("Schema").(*types.TypeName)
	if !ok {
		return schema.NewUnresolved("a schema from a library that is not loaded", c.Pos)
	}
	v, fault := l.schemas.Reflect(c, types.NewPointer(tn.Type()), c.Targs[0],
		invopop.Options{RequiredFromJSONSchemaTags: true, DoNotReference: true})
	if fault != nil {
		e.Fail(fault.Msg, sdk.At(fault.Pos, c.Pos))
	}
	if n, ok := l.schemas.Encode(e, v); ok {
		return l.parsed(c, e, n)
	}
	return l.parsed(c, e, e.Encode(v))
}

// parsed returns a schema after it was decoded into the client's type and encoded
// again.
func (l *library) parsed(c *eval.Call, e *gojson.Encoder, n *schema.Node) *schema.Node {
	pkg := l.host.Types.Package(runnerClient(ir.PkgOf(c.Key)))
	if n.Kind == schema.Unresolved || pkg == nil {
		return n
	}
	tn, ok := pkg.Scope().Lookup("BetaToolInputSchemaParam").(*types.TypeName)
	if !ok || n.Kind != schema.Object || !json.Valid(n.JSON()) {
		return schema.NewUnresolved("a schema that the client may not read", c.Pos)
	}
	v, ok := l.Decode(n, tn.Type())
	if !ok {
		return schema.NewUnresolved("a schema of an unknown version", c.Pos)
	}
	return e.Encode(v)
}
