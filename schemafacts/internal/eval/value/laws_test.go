package value

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"math/rand/v2"
	"slices"
	"testing"
)

// plainPaths are two paths on which all cells have the same values.
type plainPaths struct{}

func (plainPaths) RawA(c *Cell) Value      { return c.Raw() }
func (plainPaths) RawB(c *Cell) Value      { return c.Raw() }
func (plainPaths) Reach(*Cell) (a, b bool) { return true, true }
func (plainPaths) Write(c *Cell, v Value)  { c.First = v }
func (plainPaths) Work(int)                {}
func (plainPaths) Step(int)                {}

// gen makes random values of a few types.
type gen struct {
	*rand.Rand
	cells  []*Cell
	shared []*Slice
	// flat leaves out the values for which the order of joins matters: those with parts that
	// are one of several as a whole, empty slices that are not nil, slices with equal elements
	// that are not the same, and slices with one element twice.
	flat bool
}

func isSimple(t types.Type) bool {
	switch t.(type) {
	case *types.Basic, *types.Pointer:
		return true
	}
	return false
}

var (
	intType   = types.Typ[types.Int]
	intPtr    = types.NewPointer(intType)
	sliceType = types.NewSlice(intType)
	arrayType = types.NewArray(intType, 2)
	mapOfInt  = types.NewMap(types.Typ[types.String], intType)
	nodeType  = types.NewStruct([]*types.Var{field("N", intType), field("P", intPtr), field("L", sliceType)}, nil)

	kinds = []types.Type{intType, intPtr, sliceType, arrayType, nodeType, mapOfInt}
)

func field(name string, t types.Type) *types.Var { return types.NewField(0, nil, name, t, false) }

func newGen(seed uint64) *gen {
	g := &gen{Rand: rand.New(rand.NewPCG(seed, 1))}
	for range 3 {
		g.cells = append(g.cells, NewCell(NewInt(int64(len(g.cells)), 0)))
	}
	return g
}

func (g *gen) pos() token.Pos { return token.Pos(1 + g.IntN(50)) }

// value returns a random value of a type. If it is deep, it may have alternatives.
func (g *gen) value(t types.Type, depth int) Value {
	switch n := g.IntN(12); {
	case n == 0:
		return NewUnknown("unknown", g.pos(), t)
	case n <= 2 && depth > 0 && (!g.flat || isSimple(t)):
		u := NewUnknown("several", g.pos(), t)
		for range 1 + g.IntN(3) {
			u.AddAlt(g.value(t, 0))
		}
		if n == 2 && SharesMemory(t) {
			u.PointsTo = Unite(nil, []Value{g.value(t, 0)})
		}
		u.Settle()
		return u
	}
	switch t := t.(type) {
	case *types.Basic:
		return &Const{constant.MakeInt64(int64(g.IntN(3))), t, g.pos()}
	case *types.Pointer:
		if g.IntN(3) == 0 {
			return &Nil{t, g.pos()}
		}
		return &Ptr{T: t, C: g.cells[g.IntN(len(g.cells))], Pos: g.pos()}
	case *types.Slice:
		return g.slice(t)
	case *types.Array:
		a := Zero(t, g.pos()).(*Array)
		for i := range a.Parts {
			a.Parts[i] = g.value(t.Elem(), depth-1)
		}
		return a
	case *types.Struct:
		s := NewStruct(t, g.pos())
		if g.IntN(5) == 0 {
			s.Rest = NewUnknown("a parameter", g.pos(), t)
		}
		for i := range s.Parts {
			if g.IntN(2) == 0 {
				s.SetAt(i, g.value(t.Field(i).Type(), depth-1))
			}
		}
		return s
	case *types.Map:
		m := &Entries{}
		for range g.IntN(3) {
			m = m.With(nil, t, NewString(string(rune('a'+g.IntN(3))), 0), g.value(intType, 0))
		}
		for i := range m.Entries {
			m.Entries[i].Maybe = g.IntN(3) == 0
		}
		if g.IntN(4) == 0 {
			m.Open = NewUnknown("more", g.pos(), t)
		}
		return m
	}
	panic(t)
}

// slice returns a slice of new elements, or a slice that shares its elements with
// other slices.
func (g *gen) slice(t types.Type) Value {
	if g.IntN(6) == 0 {
		return &Slice{T: t, IsNil: true, Pos: g.pos()}
	}
	s := NewSlice(t, g.pos())
	if n := len(g.shared); n > 0 && g.IntN(3) == 0 {
		old := g.shared[g.IntN(n)]
		s.Elems = append(s.Elems, old.Elems[:g.IntN(len(old.Elems)+1)]...)
		for _, i := range g.Perm(len(old.Elems))[:g.IntN(len(old.Elems)+1)] {
			e := old.Elems[i]
			if again := slices.ContainsFunc(s.Elems, func(d Elem) bool { return d.Ident() == e.Ident() }); !again || !g.flat {
				s.Elems = append(s.Elems, e.Copy())
			}
		}
	}
	n := g.IntN(3)
	if g.flat {
		n = max(n, 1)
	}
	for range n {
		v := g.value(intType, 0)
		if g.flat {
			v = NewInt(int64(10+len(s.Elems)+10*len(g.shared)), g.pos())
		}
		s.Elems = append(s.Elems, Elem{C: NewCell(v), Maybe: g.IntN(4) == 0})
	}
	if g.IntN(8) == 0 {
		s.Open = NewUnknown("more", g.pos(), t)
	}
	g.shared = append(g.shared, s)
	return s
}

