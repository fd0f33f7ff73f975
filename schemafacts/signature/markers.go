package signature

import (
	"fmt"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/internal/metaschema"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// marker is a key=value pair of a directive or a tag.
type marker struct {
	key, value string
	pos        token.Pos
	quoted     bool   // the value is a Go string
	inline     bool   // the value is the text of a schema, not the name of a file
	pkg        string // the package whose variables a default may name, "" for the function's
}

// markers are the markers of one parameter or field, in order.
type markers struct {
	list []marker
	skip bool // the field is not shown to callers

	null bool // the parameter or field accepts null
}

// defaultNull reports whether the default is null, and not the text "null".
func (m *markers) defaultNull() bool {
	given := m.all("default")
	return len(given) == 1 && given[0].value == "null" && !given[0].quoted
}

// find returns the last marker with a key, or nil.
func (m *markers) find(key string) *marker {
	for i := range slices.Backward(m.list) {
		if m.list[i].key == key {
			return &m.list[i]
		}
	}
	return nil
}

// has reports whether a marker without a value is present.
func (m *markers) has(key string) bool {
	k := m.find(key)
	return k != nil && isSet(k.value)
}

func isSet(value string) bool {
	on, err := strconv.ParseBool(value)
	return value == "" || err == nil && on
}

// override adds the markers of a directive, and removes markers with the same keys.
func (m *markers) override(given []marker) {
	m.list = slices.DeleteFunc(m.list, func(old marker) bool {
		return slices.ContainsFunc(given, func(k marker) bool { return k.key == old.key })
	})
	m.list = append(m.list, given...)
}

func (m *markers) describe(text string, pos token.Pos) {
	m.list = append(m.list, marker{key: "description", value: text, pos: pos})
}

// all returns the markers with a key, such as enum. Each of them has one of the values that
// a parameter, field or result may have.
func (m *markers) all(key string) []marker {
	return slices.DeleteFunc(slices.Clone(m.list), func(k marker) bool { return k.key != key })
}

// reading is how the text of a constraint is parsed. Package doccomment has checked
// numbers, lengths and flags.
type reading int

const (
	asNumber reading = iota
	asPositive
	asFlag
	asPattern
	asFormat
	asMember // of an enum
)

// constraint is a keyword that restricts the values of a schema.
type constraint struct {
	reading reading
	kinds   string // the types that it fits
}

const (
	numeric = "integer number"
	scalar  = "string integer number boolean"
)

var constraints = map[string]constraint{
	"minimum":          {asNumber, numeric},
	"maximum":          {asNumber, numeric},
	"exclusiveMinimum": {asNumber, numeric},
	"exclusiveMaximum": {asNumber, numeric},
	"multipleOf":       {asPositive, numeric},
	"minLength":        {asNumber, "string"},
	"maxLength":        {asNumber, "string"},
	"pattern":          {asPattern, "string"},
	"format":           {asFormat, "string"},
	"minItems":         {asNumber, "array"},
	"maxItems":         {asNumber, "array"},
	"uniqueItems":      {asFlag, "array"},
	"enum":             {asMember, scalar},
}

// lengths maps minLen and maxLen to the keywords for the type to which they apply.
var lengths = map[string]map[string]string{
	"minLen": {"string": "minLength", "array": "minItems"},
	"maxLen": {"string": "maxLength", "array": "maxItems"},
}

// others are the keys of markers that do not restrict values.
var others = []string{"description", "default", "example", "required", "optional", "nullable", "readOnly", "writeOnly", "type", "-"}

// badMarker reports a marker that has no meaning at its place.
func (w *walker) badMarker(m marker, format string, args ...any) {
	w.report(Problem{Rule: RuleMarker, Msg: m.key + " " + fmt.Sprintf(format, args...), Pos: m.pos})
}

// constrain applies the markers that restrict n, the schema of a value of type t
// without null. It reports a marker that does not apply and ignores it.
func (w *walker) constrain(n *schema.Node, m *markers) *schema.Node {
	if t := m.find("type"); t != nil {
		n = w.retype(n, *t)
	}
	var list []marker
	for _, k := range m.list {
		if slices.Contains(others, k.key) {
			continue
		}
		if by, ok := lengths[k.key]; ok {
			name := by[w.kind(n)]
			if name == "" && n.Kind != schema.Unresolved {
				w.badMarker(k, "does not fit %s", withArticle(w.kind(n)))
			}
			if name == "" {
				continue
			}
			k.key = name
		}
		if _, ok := constraints[k.key]; !ok {
			w.badMarker(k, "has no effect here")
			continue
		}
		list = append(list, k)
	}
	if n.Kind == schema.Unresolved {
		return n
	}
	for _, k := range list {
		if k.key == "enum" {
			continue
		}
		if target := w.target(n, k); target != nil {
			w.apply(target, k)
		}
	}
	w.applyEnum(n, m.all("enum"))
	for _, target := range []*schema.Node{n, n.Get("items")} {
		w.compare(target, list)
	}
	return n
}

// promise applies the markers that describe a result. Constraints are not part of a
// result's schema, because the zero value violates most of them. The exception is an
// enum of one value, with which readers distinguish the types of a union. All markers
// are checked, so that mistakes in them are reported.
func (w *walker) promise(n *schema.Node, m *markers) *schema.Node {
	w.constrain(n.Clone(), m)
	problems := len(w.problems)
	defer func() { w.problems = w.problems[:problems] }() // they were reported above
	if e := m.all("enum"); len(e) == 1 && n.Kind == schema.Object && w.target(n, e[0]) == n {
		w.applyEnum(n, e) // it tells the branches of a union apart
	}
	if t := m.find("type"); t != nil && (n.Kind == schema.Unresolved || n.Kind == schema.Object && len(n.Members) == 0) {
		n = w.retype(n, *t)
	}
	return n
}

// retype sets the type of a value whose Go type does not determine it.
func (w *walker) retype(n *schema.Node, m marker) *schema.Node {
	switch {
	case !slices.Contains([]string{"string", "integer", "number", "boolean", "array", "object"}, m.value):
		w.badMarker(m, "%q is not a JSON Schema type", m.value)
	case n.Kind == schema.Unresolved, n.Kind == schema.Object && len(n.Members) == 0:
		out := schema.NewObject().At(m.pos)
		out.Set("type", schema.NewString(m.value).At(m.pos))
		return out
	case w.kind(n) != m.value:
		w.badMarker(m, "%s contradicts %s", m.value, w.kind(n))
	}
	return n
}

// kind returns the JSON type that n describes, or "" if n allows several types.
func (w *walker) kind(n *schema.Node) string {
	if n == nil || n.Kind != schema.Object {
		return ""
	}
	if v := w.visited(n); v != nil {
		switch v.t.Underlying().(type) {
		case *types.Struct, *types.Map:
			return "object"
		case *types.Slice, *types.Array:
			return "array"
		}
		return ""
	}
	typ := n.Get("type")
	if typ != nil && typ.Kind == schema.Array && len(typ.Elems) > 0 {
		return typ.Elems[0].StringValue()
	}
	if either := n.Get("anyOf"); typ == nil && either != nil && len(either.Elems) == 2 && w.kind(either.Elems[1]) == "null" {
		return w.kind(either.Elems[0])
	}
	return typ.StringValue()
}

// isAny reports whether n allows each value.
func isAny(n *schema.Node) bool {
	return n.Kind == schema.Object && len(n.Members) == 0
}

// target returns the schema to which a constraint applies: n, or its items. If the
// constraint applies to neither, it reports that and returns nil.
func (w *walker) target(n *schema.Node, m marker) *schema.Node {
	kinds := strings.Fields(constraints[m.key].kinds)
	fits := func(n *schema.Node) bool {
		return slices.Contains(kinds, w.kind(n)) || m.key == "enum" && isAny(n)
	}
	if fits(n) {
		return n
	}
	if items := n.Get("items"); items != nil && fits(items) && !slices.Contains(kinds, "array") {
		return items
	}
	w.badMarker(m, "does not fit %s", withArticle(w.kind(n)))
	return nil
}

// apply sets the keyword of the marker m in n. It reports the marker instead if its value
// has no meaning, or if it would allow more values than the keyword that n already has.
func (w *walker) apply(n *schema.Node, m marker) {
	v := schema.NewString(m.value)
	switch constraints[m.key].reading {
	case asNumber:
		v = schema.NewNumber(m.value)
	case asPositive:
		if v = schema.NewNumber(m.value); v.Rat() == nil || v.Rat().Sign() <= 0 {
			w.badMarker(m, "%q is not a number allowed here", m.value)
			return
		}
	case asFlag:
		if v = schema.NewBool(true); !isSet(m.value) {
			return
		}
	case asFormat:
		if ok, like := metaschema.KnownFormat(m.value); !ok {
			if like != "" {
				like = "; write " + like
			}
			w.badMarker(m, "%q is not a format that validators know%s", m.value, like)
			return
		}
	case asPattern:
		if _, err := regexp.Compile(m.value); err != nil && !strings.Contains(m.value, "(?") {
			w.badMarker(m, "%q is not a regular expression", m.value)
			return
		}
	}
	if old := n.Get(m.key); old != nil && !schema.Equal(old, v) && w.loosens(m.key, old, v) {
		w.badMarker(m, "%s does not go with the type, which has %s", m.value, old)
		return
	}
	n.Set(m.key, v.At(m.pos))
}

// loosens reports whether the new value v of a keyword accepts more than the value
// old, which the type determines.
func (w *walker) loosens(key string, old, v *schema.Node) bool {
	a, b := old.Rat(), v.Rat()
	if a == nil || b == nil {
		return true
	}
	if strings.HasPrefix(key, "min") {
		return b.Cmp(a) < 0
	}
	return b.Cmp(a) > 0
}

// applyEnum sets the values of an enum.
func (w *walker) applyEnum(n *schema.Node, list []marker) {
	if len(list) == 0 {
		return
	}
	target := w.target(n, list[0])
	if target == nil {
		return
	}
	values := schema.NewArray().At(list[0].pos)
	for _, m := range list {
		v := w.literal(target, m)
		if v == nil || !w.fits(v, target) {
			w.badMarker(m, "value %q does not fit %s", m.value, withArticle(w.kind(target)))
			continue
		}
		if !contains(values, v) {
			values.Elems = append(values.Elems, v.At(m.pos))
		}
	}
	if len(values.Elems) > 0 {
		target.Set("enum", values)
		target.Delete("minimum")
		target.Delete("maximum")
	}
}

// compare reports a minimum that is greater than the maximum, and likewise for
// lengths and numbers of items.
func (w *walker) compare(n *schema.Node, list []marker) {
	for _, pair := range [][2]string{{"minimum", "maximum"}, {"minLength", "maxLength"}, {"minItems", "maxItems"}} {
		low, high := n.Get(pair[0]).Rat(), n.Get(pair[1]).Rat()
		if low == nil || high == nil || low.Cmp(high) <= 0 {
			continue
		}
		for _, m := range slices.Backward(list) {
			if m.key == pair[0] || m.key == pair[1] {
				w.badMarker(m, "leaves no value between %s and %s", n.Get(pair[0]), n.Get(pair[1]))
				n.Delete(m.key)
				break
			}
		}
	}
}
