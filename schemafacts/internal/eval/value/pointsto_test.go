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

// countingPaths count steps.
type countingPaths struct {
	plainPaths
	steps *int
}

func (p countingPaths) Step(n int) { *p.steps += n }

// TestJoinCost checks that a join of unknown values costs more if they point to more, also if
// only their alternatives do.
func TestJoinCost(t *testing.T) {
	any := types.NewInterfaceType(nil, nil)
	cost := func(n int, alternatives bool) (steps int) {
		unknown := func(alt int64) Value {
			u := &Unknown{T: any}
			for i := range n {
				u.PointsTo = append(u.PointsTo, &Ptr{C: NewCell(NewInt(int64(i), token.NoPos)), T: intPtr})
			}
			if !alternatives {
				return u
			}
			one := &Unknown{T: any}
			one.AddAlt(u)
			one.AddAlt(NewInt(alt, token.NoPos))
			return one
		}
		j := &Joiner{Why: NewUnknown("joined", token.NoPos, nil), In: countingPaths{steps: &steps}}
		if v := j.Join(unknown(1), unknown(2)).(*Unknown); len(v.PointsTo) != 2*n {
			t.Errorf("the result of a join points to %d values, want %d", len(v.PointsTo), 2*n)
		}
		return steps
	}
	for _, alternatives := range []bool{false, true} {
		if small, large := cost(100, alternatives), cost(1000, alternatives); small == 0 || large < 9*small {
			t.Errorf("joins of values that point to 100 and 1000 others cost %d and %d steps", small, large)
		}
	}
}
