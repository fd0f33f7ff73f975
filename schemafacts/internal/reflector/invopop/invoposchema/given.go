package invoposchema

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/invopop"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// given runs code of the program that the reflector calls: the Mapper and the methods
// of types. The schemas that they return become part of the result without a copy, and
// tags are written into them. If the program returns the same schema twice, such as
// that of a variable, each change is visible in both places.
type given struct {
	c     *eval.Call
	t     types.Type // Schema
	cells map[*value.Cell]*taken
	order []*taken
	// torn reports whether the program changed a schema between two calls that returned
	// it to the reflector.
	torn bool
}

// taken is a schema that the program passes to the library.
type taken struct {
	p     *value.Ptr
	node  *schema.Node // as the reflector changes it
	first *schema.Node // as the program returned it
}

func newGiven(c *eval.Call, t types.Type) *given {
	return &given{c: c, t: t, cells: map[*value.Cell]*taken{}}
}

// take returns the schema that v points to, in the form of invopop.Build, and whether
// it is known.
func (g *given) take(v value.Value) (*schema.Node, bool) {
	if isNil(v) {
		return nil, true
	}
	p, ok := v.(*value.Ptr)
	if !ok {
		return nil, false
	}
	n := tree(g.c.M, p)
	if old := g.cells[p.C]; old != nil {
		g.torn = g.torn || !schema.Equal(n, old.first)
		return old.node, true
	}
	if n.Kind == schema.Unresolved {
		return nil, false
	}
	t := &taken{p, n, n.Clone()}
	g.cells[p.C] = t
	g.order = append(g.order, t)
	return n, true
}

// result returns the built schema as a value.
func (g *given) result(n *schema.Node) value.Value {
	mk := newMaker(g.t)
	mk.Given = map[*schema.Node]*value.Ptr{}
	for _, t := range g.order {
		mk.Given[t.node] = t.p
	}
	for _, t := range g.order {
		if g.torn {
			g.c.M.Set(t.p.C, g.c.Unknown("a schema that changes while it is reflected"))
			continue
		}
		if st, ok := t.p.Load().(*value.Struct); ok && schema.Equal(t.node, t.first) {
			st = st.Copy()
			st.Pos, st.Go = t.node.Pos, t.node.Type // from the place in which the reflector put it
			g.c.M.Set(t.p.C, st)
			continue
		}
		if p, ok := mk.New(t.node).(*value.Ptr); ok {
			g.c.M.Set(t.p.C, p.Load())
		} else {
			g.c.M.Set(t.p.C, g.c.Unknown("a schema that tags change"))
		}
	}
	if g.torn {
		return g.c.Unknown("a schema that changes while it is reflected")
	}
	return mk.Pointer(n)
}

// mapper returns a function that runs the reflector's Mapper, or nil if the reflector
// has none.
func (g *given) mapper() func(types.Type) (*schema.Node, bool) {
	r, ok := value.StructOf(g.c.Recv)
	if !ok {
		return nil
	}
	f, ok := r.Field("Mapper").(*value.Closure)
	if !ok {
		return nil
	}
	return func(t types.Type) (*schema.Node, bool) {
		v, ok := g.c.CallFunc(f, &value.TypeVal{T: t, Pos: g.c.Pos})
		if !ok {
			return nil, false
		}
		return g.take(v)
	}
}

// methods returns functions that run the methods with which types take part in
// reflection.
func (g *given) methods() invopop.Methods {
	c := g.c
	return invopop.Methods{
		Schema: func(t types.Type) (*schema.Node, bool) {
			v, ok := c.CallMethod(t, "JSONSchema")
			if !ok {
				return nil, false
			}
			return g.take(v)
		},
		Extend: func(t types.Type, n *schema.Node) (*schema.Node, bool) {
			p := newMaker(g.t).Pointer(n)
			if _, ok := c.CallMethod(t, "JSONSchemaExtend", p); !ok {
				return nil, false
			}
			n = tree(c.M, p)
			return n, n.Kind != schema.Unresolved
		},
	}
}
