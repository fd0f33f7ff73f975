// Package random makes Go types at random, with the tags and methods that
// github.com/invopop/jsonschema and its forks look at. They refer to the package
// cases of the probe.
package random

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Header and AltHeader begin the files of the packages gen and alt.
const Header = `package gen

import (
	"encoding/json"
	"net"
	"net/url"
	"time"

	"example.test/probe/cases"
	"example.test/probe/gen/alt"
	"github.com/invopop/jsonschema"
)

type Anchor struct {
	alt.Anchor
	cases.Plain
	json.RawMessage
	net.IP
	url.URL
	time.Time
	jsonschema.ID
}
`

const AltHeader = `package alt

import (
	"encoding/json"
	"net"
	"net/url"
	"time"

	"example.test/probe/cases"
	"github.com/invopop/jsonschema"
)

type Anchor struct {
	cases.Plain
	json.RawMessage
	net.IP
	url.URL
	time.Time
	jsonschema.ID
}
`

// Group is a random root type with the types that it may use.
type Group struct{ decls []*decl }

// decl is one type declaration. A type holds only types after it by value, and
// any type through pointers, slices and maps.
type decl struct {
	alt     bool // declared in package alt
	name    string
	generic bool // has the type parameter T
	other   bool // no struct
	pointer bool // no methods, not embeddable
	expr    string
	fields  []string // of a struct, when expr is empty
	method  string
}

func (d *decl) write(b *bytes.Buffer) {
	fmt.Fprintf(b, "\ntype %s", d.name)
	if d.generic {
		b.WriteString("[T any]")
	}
	if d.expr != "" {
		fmt.Fprintf(b, " %s\n", d.expr)
	} else {
		fmt.Fprintf(b, " struct {\n")
		for _, f := range d.fields {
			fmt.Fprintf(b, "\t%s\n", f)
		}
		b.WriteString("}\n")
	}
	b.WriteString(d.method)
}

// Write writes the group to the packages gen and alt.
func (g *Group) Write(gen, alt *bytes.Buffer) {
	for _, d := range g.decls {
		if d.alt {
			d.write(alt)
		} else {
			d.write(gen)
		}
	}
}

// Source shows the group for a reproduction.
func (g *Group) Source() string {
	var gen, alt bytes.Buffer
	g.Write(&gen, &alt)
	if alt.Len() == 0 {
		return gen.String()
	}
	return gen.String() + "\n// package alt\n" + alt.String()
}

