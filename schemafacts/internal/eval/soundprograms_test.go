package eval_test

// prelude is Go source with the imports, types and functions that the test programs in
// this package use. The function source puts it in front of them.
const prelude = `
import (
	"slices"
	"sort"
	"strings"
)

type N struct {
	S    string
	L    []string
	Next *N
}

func (p *N) Set(s string)     { p.S = s }
func (v N) With(s string) N   { v.S = s; return v }
func (p *N) Text() string     { return p.S }

type Texter interface{ Text() string }

type R struct {
	S, T string
	I, J int
	L, L2 []string
	M, M2 map[string]string
	P, Q *N
	V, W N
	A, A2 [2]string
	VS []N
	PS []*N
	MP map[string]*N
	X any
	F string
	Fs []string
	B bool
}

func at(l []string, i int) string {
	if i < len(l) {
		return l[i]
	}
	return "none"
}

func first(l []string, def string) string {
	for _, s := range l {
		return s
	}
	return def
}

func find(l []string, s string) bool {
	for _, x := range l {
		if x == s {
			return true
		}
	}
	return false
}

func pick[T any](c bool, a, b T) T {
	if c {
		return a
	}
	return b
}

func apply(f func()) { f() }

func each(l []string, f func(string)) {
	for _, s := range l {
		f(s)
	}
}

var _ = sort.Strings
var _ = slices.Sort[[]string]
var _ = strings.ToUpper
`

// build wraps statements in a function with a variable of each type.
const build = `
func build%[1]d(c, d bool, k string, xs []string) (r R) {
	s, t := "s", "t"
	i, j := 1, 0
	l, l2 := []string{"a", "b"}, []string{"x"}
	m, m2 := map[string]string{"a": "A", "b": "B"}, map[string]string{}
	p, q := &N{S: "p"}, &N{S: "q", L: []string{"ql"}}
	v, w := N{S: "v", L: []string{"vl"}}, N{}
	a, a2 := [2]string{"a0", "a1"}, [2]string{}
	vs, ps, mp := []N{{S: "v0"}}, []*N{p}, map[string]*N{"a": p, "b": q}
	var x any = "x"
	b := false
	f := func() string { return s }
	var fs []func() string
	sp, pp := &s, &p
	var tx Texter = q
%[2]s
	r.S, r.T, r.I, r.J, r.L, r.L2, r.M, r.M2 = s, t, i, j, l, l2, m, m2
	r.P, r.Q, r.V, r.W, r.A, r.A2, r.VS, r.PS, r.MP = p, q, v, w, a, a2, vs, ps, mp
	r.X, r.F, r.B = x, f() + *sp + (*pp).S + tx.Text(), b
	for _, g := range fs {
		r.Fs = append(r.Fs, g())
	}
	return r
}
`

// exprs are the expressions of each kind. The first has no parts.
var exprs = map[byte][]string{
	'S': {`s`, `t`, `"lit"`, `k`, `v.S`, `p.S`, `q.S`, `(*sp)`, `(*pp).S`, `($S + $S)`, `at($L, $I)`, `m[$S]`, `m2[$S]`, `f()`, `a[0]`, `a2[1]`,
		`first($L, $S)`, `strings.ToUpper($S)`, `strings.Join($L, ",")`, `pick($B, $S, $S)`, `$V.S`, `$P.Text()`, `tx.Text()`, `strings.TrimSuffix($S, "b")`},
	'B': {`c`, `d`, `c`, `d`, `b`, `!c`, `($B && $B)`, `($B || $B)`, `!$B`, `($S == $S)`, `($S != "s")`, `($I > 1)`, `(len($L) > 1)`, `(find($L, $S))`, `($P == $P)`, `($P.Next == nil)`,
		`(x == nil)`, `(len(xs) == 0)`, `(len(m) > 2)`, `(l == nil)`, `($A == $A)`, `(mp[$S] == nil)`, `(x == any($S))`, `(slices.Contains($L, $S))`, `(k == "a")`, `(func() bool { s += "!"; return c })()`},
	'I': {`i`, `j`, `0`, `1`, `i`, `len($L)`, `len(m)`, `($I + 1)`, `len(vs)`, `strings.Count($S, "a")`, `(slices.Index($L, $S) + 1)`},
	'L': {`l`, `l2`, `xs`, `v.L`, `p.L`, `q.L`, `[]string{$S, $S}`, `append($L, $S)`, `slices.Clone($L)`, `pick($B, $L, $L)`, `append([]string(nil), $L...)`, `slices.Insert($L, 0, $S)`, `slices.Concat($L, $L)`, `strings.Fields($S)`},
	'P': {`p`, `q`, `(&v)`, `(&w)`, `(*pp)`, `(&N{S: $S})`, `pick($B, $P, $P)`},
	'V': {`v`, `w`, `(*p)`, `(*q)`, `(N{S: $S, L: $L})`, `$V.With($S)`, `(N{S: $S, Next: $P})`},
	'A': {`a`, `a2`, `[2]string{$S, $S}`},
	'M': {`m`, `m2`, `map[string]string{$S: $S}`},
}

