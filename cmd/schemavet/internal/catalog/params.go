package catalog

import (
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// A Param is one property of a schema, or of an object within it.
type Param struct {
	// Name is the path to the property: "filter.labels[].key".
	Name     string
	Depth    int // 0 for a property of the schema itself
	Type     string
	Required bool
	// Perhaps reports whether the property, or that it is required, depends on a condition
	// known only at run time.
	Perhaps     bool
	Description string
	// Constraints say what a value must be besides its type.
	Constraints []Constraint
}

// A Constraint is a phrase such as "one of", followed by values. It may have no
// values, as in "1 to 100".
type Constraint struct {
	Text   string
	Values []string
}

// params returns the properties of a schema. Each is followed by its own properties.
func params(root *schema.Node) []Param {
	w := &walker{root: root}
	w.properties(root, "", 0)
	return w.out
}

// walker lists the properties of a schema. It follows a reference of a schema to
// itself once.
type walker struct {
	root *schema.Node
	open []*schema.Node
	out  []Param
}

func (w *walker) properties(n *schema.Node, prefix string, depth int) {
	if n == nil || n.Kind != schema.Object || slices.Contains(w.open, n) {
		return
	}
	w.open = append(w.open, n)
	defer func() { w.open = w.open[:len(w.open)-1] }()
	if props := n.Get("properties"); props != nil {
		for _, m := range props.Members {
			w.property(n, m, prefix, depth, false)
		}
		for _, m := range props.Perhaps() {
			w.property(n, m, prefix, depth, true)
		}
	}
	for _, key := range []string{"allOf", "anyOf", "oneOf"} {
		if forms := n.Get(key); forms != nil {
			first := len(w.out)
			for _, e := range forms.Elems {
				w.properties(e.Follow(w.root), prefix, depth)
			}
			if key != "allOf" && len(withoutNull(forms.Elems)) > 1 {
				// What one form requires, another may do without.
				for i := range w.out[first:] {
					w.out[first+i].Required = w.out[first+i].Required && w.out[first+i].Depth > depth
				}
			}
		}
	}
}

func withoutNull(forms []*schema.Node) []*schema.Node {
	return slices.DeleteFunc(slices.Clone(forms), func(n *schema.Node) bool { return n.Get("type").StringValue() == "null" })
}

func (w *walker) property(object *schema.Node, m schema.Member, prefix string, depth int, perhaps bool) {
	p := Param{Name: prefix + m.Name, Depth: depth, Description: m.Value.Get("description").StringValue()}
	required, sure := requires(object, m.Name)
	p.Required, p.Perhaps = required, perhaps || required && !sure
	n := m.Value.Follow(w.root)
	if p.Description == "" {
		p.Description = n.Get("description").StringValue()
	}
	p.Type = w.typeName(n)
	p.Constraints = constraints(n)
	if n != m.Value { // keywords next to a reference apply too
		p.Constraints = append(p.Constraints, constraints(m.Value)...)
	}
	name := p.Name
	for items := w.items(n); items != nil; items = w.items(n) {
		n, name = items, name+"[]"
		for _, c := range constraints(n) {
			c.Text = "each " + c.Text
			p.Constraints = append(p.Constraints, c)
		}
		if len(name) > len(p.Name)+20 {
			break // a list of itself
		}
	}
	i := slices.IndexFunc(w.out, func(o Param) bool { return o.Name == p.Name })
	if i >= 0 {
		return // another form of the object has it, too
	}
	w.out = append(w.out, p)
	w.properties(n, name+".", depth+1)
	if more := n.Get("additionalProperties"); more != nil && more.Kind == schema.Object {
		w.properties(more.Follow(w.root), name+".*.", depth+1)
	}
}

func (w *walker) items(n *schema.Node) *schema.Node {
	if items := n.Get("items"); items != nil && items.Kind == schema.Object {
		return items.Follow(w.root)
	}
	return nil
}

// requires reports whether an object requires a property, and whether it always does.
func requires(object *schema.Node, name string) (required, sure bool) {
	list := object.Get("required")
	if list == nil {
		return false, false
	}
	sure = slices.ContainsFunc(list.Elems, func(e *schema.Node) bool { return e.StringValue() == name })
	return sure || slices.ContainsFunc(list.Perhaps(), func(m schema.Member) bool { return m.Value.StringValue() == name }), sure
}

// typeName returns the type of a schema in words.
func (w *walker) typeName(n *schema.Node) string { return w.typeAt(n, 4) }

func (w *walker) typeAt(n *schema.Node, depth int) string {
	if n == nil || n.Kind != schema.Object || depth == 0 {
		return "any"
	}
	n = n.Follow(w.root)
	var names []string
	add := func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	switch t := n.Get("type"); {
	case t == nil:
	case t.Kind == schema.Array:
		for _, e := range t.Elems {
			add(w.one(n, e.StringValue(), depth))
		}
	default:
		add(w.one(n, t.StringValue(), depth))
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		if alternatives := n.Get(key); alternatives != nil && len(names) == 0 {
			for _, e := range alternatives.Elems {
				add(w.typeAt(e, depth-1))
			}
		}
	}
	if len(names) == 0 {
		return "any"
	}
	// null reads better at the end.
	if i := slices.Index(names, "null"); i >= 0 {
		names = append(slices.Delete(names, i, i+1), "null")
	}
	return strings.Join(names, " or ")
}

func (w *walker) one(n *schema.Node, name string, depth int) string {
	switch more := n.Get("additionalProperties"); {
	case name == "array" && n.Has("items"):
		return "array of " + w.typeAt(n.Get("items"), depth-1)
	case name == "object" && !n.Has("properties") && more != nil && more.Kind == schema.Object:
		return "map of " + w.typeAt(more, depth-1)
	}
	return name
}

// constraints describes in words the keywords of a schema that restrict a value.
func constraints(n *schema.Node) []Constraint {
	var out []Constraint
	say := func(text string, values ...*schema.Node) {
		c := Constraint{Text: text}
		for _, v := range values {
			c.Values = append(c.Values, value(v))
		}
		out = append(out, c)
	}
	if v := n.Get("const"); v != nil {
		say("always", v)
	}
	if v := n.Get("enum"); v != nil {
		say("one of", v.Elems...)
	}
	between(n, "minimum", "maximum", "", say)
	for _, k := range []struct{ key, text string }{
		{"exclusiveMinimum", "more than "}, {"exclusiveMaximum", "less than "}, {"multipleOf", "a multiple of "},
	} {
		if v := n.Get(k.key); v != nil && v.Kind == schema.Number {
			say(k.text + v.String())
		}
	}
	between(n, "minLength", "maxLength", "characters", say)
	between(n, "minItems", "maxItems", "items", say)
	between(n, "minProperties", "maxProperties", "members", say)
	if n.Get("uniqueItems").IsTrue() {
		say("no item twice")
	}
	for _, key := range []string{"format", "pattern", "default"} {
		if v := n.Get(key); v != nil {
			say(key, v)
		}
	}
	if n.Get("deprecated").IsTrue() {
		say("deprecated")
	}
	return out
}

// value formats a JSON value. It shows strings without quotes unless they would be
// invisible.
func value(n *schema.Node) string {
	if n.Kind == schema.String && strings.TrimSpace(n.Text) != "" {
		return n.Text
	}
	return n.String()
}

// between passes to say a phrase for a lower and an upper bound, such as "1 to 100".
func between(n *schema.Node, low, high, of string, say func(string, ...*schema.Node)) {
	a, b := n.Get(low), n.Get(high)
	text := ""
	switch {
	case a == nil && b == nil:
		return
	case b == nil:
		text = "at least " + a.String()
	case a == nil:
		text = "at most " + b.String()
	case a.String() == b.String():
		text = "exactly " + a.String()
	default:
		text = a.String() + " to " + b.String()
	}
	say(strings.TrimSpace(text + " " + of))
}
