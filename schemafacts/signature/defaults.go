package signature

import (
	"cmp"
	"fmt"
	"go/token"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// annotate applies the markers that do not restrict the values of n.
func (w *walker) annotate(n *schema.Node, m *markers) *schema.Node {
	if n.Kind != schema.Object {
		return n
	}
	if d := m.find("description"); d != nil && d.value != "" {
		n.Set("description", schema.NewString(d.value).At(d.pos))
	}
	if !w.out {
		w.setDefault(n, m)
		w.setExamples(n, m)
	}
	for _, key := range []string{"readOnly", "writeOnly"} {
		if k := m.find(key); k != nil && isSet(k.value) {
			n.Set(key, schema.NewBool(true).At(k.pos))
		}
	}
	return n
}

// setDefault sets the default of n, if the default is a value that n accepts.
func (w *walker) setDefault(n *schema.Node, m *markers) {
	given := m.all("default")
	if len(given) == 0 {
		return
	}
	first := given[0]
	var v *schema.Node
	if m.null && m.defaultNull() {
		v = schema.NewNull() // also for strings: "null" in quotes is the string
	} else {
		v = w.variable(n, first)
	}
	switch {
	case v != nil && v.Kind == schema.Unresolved:
		n.Set("default", v)
		return
	case v != nil:
	case w.kind(n) == "array":
		v = w.list(n, given)
	default:
		v = w.literal(n, given[len(given)-1])
	}
	if v == nil || !w.fits(v, n) {
		w.report(Problem{Rule: RuleDefault, Pos: first.pos, Msg: "default " + quoteShort(first.value) + " " + w.defaultFault(n)})
		return
	}
	n.Set("default", at(v, first.pos))
}

// defaultFault returns why a default is not a value that n accepts.
func (w *walker) defaultFault(n *schema.Node) string {
	enum := n.Get("enum")
	if enum == nil || len(enum.Elems) > maxListed {
		return "does not fit the schema of " + withArticle(w.kind(n))
	}
	var values []string
	for _, e := range enum.Elems {
		values = append(values, e.String())
	}
	return "is not one of " + strings.Join(values, ", ") + "; write one of these values, or the name of a constant"
}

func withArticle(kind string) string {
	switch kind {
	case "":
		return "a value of any type"
	case "integer", "array", "object":
		return "an " + kind
	}
	return "a " + kind
}

// maxListed is the greatest number of enum values that a message lists.
const maxListed = 12

// at sets the position of a value and of all values in it.
func at(n *schema.Node, pos token.Pos) *schema.Node {
	n.Walk(func(_ string, m *schema.Node) bool {
		m.Pos = pos
		return true
	})
	return n
}

func quoteShort(s string) string { return string(schema.AppendString(nil, shorten(s), false)) }

// shorten returns the beginning of a text that is too long for a message.
func shorten(s string) string {
	const most = 40
	if text := []rune(s); len(text) > most {
		return string(text[:most]) + "..."
	}
	return s
}

// variable returns the value of the variable or constant that a default names, or nil.
// If the text could also be a string, it counts as a name only if the variable's value
// fits.
func (w *walker) variable(n *schema.Node, m marker) *schema.Node {
	v := w.named(m)
	if v == nil {
		return nil
	}
	reason := v.Reason
	if len(v.Lost) > 0 {
		reason = fmt.Sprintf("field %q of %s %s", v.Lost[0].Name, m.value, v.Lost[0].Text)
	}
	if reason != "" {
		if w.kind(n) == "string" {
			return nil
		}
		return schema.NewUnresolved(reason, m.pos)
	}
	parsed, err := schema.Parse([]byte(v.Value))
	if err != nil || w.kind(n) == "string" && !w.fits(parsed, n) {
		return nil
	}
	return parsed
}

// named returns the variable or constant that a default names, or nil.
func (w *walker) named(m marker) *Var {
	if !isVariable(m.value) {
		return nil
	}
	v := w.pkg(cmp.Or(m.pkg, w.home)).variable(m.value)
	if v == nil || v.Of == "" {
		return v
	}
	_, name, _ := strings.Cut(v.Name, ".")
	if other := w.pkg(v.Of).variable(name); other != nil {
		return other
	}
	return &Var{Name: v.Name, Reason: "the value of " + v.Name + " is unknown"}
}

// list returns the default of an array: JSON, or one element for each marker.
func (w *walker) list(n *schema.Node, given []marker) *schema.Node {
	if len(given) == 1 && strings.HasPrefix(given[0].value, "[") {
		v, err := schema.Parse([]byte(given[0].value))
		if err != nil {
			return nil
		}
		return v
	}
	out := schema.NewArray()
	for _, m := range given {
		e := w.literal(n.Get("items"), m)
		if e == nil {
			return nil
		}
		out.Elems = append(out.Elems, e)
	}
	return out
}

// literal returns the value that a marker gives for the schema n. For a string, that is
// the text itself. Otherwise it is the parsed JSON, or nil if the text is not JSON. If n
// allows texts and other values, text that is quoted or no JSON is a string.
func (w *walker) literal(n *schema.Node, m marker) *schema.Node {
	open := n != nil && n.Kind == schema.Object && w.kind(n) == "" && !n.Has("$ref")
	if w.kind(n) == "string" || open && m.quoted {
		return schema.NewString(m.value)
	}
	v, err := schema.Parse([]byte(m.value))
	switch {
	case err == nil:
		return v
	case open:
		return schema.NewString(m.value)
	}
	return nil
}

func (w *walker) setExamples(n *schema.Node, m *markers) {
	list := schema.NewArray()
	for _, k := range m.all("example") {
		v := w.literal(n, k)
		if v == nil || !w.fits(v, n) {
			w.badMarker(k, "%s does not fit the schema of %s", quoteShort(k.value), withArticle(w.kind(n)))
			continue
		}
		list.Elems = append(list.Elems, at(v, k.pos))
		list.Pos = k.pos
	}
	if len(list.Elems) > 0 {
		n.Set("examples", list)
	}
}