var simple = []string{
	`s = $S`, `t = $S`, `s, t = t, s`, `s += $S`, `*sp = $S`, `sp = &t`, `sp = &s`, `sp = &v.S`, `sp = &p.S`, `sp = &a[0]`,
	`i = $I`, `i++`, `j += $I`, `b = $B`, `b = !b`,
	`l = $L`, `l2 = $L`, `l = append(l, $S)`, `l2 = append(l2, $L...)`, `l2 = l`, `if len(l) > 1 { l = l[1:] }`, `if len(l2) > 0 { l2 = l2[:1] }`,
	`if len(l) > 0 { l[0] = $S }`, `if len(l2) > 1 { l2[1] = $S }`, `sort.Strings(l)`, `slices.Sort(l2)`, `slices.Reverse(l)`, `copy(l, $L)`, `l = nil`,
	`slices.SortFunc(l, func(x, y string) int { return strings.Compare(y, x) })`, `sort.Slice(l, func(i, j int) bool { return l[i] > l[j] })`,
	`l = slices.DeleteFunc(slices.Clone(l), func(e string) bool { return e == $S })`, `if len(l) > 1 { sp = &l[1] }`,
	`if i >= 0 && i < len(l) { l[i] = $S }`, `for n, e := range l { l[n] = e + $S }`, `for n := range l { l[n] = $S }`,
	`m[$S] = $S`, `m2[$S] = $S`, `delete(m, $S)`, `m2 = m`, `m = $M`, `m[$S] += $S`, `for n, e := range m { m2[n] = e + $S }`, `for n := range m { t = n }`, `clear(m2)`,
	`if e, ok := m[$S]; ok { t = e }`, `for _, e := range m { l = append(l, e) }`,
	`p.S = $S`, `q.S = $S`, `p = $P`, `q = $P`, `*p = $V`, `v = $V`, `w = $V`, `v.S = $S`, `w.L = $L`, `v.L = append(v.L, $S)`, `p.L = append(p.L, $S)`,
	`if len(v.L) > 0 { v.L[0] = $S }`, `pp = &q`, `pp = &p`, `*pp = $P`, `(*pp).S = $S`, `p.Next = $P`, `if p.Next != nil { p.Next.S = $S }`, `p.Set($S)`, `$P.Set($S)`,
	`$P.S = $S`, `v.Set($S)`, `tx = $P`, `if y, ok := tx.(*N); ok { y.S = $S }`, `p, q = q, p`, `v, w = w, v`, `w.Next = &v`,
	`a[0] = $S`, `a[$I%2] = $S`, `a2 = a`, `a = $A`, `for n, e := range a { a2[1-n] = e }`,
	`vs = append(vs, $V)`, `vs[0].S = $S`, `for n := range vs { vs[n].S += $S }`, `for _, e := range vs { e.S = $S; t = e.S }`, `p = &vs[0]`,
	`ps = append(ps, $P)`, `for _, e := range ps { e.S = $S }`, `for _, e := range ps { e.L = append(e.L, $S) }`, `ps[0] = $P`, `ps[len(ps)-1].S = $S`,
	`sort.Slice(ps, func(i, j int) bool { return ps[i].S < ps[j].S })`, `sort.Slice(vs, func(i, j int) bool { return vs[i].S < vs[j].S })`,
	`mp[$S] = $P`, `if e := mp[$S]; e != nil { e.S = $S }`, `for _, e := range mp { e.S = $S }`, `delete(mp, $S)`,
	`x = $S`, `x = $I`, `x = $P`, `x = nil`, `x = $V`, `x = $L`, `x = m`, `if y, ok := x.(*N); ok { y.S = $S }`, `if y, ok := x.(map[string]string); ok { y[$S] = $S }`,
	`if y, ok := x.(string); ok { t = y }`, `if y, ok := x.([]string); ok && len(y) > 0 { y[0] = $S }`,
	`f = func() string { return $S }`, `fs = append(fs, f)`, `fs = append(fs, func() string { return $S })`, `each($L, func(e string) { l = append(l, e) })`, `each($L, func(e string) { s += e })`,
	`f = p.Text`, `for _, g := range fs { t += g() }`, `for _, e := range xs { l = append(l, e) }`, `for _, e := range $L { m[e] = $S }`, `each($L, p.Set)`,
	`r.S = $S`, `s = strings.Replace($S, "a", $S, 1)`,
}

