package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// writer makes one signature.
type writer struct {
	rng    *rand.Rand
	sig    *sig
	inputs int  // declarations from here on may be part of parameters
	at     int  // index of the declaration being written
	output bool // what is written is part of results only
	odd    bool // types without a form in JSON may come
}

// generate makes signature i of a seed. It does not depend on how many there
// are.
func generate(seed uint64, i int) *sig {
	w := &writer{rng: rand.New(rand.NewPCG(seed, uint64(i))), sig: &sig{}}
	w.odd = w.chance(25)
	outputs := pick(w.rng, 0, 0, 1, 2, 3)
	w.inputs = outputs
	for i := range outputs + w.rng.IntN(6) {
		w.sig.decls = append(w.sig.decls, w.declare(string(rune('A'+i)), i < outputs))
	}
	for i, d := range w.sig.decls {
		w.at, w.output = i, i < outputs
		w.fill(d)
	}
	mend(w.sig)
	w.at, w.output = -1, false
	w.params()
	w.output = true
	for range w.results() {
		w.sig.results = append(w.sig.results, w.typ(3, true))
	}
	w.sig.fails = w.chance(60)
	w.sig.named = w.chance(30)
	return w.sig
}

// results is the number of results. What cannot be written is no result.
func (w *writer) results() int {
	if w.sig.odd {
		return 0
	}
	return pick(w.rng, 0, 1, 1, 1, 1, 1, 1, 2)
}

func (w *writer) chance(percent int) bool { return w.rng.IntN(100) < percent }

func pick[T any](rng *rand.Rand, list ...T) T { return list[rng.IntN(len(list))] }

// declare decides what a type is before the types that use it are written.
func (w *writer) declare(suffix string, output bool) *decl {
	d := &decl{suffix: suffix}
	if w.chance(20) {
		d.suffix = string(suffix[0] + 'a' - 'A')
	}
	switch n := w.rng.IntN(100); {
	case n < 42:
		d.kind, d.generic = kindStruct, w.chance(15)
	case n < 58:
		d.kind = kindEnum
	case n < 62:
		d.kind = kindFlags
	case n < 76:
		d.kind = kindPlain
	case n < 90:
		d.kind = kindText
	case n < 95 || !output:
		d.kind = kindJSON
	default:
		d.kind = kindSealed
	}
	return d
}

func (w *writer) fill(d *decl) {
	switch d.kind {
	case kindStruct:
		d.fields = w.fields(d)
	case kindEnum:
		w.enum(d)
	case kindFlags:
		d.of = named(pick(w.rng, "int", "uint8", "uint32"))
		d.consts = []string{"1 << 0", "1 << 1", "1 << 2"}
	case kindPlain:
		w.plain(d)
	case kindText:
		w.text(d)
	case kindJSON:
		w.json(d)
	case kindSealed:
		w.seal(d)
	}
}

// mend takes back what later declarations made wrong: embedded pointers to
// interfaces, which Go does not have, and rules for lists that are bytes.
func mend(s *sig) {
	for _, d := range s.decls {
		for _, f := range d.fields {
			e := f.typ
			if f.name == "" && e.op == "*" && e.elem.decl != nil && e.elem.decl.of != nil && e.elem.decl.of.name == "any" {
				f.typ = e.elem
			}
			if e.name == "slog.Level" { // it refuses null
				f.rules = slices.DeleteFunc(f.rules, func(r string) bool { return r == "nullable" })
			}
			for e.op == "*" {
				e = e.elem
			}
			if e.op == "[]" && isByte(e.elem) {
				f.rules = nil
			}
		}
	}
}

func (w *writer) enum(d *decl) {
	kind := pick(w.rng, "string", "string", "string", "int", "int", "uint8", "int16")
	d.of = named(kind)
	for i := range 1 + w.rng.IntN(4) {
		if kind == "string" {
			d.consts = append(d.consts, fmt.Sprintf("%q", []string{"red", "green", "", "light blue"}[i]))
		} else {
			d.consts = append(d.consts, fmt.Sprint(i*pick(w.rng, 1, 1, 1, 3, 5)+i))
		}
	}
	if kind != "string" && w.chance(30) {
		d.consts[0] = fmt.Sprint(-w.rng.IntN(2))
		if kind == "uint8" {
			d.consts[0] = "255"
		}
	}
	slices.Sort(d.consts)
	d.consts = slices.Compact(d.consts)
	d.form = pick(w.rng, formType, formType, formConversion)
	if kind != "string" && w.chance(30) {
		d.form = formIota
		d.consts[0] = pick(w.rng, "iota", "iota + 1", "iota * 10")
	}
}

