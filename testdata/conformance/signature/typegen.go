package main

import (
	"fmt"
	"strings"
)

var fieldNames = []string{"A", "B", "C", "D", "Name", "ID", "URL", "Größe", "a", "hidden"}

// fields makes the fields of a struct.
func (w *writer) fields(d *decl) []*field {
	used := map[string]bool{}
	var out []*field
	for range w.rng.IntN(6) {
		f := &field{}
		if w.chance(28) {
			if f.typ = w.embed(); f.typ == nil || used[embeddedName(f.typ)] {
				continue
			}
			used[embeddedName(f.typ)] = true
			if w.chance(25) {
				f.json = w.jsonTag()
			}
			out = append(out, f)
			continue
		}
		if f.name = pick(w.rng, fieldNames...); used[f.name] {
			continue
		}
		used[f.name] = true
		if f.typ = w.typ(2, true); d.generic && w.chance(30) {
			f.typ = named("T")
		}
		if w.chance(60) {
			f.json = w.jsonTag()
		}
		if f.typ.op == "" && w.chance(20) {
			f.json, _, _ = strings.Cut(f.json, ",")
			f.json += ",string"
		}
		if w.chance(35) && !strings.Contains(f.json, ",string") {
			f.rules = w.rules(f.typ)
		}
		if w.chance(12) {
			f.rules = append(f.rules, pick(w.rng, "required", "required", "nullable", "nullable", "-"))
		}
		if w.chance(20) {
			f.comment = "what it is, = and , included"
		}
		out = append(out, f)
	}
	return out
}

// embeddedName is the name of an embedded field.
func embeddedName(e *expr) string {
	if e.op == "*" {
		e = e.elem
	}
	if e.decl != nil {
		return e.decl.suffix
	}
	return e.name
}

// embed makes the type of an embedded field, nil if there is none.
func (w *writer) embed() *expr {
	if later := w.at + 1; later < len(w.sig.decls) && w.chance(75) {
		d := w.sig.decls[later+w.rng.IntN(len(w.sig.decls)-later)]
		if d.kind == kindText || d.kind == kindJSON { // their methods would be promoted
			if !w.chance(20) {
				return nil
			}
		}
		e := w.ref(d)
		if d.kind != kindSealed && w.chance(40) {
			return &expr{op: "*", elem: e}
		}
		return e
	}
	e := named(pick(w.rng, "other.Base", "other.Exposed", "other.Deep", "other.Level", "other.Conflict", "time.Time", "other.Slice"))
	if w.chance(30) {
		return &expr{op: "*", elem: e}
	}
	return e
}

// ref names a declaration, with a simple argument if it is generic.
func (w *writer) ref(d *decl) *expr {
	e := &expr{decl: d}
	if d.generic {
		e.elem = w.basic()
		if w.at < 0 && w.chance(40) {
			e.elem = w.typ(0, true)
		}
	}
	return e
}

