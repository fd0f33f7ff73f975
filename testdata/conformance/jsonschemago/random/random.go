// Package random makes Go types at random, with the tags that
// github.com/google/jsonschema-go reads. They refer to the package cases of the
// probe.
package random

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Header begins the file of the types, which are a package gen.
const Header = `package gen

import (
	"context"
	"encoding"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/netip"
	"net/url"
	"sync"
	"time"
	"unsafe"

	"example.test/probe/cases"
	"example.test/probe/cases/other"
)

// Anchor uses every import.
type Anchor struct {
	context.Context
	encoding.TextMarshaler
	json.RawMessage
	fmt.Stringer
	io.Reader
	slog.Level
	*big.Int
	net.IP
	netip.Addr
	url.URL
	*sync.Mutex
	time.Time
	cases.Leaf
	other.Base
	P unsafe.Pointer
}
`

// Group is a random root type with the types that it may use.
type Group struct{ decls []*decl }

// decl is one type declaration. A type holds only types after it by value, and
// any type through pointers, slices and maps.
type decl struct {
	name    string
	generic bool     // has the type parameter T
	other   bool     // no struct
	pointer bool     // a pointer or interface: it has no methods and is not embedded
	expr    string   // of a type that is no struct
	fields  []string // of a struct
	method  string
}

func (d *decl) write(b *bytes.Buffer) {
	fmt.Fprintf(b, "\ntype %s", d.name)
	if d.generic {
		b.WriteString("[T any]")
	}
	if d.other {
		fmt.Fprintf(b, " %s\n", d.expr)
	} else {
		b.WriteString(" struct {\n")
		for _, f := range d.fields {
			fmt.Fprintf(b, "\t%s\n", f)
		}
		b.WriteString("}\n")
	}
	b.WriteString(d.method)
}

// Write writes the declarations.
func (g *Group) Write(b *bytes.Buffer) {
	for _, d := range g.decls {
		d.write(b)
	}
}

// Source shows the group for a reproduction.
func (g *Group) Source() string {
	var b bytes.Buffer
	g.Write(&b)
	return b.String()
}

// Generate makes n groups by the name of their root. The same seed gives the
// same groups, and a group does not depend on n.
func Generate(n int, seed uint64) map[string]*Group {
	groups := map[string]*Group{}
	for i := range n {
		w := &writer{rng: rand.New(rand.NewPCG(seed, uint64(i)))}
		root := fmt.Sprintf("G%d", i)
		groups["gen."+root] = w.group(root)
	}
	return groups
}

// writer makes one group.
type writer struct {
	rng   *rand.Rand
	decls []*decl
	at    int // index of the declaration being written
}

func (w *writer) chance(percent int) bool { return w.rng.IntN(100) < percent }

// Pick chooses one of a list.
func Pick[T any](rng *rand.Rand, list ...T) T { return list[rng.IntN(len(list))] }

func (w *writer) group(root string) *Group {
	w.decls = []*decl{{name: root}}
	for i := range w.rng.IntN(6) {
		d := &decl{name: root + string(rune('A'+i)), generic: w.chance(25), other: w.chance(25)}
		if w.chance(20) {
			d.name = strings.ToLower(d.name)
		}
		w.decls = append(w.decls, d)
	}
	if w.chance(10) {
		w.decls[0].other = true
	}
	for i, d := range w.decls {
		w.at = i
		if d.other {
			w.expr(d)
		} else {
			w.fields(d)
		}
		if !d.pointer && w.chance(20) {
			w.method(d)
		}
	}
	return &Group{w.decls}
}

