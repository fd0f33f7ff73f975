package eval_test

import (
	"flag"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/eval"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// What a program is said to do where some values are unknown must be what it
// does whatever those values are. Programs are made at random and evaluated
// with unknown parameters, and again for several arguments: all that the first
// evaluation calls known must be what the others find.

// arguments are given in place of the parameters that are not known.
var arguments = func() []string {
	var out []string
	for _, c := range []string{"true", "false"} {
		for _, d := range []string{"true", "false"} {
			for _, rest := range []string{`"a", nil`, `"b", []string{"y"}`, `"z", []string{"a", "q"}`, `"s", []string{"x", "y", "s"}`} {
				out = append(out, c+", "+d+", "+rest)
			}
		}
	}
	return out
}()

// prelude is what the programs are made of.
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

// stmt is a statement: text with blocks in it.
type stmt struct {
	text   []string // one more than there are blocks
	blocks [][]*stmt
}

func (s *stmt) String() string {
	var b strings.Builder
	for i, t := range s.text {
		b.WriteString(t)
		if i < len(s.blocks) {
			b.WriteString("{\n" + program(s.blocks[i]) + "}")
		}
	}
	return b.String() + "\n"
}

func program(list []*stmt) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(s.String())
	}
	return b.String()
}

// maker makes statements from templates: $S stands for any string, $B for any
// condition and so on, as in exprs, and {} for a block.
type maker struct {
	r    *rand.Rand
	loop, labels, funcs int
}

// block makes a block.
func (k *maker) block(depth int) []*stmt {
	var out []*stmt
	for range 1 + k.r.IntN(3) {
		out = append(out, k.stmt(depth))
	}
	return out
}

func (k *maker) stmt(depth int) *stmt {
	list := simple
	if depth > 0 && k.r.IntN(2) == 0 {
		list = nested
	} else if k.loop > 0 && k.r.IntN(5) == 0 {
		list = leaving
	} else if k.funcs == 0 && k.r.IntN(30) == 0 {
		list = returns
	}
	k.labels++
	text := strings.ReplaceAll(list[k.r.IntN(len(list))], "out", fmt.Sprint("out", k.labels))
	s := &stmt{text: strings.Split(text, "{}")}
	loop := strings.HasPrefix(s.text[0], "for") || strings.HasPrefix(s.text[0], "out")
	inFunc := strings.Contains(s.text[0], "func")
	was := k.loop
	if loop {
		k.loop++
	} else if inFunc {
		k.loop = 0
	}
	if inFunc {
		k.funcs++
		defer func() { k.funcs-- }()
	}
	for i, t := range s.text {
		s.text[i] = k.fill(t, 2)
		if i < len(s.text)-1 {
			s.blocks = append(s.blocks, k.block(depth-1))
		}
	}
	k.loop = was
	return s
}

// fill puts expressions in the place of the variables of a template.
func (k *maker) fill(t string, depth int) string {
	for {
		i := strings.IndexByte(t, '$')
		if i < 0 {
			return t
		}
		list := exprs[t[i+1]]
		if depth == 0 {
			list = list[:1]
		}
		t = t[:i] + k.fill(list[k.r.IntN(len(list))], max(depth-1, 0)) + t[i+2:]
	}
}

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

// sounding is an environment that keeps what is emitted under a number.
type sounding struct {
	env
	got map[int64][]*schema.Node
}

func (e *sounding) Intrinsic(key string) eval.Intrinsic {
	if key != "p.emit" {
		return nil
	}
	return func(c *eval.Call) eval.Value {
		i, _ := eval.IntOf(c.Arg(0))
		e.got[i] = append(e.got[i], (&eval.Encoder{M: c.M}).Encode(c.Arg(1)))
		return eval.Tuple{}
	}
}

// source returns a package that builds values with unknown parameters, which
// are emitted under even hundreds, and with each of the arguments.
func source(programs []string) string {
	var b strings.Builder
	b.WriteString("package p\n" + prelude + "\nfunc emit(n int, v any) {}\n")
	for i, p := range programs {
		fmt.Fprintf(&b, build, i, p)
		fmt.Fprintf(&b, "func P%d(c, d bool, k string, xs []string) { emit(%d, build%d(c, d, k, xs)) }\n", i, i*100, i)
		for j, args := range arguments {
			fmt.Fprintf(&b, "func P%d_%d() { emit(%d, build%d(%s)) }\n", i, j, i*100+j+1, i, args)
		}
	}
	return b.String()
}