// Generate makes n groups by the name of their root. The same seed gives the
// same groups, and a group does not depend on n.
func Generate(n int, seed uint64) map[string]*Group {
	groups := map[string]*Group{}
	for i := range n {
		w := &writer{rng: rand.New(rand.NewPCG(seed, uint64(i)))}
		name := fmt.Sprintf("G%d", i)
		groups["gen."+name] = w.group(name)
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

func (w *writer) group(root string) *Group {
	w.decls = []*decl{{name: root}}
	for i := range w.rng.IntN(5) {
		d := &decl{name: root + string(rune('A'+i)), generic: w.chance(20)}
		w.decls = append(w.decls, d)
		if w.chance(25) {
			w.decls = append(w.decls, &decl{name: d.name, alt: true, generic: d.generic})
		}
	}
	// The compiler does not survive some methods of types that a named pointer
	// leads to.
	methods := true
	for _, d := range w.decls[1:] {
		d.other = w.chance(25)
		d.pointer = d.other && w.chance(15)
		methods = methods && !d.pointer
	}
	for i, d := range w.decls {
		w.at = i
		if d.other {
			w.named(d)
		} else {
			w.fields(d)
		}
		if methods && w.chance(12) {
			d.method = w.method(d)
		}
	}
	return &Group{w.decls}
}

// named writes a declaration that is no struct.
func (w *writer) named(d *decl) {
	if d.pointer {
		d.expr = "*" + w.typ(2, false)
		return
	}
	switch w.rng.IntN(5) {
	case 0:
		d.expr = "[]" + w.typ(2, false)
	case 1:
		d.expr = "map[" + w.key() + "]" + w.typ(2, false)
	case 2:
		d.expr = "[2]" + w.typ(2, true)
	default:
		d.expr = w.basic()
	}
}

func (w *writer) fields(d *decl) {
	used := map[string]bool{}
	for range w.rng.IntN(6) {
		name, line := "", ""
		if w.chance(18) {
			name, line = w.embedded()
		} else {
			name = Pick(w.rng, "A", "B", "C", "X", "Y", "Z", "HTTPCode", "w", "v")
			line = name + " " + w.typ(3, true)
		}
		if name == "" || used[name] {
			continue
		}
		used[name] = true
		if tag := w.tag(); tag != "" {
			line += " " + strconv.Quote(tag)
		}
		d.fields = append(d.fields, line)
	}
}

// embedded picks a type to embed.
func (w *writer) embedded() (name, line string) {
	byValue := w.chance(60)
	d := w.pick(byValue)
	switch {
	case d == nil || d.pointer:
		e := Pick(w.rng, [2]string{"error", "error"}, [2]string{"Time", "time.Time"},
			[2]string{"Plain", "cases.Plain"}, [2]string{"Plain", "*cases.Plain"}, [2]string{"IP", "net.IP"})
		return e[0], e[1]
	case byValue:
		return d.name, w.ref(d, true)
	}
	return d.name, "*" + w.ref(d, false)
}

// pick chooses a declaration that may stand at this place, nil if there is
// none.
func (w *writer) pick(byValue bool) *decl {
	from := w.at + 1
	if !byValue && w.chance(20) {
		from = 0
	}
	var list []*decl
	for i := from; i < len(w.decls); i++ {
		if w.decls[w.at].alt && !w.decls[i].alt {
			continue
		}
		list = append(list, w.decls[i])
	}
	if len(list) == 0 {
		return nil
	}
	return Pick(w.rng, list...)
}

// ref names a declaration from the place of the one being written.
func (w *writer) ref(d *decl, byValue bool) string {
	name, here := d.name, w.decls[w.at]
	if d.alt && !here.alt {
		name = "alt." + name
	}
	switch {
	case !d.generic:
		return name
	case d == here:
		return name + "[T]"
	case here.generic:
		// Arguments that grow from one generic type to another would never end.
		return name + "[" + w.basic() + "]"
	}
	return name + "[" + w.argument(byValue) + "]"
}

// argument is a type argument whose linker name the engine knows.
func (w *writer) argument(byValue bool) string {
	if d := w.pick(byValue); d != nil && !d.generic && w.chance(50) {
		return w.ref(d, byValue)
	}
	return Pick(w.rng, "int", "string", "[]byte", "map[string]bool", "any", "*float64", "time.Time", "cases.Plain", "[3]error")
}

func (w *writer) basic() string {
	return Pick(w.rng, "int", "string", "bool", "float64", "uint8", "int64", "rune", "string", "float32", "uint")
}

func (w *writer) key() string {
	return Pick(w.rng, "string", "string", "string", "int", "int8", "uint", "bool", "cases.MyString", "any")
}

func (w *writer) typ(depth int, byValue bool) string {
	here := w.decls[w.at]
	if here.generic && w.chance(25) {
		return "T"
	}
	if w.chance(30) {
		if d := w.pick(byValue); d != nil {
			return w.ref(d, byValue)
		}
	}
	if depth == 0 || w.chance(45) {
		return w.basic()
	}
	switch w.rng.IntN(24) {
	case 0, 1, 2, 3:
		return "*" + w.typ(depth-1, false)
	case 4, 5, 6, 7, 8:
		return "[]" + w.typ(depth-1, false)
	case 9:
		return fmt.Sprintf("[%d]%s", w.rng.IntN(4), w.typ(depth-1, byValue))
	case 10, 11, 12, 13:
		return "map[" + w.key() + "]" + w.typ(depth-1, false)
	case 14, 15:
		var b strings.Builder
		b.WriteString("struct {")
		for _, name := range []string{"A", "B", "c"}[:w.rng.IntN(4)] {
			fmt.Fprintf(&b, " %s %s", name, w.typ(depth-1, byValue))
			if tag := w.tag(); tag != "" {
				b.WriteString(" " + strconv.Quote(tag))
			}
			b.WriteString(";")
		}
		return b.String() + " }"
	case 16:
		if w.chance(20) {
			return Pick(w.rng, "func()", "chan int", "complex128", "uintptr")
		}
		return "any"
	case 17:
		return Pick(w.rng, "any", "error", "interface{ M() }")
	}
	return Pick(w.rng, "time.Time", "json.RawMessage", "net.IP", "url.URL", "[]byte", "cases.Plain",
		"cases.Ignored", "json.Number", "cases.Custom", "cases.Extended", "cases.Aliased", "time.Duration")
}

// Pick chooses one of a list.
func Pick[T any](rng *rand.Rand, list ...T) T { return list[rng.IntN(len(list))] }

// Reductions are the groups with one thing less.
func (g *Group) Reductions() []*Group {
	var out []*Group
	change := func(i int, edit func(*decl)) {
		c := &Group{slices.Clone(g.decls)}
		d := *g.decls[i]
		d.fields = slices.Clone(d.fields)
		edit(&d)
		c.decls[i] = &d
		out = append(out, c)
	}
	for i, d := range g.decls {
		if i > 0 {
			out = append(out, &Group{slices.Delete(slices.Clone(g.decls), i, i+1)})
		}
		if d.method != "" {
			change(i, func(d *decl) { d.method = "" })
		}
		for k := range d.fields {
			change(i, func(d *decl) { d.fields = slices.Delete(d.fields, k, k+1) })
		}
	}
	return out
}