func show(v Value) string {
	switch v := Plain(v).(type) {
	case *Const:
		return v.V.ExactString()
	case *Unknown:
		out := "?"
		for _, a := range v.Alts {
			out += "|" + show(a)
		}
		return fmt.Sprint(out, len(v.PointsTo))
	case *Slice:
		out := "["
		for _, e := range v.Elems {
			out += show(e.C.Get())
			if e.Maybe {
				out += "?"
			}
			out += " "
		}
		return fmt.Sprint(out, "]", v.Open != nil, v.IsNil)
	case *Struct:
		out := "{"
		for i := range v.Parts {
			out += show(v.At(i)) + " "
		}
		return out + "}"
	case *Array:
		return fmt.Sprint("#", show(v.At(0)), show(v.At(1)))
	case *Entries:
		out := "map["
		for _, e := range v.Entries {
			out += fmt.Sprint(e.K, e.Maybe, show(e.Val), " ")
		}
		return fmt.Sprint(out, v.Open != nil, "]")
	case *Ptr:
		return fmt.Sprintf("&%p", v.C)
	}
	return fmt.Sprintf("%T", v)
}

// leads reports whether x leads to every cell to which y leads. The join of two slices may
// have other elements, which are aliases of theirs.
func leads(x, y Value) bool {
	_, joined := x.(*Slice)
	places := map[any]bool{}
	for _, v := range Targets(x) {
		places[placeOf(v)] = true
	}
	for _, v := range Targets(y) {
		if p := placeOf(v); p != nil && !places[p] {
			if _, slice := v.(*Slice); !slice || !joined {
				return false
			}
		}
	}
	return true
}

// TestLaws checks the laws of the lattice on random triples.
func TestLaws(t *testing.T) {
	g := newGen(1)
	why := NewUnknown("joined", 1, nil)
	j := &Joiner{Why: why, In: plainPaths{}}
	failed, total := map[string]int{}, 0
	for total < 100_000 {
		g.shared = nil
		kind := kinds[total/2%len(kinds)]
		g.flat = total%2 == 0
		a, b, c := g.value(kind, 2), g.value(kind, 2), g.value(kind, 2)
		total++
		check := func(law string, ok bool, got ...Value) {
			if ok {
				return
			}
			law = fmt.Sprintf("%T %s", kind, law)
			if failed[law]++; failed[law] <= 3 {
				text := ""
				for _, v := range got {
					text += "\n\t" + show(v)
				}
				t.Errorf("%s: a, b, c%s", law, text)
			}
		}
		same := func(x, y Value) bool { return Leq(x, y) && Leq(y, x) && leads(x, y) && leads(y, x) }
		ab, ba := j.Join(a, b), j.Join(b, a)
		check("reflexive", Leq(a, a), a)
		check("transitive", !Leq(a, b) || !Leq(b, c) || Leq(a, c), a, b, c)
		check("commutative", same(ab, ba), a, b, ab, ba)
		check("idempotent", same(j.Join(a, a), a), a, j.Join(a, a))
		check("bound", Leq(a, ab) && Leq(b, ab) && leads(ab, a) && leads(ab, b), a, b, ab)
		check("absorbs", same(j.Join(ab, a), ab), a, b, ab, j.Join(ab, a))
		abc, bc := j.Join(ab, c), j.Join(b, c)
		check("associative", !g.flat || same(abc, j.Join(a, bc)), a, b, c, abc, j.Join(a, bc))
	}
}

// TestWidenEnds widens a value repeatedly, each time with one of a few other values.
// The value must stop changing, and then represent all these values.
func TestWidenEnds(t *testing.T) {
	g := newGen(2)
	j := &Joiner{Why: NewUnknown("any number of rounds", 1, nil), In: plainPaths{}}
	for round := range 10_000 {
		kind := kinds[round%len(kinds)]
		var pool []Value
		for range 1 + g.IntN(5) {
			pool = append(pool, g.value(kind, 2))
		}
		w := pool[0]
		for range 10 * len(pool) {
			w = j.Widen(w, pool[g.IntN(len(pool))])
		}
		for _, v := range pool {
			next := j.Widen(w, v)
			if !Leq(next, w) || !leads(w, next) {
				t.Fatalf("%s with %s goes on to %s", show(w), show(v), show(next))
			}
			if w = next; !Leq(v, w) || !leads(w, v) {
				t.Fatalf("%s does not include %s", show(w), show(v))
			}
		}
	}
}
