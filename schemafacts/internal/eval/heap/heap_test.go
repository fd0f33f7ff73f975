package heap

import (
	"go/types"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

func newHeap() *Heap {
	return New(func(types.Type) bool { return false }, func() int { return 0 })
}

func text(s string) value.Value { return value.NewString(s, 1) }

// holds reports whether a cell certainly holds the text s.
func holds(c *value.Cell, s string) bool { return value.Same(c.Get(), text(s)) }

// TestAliases writes to a cell that may be the same variable as another one.
func TestAliases(t *testing.T) {
	h := newHeap()
	a, b, other := value.NewCell(text("a")), value.NewCell(text("b")), value.NewCell(text("other"))
	h.alias(a, b)
	h.Set(a, text("new"))
	if !holds(a, "new") || holds(b, "b") || holds(b, "new") || !holds(other, "other") {
		t.Errorf("after a write to a: a %v, b %v, other %v", a.Get(), b.Get(), other.Get())
	}
	c, d := value.NewCell(text("c")), value.NewCell(text("d"))
	h.alias(c, d)
	end := h.Joining()
	h.Set(c, text("new")) // the machine's own write
	if end(); !holds(c, "new") || !holds(d, "d") {
		t.Errorf("after a write of the machine: c %v, d %v", c.Get(), d.Get())
	}
}

// TestRecorder records the values that a variable has had, also after the recorder that
// was nested in another one has ended.
func TestRecorder(t *testing.T) {
	h := newHeap()
	c, same := value.NewCell(text("before")), value.NewCell(text("same"))
	why := value.NewUnknown("interrupted", 1, nil)
	outer := h.Record(why)
	inner := h.Record(why)
	h.Set(c, text("after"))
	h.Stop(inner)
	h.Stop(outer)
	h.PerhapsUndone(outer, why)
	alts := value.Alternatives(c.Get())
	if len(alts) != 2 || !value.Same(alts[0], text("before")) || !value.Same(alts[1], text("after")) || !holds(same, "same") {
		t.Errorf("%v, and %v", alts, same.Get())
	}
}

// TestLate writes to a variable to which a goroutine may write at any time.
func TestLate(t *testing.T) {
	h := newHeap()
	c := value.NewCell(text("start"))
	r := h.Record(value.NewUnknown("a goroutine", 1, nil))
	h.Set(c, text("late"))
	h.Stop(r)
	h.MayComeLate(r)
	if h.Set(c, text("next")); holds(c, "next") {
		t.Error("the goroutine cannot write after the program")
	}
}

// TestWatch writes to what a watched value leads to.
func TestWatch(t *testing.T) {
	conditions, calls, conditional := 0, 0, false
	h := New(func(types.Type) bool { return false }, func() int { return conditions })
	c, other := value.NewCell(text("a")), value.NewCell(text("b"))
	h.OnWrite(func(c bool) { calls++; conditional = c }, &value.Ptr{C: c})
	h.Set(other, text("new"))
	if calls != 0 {
		t.Error("a write to another variable is reported")
	}
	if h.Set(c, text("new")); calls != 1 || conditional {
		t.Errorf("%d calls, conditional: %v", calls, conditional)
	}
	conditions = 1
	if h.Set(c, text("newer")); calls != 2 || !conditional {
		t.Errorf("under a condition: %d calls, conditional: %v", calls, conditional)
	}
	h.EndRun()
	if h.Set(c, text("newest")); calls != 2 {
		t.Error("a write after the run is reported")
	}
}

// TestForget makes everything unknown that a value leads to.
func TestForget(t *testing.T) {
	h := newHeap()
	c, far, other := value.NewCell(text("a")), value.NewCell(text("far")), value.NewCell(text("other"))
	list := value.NewSlice(nil, 1)
	list.Elems = append(list.Elems, value.Elem{C: far})
	h.Forget(value.NewUnknown("unfollowed", 1, nil), &value.Ptr{C: c}, list)
	if holds(c, "a") || holds(far, "far") || !holds(other, "other") {
		t.Errorf("%v, %v, %v", c.Get(), far.Get(), other.Get())
	}
	h.Keep([]value.Value{&value.Ptr{C: c}}, value.NewUnknown("stored", 1, nil))
	if h.Set(c, text("new")); holds(c, "new") {
		t.Error("a variable that is kept elsewhere holds only what the program writes")
	}
}

// TestHandedOver passes the same values to unseen code twice. The second time, there is nothing
// left to forget.
func TestHandedOver(t *testing.T) {
	h := newHeap()
	field := func(name string, t types.Type) *types.Var { return types.NewField(1, nil, name, t, false) }
	str, empty := types.Typ[types.String], types.NewStruct(nil, nil)
	typ := types.NewStruct([]*types.Var{
		field("text", str), field("mutex", empty), field("any", types.NewInterfaceType(nil, nil)),
		field("pair", types.NewArray(str, 2)), field("list", types.NewSlice(str)), field("run", types.NewSignatureType(nil, nil, nil, nil, nil, false)),
	}, nil)
	c := value.NewCell(value.Zero(typ, 1))
	s := c.Get().(*value.Struct)
	for i, v := range []value.Value{text("a"), value.Zero(empty, 1), text("b")} {
		s.SetAt(i, v)
	}
	m := value.NewMap(types.NewMap(str, str), 1)
	m.Obj.First = &value.Entries{Entries: []value.Entry{{K: "k", Key: text("k"), Val: text("v")}}}
	given := []value.Value{&value.Ptr{C: c}, m}
	before := h.Mem.Keep()
	h.HandOver(given, value.NewUnknown("unseen", 1, nil))
	once := h.Mem.Keep()
	if n := len(h.Mem.Changes(before, once)); n != 2 {
		t.Errorf("%d variables are forgotten, want 2", n)
	}
	h.HandOver(given, value.NewUnknown("unseen, too", 2, nil))
	for _, d := range h.Mem.Changes(once, h.Mem.Keep()) {
		t.Errorf("forgotten again: %v, then %v", d.VA, d.VB)
	}
}

// TestScramble sorts a slice of which many variables may share the array. Each may be any of the
// elements, without a list of them for each.
func TestScramble(t *testing.T) {
	h := newHeap()
	s := &value.Slice{}
	var aliases []*value.Cell
	for range 100 {
		c, d := value.NewCell(text("a")), value.NewCell(text("a"))
		h.alias(c, d)
		s.Elems, aliases = append(s.Elems, value.Elem{C: c}), append(aliases, d)
	}
	h.Scramble(s)
	for _, d := range aliases {
		if n := len(value.AliasesOf(d)); n > 2 {
			t.Fatalf("a variable has a list of %d others", n)
		}
	}
	h.Set(aliases[0], text("new"))
	for i, e := range s.Elems {
		if holds(e.C, "a") || holds(e.C, "new") {
			t.Fatalf("after a write to a variable that may be element %d, it is %v", i, e.C.Get())
		}
	}
}
