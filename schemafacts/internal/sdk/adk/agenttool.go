package adk

import (
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// agentKind is the kind of the native value that an agent is. Its data is the agent's
// Config.
const agentKind = "agent of the kit"

// newAgent models llmagent.New and agent.New. An agent keeps its name, its description and
// its input schema unchanged.
func newAgent(c *eval.Call) value.Value {
	s, ok := value.StructOf(c.Arg(0))
	if !ok {
		c.Escape()
		return c.Spread("an agent whose configuration is unknown")
	}
	s = s.Copy()
	for i := range s.NumFields() {
		switch f, _ := s.FieldVar(i); f.Name() {
		case "Name", "Description", "InputSchema":
		default:
			c.Escape(s.At(i))
		}
	}
	return sdk.Opaque(c, agentKind, s)
}

// agentTool models agenttool.New(agent, config), which makes a tool of an agent.
func (b *bound) agentTool(c *eval.Call) value.Value {
	made := sdk.Opaque(c, "agent tool", nil)
	sdk.Each(c, c.Arg(0), func(v value.Value) {
		n, _ := v.(*value.Native)
		if n == nil || n.Kind != agentKind {
			b.Host.Nameless(c, dialectName, v)
			return
		}
		s := n.Data.(*value.Struct)
		call := *c
		call.Args = []value.Value{s.Field("Name"), s.Field("Description")}
		b.Construct(sdk.Constructor{Name: 0, Desc: 1, Handler: 2,
			In:     func(m *sdk.Making) *schema.Node { return requestOf(m, s.Field("InputSchema")) },
			Result: func(*eval.Call, []*sdk.Making) value.Value { return made },
		})(&call)
	})
	return made
}

// requestOf returns the schema of the arguments of an agent: the given one, or that of a
// request in words.
func requestOf(m *sdk.Making, given value.Value) *schema.Node {
	if given != nil && !value.IsNil(given) {
		return sdk.JSONTypes(m.Encoder.Encode(given))
	}
	n, err := schema.Parse([]byte(`{"properties": {"request": {"type": "string"}}, "required": ["request"], "type": "object"}`))
	if err != nil {
		panic(err)
	}
	n.Walk(func(_ string, n *schema.Node) bool { n.Pos = m.Pos; return true })
	return n
}
