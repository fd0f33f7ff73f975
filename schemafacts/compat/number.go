package compat

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

func itoa(i int) string { return strconv.Itoa(i) }

// rational returns the value of a number. It returns nil if n is not a number or has
// too many digits to compute with.
func rational(n *schema.Node) *big.Rat {
	if n == nil || n.Kind != schema.Number || len(n.Text) > 400 {
		return nil
	}
	if i := strings.IndexAny(n.Text, "eE"); i >= 0 && len(strings.TrimLeft(n.Text[i+1:], "+-0")) > 3 {
		return nil
	}
	r, ok := new(big.Rat).SetString(n.Text)
	if !ok {
		return nil
	}
	return r
}

// limit is one end of a range of numbers, absent if value is nil.
type limit struct {
	value *big.Rat
	open  bool // the value itself is excluded
}

// tighter returns the stricter of two limits; sign is 1 for lower ends, -1 for
// upper ones.
func tighter(a, b limit, sign int) limit {
	switch {
	case a.value == nil:
		return b
	case b.value == nil:
		return a
	}
	switch c := a.value.Cmp(b.value) * sign; {
	case c > 0, c == 0 && a.open:
		return a
	}
	return b
}

// within reports whether everything inside limit a is inside limit b.
func within(a, b limit, sign int) bool {
	if b.value == nil {
		return true
	}
	if a.value == nil {
		return false
	}
	c := a.value.Cmp(b.value) * sign
	return c > 0 || c == 0 && (a.open || !b.open)
}

// integral returns the limit for integers within l: >0 becomes >=1.
func integral(l limit, sign int) limit {
	if l.value == nil {
		return l
	}
	q, m := new(big.Int).DivMod(l.value.Num(), l.value.Denom(), new(big.Int))
	up := m.Sign() != 0 && sign > 0
	if m.Sign() == 0 && l.open {
		q.Add(q, big.NewInt(int64(sign)))
	} else if up {
		q.Add(q, big.NewInt(1))
	}
	return limit{value: new(big.Rat).SetInt(q)}
}

// onMultiple returns the limit for multiples of m within l.
func onMultiple(l limit, m *big.Rat, sign int) limit {
	if l.value == nil {
		return l
	}
	l = integral(limit{new(big.Rat).Quo(l.value, m), l.open}, sign)
	return limit{value: new(big.Rat).Mul(l.value, m)}
}

// emptyRange reports whether no number lies between two limits.
func emptyRange(lower, upper limit) bool {
	if lower.value == nil || upper.value == nil {
		return false
	}
	c := lower.value.Cmp(upper.value)
	return c > 0 || c == 0 && (lower.open || upper.open)
}

// span is a range of counts: of characters, elements or members.
type span struct{ min, max *big.Rat }

func (s *span) atLeast(r *big.Rat) {
	if r != nil && (s.min == nil || r.Cmp(s.min) > 0) {
		s.min = r
	}
}

func (s *span) atMost(r *big.Rat) {
	if r != nil && (s.max == nil || r.Cmp(s.max) < 0) {
		s.max = r
	}
}

func (s span) empty() bool { return s.min != nil && s.max != nil && s.min.Cmp(s.max) > 0 }

// fits reports whether the span has an upper bound, of at most n.
func (s span) fits(n int) bool { return s.max != nil && s.max.Cmp(big.NewRat(int64(n), 1)) <= 0 }

// countOf returns the least count that a lower bound allows.
func countOf(min *big.Rat) int {
	if min == nil || min.Sign() <= 0 {
		return 0
	}
	return ceil(min)
}