// expr makes a declaration that is no struct.
func (w *writer) expr(d *decl) {
	switch w.rng.IntN(8) {
	case 0:
		d.pointer = true
		d.expr = "*" + w.basic()
	case 1:
		d.pointer = true
		d.expr = Pick(w.rng, "any", "error", "interface{ M(int) string }", "fmt.Stringer")
	case 2:
		d.expr = "[]" + w.typ(1, false)
	case 3:
		d.expr = "map[" + w.key() + "]" + w.typ(1, false)
	case 4:
		d.expr = fmt.Sprintf("[%d]%s", w.rng.IntN(4), w.typ(1, true))
	default:
		d.expr = Pick(w.rng, "string", "string", "int", "int16", "uint8", "bool", "float64", "[]byte", "func()", "chan int")
	}
}

func (w *writer) method(d *decl) {
	recv := d.name
	if d.generic {
		recv += "[T]"
	}
	if w.chance(30) {
		recv = "*" + recv
	}
	d.method = fmt.Sprintf("\nfunc (%s) %s { panic(0) }\n", recv, Pick(w.rng,
		"MarshalText() ([]byte, error)", "MarshalText() ([]byte, error)", "MarshalJSON() ([]byte, error)", "String() string"))
}

var fieldNames = []string{"A", "B", "C", "D", "Name", "ID", "URL", "Größe", "a", "b", "hidden"}

func (w *writer) fields(d *decl) {
	used := map[string]bool{"MarshalText": true, "MarshalJSON": true, "String": true, "M": true}
	for range w.rng.IntN(6) {
		if w.chance(25) {
			w.embed(d, used)
			continue
		}
		name := Pick(w.rng, fieldNames...)
		if w.chance(3) {
			name = "_"
		}
		if used[name] && name != "_" {
			continue
		}
		used[name] = true
		d.fields = append(d.fields, name+" "+w.typ(2, true)+w.tag())
	}
}

// embed adds an embedded field.
func (w *writer) embed(d *decl, used map[string]bool) {
	e := ""
	if later := w.at + 1; later < len(w.decls) && w.chance(65) {
		t := w.decls[later+w.rng.IntN(len(w.decls)-later)]
		e = w.ref(t)
		if !t.other && w.chance(30) {
			e = "*" + e
		}
		if t.other && (t.pointer || w.chance(50)) {
			return
		}
		if t.other && t.expr == "" { // not known yet: it may become a pointer
			return
		}
	} else if w.chance(20) && !d.generic {
		e = "*" + d.name
	} else {
		e = Pick(w.rng, "cases.Inner", "*cases.Inner", "cases.Leaf", "cases.Str", "time.Time", "*time.Time", "error",
			"fmt.Stringer", "context.Context", "sync.Mutex", "big.Int", "other.Base", "other.Exposed", "other.Box[int]",
			"cases.OverObject", "*cases.OverObject", "cases.OverString", "cases.Box[string]", "json.RawMessage", "int", "string",
			"cases.Wrapped", "slog.Level", "cases.Deep1", "cases.Conflict", "io.Reader", "net.IP")
	}
	name := strings.TrimPrefix(e, "*")
	name, _, _ = strings.Cut(name, "[")
	if i := strings.LastIndex(name, "."); i >= 0 {
		name = name[i+1:]
	}
	if used[name] {
		return
	}
	used[name] = true
	d.fields = append(d.fields, e+w.tag())
}

// ref names a declaration, with an argument if it is generic. Within a generic
// type the argument is a simple one, or types would grow without end.
func (w *writer) ref(t *decl) string {
	if !t.generic {
		return t.name
	}
	arg := w.basic()
	if w.decls[w.at].generic {
		if w.chance(50) {
			arg = "T"
		}
	} else if w.chance(40) {
		arg = w.typ(0, true)
	}
	return t.name + "[" + arg + "]"
}

