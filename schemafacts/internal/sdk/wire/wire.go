// Package wire is the dialect of programs without an SDK. They have a user-defined type
// that encoding/json encodes as a tool, or maps, or JSON strings. They send them in a
// response to tools/list, or to a model.
//
// The members decide whether a value is a tool: a name and one of inputSchema,
// input_schema and parameters. The schema is what encoding/json makes of the value. A
// tool is registered if it is in a list that is the value of a member named tools. If
// no such list is visible, the tool is untraced.
package wire

import (
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/wire/bedrock"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/wire/goopenai"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/wire/ollama"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/wire/stainless"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

const DialectName = "wire"

// Dialect recognizes the tools of programs without an SDK by the form of their types
// and values.
var Dialect = sdk.Dialect{
	Name:        DialectName,
	Packages:    []string{goopenai.Schemas},
	Reads:       []string{goopenai.Schemas},
	Runs:        goopenai.Runs,
	MatchesForm: func(tn *types.TypeName) bool { return formOf(tn.Type()) != none },
	ValueHook:   valueHook,
	UsesForm:    in,
	Bind:        bind,
}

// Each client of a model vendor needs a line here and a folder, which models how its
// types are encoded and what its helper functions return.
var (
	clients = []func(h *sdk.Host) sdk.Library{stainless.Bind, goopenai.Bind, ollama.Bind, bedrock.Bind}
	makers  = []func(fn *types.Func) bool{stainless.Makes}
)

// makes reports whether a function of a vendor's client makes tools.
func makes(fn *types.Func) bool {
	return slices.ContainsFunc(makers, func(makes func(*types.Func) bool) bool { return makes(fn) })
}

func bind(h *sdk.Host) sdk.Bound {
	b := &bound{host: h, forms: map[types.Type]form{}, early: map[*value.Def]early{}, defs: map[*value.Cell]*value.Def{}}
	b.Registrar = sdk.Registrar{Host: h, Dialect: DialectName, Paths: clientModules, Family: b.sender,
		Functions: map[string]eval.Intrinsic{hookTool: b.callMapHook, hookList: b.callMapHook, hookText: b.callTextHook}}
	for _, bind := range clients {
		b.Libraries = append(b.Libraries, bind(h))
	}
	for _, key := range listOptions {
		b.Functions[key] = b.callListOption
	}
	return b
}

// bound finds the tools in one package that makes them without an SDK. Its libraries
// are the clients of vendors. Its functions are hooks, which programs call with values
// that may be tools.
type bound struct {
	sdk.Registrar
	host  *sdk.Host
	forms map[types.Type]form
	// early maps lists to their elements when the list was made.
	early map[*value.Def]early
	// defs are the definitions of tools that are maps.
	defs map[*value.Cell]*value.Def
}

// Watch reports whether values of a type are tools or lists of tools.
func (b *bound) Watch(t types.Type) bool {
	return t == wrapped || b.form(t) >= aTool
}

func (b *bound) form(t types.Type) form {
	f, ok := b.forms[t]
	if !ok {
		if named, isNamed := types.Unalias(t).(*types.Named); isNamed && !b.host.Other(named.Obj()) {
			if f = formOf(t); b.host.Forced(named.Obj()) {
				f = forced
			}
		}
		b.forms[t] = f
	}
	return f
}

// Untraced emits the tools of a definition that is a list, and returns nil. For any
// other definition, it returns the tool if it is in no visible list. Lists are read
// at the end, because programs may fill them after making them.
func (b *bound) Untraced(m *eval.Machine, d *value.Def) *tool.Tool {
	s := d.Last()
	if s == nil {
		return nil
	}
	if d.T == wrapped {
		w := s.Field("Value")
		if s.Field("List") != nil {
			if isList, _ := value.BoolOf(s.Field("List")); isList {
				b.list(m, d, memberOf(w))
				return nil
			}
		}
		return b.defined(m, d, w)
	}
	switch b.form(d.T) {
	case aTool, forced:
		return b.defined(m, d, s)
	case aList:
		for _, list := range toolsOf(s) {
			b.list(m, d, list)
		}
	}
	return nil
}

// defined returns the tool that the value v of the definition d is, or nil if it is
// not a tool.
func (b *bound) defined(m *eval.Machine, d *value.Def, v value.Value) *tool.Tool {
	l := b.read(m, v)
	if was := b.early[d].list; len(was) == 1 && (l == nil || l.name.Kind != schema.String || holes(l) > holes(was[0])) {
		l = was[0]
	}
	if l == nil || !looksDefined(l.doc) {
		return nil
	}
	names := l.byName()
	if len(names) != 1 {
		return nil
	}
	l = names[0]
	t := b.tool(l)
	// No code is seen to encode the value, so a part that cannot be encoded, such as a
	// handler next to the schema, is not an error of the tool.
	t.Errors = slices.DeleteFunc(t.Errors, func(p tool.Problem) bool { return !ofTool(p.Hole) })
	t.Doc = without(t.Doc)
	t.DefPos, t.Conditional = d.Pos, d.Cond || l.maybe
	t.Hops = []tool.Hop{{Pos: d.Pos, Text: "defined"}}
	return t
}

// ofTool reports whether a JSON pointer leads into a member that tools have.
func ofTool(at string) bool {
	name, _, _ := strings.Cut(strings.TrimPrefix(at, "/"), "/")
	return isMember(name)
}

// isMember reports whether tools have a member with this name, in MCP or in the form
// of a vendor.
func isMember(name string) bool {
	return slices.Contains(members, name) || slices.Contains(modelMembers, name)
}

// members are the members of a tool in MCP.
var members = []string{"name", "title", "description", "icons", "inputSchema", "outputSchema", "annotations", "execution", "_meta"}

// without returns a tool without the unresolved members that tools do not have.
func without(doc *schema.Node) *schema.Node {
	out := *doc
	out.Members = slices.DeleteFunc(slices.Clone(doc.Members), func(m schema.Member) bool {
		return m.Value.Kind == schema.Unresolved && !isMember(m.Name)
	})
	return &out
}

func holes(l *listed) int { return len(l.doc.Holes()) }

// toolsOf returns the lists of tools in the fields of a struct.
func toolsOf(s *value.Struct) []value.Value {
	var out []value.Value
	for _, f := range jsonfields.Of(s.Type()) {
		if i := slices.Index(listNames, memberName(s.T, f.Name)); len(f.Path) == 1 && i >= 0 {
			if v := s.At(f.Path[0]); i == 0 || !value.IsZero(v) {
				out = append(out, v)
			}
		}
	}
	return out
}

// memberOf returns the list of tools in a map or struct, or nil if it has no such member. Any
// other value is the list itself.
func memberOf(v value.Value) value.Value {
	if s, ok := v.(*value.Struct); ok {
		for _, list := range toolsOf(s) {
			return list
		}
		return nil
	}
	m, ok := v.(*value.Map)
	if !ok {
		return v
	}
	var out value.Value
	m.Entries(func(k, v value.Value, _ bool) {
		if name, _ := value.StringOf(k); slices.Contains(listNames[:3], name) && (out == nil || name == listNames[0]) {
			out = v
		}
	})
	return out
}
