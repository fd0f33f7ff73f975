package ollama

import (
	"go/token"
	"go/types"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// TestPartial decodes JSON of which some members are unknown.
func TestPartial(t *testing.T) {
	pkg := types.NewPackage(apiPath, "api")
	st := types.NewStruct([]*types.Var{types.NewField(token.NoPos, pkg, "Description", types.Typ[types.String], false)}, []string{`json:"description"`})
	property := types.NewNamed(types.NewTypeName(token.NoPos, pkg, "ToolProperty", nil), st, nil)
	n := schema.NewObject()
	n.Set("description", schema.NewString("d"))
	if v, _ := (library{}).Decode(n, property); value.TypeOf(v) != property {
		t.Errorf("a known property is decoded into %v", v)
	} else if _, ok := v.(*value.Struct); !ok {
		t.Errorf("a known property is decoded into a %T", v)
	}
	n.Doubt("it depends on a condition", token.NoPos).More = true
	if v, _ := (library{}).Decode(n, property); v == nil {
		t.Error("a partly unknown property is not decoded")
	} else if _, ok := v.(*value.Unknown); !ok {
		t.Errorf("a partly unknown property is decoded into a %T", v)
	}
}
