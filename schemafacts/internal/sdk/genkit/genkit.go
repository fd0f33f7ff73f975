// Package genkit is the dialect of github.com/firebase/genkit/go. A model receives what
// the Definition method of a ToolDef returns. Its schemas are set by an option, or
// inferred from the types of the tool's function with invopop/jsonschema and a Mapper
// that differs by version.
package genkit

import (
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/invopop/invoposchema"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

const (
	dialectName = "genkit"
	modulePath  = "github.com/firebase/genkit/go"
	aiPath      = modulePath + "/ai"
	genkitPath  = modulePath + "/genkit"

	// The experimental packages, from 1.10 on.
	aiExpPath     = aiPath + "/exp"
	genkitExpPath = genkitPath + "/exp"
)

// Dialect describes the framework. None of its packages is evaluated from source,
// because its constructors use reflection.
var Dialect = sdk.Dialect{
	Name:      dialectName,
	Module:    modulePath,
	Libraries: []string{invoposchema.Module},
	Packages:  []string{aiPath, aiExpPath, genkitPath, genkitExpPath, invoposchema.Path},
	Seeds: map[string][]string{
		aiPath:            {"ToolDef", "ToolAction", "Tool", "ToolOption"},
		aiExpPath:         {"Tool", "InterruptibleTool"},
		genkitPath:        {"Genkit"},
		invoposchema.Path: invoposchema.Seeds,
	},
	Bind: bind,
}

func bind(h *sdk.Host) sdk.Bound {
	b := &bound{host: &h.Imports, lib: invoposchema.Bind(&h.Imports), instances: map[*value.Cell]*value.Cell{}}
	if pkg := h.Types.Package(aiPath); pkg != nil {
		b.strict = pkg.Scope().Lookup("ToolAction") != nil
	}
	b.Registrar = sdk.Registrar{Host: h, Dialect: dialectName, Offers: true, Libraries: []sdk.Library{b.lib}, Family: method}
	b.Functions = map[string]eval.Intrinsic{
		genkitPath + ".Init":           b.init,
		genkitPath + ".WithPlugins":    plugins,
		genkitPath + ".ListTools":      b.listTools,
		genkitPath + ".RegisterAction": b.registerAction,
	}
	for _, name := range []string{"InputSchema", "InputSchemaName", "InputType", "OutputSchema", "OutputSchemaName", "StrictSchema"} {
		b.Functions[aiPath+".With"+name] = sdk.NewOption(name)
	}
	for path, first := range map[string]int{aiPath + ".New": 0, aiPath + ".Define": 1, genkitPath + ".Define": 1} {
		b.Functions[path+"Tool"] = b.define(shape{first: first, options: first + 3})
		b.Functions[path+"ToolWithInputSchema"] = b.define(shape{first: first, given: first + 2})
		b.Functions[path+"MultipartTool"] = b.define(shape{first: first, options: first + 3, multipart: true})
	}
	for path, first := range map[string]int{aiExpPath + ".New": 0, aiExpPath + ".Define": 1, genkitExpPath + ".Define": 1} {
		for _, name := range []string{"Tool", "InterruptibleTool"} {
			b.Functions[path+name] = b.define(shape{first: first, options: first + 3, wrapped: true})
		}
	}
	return b
}

// bound models the framework for one package that uses it.
type bound struct {
	sdk.Registrar
	host *reflector.Imports
	lib  *invoposchema.Schemas
	// strict reports whether every constructor rejects an option that sets the schema
	// of a concrete type, as from 1.12 on.
	strict bool
	// instances maps the cells that pointers to a *genkit.Genkit lead to, to the lists of
	// their tools. Code that lists them, such as the MCP plugin, is evaluated from source.
	instances map[*value.Cell]*value.Cell
}

// shape describes the arguments of a constructor by their indexes. first is the index
// of the name, which the description follows. given is the index of the input schema,
// and options is the index of the options; 0 means that the constructor has no such
// argument. A wrapped constructor makes a multipart tool from a function that returns
// only its output.
type shape struct {
	first, given, options int
	multipart, wrapped    bool
}

// define returns the model of a constructor of tools.
func (b *bound) define(sh shape) eval.Intrinsic {
	k := sdk.Constructor{Name: sh.first, Desc: sh.first + 1, Handler: sh.first + 2}
	if sh.given > 0 {
		k.Handler++
	}
	k.In = func(m *sdk.Making) *schema.Node {
		in, _ := b.types(m.Call, sh)
		return b.schema(m, sh, "Input", in, in == nil)
	}
	k.Out = func(m *sdk.Making) *schema.Node {
		_, out := b.types(m.Call, sh)
		return b.schema(m, sh, "Output", out, sh.multipart || b.isEnvelope(out))
	}
	k.Result = func(c *eval.Call, made []*sdk.Making) value.Value {
		tool := sdk.Opaque(c, toolKind, made)
		if sh.first > 0 {
			b.add(c, c.Arg(0), tool)
		}
		return tool
	}
	return b.Construct(k)
}

// types returns the types from which the framework infers the schemas. in is nil for
// the type any, and out is nil if it is not visible. If the function returns an
// interface, out is the type in which the framework wraps the result.
func (b *bound) types(c *eval.Call, sh shape) (in, out types.Type) {
	targs := c.Targs
	if sh.given == 0 && len(targs) > 0 {
		in, targs = targs[0], targs[1:]
	}
	if !sh.multipart && len(targs) > 0 {
		out = targs[0]
	}
	if in != nil && isInterface(in) {
		in = nil
	}
	if out == nil || isInterface(out) {
		out = nil
		if pkg := b.host.Types.Package(aiPath); pkg != nil {
			if obj := pkg.Scope().Lookup(envelope); obj != nil {
				out = obj.Type()
			}
		}
	}
	return in, out
}

// envelope is the type in which the framework wraps results.
const envelope = "MultipartToolResponse"

func (b *bound) isEnvelope(t types.Type) bool { return t == nil || ir.IsNamed(t, aiPath, envelope) }

// isInterface reports whether the zero value of a type has no dynamic type.
func isInterface(t types.Type) bool {
	_, param := types.Unalias(t).(*types.TypeParam)
	return !param && types.IsInterface(t)
}

// schema returns the schema of the "Input" or the "Output" of a tool, or nil if the tool
// has none. It is given in the call, or inferred from typ. free reports whether it may
// be given; otherwise the constructor rejects it.
func (b *bound) schema(m *sdk.Making, sh shape, what string, typ types.Type, free bool) *schema.Node {
	path := "/" + strings.ToLower(what) + "Schema"
	given, of, why := given(m.Call, sh, what)
	switch {
	case why != nil:
		return schema.NewUnresolved(why.Reason, why.Pos)
	case given == nil && of == nil:
		return b.fromType(m, what, path, typ)
	case !free && (b.strict || !sh.multipart && !sh.wrapped):
		requires := map[string]string{"Input": "WithInputSchema requires In", "Output": "WithOutputSchema and WithOutputSchemaName require Out"}[what]
		m.Tool.Fail(tool.Problem{Path: path, Pos: m.Tool.RegPos,
			Msg: requires + " to be of type 'any', but got " + types.TypeString(typ, sdk.ShortQualifier)})
	}
	if of != nil {
		return b.inferred(m.Tool, path, of, m.Pos)
	}
	n := m.Encoder.Encode(given)
	if ref := n.Get("$ref"); n.Kind == schema.Object && ref != nil {
		return schema.NewUnresolved(byName, ref.Pos)
	}
	if what == "Input" {
		m.Input = given
	}
	n.SortMembers()
	return n
}

// fromType returns the schema that the framework infers from a type.
func (b *bound) fromType(m *sdk.Making, what, path string, typ types.Type) *schema.Node {
	switch {
	case typ == nil && what == "Input":
		return nil
	case typ == nil:
		return schema.NewUnresolved("a type that is not loaded", m.Pos)
	case what == "Input":
		sdk.Infers(m.Tool, typ, "jsonschema_description")
	}
	return b.inferred(m.Tool, path, typ, m.Pos)
}

const byName = "a schema looked up by name"

// given returns the schema of the "Input" or the "Output" of a tool that an argument or
// an option sets, or the type from which an option takes it, or nil. If it is unknown,
// given returns why.
func given(c *eval.Call, sh shape, what string) (v value.Value, typ types.Type, why *value.Unknown) {
	if sh.given > 0 {
		if what == "Input" {
			v = notNil(c.Arg(sh.given))
		}
		return v, nil, nil
	}
	opts, open := sdk.Options(c.Arg(sh.options), c.Pos)
	if open != nil {
		return nil, nil, open
	}
	for _, o := range opts { // the last one counts
		switch arg := notNil(o.Arg); {
		case o.Name == what+"Schema" && arg != nil:
			v, typ, why = arg, nil, nil
		case o.Name == what+"Type":
			v, typ, why = nil, c.TypeOf(arg), nil
			if typ == nil || types.IsInterface(typ) {
				why = value.NewUnknown("the schema of a value whose type is known only at run time", o.Pos, nil)
			}
		case o.Name == what+"SchemaName":
			why = value.NewUnknown(byName, o.Pos, nil)
		}
	}
	return v, typ, why
}

func notNil(v value.Value) value.Value {
	if value.IsNil(v) {
		return nil
	}
	return v
}