// results evaluates a package that source made.
func results(t testing.TB, imp types.Importer, src string) map[int64][]*schema.Node {
	s, ok := tolerant(imp, src)
	if s == nil || !ok {
		if *count < 5 {
			t.Log(src)
		}
		return nil
	}
	unit, order := eval.Lower(s, everything)
	e := &sounding{env{unit, nil}, map[int64][]*schema.Node{}}
	eval.NewMachine(e, nil).RunUnit(unit, order)
	return e.got
}

// differs returns where a known part of a is not in b, "" if nowhere.
func differs(a, b *schema.Node, path string) string {
	switch {
	case a.Kind == schema.Unresolved || b.Kind == schema.Unresolved:
		return ""
	case a.Kind != b.Kind || a.Text != b.Text || len(a.Elems) != len(b.Elems):
		return fmt.Sprintf("%s is said to be %s, and is %s", path, a, b)
	}
	for i := range a.Elems {
		if d := differs(a.Elems[i], b.Elems[i], fmt.Sprintf("%s/%d", path, i)); d != "" {
			return d
		}
	}
	for _, m := range b.Members {
		if !a.Has(m.Name) {
			return fmt.Sprintf("%s is said to have no %s", path, m.Name)
		}
	}
	for _, m := range a.Members {
		switch v := b.Get(m.Name); {
		case m.Value.Kind == schema.Unresolved:
		case v == nil:
			return fmt.Sprintf("%s is said to have %s", path, m.Name)
		default:
			if d := differs(m.Value, v, path+"/"+m.Name); d != "" {
				return d
			}
		}
	}
	return ""
}

// unsound returns what the evaluation of the i-th program claims wrongly.
func unsound(got map[int64][]*schema.Node, i int) string {
	for _, claim := range got[int64(i)*100] {
		for j, args := range arguments {
			for _, truth := range got[int64(i)*100+int64(j)+1] {
				if d := differs(claim, truth, ""); d != "" {
					return d + " for " + args
				}
			}
		}
	}
	return ""
}

// reduce removes statements as long as bad holds.
func reduce(list []*stmt, bad func([]*stmt) bool) []*stmt {
	for i := 0; i < len(list); i++ {
		if l := slices.Delete(slices.Clone(list), i, i+1); bad(l) {
			return reduce(l, bad)
		}
		for _, b := range list[i].blocks {
			if l := slices.Replace(slices.Clone(list), i, i+1, b...); bad(l) {
				return reduce(l, bad)
			}
		}
	}
	for i, s := range list {
		for j, b := range s.blocks {
			with := func(b []*stmt) []*stmt {
				c := &stmt{s.text, slices.Clone(s.blocks)}
				c.blocks[j] = b
				l := slices.Clone(list)
				l[i] = c
				return l
			}
			list = with(reduce(b, func(b []*stmt) bool { return bad(with(b)) }))
			s = list[i]
		}
	}
	return list
}

var (
	seed  = flag.Uint64("soundseed", 1, "")
	count = flag.Int("soundcount", 100, "")
)

// TestSound looks for claims that do not hold.
func TestSound(t *testing.T) {
	imp := importer.ForCompiler(token.NewFileSet(), "source", nil)
	k := &maker{r: rand.New(rand.NewPCG(*seed, 0))}
	var trees [][]*stmt
	var programs []string
	for range *count {
		tree := make([]*stmt, 0)
		for range 2 + k.r.IntN(8) {
			tree = append(tree, k.stmt(2))
		}
		trees = append(trees, tree)
		programs = append(programs, program(tree))
	}
	got := results(t, imp, source(programs))
	if len(got) == 0 {
		t.Fatal("the programs do not compile")
	}
	known, all, bads := 0, 0, 0
	for i := range programs {
		for _, n := range got[int64(i)*100] {
			for _, m := range n.Members {
				all++
				if m.Value.Kind != schema.Unresolved {
					known++
				}
			}
		}
		if unsound(got, i) == "" {
			continue
		}
		if bads++; bads > 12 {
			continue
		}
		why := ""
		small := reduce(trees[i], func(l []*stmt) bool {
			d := unsound(results(t, imp, source([]string{program(l)})), 0)
			if d != "" {
				why = d
			}
			return d != ""
		})
		t.Errorf("program %d: %s\n%s", i, why, program(small))
	}
	t.Logf("%d of %d parts known, %d programs unsound, of %d", known, all, bads, len(programs))
}
