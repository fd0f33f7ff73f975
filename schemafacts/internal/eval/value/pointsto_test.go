package value

import (
	"go/token"
	"go/types"
	"testing"
)

// TestHolding checks that the reason for unknown elements stays as it is if a value is
// stored again, alone or as one of several.
func TestHolding(t *testing.T) {
	any := types.NewInterfaceType(nil, nil)
	pointer := func() Value {
		return &Ptr{C: NewCell(NewString("s", token.NoPos)), T: types.NewPointer(types.Typ[types.String])}
	}
	a, b := pointer(), pointer()
	oneOf := func(targets ...Value) Value { return &Unknown{T: any, PointsTo: targets} }
	u := NewUnknown("unknown elements", token.NoPos, nil)
	for i, step := range []struct {
		v    Value
		want int
	}{{oneOf(), 0}, {a, 1}, {a, 1}, {oneOf(a), 1}, {oneOf(a, b), 2}, {b, 2}, {oneOf(b, a), 2}} {
		if u = u.From(holding(step.v)...); len(u.PointsTo) != step.want {
			t.Errorf("after step %d, there are %d lists, want %d", i, len(u.PointsTo), step.want)
		}
	}
}
