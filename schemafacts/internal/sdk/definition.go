package sdk

import (
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Definition is the type of the values that [Define] makes. It is for SDKs that have
// no type for a tool before it is registered, so that a constructor call is the
// definition.
var Definition types.Type = types.NewNamed(types.NewTypeName(token.NoPos, nil, "definition", nil), types.NewStruct([]*types.Var{
	types.NewField(token.NoPos, nil, "Name", types.Typ[types.String], false),
}, nil), nil)

// Define records a call as the definition of a tool with this name. It returns a
// pointer to a value of type [Definition].
func Define(c *eval.Call, name value.Value) value.Value {
	s := value.NewStruct(Definition, c.Pos)
	var fn *ir.Func
	if stack := c.M.Stack(); len(stack) > 0 {
		fn = stack[len(stack)-1].Fn
	}
	c.M.Define(s, c.Pos, fn)
	if name == nil {
		name = c.Unknown("an unknown name")
	}
	s.SetField("Name", name)
	return &value.Ptr{T: types.NewPointer(Definition), C: value.NewCell(s), Pos: c.Pos}
}
