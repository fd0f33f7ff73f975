package eval_test

// buildFunc wraps statements in a function with variables of many types, which
// are all emitted at the end.
const buildFunc = `
func build§(c, d bool, k string, xs []string) (r R) {
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
	var u8 uint8 = 200
	var i8 int8 = -3
	var u uint32 = 1 << 31
	fl := 1.5
	by := []byte("by")
	is := []int{3, 1, 2}
	var log []string
	e := E{Q: Q{"tag", 1}, N: &N{S: "en"}, Name: "e"}
	ka := map[any]string{1: "int", "a": "string"}
	km := map[K]int{{"a", 1}: 1}
	var st Stack[string]
	ch := make(chan string, 4)
	var once sync.Once
	var kept sync.Map
	linked := list.New()
	var sorted Sorted
	var err error
	co := Green
	cl := make([]string, 1, 3)
	big := map[string]int{"a": 0, "b": 1, "c": 2, "d": 3, "s": 4, "t": 5, "y": 6, "z": 7}
	ml := map[string][]string{"a": l, "b": l2}
	mv := map[string]N{"a": {S: "mv", Next: p}}
	pc := make(chan *N, 4)
%s%s
	r.F = f()
	r.S, r.T, r.I, r.J, r.L, r.L2, r.M, r.M2 = s, t, i, j, l, l2, m, m2
	r.P, r.Q, r.V, r.W, r.A, r.A2, r.VS, r.PS, r.MP = p, q, v, w, a, a2, vs, ps, mp
	r.X, r.B = x, b
	r.F += *sp + (*pp).S
	for _, g := range fs {
		r.Fs = append(r.Fs, g())
	}
	r.U8, r.I8, r.U, r.Fl, r.By, r.Is, r.Log, r.E = u8, i8, u, fl, string(by), is, log, e
	r.KA, r.KM, r.St, r.Ch, r.C, r.Capped = lines(ka), lines(km), append([]string(nil), st.items...), drain(ch), co, len(cl)
	r.Tx = tx.Text()
	if err != nil {
		r.Err = err.Error()
	}
	once.Do(func() {})
	_, _, _, _, _, _, _ = &kept, linked, sorted, big, ml, mv, pc
	return r
}

func P§(c, d bool, k string, xs []string) { emit§("r", build§(c, d, k, xs)) }
`

