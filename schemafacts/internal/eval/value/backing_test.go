package value

import "testing"

// TestPlaces joins lists of places that have most of them in common. Each place counts
// once: after n joins there are not 2ⁿ.
func TestPlaces(t *testing.T) {
	shared := GrownPlace{At: 1, Last: 1, C: NewCell(NewInt(1, 0))}
	other := GrownPlace{At: 1, Last: 1, C: NewCell(NewInt(2, 0))}
	one, two := &Grown{[]GrownPlace{shared}}, &Grown{[]GrownPlace{other, shared}}
	for _, v := range []Value{&Unknown{Alts: []Value{one, two}}, &Grown{distinct(one.Places, two.Places)}} {
		got := Places(NewCell(v))
		if len(got) != 2 || got[0] == got[1] {
			t.Errorf("places are %v, want %v and %v", got, shared, other)
		}
	}
}
