package gostd

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// nothing is an environment without programs.
type nothing struct{}

func (nothing) Func(string) *ir.Func            { return nil }
func (nothing) Unit(string) *ir.Unit            { return nil }
func (nothing) Intrinsic(string) eval.Intrinsic { return nil }
func (nothing) Registers(string) bool           { return false }
func (nothing) Leads(types.Type) bool           { return false }
func (nothing) Request(types.Type) bool         { return false }
func (nothing) Units() []*ir.Unit               { return nil }
func (nothing) Watch(types.Type) bool           { return false }
func (nothing) Harmless(string) bool            { return false }

// FuzzModels calls each model with arguments that are too large, negative, of the wrong
// type or absent. No model may panic, and no text may exceed the bound.
func FuzzModels(f *testing.F) {
	f.Add("", int64(0), uint8(0))
	f.Add("%[1]999999d%[1]999999d%*d", int64(2_000_000_000), uint8(1))
	f.Add("a,b,%s\x00\xff", int64(-1), uint8(2))
	f.Add("(", int64(7), uint8(3))
	f.Add("%!%#v%p%T%w", int64(1)<<62, uint8(4))
	keys := slices.Sorted(maps.Keys(models))
	f.Fuzz(func(t *testing.T, text string, number int64, shape uint8) {
		if len(text) > 1000 {
			return
		}
		for _, key := range keys {
			for n := 1; n < 5; n++ { // type-checked code passes all arguments
				v := func() value.Value {
					defer func() {
						if r := recover(); r != nil {
							t.Errorf("%s with %d arguments: %v", key, n, r)
						}
					}()
					return models[key](hostileCall(key, text, number, shape, n))
				}()
				if s, ok := value.StringOf(v); ok && len(s) > maxText {
					t.Errorf("%s returns %d bytes", key, len(s))
				}
			}
		}
	})
}

// hostileCall returns a call with n arguments.
func hostileCall(key, text string, number int64, shape uint8, n int) *eval.Call {
	pool := []value.Value{
		value.NewString(text, 0), value.NewInt(number, 0), value.NewUnknown("hostile", 0, nil), &value.Nil{},
		value.NewSlice(types.NewSlice(types.Typ[types.String]), 0, value.NewString(text, 0), value.NewString(text, 0)),
		value.NewSlice(types.NewSlice(types.NewInterfaceType(nil, nil)), 0, value.NewInt(number, 0), value.NewString(text, 0)),
		value.NewBool(true, 0), &value.Slice{IsNil: true},
	}
	c := &eval.Call{M: eval.NewMachine(nothing{}, Library{}, func(token.Pos) bool { return true }), Key: key, Result: types.Typ[types.String]}
	if key[0] == '(' {
		c.Recv = pool[(int(shape)+3)%len(pool)]
	}
	for i := range n {
		c.Args = append(c.Args, pool[(int(shape)*(i+1)+i)%len(pool)])
	}
	return c
}
