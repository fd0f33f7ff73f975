package genkit

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// handed is the type of the struct to which pointers to an instance lead. Its field
// Others is nil until unknown code receives the pointer. That code may register
// tools.
var handed = types.NewStruct([]*types.Var{types.NewField(token.NoPos, nil, "Others", types.NewPointer(types.Typ[types.Int]), false)}, nil)

// plugins models genkit.WithPlugins. Init calls the plugins, whose methods may change them.
func plugins(c *eval.Call) value.Value {
	c.Escape()
	return c.Unknown("an option")
}

// init models genkit.Init(ctx, options...).
func (b *bound) init(c *eval.Call) value.Value {
	at := value.NewCell(value.NewStruct(handed, c.Pos))
	b.instances[at] = value.NewCell(&value.Slice{Pos: c.Pos})
	return &value.Ptr{T: c.Result, C: at, Pos: c.Pos}
}

// add adds the tool t to each instance that g may be.
func (b *bound) add(c *eval.Call, g, t value.Value) {
	all := value.Alternatives(g)
	for _, v := range all {
		tools := b.instances[value.CellOf(v)]
		if tools == nil {
			continue
		}
		if list, ok := tools.Get().(*value.Slice); ok {
			more := value.Elem{C: value.NewCell(t), Maybe: len(all) > 1}
			c.M.Set(tools, &value.Slice{T: list.T, Elems: append(slices.Clip(list.Elems), more), Open: list.Open, Pos: list.Pos})
		}
	}
}

// listTools models genkit.ListTools(g). The real function returns some tools twice,
// in a random order; the model returns each tool once.
func (b *bound) listTools(c *eval.Call) value.Value {
	tools := b.instances[value.CellOf(c.Arg(0))]
	if tools == nil {
		return c.Unknown("the tools of an unknown instance of genkit")
	}
	list, ok := tools.Get().(*value.Slice)
	if !ok {
		return c.Unknown("a list of genkit tools that is only partly known")
	}
	out := &value.Slice{T: c.Result, Open: list.Open, Pos: c.Pos}
	if s, ok := value.StructOf(c.Arg(0)); !ok || !value.IsNil(s.Field("Others")) {
		out.Open = value.NewUnknown("tools that other code may register", c.Pos, nil)
	}
	for _, e := range list.Elems {
		one := value.Elem{C: value.NewCell(asTool(c, e.C.Get())), Maybe: e.Maybe}
		out.Elems = append(out.Elems, one)
	}
	return out
}

// asTool returns the tool v with the element type of the list that a call returns.
func asTool(c *eval.Call, v value.Value) value.Value {
	n, ok := v.(*value.Native)
	list, isList := c.Result.Underlying().(*types.Slice)
	if !ok || !isList {
		return v
	}
	out := *n
	out.T = list.Elem()
	return &out
}

// registerAction models genkit.RegisterAction(g, action).
func (b *bound) registerAction(c *eval.Call) value.Value {
	b.add(c, c.Arg(0), c.Arg(1))
	return value.Tuple{}
}

const toolKind = "tool of genkit"

// method returns the model of a method of a tool, or nil for any other method.
func method(key string) eval.Intrinsic {
	if !strings.HasPrefix(key, "(*"+aiPath+".ToolDef[") && !strings.HasPrefix(key, "(*"+aiPath+".ToolAction[") && !strings.HasPrefix(key, "("+aiPath+".Tool)") && !strings.HasPrefix(key, "(*"+aiExpPath+".") {
		return nil
	}
	switch {
	case strings.HasSuffix(key, ").Name"):
		return ofTool(func(c *eval.Call, m *sdk.Making) value.Value { return value.NewString(m.Tool.Name, m.Tool.NamePos) })
	case strings.HasSuffix(key, ").Definition"):
		return ofTool(definition)
	}
	return nil
}

// ofTool returns the model of a method whose result depends on the tool, by a
// function of the tool. If the tool's name has alternatives, the result has one for
// each.
func ofTool(f func(*eval.Call, *sdk.Making) value.Value) eval.Intrinsic {
	return func(c *eval.Call) value.Value {
		n, ok := c.Recv.(*value.Native)
		if !ok || n.Kind != toolKind {
			return c.Spread("result of a method of an unknown tool")
		}
		all, _ := n.Data.([]*sdk.Making)
		if len(all) == 1 {
			return f(c, all[0])
		}
		out := c.Unknown("a tool with one of several names")
		for _, d := range all {
			out.Alts = append(out.Alts, f(c, d))
		}
		return out
	}
}

// definition models the method Definition of a tool.
func definition(c *eval.Call, d *sdk.Making) value.Value {
	ptr, ok := types.Unalias(c.Result).(*types.Pointer)
	if !ok {
		return c.Spread("a definition of another version")
	}
	s := value.NewStruct(ptr.Elem(), c.Pos)
	if s == nil {
		return c.Spread("a definition of another version")
	}
	s.SetField("Name", value.NewString(d.Tool.Name, d.Tool.NamePos))
	if d.Desc != nil {
		s.SetField("Description", d.Desc)
	}
	for field, part := range map[string]*schema.Node{"InputSchema": d.Tool.Input(), "OutputSchema": d.Tool.Output()} {
		i := s.Index(field)
		if i < 0 || part == nil {
			continue
		}
		f, _ := s.FieldVar(i)
		v := gojson.FromJSON(part, f.Type())
		if field == "InputSchema" && d.Input != nil {
			v = d.Input
		}
		s.SetAt(i, v)
	}
	s.SetField("Metadata", c.Unknown("metadata of a tool"))
	return &value.Ptr{T: c.Result, C: value.NewCell(s), Pos: c.Pos}
}