var nested = []string{
	`if $B {}`, `if $B {} else {}`, `if $B {} else {}`, `if $B {} else if $B {} else {}`,
	`for _, e := range xs { _ = e; {} }`, `for _, e := range $L { t = e; {} }`, `for n := 0; n < len(xs); n++ { {} }`, `for n := 0; n < $I && n < 3; n++ {}`, `for n := range 3 { if n == i {}; {} }`,
	`for n := 0; n < len(xs); n++ { if n > 0 {}; {} }`, `for n := range xs { if n == 0 {} else {} }`, `for range 2 {}`, `for i < 4 { i++; {} }`, `for j = 0; j < len(xs); j++ {}`,
	`for n := 0; ; n++ { if n > 2 || $B { break }; {} }`, `for n := range m { s = n; {} }`, `for c { c = false; {} }`, `for y := p; y != nil && i < 5; y = y.Next { i++; {} }`,
	`switch $S { case "a": {}; case "s", k: {}; default: {} }`, `switch { case $B: {}; case $B: {}; fallthrough; default: {} }`, `switch $I { case 0: {}; case 1: {} }`,
	`switch y := x.(type) { case string: t = y; {}; case *N: y.S = $S; {}; case nil: {}; default: {} }`, `switch tx.(type) { case *N: {} }`, `switch $B { case true: {}; default: {} }`,
	`func() {}()`, `apply(func() {})`, `defer func() {}()`, `func() { if $B { return }; {} }()`, `func() { defer func() {}(); {} }()`, `each($L, func(e string) {})`, `each(xs, func(e string) { t = e; {} })`,
	`f = func() string { {}; return $S }`, `fs = append(fs, func() string { {}; return t })`, `apply(func() { for _, e := range xs { if e == $S { return }; {} } })`,
	`out: for _, e := range xs { for _, g := range $L { if e == g { continue out }; if $B { break out }; {} } }`, `{}`,
	`out: for n := range 3 { switch n { case 1: if $B { continue }; {}; case 2: if $B { break out }; {} }; {} }`,
}

var leaving = []string{`break`, `continue`, `if $B { break }`, `if $B { continue }`}

var returns = []string{`if $B { return R{S: $S, T: t, I: $I, L: $L, M: m, P: p, Q: q, V: v, A: a, VS: vs, PS: ps, X: x} }`, `if $B { r.S = $S; return r }`}