// grammar is what random programs are made of.
var grammar = []group{
	{"values", 'S', 3, []string{`s`, `t`, `"lit"`, `k`, `v.S`, `p.S`, `q.S`, `(*sp)`, `(*pp).S`, `a[0]`, `a2[1]`, `e.Name`, `($S + $S)`, `at($L, $I)`, `m[$S]`, `f()`, `$V.S`, `pick($B, $S, $S)`}},
	{"values", 'S', 1, []string{`first($L, $S)`, `$P.Text()`, `tx.Text()`, `m2[$S]`, `e.Tag`, `e.S`, `e.Text()`, `e.Q.Text()`, `e.N.Text()`}},
	{"values", 'B', 1, []string{`c`, `d`, `c`, `d`, `b`, `!c`, `true`, `(i > 1)`, `($B && $B)`, `($B || $B)`, `!$B`, `($S == $S)`, `($S != "s")`, `($I > 1)`, `(len($L) > 1)`, `(find($L, $S))`, `($P == $P)`, `($P.Next == nil)`,
		`(x == nil)`, `(len(m) > 2)`, `(l == nil)`, `($A == $A)`, `(mp[$S] == nil)`, `(x == any($S))`, `(K{$S, $I} == K{$S, $I})`, `(e.Q == Q{$S, $I})`, `(any($A) == any($A))`, `($S < $S)`}},
	{"order", 'S', 1, []string{`func() string { g := $V.With; s = "z"; return g(s).S }()`}},
	{"order", 'B', 1, []string{`(func() bool { s += "!"; return c })()`, `(note(&log, "b") == $S)`}},
	{"effects", 'S', 1, []string{`func() string { v.S = "z"; return "c" }()`, `func() string { p = q; return "c" }()`, `func() string { p.S = "z"; return "c" }()`, `func() string { a[0] = "z"; return "c" }()`, `func() string { m["a"] = "z"; return "c" }()`, `func() string { *sp = $S; return t }()`, `func() string { l = append(l, "z"); return "c" }()`}},
	{"effects", 'I', 1, []string{`func() int { i++; return 1 }()`, `func() int { s = "y"; return 1 }()`}},
	{"values", 'I', 1, []string{`i`, `j`, `0`, `1`, `2`, `len(s)`, `len($L)`, `len(m)`, `($I + 1)`, `len(vs)`, `($I - $I)`, `min($I, $I)`, `max($I, 1, $I)`, `len(is)`, `pick($B, $I, $I)`}},
	{"arith", 'I', 1, []string{`(-7 / 2)`, `(-7 % 3)`, `7 &^ 5`, `int(u8)`, `int(i8)`, `int(fl)`, `($I * $I)`, `($I ^ 3)`, `mod($I, 3)`, `(($I & 7) << 2)`, `($I >> 1)`, `int(u8 + conv[uint8]($I))`, `int(conv[int8]($I) * i8)`, `sum($I, $I)`, `int(sum(u8, 100))`, `($I | 4)`, `len("日本")`, `(-$I)`, `(^$I)`}},
	{"values", 'L', 2, []string{`l`, `l2`, `xs`, `v.L`, `p.L`, `q.L`, `[]string{$S, $S}`, `pick($B, $L, $L)`, `append([]string(nil), $L...)`}},
	{"append", 'L', 1, []string{`append($L, $S)`, `append(l[:0], $S)`, `append(l[:len(l):len(l)], $S)`, `append(cl, $S)`}},
	{"append", 'I', 1, []string{`cap(cl)`, `cap($L)`}},
	{"std", 'L', 1, []string{`slices.Clone($L)`, `slices.Insert($L, 0, $S)`, `slices.Concat($L, $L)`, `strings.Fields($S)`, `strings.Split($S, "a")`, `slices.Sorted(maps.Keys(m))`, `slices.Compact(slices.Clone($L))`, `slices.Sorted(slices.Values($L))`}},
	{"generics", 'L', 1, []string{`mapped($L, strings.ToUpper)`, `mapped(is, func(n int) string { return fmt.Sprint(n) })`, `mapped(vs, func(n N) string { return n.S })`, `mapped(ps, (*N).Text)`, `slices.AppendSeq([]string{}, st.All())`}},
	{"values", 'P', 1, []string{`p`, `q`, `(&v)`, `(&w)`, `(*pp)`, `(&N{S: $S})`, `pick($B, $P, $P)`, `e.N`}},
	{"values", 'V', 1, []string{`v`, `w`, `(*p)`, `(*q)`, `(N{S: $S, L: $L})`, `$V.With($S)`, `(N{S: $S, Next: $P})`, `vs[0]`}},
	{"values", 'A', 1, []string{`a`, `a2`, `[2]string{$S, $S}`, `[2]string{1: $S}`}},
	{"values", 'M', 1, []string{`m`, `m2`, `map[string]string{$S: $S}`}},
	{"groups", 'L', 1, []string{`ml[$S]`, `slices.Grow($L, 2)`, `slices.Clip($L)`}},
	{"groups", 'V', 1, []string{`mv[$S]`}},
	{"std", 'M', 1, []string{`maps.Clone(m)`, `keyed($L, strings.ToUpper)`}},
	{"std", 'S', 1, []string{`strings.ToUpper($S)`, `strings.Join($L, ",")`, `strings.TrimSuffix($S, "b")`, `strings.Repeat($S, mod($I, 3))`, `strings.Replace($S, "a", $S, 1)`, `strings.Title($S)`, `strconv.Itoa($I)`, `strconv.Quote($S)`,
		`strconv.FormatInt(int64($I), 2)`, `strings.Map(func(c rune) rune { return c + 1 }, $S)`, `strconv.FormatFloat(fl, 'f', 2, 64)`, `strings.NewReplacer("a", "1", "s", "2").Replace($S)`}},
	{"format", 'S', 1, []string{`fmt.Sprint(i, j)`, `fmt.Sprintf("%v %+v", v, w)`, `fmt.Sprintf("%T", x)`, `fmt.Sprintf("%v", x)`, `fmt.Sprintf("%q", $S)`, `fmt.Sprintf("%5s|%-5s|", $S, $S)`, `fmt.Sprintf("%05d|%x|%o|%b|%c|%U", $I, $I, $I, $I, mod($I, 26)+'a', mod($I, 26)+'a')`,
		`fmt.Sprint($S, $I, $S)`, `fmt.Sprintln($S, $I)`, `fmt.Sprintf("%v %v", $L, $A)`, `fmt.Sprintf("%6.2f|%g|%e", fl, fl, fl)`, `fmt.Sprintf("%t", $B)`, `fmt.Sprintf("%[2]v %[1]v", $S, $I)`, `fmt.Sprintf("%d%%", $I)`, `fmt.Sprintf("%v", m)`, `fmt.Sprint(fl)`, `fmt.Sprintf("%d", $S)`,
		`fmt.Sprintf("%v", co)`, `fmt.Sprintf("%d", co)`, `fmt.Sprint(u8, i8, u)`, `fmt.Sprintf("%#v", $S)`, `fmt.Sprintf("%#v", $L)`, `fmt.Sprintf("%v", e.Q)`, `fmt.Sprintf("%s", by)`, `fmt.Sprintf("%x", $S)`, `fmt.Sprintf("%*d", 4, $I)`, `fmt.Sprint(is)`, `fmt.Sprintf("%v", $K)`, `fmt.Sprint(nil, $S)`, `fmt.Sprintf("%s %s", $S)`, `Color($I).String()`}},
	{"json", 'S', 1, []string{`func() string { var n N; _ = json.Unmarshal([]byte("{\"S\":\"json\"}"), &n); return n.S }()`}},
	{"jsontext", 'S', 1, []string{`func() string { b, _ := json.Marshal(e); return string(b) }()`, `func() string { b, _ := json.Marshal($L); return string(b) }()`, `func() string { b, _ := json.Marshal(map[string]any{$S: $I, "x": x}); return string(b) }()`, `func() string { b, _ := json.MarshalIndent(v, "", " "); return string(b) }()`,
		`func() string { b, _ := json.Marshal(fl); return string(b) }()`, `func() string { b, _ := json.Marshal("<" + $S + "&>"); return string(b) }()`}},
	{"unicode", 'S', 1, []string{`"日本語"[3:6]`, `string([]rune("héllo")[1:3])`, `string("héllo"[0:2])`, `string(rune(mod($I, 26) + 'a'))`, `string([]byte($S))`, `string([]rune($S))`, `"\xff" + $S`, `strings.ToValidUTF8("a\xffb", "?")`, `string(by[:1])`}},
	{"generics", 'S', 1, []string{`string(Str($S).Up())`, `fmt.Sprint(sum(1.5, fl))`, `fmt.Sprintf("%T", st)`, `fmt.Sprintf("%T", sum[int8])`}},
	{"errors", 'S', 1, []string{`try(func() { panic($S) })`, `try(func() { s = $S })`, `try(func() { _ = l[9] })`, `try(func() { var n *N; _ = n.S })`, `try(func() { _ = x.(*N) })`, `try(func() { m := map[string]string(nil); m[$S] = "" })`, `fmt.Sprint(named($S))`, `fmt.Sprint(errors.Is(err, err))`, `try(func() { panic(fmt.Errorf("e %s", $S)) })`}},
	{"methods", 'S', 1, []string{`(*N).Text($P)`, `N.With($V, $S).S`, `E.Text(e)`, `Texter.Text(tx)`, `Q(e.Q).Text()`, `Texter($P).Text()`}},
	{"values", 'K', 1, []string{`1`, `"a"`, `int64(1)`, `uint8(1)`, `1.0`, `true`, `K{"a", 1}`, `[2]string{"a", "b"}`, `any($S)`, `any($I)`, `Str($S)`, `co`, `nil`}},
	{"env", 'S', 1, []string{`os.Getenv("A")`, `unseen.Text()`}},
	{"globals", 'S', 2, []string{`ga§`, `gb§`, `gc§`, `gn§.S`, `gm§[$S]`, `fb§()`}},

	{"values", simpleKind, 2, []string{`s = $S`, `t = $S`, `s, t = t, s`, `s += $S`, `*sp = $S`, `sp = &t`, `sp = &s`, `sp = &v.S`, `sp = &p.S`, `sp = &a[0]`, `i = $I`, `i++`, `j += $I`, `b = $B`, `b = !b`,
		`p.S = $S`, `q.S = $S`, `p = $P`, `q = $P`, `*p = $V`, `v = $V`, `w = $V`, `v.S = $S`, `w.L = $L`, `p.Set($S)`, `$P.Set($S)`, `$P.S = $S`, `v.Set($S)`, `tx = $P`, `p, q = q, p`, `v, w = w, v`, `pp = &q`, `pp = &p`, `*pp = $P`, `(*pp).S = $S`,
		`p.Next = &N{S: $S}`, `if p.Next != nil { p.Next.S = $S }`, `a[0] = $S`, `a[mod($I, 2)] = $S`, `a2 = a`, `a = $A`, `vs[0].S = $S`, `p = &vs[0]`, `ps[0] = $P`, `ps[len(ps)-1].S = $S`, `emit§("e#", $S)`, `emit§("e#", $V)`, `r.S = $S`, `co = Color($I)`}},
	{"slices", simpleKind, 2, []string{`l = $L`, `l2 = $L`, `l2 = l`, `if len(l) > 1 { l = l[1:] }`, `if len(l2) > 0 { l2 = l2[:1] }`, `if len(l) > 0 { l[0] = $S }`, `if len(l2) > 1 { l2[1] = $S }`, `l = nil`, `copy(l, $L)`, `if len(l) > 1 { copy(l, l[1:]) }`,
		`if n# := $I; n# >= 0 && n# < len(l) { l[n#] = $S }`, `if len(l) > 1 { sp = &l[1] }`, `is = append(is, $I)`, `is[0] = $I`, `clear(l2)`, `by = append(by, $S...)`}},
	{"append", simpleKind, 2, []string{`l = append(l, $S)`, `l2 = append(l2, $L...)`, `cl = append(cl, $S)`, `l = append(cl, $S); l2 = append(cl, $S)`, `l2 = l[:0]; for _, e# := range l { if e# != $S { l2 = append(l2, e#) } }`, `l = append(l, l...)`, `v.L = append(v.L, $S)`, `p.L = append(p.L, $S)`, `if len(l) > 0 { l2 = append(l[:1], $S) }`,
		`if len(l) > 0 { l2 = append(l[:1:1], $S) }`, `vs = append(vs, $V)`, `ps = append(ps, $P)`, `if len(l) > 1 { l = append(l[:1], l[2:]...) }`, `l = append([]string{$S}, l...)`, `cl = cl[:cap(cl)]`, `l = make([]string, 2, 5); l2 = append(l, $S)`, `if cap(cl) > len(cl) { l = append(cl[:len(cl):len(cl)+1], $S) }`}},
	{"std", simpleKind, 1, []string{`sort.Strings(l)`, `slices.Sort(l2)`, `slices.Reverse(l)`, `slices.SortFunc(l, func(x, y string) int { return strings.Compare(y, x) })`, `sort.Slice(l, func(i, j int) bool { return l[i] > l[j] })`, `sort.Slice(ps, func(i, j int) bool { return ps[i].S < ps[j].S })`, `sort.Ints(is)`,
		`l = slices.DeleteFunc(slices.Clone(l), func(y string) bool { return y == $S })`, `maps.Copy(m, m2)`, `var sb# strings.Builder; sb#.WriteString($S); fmt.Fprintf(&sb#, "%d", $I); t = sb#.String()`, `if b#, a#, ok# := strings.Cut($S, "a"); ok# { s, t = b#, a# }`, `if n#, err# := strconv.Atoi($S); err# == nil { i = n# } else { err = err# }`, `slices.SortStableFunc(vs, func(x, y N) int { return strings.Compare(x.S, y.S) })`}},
	{"bytes", simpleKind, 1, []string{`if len(by) > 0 { by[0] = 'X' }`}},
	{"slicearray", simpleKind, 1, []string{`if len(l) >= 2 { a2 = [2]string(l[:2]) }`, `a = [2]string(append(l[:0:0], "c0", $S))`}},
	{"rangealias", simpleKind, 1, []string{`for n#, e# := range &a { a[1] = $S; a2[n#] = e# }`, `for n#, e# := range l { if len(l) > 1 { l[1] = $S }; t += e#; _ = n# }`}},
	{"rangealias", nestedKind, 1, []string{`for _, e# := range $L { t = e#; {_} }`, `each($L, func(y string) {_})`}},
	{"float32", simpleKind, 1, []string{`fl = float64(float32(fl) * 0.1)`}},
	{"inplace", simpleKind, 1, []string{`l = slices.Compact($L)`, `l = slices.DeleteFunc(l, func(y string) bool { return y == $S })`}},
	{"mapsdelete", simpleKind, 1, []string{`maps.DeleteFunc(m, func(k, _ string) bool { return k == $S })`}},
	{"copyoverlap", simpleKind, 1, []string{`if len(l) > 1 { copy(l[1:], l) }`}},
	{"maps", simpleKind, 2, []string{`m[$S] = $S`, `m2[$S] = $S`, `delete(m, $S)`, `m2 = m`, `m = $M`, `m[$S] += $S`, `clear(m2)`, `if e#, ok# := m[$S]; ok# { t = e# }`, `mp[$S] = $P`, `if e# := mp[$S]; e# != nil { e#.S = $S }`, `delete(mp, $S)`, `for n#, e# := range m { m2[n#] = e# + $S }`, `for _, e# := range mp { e#.S = $S }`, `x = m`, `if y#, ok# := x.(map[string]string); ok# { y#[$S] = $S }`}},
	{"maporder", simpleKind, 1, []string{`for n# := range m { t = n# }`, `for _, e# := range m { l = append(l, e#) }`, `for n# := range m { delete(m, n#); break }`, `l = slices.Collect(maps.Keys(m))`, `l = slices.Sorted(maps.Values(m))`, `for n# := range m { l = append(l, n#) }; if $B { sort.Strings(l) }`}},
	{"oneofmany", simpleKind, 1, []string{`for _, e# := range mp { p = e# }`, `for _, e# := range mp { q = e# }`, `for _, e# := range mp { x = e# }`, `for _, e# := range mp { tx = e# }`, `for _, e# := range map[string][]string{"a": l, "b": l2} { l = e# }`, `for _, e# := range map[string]map[string]string{"a": m, "b": m2} { m = e# }`, `for _, e# := range mp { f = e#.Text }`, `for n#, e# := range mp { m[n#] = e#.S }`, `for _, e# := range mp { pp = &e# }`,
		`for _, e# := range mp { sp = &e#.S }`, `for _, e# := range map[string][]*N{"a": ps, "b": {q}} { ps = e# }`, `for _, e# := range mp { v = *e# }`, `y# := *p; if y#.Next != nil { y#.Next.S = $S }`, `if len(p.L) > 0 { y# := p.L; y#[0] = $S }`, `for _, e# := range ps { if e#.Next != nil { e#.Next.S = $S } }`, `for _, e# := range mp { e.N = e# }`}},
	{"biglast", simpleKind, 1, []string{`for n# := range big { if t == $S { t = n# } }`, `for n# := range big { if n# == "y" { p = q }; if n# == "b" { p.S = $S } }`, `for n#, e# := range big { if e# > 6 { s += "z" } else if len(s) > 2 { t = s; break }; _ = n# }`, `for n# := range big { if n# == "z" { l = append(l, $S) } else if n# == "a" && len(l) > 2 { l2 = l } }`, `for n# := range big { if n# == $S { x = p; break }; if n# == "t" { p = &N{S: $S} } }`,
		`for n# := range big { if n# == "s" { m = map[string]string{"x": $S} } else if n# == "c" { m[n#] = $S } }`, `for n# := range big { if n# == "z" { f = p.Text } else if n# == "a" { fs = append(fs, f) } }`, `for n# := range big { if n# == "d" { mp["d"] = $P } else if e# := mp["d"]; e# != nil { e#.L = append(e#.L, n#) } }`, `t = func() string { for n# := range big { if n# == $S { return t + n# }; if n# == "a" { t = $S } }; return "none" }()`}},
	{"groups", simpleKind, 2, []string{`ml[$S] = append(ml[$S], $S)`, `ml[$S] = $L`, `for n# := range ml { ml[n#] = append(ml[n#], n#) }`, `for _, e# := range ml { if len(e#) > 0 { e#[0] = $S } }`, `if e# := ml[$S]; len(e#) > 0 { e#[0] = $S }`, `emit§("e#", ml[$S])`, `for _, e# := range ml { l = e# }`, `mv[$S] = $V`, `if e# := mv[$S].Next; e# != nil { e#.S = $S }`, `for n#, e# := range mv { e#.S = n#; if e#.Next != nil { e#.Next.S += $S } }`, `if e#, ok# := mv[$S]; ok# && len(e#.L) > 0 { e#.L[0] = $S }`, `delete(ml, $S)`, `l = slices.Grow(l, 2)[:len(l)]`,
		`select { case pc <- $P: default: }`, `select { case e# := <-pc: e#.S = $S; default: }`, `select { case p = <-pc: default: }`, `os# := []func(*N){func(n *N) { n.S = $S }, func(n *N) { n.L = append(n.L, $S) }}; if $B { os# = append(os#, func(n *N) { n.Next = q }) }; for _, o# := range os# { o#($P) }`, `unseen.Run(pick($B, func() { s = $S }, func() { t = $S }))`, `func() { defer pick($B, func() { t = $S }, func() { recover() })(); s = $S; if $B { panic($S) } }()`,
		`for range ml { fs = append(fs, func() string { t += "+"; return $S }) }`, `close(pc); for e# := range pc { e#.L = append(e#.L, $S) }; pc = make(chan *N, 4)`}},
	{"groups", nestedKind, 1, []string{`for n#, e# := range ml { t = n#; for _, g# := range e# { s = g#; {_} } }`, `for n#, e# := range mv { if e#.S == $S { continue }; t = n#; {_} }`}},
	{"bigtools", nestedKind, 1, []string{`for n# := range big { if n# == "a" {_} else if n# == "z" {_} }`, `for n# := range big { switch n# { case "b": {_}; case "y": if $B { break }; {_} } }`, `for n# := range big { if n# == "d" && $B { break }; if n# == "t" {_} }`, `t = func() string { for n# := range big { if n# == "c" { {_}; if $B { return s } }; if n# == "z" {_} }; return "none" }()`}},
	{"keys", simpleKind, 1, []string{`ka[$K] = $S`, `delete(ka, $K)`, `ka[$K] += $S`, `km[K{$S, $I}]++`, `if _, ok# := ka[$K]; ok# { t = $S }`, `km[K{A: $S}] = $I`, `x = $K`, `if x == $K { t = $S }`, `b = x == $K`}},
	{"order", simpleKind, 1, []string{`i, a[mod(i, 2)] = 1, "z"`, `a[mod(next(&i), 2)] += "!"`, `i, j = j, i`, `l, l2 = append(l, note(&log, "1")), append(l2, note(&log, "2"))`, `m[note(&log, "k")] = note(&log, "v")`, `a[mod(next(&i), 2)], a2[mod(next(&i), 2)] = note(&log, $S), note(&log, $S)`, `s, *sp = *sp, $S`, `p, p.S = q, $S`,
		`p.Next, p = q, &N{S: $S}`, `a2[noteAt(&log, "i", 0)] = note(&log, "e")`, `l = []string{note(&log, "x"), note(&log, "y")}`, `vs[mod(next(&j), len(vs))].S += $S`, `is[mod(next(&i), len(is))]++`, `s = note(&log, $S) + note(&log, $S)`}},
	{"interfaces", simpleKind, 1, []string{`x = $S`, `x = $I`, `x = $P`, `x = nil`, `x = $V`, `x = $L`, `if y#, ok# := x.(*N); ok# { y#.S = $S }`, `if y#, ok# := x.(string); ok# { t = y# }`, `if y#, ok# := x.([]string); ok# && len(y#) > 0 { y#[0] = $S }`, `if y#, ok# := tx.(*N); ok# { y#.S = $S }`, `tx = e`, `tx = &e`, `tx = e.Q`, `tx = &e.Q`, `if y#, ok# := x.(Texter); ok# { t = y#.Text() }`, `_, b = x.(interface{ Set(string) })`, `if y#, ok# := x.(N); ok# { y#.S = $S; v = y# }`}},
	{"embedding", simpleKind, 1, []string{`e.Tag = $S`, `e.SetTag($S)`, `e.Set($S)`, `e.S = $S`, `e.N = $P`, `e.Q = Q{$S, $I}`, `e.Num++`, `e.List = append(e.List, $S)`, `e.M = m`, `e.Ptr = sp`, `e.Name = ""`, `e.Hid = $S`, `q = e.N`, `x = e`, `e2# := e; e2#.Name = $S; e2#.S = $S; v = *e2#.N`, `e.N = nil; e.N = &N{S: $S}`}},
	{"closures", simpleKind, 1, []string{`f = func() string { return $S }`, `fs = append(fs, f)`, `fs = append(fs, func() string { return $S })`, `each($L, func(y string) { l = append(l, y) })`, `each($L, func(y string) { s += y })`, `f = p.Text`, `for _, g# := range fs { t += g#() }`, `each($L, p.Set)`, `f = tx.Text`, `f = $P.Text`, `fs = append(fs, func() string { s += "+"; return s })`,
		`for n#, e# := range l { fs = append(fs, func() string { return e# + strconv.Itoa(n#) }) }`, `g# := f; f = func() string { return g#() + "g" }`}},
	{"loopvar", simpleKind, 1, []string{`for n# := 0; n# < 3; n#++ { fs = append(fs, func() string { return strconv.Itoa(n#) }) }`, `for _, e# := range []N{{S: "1"}, {S: "2"}} { ps = append(ps, &e#) }`, `for n# := 0; n# < 2; n#++ { defer func() { l = append(l, strconv.Itoa(n#)) }() }`, `for n# := 0; n# < 4; n#++ { fs = append(fs, func() string { n# += 2; return strconv.Itoa(n#) }); fs[len(fs)-1]() }`}},
	{"arith", simpleKind, 1, []string{`u8 += conv[uint8]($I)`, `u8 *= 3`, `i8 -= 127`, `i8 = -i8`, `u = u << (conv[uint]($I) & 7)`, `u -= conv[uint32]($I)`, `fl = fl / 3`, `fl += float64($I)`, `i = (-$I) / 2`, `i = $I % 3`, `u8 = conv[uint8]($I)`, `i8 = int8(u8)`, `if n# := $I; n# != 0 { i = 100 / n# }`, `i = 1 << (conv[uint]($I) & 31)`, `u8 >>= 1`, `u ^= 0xff`, `i &^= 2`, `fl = float64(int64(fl * 100))`, `const c# = 1 << 40; i = c# >> 38`, `i, _ = strconv.Atoi(fmt.Sprint($I))`}},
	{"unicode", simpleKind, 1, []string{`for n#, c# := range "é日a" { l = append(l, fmt.Sprint(n#, string(c#))) }`, `for n#, c# := range $S { i += n#; t = string(c#) }`, `for n# := 0; n# < len(s) && n# < 9; n#++ { by = append(by, s[n#]) }`, `for _, c# := range []byte($S) { u8 ^= c# }`, `if len(s) > 1 { s = s[1:] }`}},
	{"ranges", simpleKind, 2, []string{`for n#, e# := range l { l[n#] = e# + $S }`, `for n# := range l { l[n#] = $S }`, `for n#, e# := range a { a2[1-n#] = e# }`, `for n#, e# := range a { a[1] = $S; a2[n#] = e# }`, `for _, e# := range l { l = append(l, e#) }`,
		`for _, e# := range vs { e#.S = $S; t = e#.S }`, `for n# := range vs { vs[n#].S += $S }`, `for _, e# := range ps { e#.S = $S }`, `for _, e# := range xs { l = append(l, e#) }`, `for _, e# := range $L { m[e#] = $S }`, `for i = range l { t += l[i] }`, `for i, t = range l { s += t }`, `for _, a[0] = range l { s += a[1] }`, `for range l { s += "." }`, `for _, e# := range l { l = l[:1]; t = e# }`}},
	{"rangeint", simpleKind, 1, []string{`for n# := range 3 { s += strconv.Itoa(n#) }`, `for n# := range len(l) { l[n#] += "r" }`, `for n# := range u8 % 4 { is = append(is, int(n#)) }`, `for range mod($I, 3) { s += $S }`, `for i = range 2 { s += "i" }`}},
	{"rangefunc", simpleKind, 1, []string{`for n# := range count(3) { s += strconv.Itoa(n#) }`, `for n#, e# := range reversed(slices.Clone(l)) { t += e# + strconv.Itoa(n#) }`, `for e# := range slices.Values($L) { l2 = append(l2, e#) }`, `for e# := range st.All() { t += e# }`, `for n#, e# := range slices.Backward($L) { l2 = append(l2, strconv.Itoa(n#)+e#) }`, `for _, e# := range slices.All(l) { s += e# }`, `for e# := range strings.SplitSeq($S, "a") { l = append(l, e#) }`, `l = slices.AppendSeq(l, st.All())`}},
	{"generics", simpleKind, 1, []string{`st.Push($S)`, `if e#, ok# := st.Pop(); ok# { t = e# }`, `i = sum(i, $I)`, `fl = sum(fl, 2)`, `u8 = sum(u8, 100)`, `var g# Stack[int]; g#.Push($I); is = append(is, g#.items...)`, `m = keyed($L, func(y string) string { return y + "k" })`, `s = pick($B, s, $S)`, `p = pick($B, p, $P)`}},
	{"errors", simpleKind, 1, []string{`s, err = named($S)`, `err = errors.New($S)`, `err = fmt.Errorf("w %w", errors.New($S))`, `if err != nil { t = err.Error() }`, `if e#, err# := named($S); err# == nil { t = e# } else { l = append(l, err#.Error()) }`, `t = try(func() { p.S = $S; panic("p") })`, `t = try(func() { l = append(l, $S); _ = l[8]; l = nil })`, `err = errors.Join(err, errors.New($S))`}},
	{"failing", simpleKind, 2, []string{`fail($B, &s, $S)`, `_ = fail($B, &t, $S)`, `defer fail($B, &r.S, $S)`, `err = fail($B, sp, $S)`, `if err# := fail($B, &t, $S); err# != nil { l = append(l, "failed") }`, `if fail($B, &s, $S) != nil { t = "f" }`, `if fail($B, &s, $S) == nil { t = $S }`, `s, _ = failNode($B, p, $S)`, `if e#, err# := failNode($B, $P, $S); err# == nil { t = e# }`,
		`e#, err# := failNode($B, q, $S); s = e#; if err# != nil { t = "bad" }`, `s = orElse($B, p, $S)`, `unseen.Try(func() error { return fail($B, &s, $S) })`, `_ = unseen.Try(func() error { if $B { t = $S; return errors.New("x") }; return nil })`, `err = func() error { if err# := fail($B, &s, $S); err# != nil { return err# }; t = $S; return nil }()`,
		`err = func() (err error) { defer func() { if err != nil { s = "deferred" } }(); return fail($B, &t, $S) }()`, `wait(func() { fail($B, &s, $S) })`, `_, err = failNode($B, p, $S); if err == nil { _, err = failNode($B, q, $S) }`, `for range 2 { if err# := fail($B, &s, $S); err# != nil { break }; t += "n" }`, `t = func() string { if err# := fail($B, &s, $S); err# != nil { return "d" }; return s }()`,
		`if _, err# := failNode($B, p, $S); errors.Is(err#, err) { t = "is" }`, `err = errors.Join(fail($B, &s, $S), fail($B, &t, $S))`}},
	{"failing", nestedKind, 1, []string{`if err# := fail($B, &s, $S); err# != nil {_} else {_}`, `_ = func() error { if err# := fail($B, &t, $S); err# != nil { return err# }; {_}; return nil }()`, `func() error { if $B {_}; return errors.New("z") }()`, `if e#, err# := failNode($B, p, $S); err# != nil || e# == "" {_} else {_}`, `func() { if err# := fail($B, &s, $S); err# != nil { return }; {_} }()`,
		`_ = func() error { for range 2 { if err# := fail($B, &s, $S); err# != nil { return fmt.Errorf("w %w", err#) }; {_} }; return nil }()`, `func() { defer func() { _ = fail($B, &t, $S) }(); {_} }()`}},
	{"defers", simpleKind, 1, []string{`defer func() { r.S = $S }()`, `defer func() { r.T += s }()`, `defer func(s string) { r.T = s }(s)`, `defer func() { r.L = append(r.L, $S) }()`, `defer p.Set($S)`, `defer func() { if e# := recover(); e# != nil { r.S = fmt.Sprint(e#) } }()`, `func() { defer func() { s = $S }(); s = "d" }()`, `for _, e# := range l { defer func() { t += e# }() }`, `defer func() { r.V.S += "d" }()`}},
	{"once", simpleKind, 1, []string{`once.Do(func() { s += $S })`, `g# := sync.OnceValue(func() string { i++; return $S }); s = g#() + g#()`, `g# := sync.OnceFunc(func() { t += $S }); g#(); g#()`, `once.Do(func() { l = append(l, $S) }); once.Do(func() { l = append(l, "again") })`}},
	{"goroutines", simpleKind, 1, []string{`wait(func() { s = $S })`, `wait(func() { l = append(l, $S) })`, `wg# := new(sync.WaitGroup); wg#.Add(1); go func() { p.S = $S; wg#.Done() }(); wg#.Wait()`, `done# := make(chan bool); go func() { t = $S; close(done#) }(); <-done#`, `done# := make(chan string); go func() { done# <- $S }(); t = <-done#`,
		`gate# := make(chan bool); done# := make(chan bool); s = "before"; go func() { <-gate#; s = $S; close(done#) }(); t = s; close(gate#); <-done#`, `wait(func() { v.S = $S }); w = v`}},
	{"channels", simpleKind, 1, []string{`select { case ch <- $S: default: }`, `select { case e# := <-ch: t = e#; default: t = $S }`, `if len(ch) > 0 { t = <-ch }`, `c# := make(chan string, 2); c# <- $S; c# <- s; close(c#); for e# := range c# { l = append(l, e#) }`, `c# := make(chan func(), 2); c# <- func() { s = $S }; close(c#); for f# := range c# { f#() }`, `c# := make(chan string, 1); close(c#); e#, ok# := <-c#; b, t = ok#, e#`,
		`c#, d# := make(chan int, 1), make(chan int, 1); c# <- 1; d# <- 2; select { case i = <-c#: case i = <-d#: }`, `c# := make(chan *N, 1); c# <- p; (<-c#).S = $S`}},
	{"unseen", simpleKind, 1, []string{`unseen.Change(&s)`, `unseen.Change(p)`, `unseen.Change(l)`, `unseen.Change(m)`, `unseen.Change(&v)`, `unseen.Run(func() { s = $S })`, `if $B { unseen.Change(&v) }`, `unseen.Change(x)`, `unseen.Change(&e)`, `unseen.Change(v)`, `unseen.Change(ps)`, `unseen.Change([]any{p, l})`, `unseen.Change($V)`, `unseen.Change(pp)`}},
	{"env", simpleKind, 1, []string{`if os.Getenv("A") != "" { s = $S }`, `if e#, ok# := os.LookupEnv("B"); ok# { t = e# }`, `if _, err# := os.Stat("none"); err# != nil { emit§("e#", $S) } else { emit§("f#", $S) }`, `if len(os.Args) > 9 { s = $S }`, `p.S = os.Getenv("A")`, `m[os.Getenv("A")] = $S`, `err = os.Remove("/none/none")`}},
	{"containers", simpleKind, 2, []string{`kept.Store($S, p)`, `if e#, ok# := kept.Load($S); ok# { e#.(*N).S = $S }`, `if e#, ok# := kept.LoadOrStore("a", q); ok# { e#.(*N).S = $S }`, `kept.Range(func(_, e# any) bool { e#.(*N).S = $S; return $B })`, `pool# := sync.Pool{New: func() any { return q }}; pool#.Put(p); pool#.Get().(*N).S = $S`,
		`linked.PushBack(p)`, `if e# := linked.Front(); e# != nil { e#.Value.(*N).S = $S }`, `linked.PushFront(&N{S: $S}).Value.(*N).Next = q`, `r# := ring.New(2); r#.Value = p; r#.Next().Next().Value.(*N).S = $S`,
		`var v# atomic.Value; v#.Store(q); p.Next = nil; v#.Load().(*N).S = $S`, `var v# atomic.Pointer[N]; v#.Store(p); q = v#.Load(); q.S = $S`, `c# := context.WithValue(context.Background(), Str("k"), p); p.S = $S; c#.Value(Str("k")).(*N).S = "ctx"`, `heap.Push(&sorted, p); heap.Pop(&sorted).(*N).S = $S`, `kept.Store("m", p); p.Next = q; if e#, _ := kept.Load("m"); e#.(*N).Next != nil { e#.(*N).Next.S = $S }`}},
	{"misleading", simpleKind, 1, []string{`s = MustText(named($S))`, `t = MustText(named(""))`, `s = MustPanic(named("x"))`, `Fatal(&s)`, `p = MustNode(p, $B)`, `i = Exit(i)`}},
	{"globals", simpleKind, 2, []string{`ga§ = $S`, `gl§ = append(gl§, $S)`, `gn§.S = $S`, `gm§[$S] = $S`, `gn§ = $P`, `l = gl§`, `p = gn§`, `m = gm§`, `sp = &gb§`, `gb§ += $S`}},

	{"values", nestedKind, 3, []string{`if $B {_}`, `if $B {_} else {_}`, `if $B {_} else {_}`, `if $B {_} else if $B {_} else {_}`, `{_}`, `switch $S { case "a": {_}; case "s", k: {_}; default: {_} }`, `switch { case $B: {_}; case $B: {_}; fallthrough; default: {_} }`, `switch $I { case 0: {_}; case 1: {_} }`, `switch $B { case true: {_}; default: {_} }`}},
	{"ranges", nestedKind, 2, []string{`for _, e# := range xs { _ = e#; {_} }`, `for _, e# := range slices.Clone($L) { t = e#; {_} }`, `for n# := 0; n# < len(xs); n#++ {_}`, `for n# := 0; n# < $I && n# < 3; n#++ {_}`, `for n# := 0; n# < len(xs); n#++ { if n# > 0 {_}; {_} }`, `for n# := range xs { if n# == 0 {_} else {_} }`, `for n# := 0; n# < 2; n#++ {_}`, `for n#, e# := range a { a[1-n#] = e#; {_} }`,
		`for n# := 0; ; n#++ { if n# > 2 || $B { break }; {_} }`, `for c { c = false; {_} }`, `for y#, n# := p, 0; y# != nil && n# < 3; y#, n# = y#.Next, n#+1 { y#.S += "y"; {_} }`, `for n# := 3; n# > 0; n#-- {_}`}},
	{"rangeint", nestedKind, 1, []string{`for n# := range 3 { if n# == i {_}; {_} }`, `for range 2 {_}`}},
	{"rangefunc", nestedKind, 1, []string{`for n# := range count(3) { if n# == 1 { continue }; {_} }`, `for _, e# := range reversed(slices.Clone(l)) { if e# == $S { break }; {_} }`}},
	{"maporder", nestedKind, 1, []string{`for n# := range m { s = n#; {_} }`}},
	{"labels", nestedKind, 1, []string{`out#: for _, e# := range xs { for _, g# := range slices.Clone($L) { if e# == g# { continue out# }; if $B { break out# }; {_} } }`, `out#: for n# := 0; n# < 3; n#++ { switch n# { case 1: if $B { continue }; {_}; case 2: if $B { break out# }; {_} }; {_} }`, `out#: for { for n# := 0; ; n#++ { if n# > 1 { break out# }; {_} } }`, `out#: switch { default: if $B { break out# }; {_} }`, `out#: for n# := 0; n# < 1; n#++ { if $B { break out# }; {_} }`}},
	{"goto", nestedKind, 1, []string{`{ n# := 0; again#: n#++; {_}; if n# < 3 && $B { goto again# } }`, `{ if $B { goto skip# }; {_}; skip#: s += "g" }`, `{ n# := 0; again#: if n# < 2 { n#++; {_}; goto again# } }`}},
	{"interfaces", nestedKind, 1, []string{`switch y# := x.(type) { case string: t = y#; {_}; case *N: y#.S = $S; {_}; case nil: {_}; default: {_} }`, `switch tx.(type) { case *N: {_}; case E, *E: {_} }`, `switch y# := x.(type) { case int, int64: t = fmt.Sprint(y#); case []string: {_}; case error: t = y#.Error(); case fmt.Stringer: t = y#.String() }`}},
	{"closures", nestedKind, 1, []string{`func() {_}()`, `apply(func() {_})`, `func() { if $B { return }; {_} }()`, `each(slices.Clone($L), func(y string) {_})`, `each(xs, func(y string) { t = y; {_} })`, `f = func() string { {_}; return $S }`, `fs = append(fs, func() string { {_}; return t })`, `apply(func() { for _, e# := range xs { if e# == $S { return }; {_} } })`}},
	{"defers", nestedKind, 1, []string{`defer func() {_}()`, `func() { defer func() {_}(); {_} }()`, `func() { for n# := 0; n# < 2; n#++ { defer func() {_}() }; {_} }()`}},
	{"errors", nestedKind, 1, []string{`t = try(func() { {_}; panic($S) })`, `t = try(func() { {_}; if $B { panic("cond") }; {_} })`, `func() { defer func() { if e# := recover(); e# != nil { s = fmt.Sprint(e#); {_} } }(); {_}; panic("in") }()`, `func() { defer func() { recover() }(); {_}; if $B { panic(1) }; {_} }()`, `if _, err# := named($S); err# != nil {_} else {_}`}},
	{"goroutines", nestedKind, 1, []string{`wait(func() {_})`, `done# := make(chan int); go func() { func() { {_} }(); close(done#) }(); <-done#`}},
	{"once", nestedKind, 1, []string{`once.Do(func() {_})`}},
	{"channels", nestedKind, 1, []string{`c# := make(chan string, 3); c# <- $S; c# <- "2"; close(c#); for e# := range c# { t = e#; {_} }`}},

	{"values", leavingKind, 1, []string{`break`, `continue`, `if $B { break }`, `if $B { continue }`}},
	{"values", returnKind, 1, []string{`if $B { return R{S: $S, T: t, I: $I, L: $L, M: m, P: p, Q: q, V: v, A: a, VS: vs, PS: ps, X: x} }`, `if $B { r.S = $S; return r }`, `if $B { return }`}},

	{"globals", 'a', 1, []string{`"A"`, `gb§ + "a"`, `fb§()`, `strings.ToUpper(gc§)`, `fmt.Sprint(fb§(), gc§)`, `pick(gb§ == "B", "one", fc§())`}},
	{"globals", 'b', 1, []string{`"B"`, `gc§ + "b"`, `strings.Repeat(gc§, 2)`, `func() string { return gc§ }()`}},
	{"globals", 'c', 1, []string{`"C"`, `fmt.Sprint(1)`, `os.Getenv("A")`, `unseen.Text()`}},
	{"globals", 'g', 1, []string{`ga§ += "i"`, `gl§ = append(gl§, gb§)`, `gm§["k"] = gc§`, `emit§("init#", ga§)`, `gn§.S = ga§`, `gb§ = "init"`, `emit§("init#", gl§)`, `gn§ = &N{S: gb§}`}},
}
