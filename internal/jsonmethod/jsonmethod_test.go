package jsonmethod

import (
	"fmt"
	"go/token"
	"go/types"
	"testing"
)

// BenchmarkDecides asks for each type of a long chain of embedded structs, as checks do.
func BenchmarkDecides(b *testing.B) {
	for _, n := range []int{250, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			chain := embedded(n)
			for b.Loop() {
				for _, t := range chain {
					if Decides(t) {
						b.Fatal(t, " has no methods")
					}
				}
			}
		})
	}
}

// TestEmbedded looks for a method that a chain of embedded structs promotes.
func TestEmbedded(t *testing.T) {
	chain := embedded(3)
	last := chain[0]
	recv := types.NewVar(token.NoPos, nil, "", types.NewPointer(last))
	result := types.NewTuple(types.NewVar(token.NoPos, nil, "", bytesType), types.NewVar(token.NoPos, nil, "", errorType))
	last.AddMethod(types.NewFunc(token.NoPos, nil, "MarshalJSON", types.NewSignatureType(recv, nil, nil, nil, result, false)))
	for _, n := range chain {
		if got := Writes(n, true); got.Name != "MarshalJSON" {
			t.Errorf("%s is written by %q", n, got.Name)
		}
		if got := Writes(n, false); got.Kind != None {
			t.Errorf("%s is written by %q without an address", n, got.Name)
		}
	}
}

// embedded returns n structs, of which each embeds the one before.
func embedded(n int) []*types.Named {
	var out []*types.Named
	for i := range n {
		name := types.NewTypeName(token.NoPos, nil, fmt.Sprintf("T%d", i), nil)
		var fields []*types.Var
		if i > 0 {
			fields = append(fields, types.NewField(token.NoPos, nil, out[i-1].Obj().Name(), out[i-1], true))
		}
		out = append(out, types.NewNamed(name, types.NewStruct(fields, nil), nil))
	}
	return out
}
