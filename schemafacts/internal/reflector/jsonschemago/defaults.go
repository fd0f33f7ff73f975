package jsonschemago

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// checkDefaults validates every default against its schema.
func (r *resolver) checkDefaults(root *schema.Node) {
	if s := root.Get("$schema").StringValue(); s != "" && s != draft2020 && !r.draft7 {
		if r.version < V0_4_0 {
			r.report(root, "$schema", "cannot validate version %s, only %s", s, draft2020)
		} else {
			r.report(root, "$schema", "cannot validate version %s, supported versions: draft-07 and draft 2020-12", s)
		}
		return
	}
	for _, n := range r.all {
		if n.Get("$dynamicRef").StringValue() != "" {
			r.report(n, "$dynamicRef", "jsonschema: %s: validateDefaults does not support dynamic refs", r.name(n))
		}
		def := n.Get("default")
		if def == nil || len(def.Holes()) > 0 {
			continue
		}
		var v any
		if err := json.Unmarshal(def.JSON(), &v); err != nil {
			r.report(n, "default", "unmarshaling default value of schema %s: %v", r.name(n), err)
			continue
		}
		c := &checker{resolver: r}
		if res := c.validate(v, n); res.err != nil {
			r.report(n, "default", "%v", res.err)
		}
	}
}

// name returns the name of a schema in messages.
func (r *resolver) name(n *schema.Node) string {
	if id := n.Get("$id").StringValue(); id != "" {
		return id
	}
	if in := r.infos[n]; in != nil && in.path != "" {
		return in.path
	}
	return "root"
}

// maxSteps and maxDepth limit the validation of one default, because references may
// form a cycle.
const maxSteps, maxDepth = 20_000, 200

// checker validates one value.
type checker struct {
	*resolver
	steps, depth int
}

// result is whether a value is valid: it is not if err is set, it may be if open is
// set, and it is otherwise.
type result struct {
	err  error
	open bool
}

var valid, undecided = result{}, result{open: true}

func invalid(format string, args ...any) result { return result{err: fmt.Errorf(format, args...)} }

// both returns the result of a validation that requires all of several conditions.
func both(rs ...result) result {
	out := valid
	for _, r := range rs {
		if r.err != nil {
			return r
		}
		out.open = out.open || r.open
	}
	return out
}

// validate validates v, a value as encoding/json decodes it, against n.
func (c *checker) validate(v any, n *schema.Node) result {
	if c.steps++; c.steps > maxSteps || c.depth > maxDepth {
		return undecided
	}
	c.depth++
	defer func() { c.depth-- }()
	var res result
	switch {
	case n.IsTrue():
		return valid
	case n.IsFalse():
		res = invalid("not: validated against <anonymous schema>")
	case n.Kind != schema.Object:
		return undecided
	default:
		res = c.keywords(v, n)
	}
	if res.err != nil {
		res.err = fmt.Errorf("validating %s: %w", c.name(n), res.err)
	}
	return res
}

// keywords applies the keywords of a schema in the library's order.
func (c *checker) keywords(v any, n *schema.Node) result {
	res := valid
	for _, m := range n.Members {
		switch m.Name {
		case "unevaluatedItems", "unevaluatedProperties", "$dynamicRef":
			res.open = res.open || !m.Value.IsTrue()
		default:
			_, ok := keyword(m.Name, c.version)
			res.open = res.open || ok && m.Value.Kind == schema.Unresolved
		}
	}
	checks := []func(any, *schema.Node) result{c.ref, c.typ, c.values, c.number, c.text, c.logic, c.array, c.object}
	switch {
	case c.version < V0_4_0:
		checks = []func(any, *schema.Node) result{c.typ, c.values, c.number, c.text, c.ref, c.logic, c.array, c.object}
	case c.draft7 && n.Get("$ref") != nil:
		checks = checks[:1]
	}
	for _, check := range checks {
		if res = both(res, check(v, n)); res.err != nil {
			return res
		}
	}
	return res
}

func (c *checker) ref(v any, n *schema.Node) result {
	ref := n.Get("$ref")
	if ref == nil || ref.Kind == schema.String && ref.Text == "" {
		return valid
	}
	target := c.refs[n]
	if target == nil {
		return undecided
	}
	return c.validate(v, target)
}

// show returns v as the library's messages print it.
func show(v any) string {
	if v == nil {
		return "<invalid reflect.Value>"
	}
	return fmt.Sprintf("%v", v)
}