func (w *writer) plain(d *decl) {
	switch w.rng.IntN(9) {
	case 0, 1:
		d.of = &expr{op: "[]", elem: w.typ(1, false)}
	case 2, 3:
		d.of = &expr{op: "map", key: w.key(), elem: w.typ(1, false)}
	case 4:
		d.of = &expr{op: "[n]", n: w.rng.IntN(4), elem: w.typ(1, true)}
	case 5:
		d.of = named(pick(w.rng, "time.Duration", "other.Level", "ext.Color", "[]byte", "any"))
	default:
		d.of = w.basic()
	}
}

// text makes a type that is a string to encoding/json, both ways or one way.
func (w *writer) text(d *decl) {
	d.of = named(pick(w.rng, "string", "struct{ V string }", "int", "[4]byte", "[]byte", "map[string]int"))
	star := pick(w.rng, "", "*")
	if w.chance(85) {
		d.methods = append(d.methods, `(`+star+`R_) MarshalText() ([]byte, error) { return []byte("text"), nil }`)
	}
	if w.chance(85) || len(d.methods) == 0 {
		d.methods = append(d.methods, `(v *R_) UnmarshalText([]byte) error { _ = *v; return nil }`)
	}
}

// json makes a type that reads or writes JSON of its own.
func (w *writer) json(d *decl) {
	d.of = named(pick(w.rng, "string", "struct{ V string }", "int", "[]string"))
	star := pick(w.rng, "", "*")
	if w.chance(75) {
		d.methods = append(d.methods, `(`+star+"R_) MarshalJSON() ([]byte, error) { return []byte(`{\"own\":[1]}`), nil }")
	}
	if w.chance(75) || len(d.methods) == 0 {
		d.methods = append(d.methods, `(v *R_) UnmarshalJSON([]byte) error { _ = *v; return nil }`)
	}
}

// seal makes some later types implementations of d, or one more.
func (w *writer) seal(d *decl) {
	for _, t := range w.sig.decls[w.at+1:] {
		if t.kind == kindSealed || t.generic || !w.chance(50) && len(d.impls) > 0 {
			continue
		}
		if t.kind != kindStruct {
			continue
		}
		t.seals = append(t.seals, d)
		t.byPtr = t.byPtr || w.chance(30)
		d.impls = append(d.impls, t)
	}
	if len(d.impls) == 0 {
		d.kind, d.of = kindPlain, w.basic()
	}
}

var paramNames = []string{"a", "b", "count", "userID", "query", "items", "Filter", "größe", "x", "limit"}

func (w *writer) params() {
	if w.chance(50) {
		w.sig.params = append(w.sig.params, &param{name: pick(w.rng, "ctx", "c", "_"), typ: named("context.Context"), injected: true})
	}
	used := map[string]bool{}
	n := w.rng.IntN(5)
	for i := range n {
		p := &param{name: pick(w.rng, paramNames...), typ: w.typ(3, true)}
		if used[p.name] {
			continue
		}
		used[p.name] = true
		if i == n-1 && w.chance(10) {
			p.variadic, p.typ = true, &expr{op: "[]", elem: w.typ(2, true)}
		}
		if w.chance(35) {
			p.rules = w.rules(p.typ)
		}
		if n := p.typ.text(""); w.chance(15) && n != "slog.Level" && n != "*slog.Level" {
			p.rules = append(p.rules, pick(w.rng, "required", "optional", "nullable", "nullable", "optional,nullable"))
		}
		if op := p.typ.op; w.chance(20) && (op == "[]" || op == "map" || op == "*") && !slices.ContainsFunc(p.rules, func(r string) bool { return strings.HasPrefix(r, "default=") }) {
			p.rules = append(p.rules, "default=null")
		}
		if w.chance(50) {
			p.doc = pick(w.rng, "what to look for", "how many, at most", "a <b> & \"c\"")
		}
		w.sig.params = append(w.sig.params, p)
		if w.chance(4) {
			w.inject(i)
		}
	}
	w.variadicLast()
}

// inject adds a parameter that no client gives.
func (w *writer) inject(i int) {
	p := &param{name: fmt.Sprintf("inj%d", i), injected: true}
	p.typ = named(pick(w.rng, "other.Context", "*other.Context", "func(other.Progress)", "context.Context"))
	if i == 0 && w.sig.params[0].name != "ctx" && w.chance(50) {
		p.name, p.typ = "ctx", w.basic()
	}
	w.sig.params = append(w.sig.params, p)
}

// variadicLast drops what follows a variadic parameter.
func (w *writer) variadicLast() {
	for i, p := range w.sig.params {
		if p.variadic {
			w.sig.params = w.sig.params[:i+1]
			return
		}
	}
}
