package compat

import (
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// bounds returns the values of keywords in schemas, at any level.
func bounds(around []part, keywords ...string) []*big.Rat {
	var out []*big.Rat
	for _, q := range around {
		for _, k := range keywords {
			if r := rational(q.node.Get(k)); r != nil && !slices.ContainsFunc(out, func(o *big.Rat) bool { return o.Cmp(r) == 0 }) && len(out) < 24 {
				out = append(out, r)
			}
		}
	}
	return out
}

// numbers returns zero, one, and numbers around the bounds.
func numbers(f *facts, around []part) []*schema.Node {
	at := []*big.Rat{new(big.Rat), big.NewRat(1, 1), big.NewRat(-1, 1), big.NewRat(1, 2), big.NewRat(2, 1)}
	marks := bounds(around, "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
	for _, l := range []limit{f.lower, f.upper} {
		if l.value != nil {
			marks = append(marks, l.value)
		}
	}
	for _, q := range around {
		for _, v := range append(slices.Clone(elems(q.node.Get("enum"))), q.node.Get("const")) {
			if r := rational(v); r != nil && len(marks) < 60 {
				marks = append(marks, r)
			}
		}
	}
	multiples := bounds(around, "multipleOf")
	for _, m := range marks {
		for _, d := range []*big.Rat{new(big.Rat), big.NewRat(1, 1), big.NewRat(-1, 1), big.NewRat(1, 2), big.NewRat(-1, 2), big.NewRat(1, 8), big.NewRat(-1, 8)} {
			at = append(at, new(big.Rat).Add(m, d))
		}
	}
	// Multiples near the numbers found so far, as multipleOf requires.
	for _, k := range multiples {
		if k.Sign() <= 0 {
			continue
		}
		at = append(at, k, new(big.Rat).Neg(k), new(big.Rat).Mul(k, big.NewRat(3, 1)), new(big.Rat).Mul(k, big.NewRat(1, 2)))
		for _, m := range marks {
			q := new(big.Rat).Quo(m, k)
			down := new(big.Rat).SetInt(new(big.Int).Div(q.Num(), q.Denom()))
			for i := range int64(4) {
				at = append(at, new(big.Rat).Mul(k, new(big.Rat).Add(down, big.NewRat(i-1, 1))))
			}
		}
		for _, other := range f.multiples {
			for _, n := range []int64{1, 2, 3} {
				at = append(at, new(big.Rat).Mul(common(k, other), big.NewRat(n, 1)), new(big.Rat).Mul(other, big.NewRat(n, 1)))
			}
		}
	}
	var out []*schema.Node
	for _, r := range at {
		if (r.IsInt() || f.types&tFraction != 0) && exact(r) {
			out = append(out, number(r))
		}
	}
	return out
}

// common returns the least common multiple of two numbers.
func common(a, b *big.Rat) *big.Rat {
	x := new(big.Int).Mul(a.Num(), b.Denom())
	y := new(big.Int).Mul(b.Num(), a.Denom())
	d := new(big.Int).GCD(nil, nil, x, y)
	return new(big.Rat).SetFrac(new(big.Int).Mul(x, new(big.Int).Quo(y, d)), new(big.Int).Mul(a.Denom(), b.Denom()))
}

// strings returns sample strings for f. It chooses strings that satisfy the patterns and
// lengths of f, and that either satisfy or violate a pattern, length, format or constant
// of the schemas in around.
func (w *finder) strings(f *facts, around []part) []*schema.Node {
	mine := language{f.patterns, f.length}
	var texts []string
	ask := func(l language, other *language) {
		if a := w.p.same.texts().outside(l, other); a.found {
			texts = append(texts, a.text)
		}
	}
	for _, name := range formats(around) {
		texts = append(texts, stringFormats[name].good...)
	}
	if len(f.formats) == 0 && len(formats(around)) > 0 {
		texts = append(texts, notAFormat, "0", "")
	}
	ask(mine, nil)
	var words []string
	for _, q := range around {
		if s := q.node.Get("pattern").StringValue(); s != "" && !slices.Contains(words, s) && len(words) < 8 {
			words = append(words, s)
		}
	}
	all := mine
	for _, s := range words {
		ask(mine.and(s), nil)
		ask(mine, &language{patterns: []string{s}})
		all = all.and(s)
	}
	ask(all, nil)
	if s := others(around); s != "" {
		ask(mine, &language{patterns: []string{s}})
	}
	for _, r := range bounds(around, "minLength", "maxLength") {
		for n := floor(r) - 1; n <= floor(r)+1; n++ {
			if n >= 0 && n <= maxSpelled {
				length := big.NewRat(int64(n), 1)
				exactly := span{length, length}
				for _, l := range []language{{mine.patterns, exactly}, {all.patterns, exactly}} {
					if len(l.patterns) > 0 || n > 0 {
						ask(l, nil)
					}
				}
			}
		}
	}
	if len(f.patterns) == 0 {
		texts = append(texts, "", "a", "b", "ab", "x", "0")
	}
	var out []*schema.Node
	for _, s := range texts {
		out = append(out, schema.NewString(s))
	}
	return out
}

// others returns a pattern for the constants in schemas, or "" if there are none or too
// many.
func others(around []part) string {
	var texts []string
	for _, v := range listed(around, tString) {
		texts = append(texts, regexp.QuoteMeta(v.Text))
	}
	if len(texts) == 0 || len(texts) > maxCases {
		return ""
	}
	return "^(" + strings.Join(texts, "|") + ")$"
}

func formats(around []part) []string {
	var out []string
	for _, q := range around {
		name := q.node.Get("format").StringValue()
		if _, ok := stringFormats[name]; ok && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// unlike returns the i-th value that differs from v.
func unlike(i int, v *schema.Node) *schema.Node {
	switch v.Kind {
	case schema.Number:
		return schema.NewNumber(itoa(i))
	case schema.String:
		return schema.NewString(strings.Repeat("a", i/26) + string(rune('a'+i%26)))
	}
	return nil
}
