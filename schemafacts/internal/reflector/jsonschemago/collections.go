package jsonschemago

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

func (c *checker) array(v any, n *schema.Node) result {
	list, ok := v.([]any)
	if !ok {
		return valid
	}
	res := both(c.items(list, n), c.contains(list, n))
	if res.err != nil {
		return res
	}
	if m, ok := limit(n, "minItems"); ok && float64(len(list)) < m {
		return invalid("minItems: array length %d is less than %.0f", len(list), m)
	}
	if m, ok := limit(n, "maxItems"); ok && float64(len(list)) > m {
		return invalid("maxItems: array length %d is greater than %.0f", len(list), m)
	}
	if n.Get("uniqueItems").IsTrue() {
		for i := range list {
			for j := range i {
				if reflect.DeepEqual(list[i], list[j]) {
					return invalid("uniqueItems: array items %d and %d are equal", i, j)
				}
			}
		}
	}
	return res
}

// items applies the schemas of elements: those by position, then that of the others.
func (c *checker) items(list []any, n *schema.Node) result {
	head, rest := "prefixItems", "items"
	if items := n.Get("items"); items != nil && items.Kind == schema.Array {
		if !c.draft7 {
			rest = ""
		} else {
			head, rest = "items", "additionalItems"
		}
	} else if c.draft7 {
		head = ""
	}
	if v := n.Get(head); v != nil && v.Kind == schema.Unresolved {
		return undecided
	}
	first, _ := subschemas(n, head)
	res := valid
	for i, e := range list {
		switch s := n.Get(rest); {
		case i < len(first):
			res = both(res, c.validate(e, first[i]))
		case s != nil && rest != "":
			res = both(res, c.validate(e, s))
		}
	}
	return res
}

func (c *checker) contains(list []any, n *schema.Node) result {
	s := n.Get("contains")
	if s == nil {
		return valid
	}
	matches, maybe := 0, 0
	for _, e := range list {
		switch r := c.validate(e, s); {
		case r.err != nil:
		case r.open:
			maybe++
		default:
			matches++
		}
	}
	least, some := limit(n, "minContains")
	switch {
	case maybe > 0:
		return undecided
	case matches == 0 && !known(n.Get("minContains")):
		return undecided
	case matches == 0 && (!some || least > 0):
		return invalid("contains: %s does not have an item matching %s", fmt.Sprintf("%s", list), describe(s))
	case some && float64(matches) < least:
		return invalid("minContains: contains validated %d items, less than %.0f", matches, least)
	}
	if most, ok := limit(n, "maxContains"); ok && float64(matches) > most {
		return invalid("maxContains: contains validated %d items, greater than %.0f", matches, most)
	}
	return valid
}

func (c *checker) object(v any, n *schema.Node) result {
	obj, ok := v.(map[string]any)
	if !ok {
		return valid
	}
	names := slices.Sorted(maps.Keys(obj))
	res := c.members(obj, names, n)
	if res.err != nil {
		return res
	}
	if s := n.Get("propertyNames"); s != nil {
		for _, name := range names {
			res = both(res, c.validate(name, s))
		}
	}
	if m, ok := limit(n, "minProperties"); ok && float64(len(obj)) < m {
		return both(res, invalid("minProperties: object has %d properties, less than %.0f", len(obj), m))
	}
	if m, ok := limit(n, "maxProperties"); ok && float64(len(obj)) > m {
		return both(res, invalid("maxProperties: object has %d properties, greater than %.0f", len(obj), m))
	}
	if m := missing(obj, n.Get("required")); len(m) > 0 {
		return both(res, invalid("required: missing properties: %q", m))
	}
	return both(res, c.dependent(obj, names, n))
}

// members applies the schemas of properties.
func (c *checker) members(obj map[string]any, names []string, n *schema.Node) result {
	props, patterns, more := n.Get("properties"), n.Get("patternProperties"), n.Get("additionalProperties")
	if !known(props) || !known(patterns) {
		return undecided
	}
	res := valid
	var disallowed []string
	for _, name := range names {
		matched, open := false, false
		if s := props.Get(name); s != nil {
			matched = true
			res = both(res, c.validate(obj[name], s))
		}
		if patterns != nil {
			for _, m := range patterns.Members {
				re, err := c.compile(m.Name)
				open = open || err != nil
				if err == nil && re.MatchString(name) {
					matched = true
					res = both(res, c.validate(obj[name], m.Value))
				}
			}
		}
		switch {
		case matched || more == nil:
		case open:
			res.open = true
		case c.version >= V0_2_3 && isFalsy(more):
			disallowed = append(disallowed, name)
		default:
			res = both(res, c.validate(obj[name], more))
		}
	}
	if len(disallowed) > 0 {
		res = both(res, invalid("unexpected additional properties %q", disallowed))
	}
	return res
}

// isFalsy reports whether a schema is a negation of the empty schema.
func isFalsy(n *schema.Node) bool {
	not := n.Get("not")
	return n.IsFalse() || not.IsTrue() || not != nil && not.Kind == schema.Object && len(not.Members) == 0
}

// missing returns the names in list that obj does not have. An unresolved name counts
// as present.
func missing(obj map[string]any, list *schema.Node) []string {
	var out []string
	if list == nil {
		return nil
	}
	for _, e := range list.Elems {
		if _, ok := obj[e.Text]; !ok && e.Kind == schema.String {
			out = append(out, e.Text)
		}
	}
	return out
}

// dependent applies the keywords that depend on the presence of a property.
func (c *checker) dependent(obj map[string]any, names []string, n *schema.Node) result {
	lists, schemas := n.Get("dependentRequired"), n.Get("dependentSchemas")
	if c.draft7 {
		lists, schemas = n.Get("dependencies"), n.Get("dependencies")
	}
	res := valid
	for _, name := range names {
		if list := lists.Get(name); list != nil && list.Kind == schema.Array {
			if m := missing(obj, list); len(m) > 0 {
				return both(res, invalid("dependentRequired[%q]: missing properties %q", name, m))
			}
		}
		if s := schemas.Get(name); s != nil && s.Kind != schema.Array {
			res = both(res, c.validate(obj, s))
		}
	}
	return res
}
