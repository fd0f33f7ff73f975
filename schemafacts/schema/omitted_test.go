package schema

import (
	"go/token"
	"testing"
)

func TestOmitted(t *testing.T) {
	hole := func(reason string) *Node { return NewUnresolved(reason, token.NoPos) }
	n := NewObject()
	n.Set("a", hole("one"))
	n.Set("b/c", NewArray(NewString("x"), hole("two"), hole("three")))
	inner := NewObject()
	inner.Set("d", hole("four"))
	n.Set("e", NewArray(inner, NewArray(NewArray(hole("five")))))
	var got string
	for _, h := range n.Omitted() {
		got += h.Path + " " + h.Reason + "\n"
	}
	want := "/a one\n/b~1c two\n/e/0/d four\n/e five\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got, want := n.Resolved().String(), `{}`; got != want {
		t.Errorf("Resolved: got %s, want %s", got, want)
	}
	if o := hole("all").Omitted(); len(o) != 1 || o[0].Path != "" {
		t.Errorf("of a hole: got %v", o)
	}
}
