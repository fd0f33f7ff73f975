// Package genkit is the dialect of github.com/firebase/genkit/go. A model receives what
// the Definition method of a ToolDef returns. Its schemas are set by an option, or
// inferred from the types of the tool's function with invopop/jsonschema and a Mapper
// that differs by version.
package genkit

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
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
		aiPath:            {"ToolDef", "Tool", "ToolOption"},
		aiExpPath:         {"Tool", "InterruptibleTool"},
		genkitPath:        {"Genkit"},
		invoposchema.Path: invoposchema.Seeds,
	},
	Bind: bind,
}

func bind(h *sdk.Host) sdk.Bound {
	b := &bound{host: &h.Imports, lib: invoposchema.Bind(&h.Imports), instances: map[*value.Cell]*instance{}}
	// The framework has no servers: a tool exists as soon as a list given to a model
	// contains it.
	offering := *h
	offering.Emit = h.EmitListed
	b.Registrar = sdk.Registrar{Host: &offering, Dialect: dialectName, Libraries: []sdk.Library{b.lib}}
	b.rule = b.find()
	b.Functions = map[string]eval.Intrinsic{
		aiPath + ".WithInputSchema":     newOption("InputSchema"),
		aiPath + ".WithInputSchemaName": newOption("InputSchemaName"),
		aiPath + ".WithStrictSchema":    newOption("StrictSchema"),
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
	rule rule
	// instances maps the cells that pointers to a *genkit.Genkit lead to, to their
	// instances.
	instances map[*value.Cell]*instance
}

// Intrinsic returns the model of a function of the framework or of its schema library.
func (b *bound) Intrinsic(key string) eval.Intrinsic {
	switch name, _ := strings.CutPrefix(key, genkitPath+"."); name {
	case "Init":
		return b.init
	case "ListTools":
		return b.listTools
	case "RegisterAction":
		return b.registerAction
	}
	if option, ok := strings.CutPrefix(key, genkitPath+".With"); ok {
		return initOption(option)
	}
	if in := method(key); in != nil {
		return in
	}
	return b.Registrar.Intrinsic(key)
}

// Watch reports whether composite literals of a type define tools.
func (b *bound) Watch(t types.Type) bool { return t == sdk.Definition }

// Untraced returns nil, because each constructor also registers its tool.
func (b *bound) Untraced(*eval.Machine, *value.Def) *tool.Tool { return nil }

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
	return func(c *eval.Call) value.Value {
		handler := c.Arg(sh.first + 2)
		if sh.given > 0 {
			handler = c.Arg(sh.first + 3)
		}
		var all []*described
		b.Register(c, sdk.Define(c, c.Arg(sh.first)), handler, func(t *tool.Tool, _ *value.Struct, _ *value.Cell) {
			t.ServerPos = token.NoPos
			all = append(all, &described{t, c.Arg(sh.first + 1), b.complete(c, t, sh)})
			if sh.wrapped && sh.first > 0 {
				b.experimental(c, t)
			}
		})
		made := &value.Native{Kind: toolKind, Data: all, T: c.Result, Pos: c.Pos}
		if sh.first > 0 {
			b.add(c, c.Arg(0), made)
		}
		return made
	}
}

// complete sets the document of a tool. Its members have the names that MCP uses.
// complete returns the value of the input schema, or nil if the schema is inferred.
func (b *bound) complete(c *eval.Call, t *tool.Tool, sh shape) value.Value {
	e := &gojson.Encoder{M: c.M, KeepTainted: true}
	doc := schema.NewObject().At(c.Pos)
	t.Doc = doc
	doc.Set("name", schema.NewString(t.Name).At(t.NamePos))
	if v := c.Arg(sh.first + 1); v != nil {
		if d := e.Encode(v); d.Kind != schema.String || d.Text != "" {
			doc.Set("description", d)
		}
	}
	in, out := b.types(c, sh)
	input, why := given(c, sh)
	if why != nil {
		doc.Set("inputSchema", why)
	} else if n := b.input(c, e, t, sh, in, input); n != nil {
		doc.Set("inputSchema", n)
	}
	if out == nil {
		doc.Set("outputSchema", schema.NewUnresolved("a type that is not loaded", c.Pos))
	} else if n := b.inferred(t, "/outputSchema", out, c.Pos); n != nil {
		doc.Set("outputSchema", n)
	}
	for _, f := range e.Faults {
		p := tool.Unlisted(doc, f.Hole, f.Msg, sdk.At(f.Pos, t.NamePos))
		if !slices.Contains(t.Errors, p) {
			t.Errors = append(t.Errors, p)
		}
	}
	return input
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
			if obj := pkg.Scope().Lookup("MultipartToolResponse"); obj != nil {
				out = obj.Type()
			}
		}
	}
	return in, out
}

// isInterface reports whether the zero value of a type has no dynamic type.
func isInterface(t types.Type) bool {
	_, param := types.Unalias(t).(*types.TypeParam)
	return !param && types.IsInterface(t)
}

// input returns the input schema, or nil if the tool has none.
func (b *bound) input(c *eval.Call, e *gojson.Encoder, t *tool.Tool, sh shape, in types.Type, given value.Value) *schema.Node {
	switch {
	case given == nil && in == nil:
		return nil
	case given == nil:
		t.InputType = types.TypeString(in, func(p *types.Package) string { return p.Name() })
		t.DescriptionTag = "jsonschema_description"
		return b.inferred(t, "/inputSchema", in, c.Pos)
	case in != nil && !sh.multipart && !sh.wrapped:
		msg := "WithInputSchema requires In to be of type 'any', but got " + types.TypeString(in, func(p *types.Package) string { return p.Name() })
		t.Errors = append(t.Errors, tool.Problem{Path: "/inputSchema", Msg: msg, Pos: t.RegPos})
	}
	n := e.Encode(given)
	if ref := n.Get("$ref"); n.Kind == schema.Object && ref != nil {
		return schema.NewUnresolved("a schema looked up by name", ref.Pos)
	}
	n.SortMembers()
	return n
}

const optionKind = "option of a tool of genkit"

// option is the result of one of the functions ai.With*.
type option struct {
	name string
	arg  value.Value
}

func newOption(name string) eval.Intrinsic {
	return func(c *eval.Call) value.Value {
		return &value.Native{Kind: optionKind, Data: option{name, c.Arg(0)}, T: c.Result, Pos: c.Pos}
	}
}

// given returns the input schema that an argument or an option sets, or nil if none
// does. If it is unknown, given returns an unresolved node instead.
func given(c *eval.Call, sh shape) (value.Value, *schema.Node) {
	if sh.given > 0 {
		return notNil(c.Arg(sh.given)), nil
	}
	opts := c.Arg(sh.options)
	if opts == nil || notNil(opts) == nil {
		return nil, nil
	}
	list, ok := opts.(*value.Slice)
	if !ok || list.Open != nil {
		return nil, schema.NewUnresolved("unknown options", c.Pos)
	}
	var out value.Value
	for _, el := range list.Elems {
		n, ok := el.C.Get().(*value.Native)
		if !ok || n.Kind != optionKind {
			return nil, schema.NewUnresolved("an unknown option", c.Pos)
		}
		switch o, _ := n.Data.(option); o.name {
		case "InputSchema":
			out = notNil(o.arg)
		case "InputSchemaName":
			return nil, schema.NewUnresolved("a schema looked up by name", n.Pos)
		}
	}
	return out, nil
}

func notNil(v value.Value) value.Value {
	if _, ok := v.(*value.Nil); ok {
		return nil
	}
	return v
}
