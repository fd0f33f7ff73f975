package value

import (
	"go/token"
	"slices"
	"testing"
)

// TestLongLists checks that long lists whose elements may be absent are compared in time.
func TestLongLists(t *testing.T) {
	list := func(n int, last string) *Slice {
		s := &Slice{}
		for i := range n {
			s.Elems = append(s.Elems, Elem{C: NewCell(NewString("s", token.NoPos)), Maybe: true})
			if i == n-1 {
				s.Elems[i].C.First = NewString(last, token.NoPos)
			}
		}
		return s
	}
	if x, y := list(60, "x"), list(60, "y"); Leq(x, y) {
		t.Error("a list is at most one without its last element")
	}
	if !Leq(list(40, "s"), list(60, "s")) {
		t.Error("a list is not at most a longer one")
	}
}

// TestUnion joins lists that have grown from one list and lists that have not.
func TestUnion(t *testing.T) {
	for _, c := range []struct{ a, b, want []int }{
		{nil, []int{1}, []int{1}},
		{[]int{1, 2}, []int{1, 2}, []int{1, 2}},
		{[]int{1, 2}, []int{1}, []int{1, 2}},
		{[]int{1}, []int{1, 2}, []int{1, 2}},
		{[]int{1, 2, 3}, []int{1, 4, 2}, []int{1, 2, 3, 4}},
		{[]int{1, 2}, []int{2, 1, 3}, []int{1, 2, 3}},
	} {
		if got := union(c.a, c.b); !slices.Equal(got, c.want) {
			t.Errorf("union(%v, %v) = %v, want %v", c.a, c.b, got, c.want)
		}
	}
}