func jsonType(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case float64:
		if v == math.Trunc(v) {
			return "integer"
		}
		return "number"
	case []any:
		return "array"
	}
	return "object"
}

func (c *checker) typ(v any, n *schema.Node) result {
	typ := n.Get("type")
	if typ == nil || typ.Kind == schema.Unresolved {
		return valid
	}
	got := jsonType(v)
	fits := func(want string) bool { return want == got || want == "number" && got == "integer" }
	if typ.Kind == schema.String {
		if typ.Text == "" || fits(typ.Text) {
			return valid
		}
		return invalid("type: %s has type %q, want %q", show(v), got, typ.Text)
	}
	var names []string
	for _, e := range typ.Elems {
		if e.Kind != schema.String {
			return undecided
		}
		if fits(e.Text) {
			return valid
		}
		names = append(names, e.Text)
	}
	return invalid("type: %s has type %q, want one of %q", show(v), got, strings.Join(names, ", "))
}

// values applies enum and const. A list or object in them may have a Go type that no
// decoded value equals, so a value that looks equal is undecided.
func (c *checker) values(v any, n *schema.Node) result {
	res := valid
	if enum := n.Get("enum"); enum != nil && enum.Kind == schema.Array {
		var all []any
		one := invalid("")
		for _, e := range enum.Elems {
			val, same := equal(v, e)
			all = append(all, val)
			if same.err == nil && (one.err != nil || one.open) {
				one = same
			}
		}
		if one.err != nil {
			return invalid("enum: %s does not equal any of: %v", show(v), all)
		}
		res = one
	}
	if k := n.Get("const"); k != nil {
		val, same := equal(v, k)
		if same.err != nil {
			return invalid("const: %s does not equal %v", show(v), val)
		}
		res = both(res, same)
	}
	return res
}

// equal compares a decoded value with a document, and returns the decoded document.
func equal(v any, n *schema.Node) (any, result) {
	if len(n.Holes()) > 0 {
		return nil, undecided
	}
	var w any
	if err := json.Unmarshal(n.JSON(), &w); err != nil {
		return nil, undecided
	}
	switch {
	case !reflect.DeepEqual(v, w):
		return w, invalid("not equal")
	case n.Kind == schema.Array || n.Kind == schema.Object:
		return w, undecided
	}
	return w, valid
}

// limit returns the numeric value of a keyword.
func limit(n *schema.Node, name string) (float64, bool) {
	v := n.Get(name)
	if v == nil || v.Kind != schema.Number {
		return 0, false
	}
	f, err := strconv.ParseFloat(v.Text, 64)
	return f, err == nil
}

func (c *checker) number(v any, n *schema.Node) result {
	f, ok := v.(float64)
	if !ok {
		return valid
	}
	rat := new(big.Rat).SetFloat64(f)
	if m, ok := limit(n, "multipleOf"); ok {
		if _, frac := math.Modf(f / m); frac != 0 {
			return invalid("multipleOf: %s is not a multiple of %f", rat, m)
		}
	}
	if m, ok := limit(n, "minimum"); ok && f < m {
		return invalid("minimum: %s is less than %f", rat, m)
	}
	if m, ok := limit(n, "maximum"); ok && f > m {
		return invalid("maximum: %s is greater than %f", rat, m)
	}
	if m, ok := limit(n, "exclusiveMinimum"); ok && f <= m {
		return invalid("exclusiveMinimum: %s is less than or equal to %f", rat, m)
	}
	if m, ok := limit(n, "exclusiveMaximum"); ok && f >= m {
		return invalid("exclusiveMaximum: %s is greater than or equal to %f", rat, m)
	}
	return valid
}

func (c *checker) text(v any, n *schema.Node) result {
	s, ok := v.(string)
	if !ok {
		return valid
	}
	size := utf8.RuneCountInString(s)
	if m, ok := limit(n, "minLength"); ok && float64(size) < m {
		return invalid("minLength: %q contains %d Unicode code points, fewer than %.0f", s, size, m)
	}
	if m, ok := limit(n, "maxLength"); ok && float64(size) > m {
		return invalid("maxLength: %q contains %d Unicode code points, more than %.0f", s, size, m)
	}
	if p := n.Get("pattern").StringValue(); p != "" {
		re, err := c.compile(p)
		if err != nil {
			return undecided
		}
		if !re.MatchString(s) {
			return invalid("pattern: %q does not match regular expression %q", s, p)
		}
	}
	return valid
}
