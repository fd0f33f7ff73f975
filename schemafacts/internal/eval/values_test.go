package eval

import (
	"go/token"
	"go/types"
	"slices"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// TestUnknownMap looks into a map of which the state does not tell what it
// holds: nothing is known of it, and nobody panics.
func TestUnknownMap(t *testing.T) {
	m := value.NewMap(types.NewMap(types.Typ[types.String], types.Typ[types.Int]), 1)
	m.Put(value.NewString("a", 2), value.NewInt(1, 3))
	if open := m.Entries(func(value.Value, value.Value, bool) {}); open != nil || m.Len() != 1 {
		t.Errorf("%d entries, open %v", m.Len(), open)
	}
	why := value.NewUnknown("forgotten", 4, nil)
	m.Obj = value.NewCell(why)
	if open := m.Entries(func(value.Value, value.Value, bool) { t.Error("an entry") }); open != why {
		t.Errorf("open is %v", open)
	}
	m.Obj = value.NewCell(value.NewInt(1, 3))
	if open := m.Entries(func(value.Value, value.Value, bool) { t.Error("an entry") }); open == nil || m.Len() != 0 {
		t.Error("what holds no entries is a map without entries")
	}
}

// TestJoinSteps joins two values that can each be many things: it takes a comparison
// of each with each, and the budget has to see it.
func TestJoinSteps(t *testing.T) {
	m := NewMachine(nil, nil, nil)
	var a, b value.Unknown
	for i := range int64(value.MaxAlts) {
		a.Alts = append(a.Alts, value.NewInt(i, 1))
		b.Alts = append(b.Alts, value.NewInt(value.MaxAlts+i, 1))
	}
	if m.Join(&a, &b, value.NewUnknown("joined", 1, nil)); m.steps < value.MaxAlts/2 {
		t.Errorf("%d steps", m.steps)
	}
}

// TestBudget gives each root what it may take, as long as the package has as much left, and
// never nothing.
func TestBudget(t *testing.T) {
	m := NewMachine(nil, nil, nil)
	if m.begin(nil, false); m.most != libraryBudget || m.limit != libraryBarren {
		t.Errorf("a library's root may take %d steps, and %d without a tool", m.most, m.limit)
	}
	m.Program = true
	if m.begin(nil, true); m.most != packageBudget || m.limit != packageBudget {
		t.Errorf("main may take %d steps, and %d without a tool", m.most, m.limit)
	}
	m.Elsewhere = func(token.Pos) bool { return true }
	if m.begin(&ir.Func{}, true); m.most != packageBudget || m.limit != foreignInit {
		t.Errorf("an initializer of a downloaded module may take %d steps, and %d without a tool", m.most, m.limit)
	}
	m.begin(nil, true)
	if m.found(); m.most != toolBudget || m.limit != toolBudget {
		t.Errorf("main may take %d steps from its first tool", m.most)
	}
	if m.begin(nil, false); m.left != rootBudget || m.most != rootBudget || m.limit != barren {
		t.Errorf("a root may take %d steps, and %d without a tool", m.most, m.limit)
	}
	m.left = 0
	if m.begin(nil, false); m.most != leastRun || m.limit != leastRun {
		t.Errorf("the last root may take %d steps, and %d without a tool", m.most, m.limit)
	}
	m.DivideBudget(5)
	if m.begin(nil, false); m.most != rootBudget/5 || m.left != ownBudget {
		t.Errorf("a root may take %d steps of %d", m.most, m.left)
	}
}

// TestFound lets a run that finds tools go on, up to its limit.
func TestFound(t *testing.T) {
	b := budgetOf(1000, 600)
	if b.limit != 600 {
		t.Errorf("a run may begin with %d steps", b.limit)
	}
	b.steps = 50
	if b.found(); b.limit != 650 {
		t.Errorf("after a tool, a run may take %d steps", b.limit)
	}
	b.steps = 500
	if b.found(); b.limit != 1000 {
		t.Errorf("a run of at most 1000 may take %d steps", b.limit)
	}
}

// TestWidenTuple widens the results of a call, which Go does not compare.
func TestWidenTuple(t *testing.T) {
	m := NewMachine(nil, nil, nil)
	m.begin(nil, true)
	j := m.Mem.Join(value.NewUnknown("any number of rounds", 5, nil), m.Mem.Keep(), m.Mem.Keep())
	was, now := value.Tuple{value.NewString("a", 1)}, value.Tuple{value.NewString("b", 2)}
	for _, v := range []value.Value{now, &value.Marked{V: now}} {
		if got, ok := value.Plain(j.Widen(was, v)).(*value.Unknown); !ok {
			t.Errorf("%T and %T are widened to %v", was, v, got)
		}
	}
}

// TestJoinSaysMore joins a value that is one of several with one that may lead
// somewhere else.
func TestJoinSaysMore(t *testing.T) {
	m := NewMachine(nil, nil, nil)
	why := value.NewUnknown("joined", 0, nil)
	here, there := &value.Ptr{C: value.NewCell(&value.Nil{})}, &value.Ptr{C: value.NewCell(&value.Nil{})}
	several := &value.Unknown{Alts: []value.Value{here, value.NewUnknown("anything", 0, nil)}}
	if got := m.Join(several, here, why); got != value.Value(several) {
		t.Errorf("with one of its own it becomes %v", got)
	}
	many := &value.Unknown{PointsTo: []value.Value{there}}
	for _, got := range []value.Value{m.Join(several, many, why), m.Join(many, several, why)} {
		if !slices.Contains(value.Targets(got), value.Value(there)) {
			t.Errorf("%v does not lead to what one of both leads to", got)
		}
	}
}