func (w *writer) basic() *expr {
	return named(pick(w.rng, "string", "string", "string", "int", "int", "bool", "bool", "bool", "float64", "float32", "int8", "int16", "int32",
		"int64", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr", "byte", "rune"))
}

// typ makes a type. In a place that holds its value only later declarations can
// stand.
func (w *writer) typ(depth int, byValue bool) *expr {
	if w.at < 0 && w.chance(35) { // or most of the types would not be used
		e := w.declared(byValue)
		if w.chance(25) { // whether its elements can be addressed depends on where it stands
			e = &expr{op: "[n]", n: 1 + w.rng.IntN(2), elem: e}
		}
		return e
	}
	switch n := w.rng.IntN(100); {
	case n == 0 && w.odd && !w.output:
		w.sig.odd = true
		return named(pick(w.rng, "func()", "chan int", "complex128", "fmt.Stringer", "func(int) string"))
	case n < 34:
		return w.basic()
	case n < 43 && depth > 0:
		return &expr{op: "*", elem: w.typ(depth-1, false)}
	case n < 53 && depth > 0:
		return &expr{op: "[]", elem: w.typ(depth-1, false)}
	case n < 56 && depth > 0:
		return &expr{op: "[n]", n: w.rng.IntN(4), elem: w.typ(depth-1, byValue)}
	case n < 63 && depth > 0:
		return &expr{op: "map", key: w.key(), elem: w.typ(depth-1, false)}
	case n < 66 && depth > 0:
		return &expr{op: "struct", body: []*field{
			{name: "X", typ: w.typ(depth-1, byValue), json: w.jsonTag()},
			{name: "y", typ: w.typ(0, byValue)},
		}}
	case n < 86:
		return w.declared(byValue)
	}
	return named(pick(w.rng, "any", "[]byte", "time.Time", "time.Duration", "json.RawMessage", "json.Number", "big.Int", "*big.Int",
		"netip.Addr", "net.IP", "slog.Level", "ext.Color", "ext.ID", "other.Level", "other.Base", "other.Exposed", "other.Alias",
		"other.Tree", "struct{}", "map[string]any", "[]any", "other.Box[int]", "other.Conflict", "other.Deep"))
}

// declared names a type of the signature.
func (w *writer) declared(byValue bool) *expr {
	from := w.inputs
	if w.output {
		from = 0
	}
	if byValue {
		from = max(from, w.at+1)
	}
	if from >= len(w.sig.decls) {
		return w.basic()
	}
	d := w.sig.decls[from+w.rng.IntN(len(w.sig.decls)-from)]
	if w.at >= 0 && d.generic && w.sig.decls[w.at].generic { // it would grow without end
		return w.basic()
	}
	return w.ref(d)
}

func (w *writer) key() *expr {
	if w.chance(60) {
		return named("string")
	}
	if from := max(w.at+1, w.inputs); from < len(w.sig.decls) && w.chance(40) {
		d := w.sig.decls[from+w.rng.IntN(len(w.sig.decls)-from)]
		if d.kind == kindEnum || d.kind == kindFlags {
			return &expr{decl: d}
		}
	}
	return named(pick(w.rng, "int", "int8", "uint8", "int64", "uint64", "uint", "other.Level", "ext.Color", "ext.ID", "netip.Addr", "time.Duration", "other.Key"))
}

func (w *writer) jsonTag() string {
	name := pick(w.rng, "a", "b", "c", "A", "B", "ID", "name", "Name", "x", "id", "", "", "", "-", "größe", "with space", "a/b~c", "$ref")
	return name + pick(w.rng, "", "", "", "", ",omitempty", ",omitempty", ",omitzero", ",string", ",omitempty,omitzero", ",")
}

// rules makes constraints that fit a type, and sometimes a default.
func (w *writer) rules(e *expr) []string {
	var out []string
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	switch base(e) {
	case "int", "int16", "int32", "int64", "rune":
		add("%s=%d", pick(w.rng, "minimum", "exclusiveMinimum"), w.rng.IntN(40)-20)
		if w.chance(50) {
			add("%s=%d", pick(w.rng, "maximum", "exclusiveMaximum"), 22+w.rng.IntN(40))
		}
		if w.chance(10) {
			add("multipleOf=%d", pick(w.rng, 3, 7))
		}
		if w.chance(25) {
			add("default=%d", 21)
		}
	case "uint", "uint16", "uint32", "uint64", "uint8", "byte":
		add("%s=%d", pick(w.rng, "maximum", "exclusiveMaximum"), 2+w.rng.IntN(40))
		if w.chance(25) {
			add("default=1")
		}
	case "float64", "float32":
		add("minimum=%s", pick(w.rng, "0", "-1.5", "0.25"))
		if w.chance(50) {
			add("%s=%s", pick(w.rng, "maximum", "exclusiveMaximum"), pick(w.rng, "1", "2.5", "100"))
		}
		if w.chance(25) {
			add("default=0.5")
		}
	case "string":
		out = w.stringRules()
	case "bool":
		add("default=%v", w.chance(50))
	case "[]":
		add("%s=%d", pick(w.rng, "minItems", "minLen"), w.rng.IntN(3))
		if w.chance(50) {
			add("%s=%d", pick(w.rng, "maxItems", "maxLen"), 2+w.rng.IntN(3))
		}
		if w.chance(30) {
			add("uniqueItems=true")
		}
	}
	if len(out) > 0 && w.chance(20) {
		add("description=said in a tag")
	}
	return out
}

func (w *writer) stringRules() []string {
	switch w.rng.IntN(4) {
	case 0:
		out := []string{"enum=red", "enum=blue", "enum=deep sea"}
		if w.chance(40) {
			out = append(out, "default=blue")
		}
		return out
	case 1:
		return []string{"pattern=" + pick(w.rng, "^[a-z]+$", "^x", "[0-9]")}
	case 2:
		out := []string{fmt.Sprintf("%s=%d", pick(w.rng, "minLength", "minLen"), w.rng.IntN(4))}
		if w.chance(60) {
			out = append(out, fmt.Sprintf("%s=%d", pick(w.rng, "maxLength", "maxLen"), 3+w.rng.IntN(4)))
		}
		return out
	}
	return []string{"default=" + pick(w.rng, "x", "some text")}
}

// base is the kind of basic type, or "[]", of a type behind pointers; "" if
// constraints are not for it. Types with constants have constraints already.
func base(e *expr) string {
	for e.op == "*" {
		e = e.elem
	}
	switch {
	case e.op == "[]":
		if isByte(e.elem) {
			return ""
		}
		return "[]"
	case e.op != "":
		return ""
	case e.decl == nil:
		return e.name
	case e.decl.kind == kindPlain && e.decl.of != nil:
		return base(e.decl.of)
	}
	return ""
}

// isByte reports whether a type is byte, under whatever name.
func isByte(e *expr) bool {
	for e != nil && e.op == "" && e.decl != nil {
		e = e.decl.of
	}
	return e != nil && e.op == "" && (e.name == "byte" || e.name == "uint8")
}