func (w *writer) basic() string {
	return Pick(w.rng, "string", "string", "string", "int", "int", "bool", "float64", "float32", "int8", "int16", "int32",
		"int64", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr", "any", "byte", "rune")
}

// typ makes a type expression. In a place that holds its value only later
// declarations can stand.
func (w *writer) typ(depth int, byValue bool) string {
	d := w.decls[w.at]
	switch n := w.rng.IntN(100); {
	case n < 30:
		return w.basic()
	case n < 40 && depth > 0:
		return "*" + w.typ(depth-1, false)
	case n < 50 && depth > 0:
		return "[]" + w.typ(depth-1, false)
	case n < 53 && depth > 0:
		return fmt.Sprintf("[%d]%s", w.rng.IntN(4), w.typ(depth-1, byValue))
	case n < 60 && depth > 0:
		return "map[" + w.key() + "]" + w.typ(depth-1, false)
	case n < 64 && depth > 0:
		return "struct{ X " + w.typ(depth-1, byValue) + w.tag() + "; y " + w.typ(0, byValue) + " }"
	case n < 67:
		return Pick(w.rng, "func()", "chan int", "<-chan string", "complex128", "unsafe.Pointer", "func(...int) (bool, error)", "struct{}")
	case n < 70 && d.generic:
		return "T"
	case n < 88:
		return w.declared(byValue)
	}
	return Pick(w.rng, "time.Time", "time.Time", "big.Int", "big.Rat", "slog.Level", "time.Duration", "json.RawMessage", "json.Number",
		"url.URL", "netip.Addr", "net.IP", "sync.Mutex", "error", "context.Context", "cases.Leaf", "cases.Pair", "cases.Inner",
		"cases.OverString", "cases.OverObject", "cases.OverAny", "cases.OverNull", "cases.UsesOver", "cases.EmbedsOver", "cases.Enum",
		"cases.Box[int]", "cases.NamedPointer", "other.Box[cases.Leaf]", "other.Exposed", "cases.List", "cases.Alias", "cases.TextKeys")
}

// declared names a type of the group.
func (w *writer) declared(byValue bool) string {
	from := 0
	if byValue || w.decls[w.at].generic {
		from = w.at + 1
	}
	if from >= len(w.decls) {
		return w.basic()
	}
	return w.ref(w.decls[from+w.rng.IntN(len(w.decls)-from)])
}

func (w *writer) key() string {
	if w.chance(60) {
		return "string"
	}
	return Pick(w.rng, "int", "bool", "float64", "[2]string", "any", "error", "time.Duration", "time.Time", "netip.Addr", "json.Number",
		"cases.Key", "cases.IntKey", "cases.TextKey", "*cases.TextKey", "cases.PtrTextKey", "*cases.PtrTextKey", "cases.EmbedsText",
		"encoding.TextMarshaler", "chan int", "struct{ A int }", "uintptr", "complex64", "other.Text", "cases.WrongText", "*int", "slog.Level", "unsafe.Pointer")
}

// Without returns the group without one field.
func (g *Group) Without(decl, field int) *Group {
	out := &Group{slices.Clone(g.decls)}
	d := *g.decls[decl]
	d.fields = slices.Delete(slices.Clone(d.fields), field, field+1)
	out.decls[decl] = &d
	return out
}

// Renamed returns the group with another root. Names of the others begin with
// the root's, in upper or lower case.
func (g *Group) Renamed(from, to string) *Group {
	r := strings.NewReplacer(from, to, strings.ToLower(from), strings.ToLower(to))
	out := &Group{}
	for _, d := range g.decls {
		c := *d
		c.name, c.expr, c.method = r.Replace(d.name), r.Replace(d.expr), r.Replace(d.method)
		c.fields = nil
		for _, f := range d.fields {
			c.fields = append(c.fields, r.Replace(f))
		}
		out.decls = append(out.decls, &c)
	}
	return out
}

// Reachable returns the group without the types that the root does not need.
func (g *Group) Reachable() *Group {
	text := ""
	out := &Group{}
	for i, d := range g.decls {
		one := Group{[]*decl{d}}
		if i == 0 || strings.Contains(text, d.name) {
			out.decls = append(out.decls, d)
			text += one.Source()
		}
	}
	return out
}

// Fields returns how many fields each declaration has.
func (g *Group) Fields() []int {
	var out []int
	for _, d := range g.decls {
		out = append(out, len(d.fields))
	}
	return out
}
