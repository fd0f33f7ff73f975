package jsonschemago

import (
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// subschemas returns the elements of a keyword that holds a list of schemas.
func subschemas(n *schema.Node, name string) ([]*schema.Node, bool) {
	v := n.Get(name)
	if v == nil || v.Kind != schema.Array {
		return nil, false
	}
	return v.Elems, true
}

// describeAll returns a list of schemas as fmt prints it.
func describeAll(list []*schema.Node) string {
	var out []string
	for _, n := range list {
		out = append(out, describe(n))
	}
	return "[" + strings.Join(out, " ") + "]"
}

func (c *checker) logic(v any, n *schema.Node) result {
	res := valid
	if list, ok := subschemas(n, "allOf"); ok {
		for _, s := range list {
			res = both(res, c.validate(v, s))
		}
	}
	if list, ok := subschemas(n, "anyOf"); ok {
		res = both(res, c.anyOf(v, list))
	}
	if list, ok := subschemas(n, "oneOf"); ok {
		res = both(res, c.oneOf(v, list))
	}
	if not := n.Get("not"); not != nil && known(not) {
		switch r := c.validate(v, not); {
		case r.open && r.err == nil:
			res.open = true
		case r.err == nil:
			res = both(res, invalid("not: validated against %s", describe(not)))
		}
	}
	if cond := n.Get("if"); cond != nil {
		branch := "then"
		r := c.validate(v, cond)
		if r.err != nil {
			branch = "else"
		}
		if r.err == nil && r.open {
			res.open = true
		} else if s := n.Get(branch); s != nil {
			res = both(res, c.validate(v, s))
		}
	}
	return res
}

func (c *checker) anyOf(v any, list []*schema.Node) result {
	var errs []string
	open := false
	for _, s := range list {
		r := c.validate(v, s)
		switch {
		case r.err != nil:
			errs = append(errs, r.err.Error())
		case !r.open:
			return valid
		default:
			open = true
		}
	}
	switch {
	case open:
		return undecided
	case c.version < V0_4_3:
		return invalid("anyOf: did not validate against any of %s", describeAll(list))
	}
	return invalid("anyOf: did not validate against any of %s:\n%s", describeAll(list), strings.Join(errs, "\n"))
}

func (c *checker) oneOf(v any, list []*schema.Node) result {
	var match *schema.Node
	open := false
	for _, s := range list {
		r := c.validate(v, s)
		switch {
		case r.err != nil:
		case r.open:
			open = true
		case match != nil:
			return invalid("oneOf: validated against both %s and %s", describe(match), describe(s))
		default:
			match = s
		}
	}
	switch {
	case open:
		return undecided
	case match == nil:
		return invalid("oneOf: did not validate against any of %s", describeAll(list))
	}
	return valid
}
