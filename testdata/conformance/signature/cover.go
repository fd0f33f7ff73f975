package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// cover finds what an output schema admits and no result is: a schema that is
// wider than what is written does not describe it.
type cover struct {
	v *validator
	// missing are what has not been seen yet at a pointer.
	missing map[string]bool
	// known holds the pointers whose demands are in missing.
	known map[string]bool
	// together are the absences of the properties of one object that is itself
	// left out if it is zero. If all properties are promoted from one embedded
	// pointer, they are absent only with the object, which no result shows.
	together [][]string
}

func newCover(v *validator) *cover {
	c := &cover{v: v, missing: map[string]bool{}, known: map[string]bool{}}
	c.demand("", false)
	return c
}

func child(pointer, key string) string { return pointer + "/" + schema.EscapeToken(key) }

// demand adds what must be seen at a pointer and below it. A value that may be
// left out is left out if all it holds is zero, which can be the only thing
// alone in it.
func (c *cover) demand(p string, alone bool) {
	n := c.v.root.Lookup(p)
	if n == nil || n.Kind != schema.Object || c.known[p] {
		return
	}
	c.known[p] = true
	if ref := n.Get("$ref").StringValue(); ref != "" {
		c.demand(strings.TrimPrefix(ref, "#"), alone)
		return
	}
	for _, t := range kinds(n) {
		if t == "null" && alone || t == "array" && fewUnique(n) {
			continue
		}
		c.missing[p+" type "+t] = true
	}
	for key, other := range map[string]string{"minimum": "exclusiveMinimum", "maximum": "exclusiveMaximum"} {
		if n.Has(key) && !n.Has(other) && !n.Has("enum") && !n.Has("multipleOf") {
			c.missing[p+" "+key] = true
		}
	}
	if list := n.Get("enum"); list != nil {
		for _, e := range list.Elems {
			c.missing[p+" enum "+e.String()] = true
		}
	}
	if props := n.Get("properties"); props != nil {
		if alone && !n.Has("required") {
			var absences []string
			for _, m := range props.Members {
				absences = append(absences, child(child(p, "properties"), m.Name)+" absent")
			}
			c.together = append(c.together, absences)
		}
		for _, m := range props.Members {
			sub := child(child(p, "properties"), m.Name)
			if !requires(n, m.Name) {
				if !alone || len(props.Members) > 1 {
					c.missing[sub+" absent"] = true
				}
				if single(m.Value) {
					continue // it may be left out always
				}
			}
			c.missing[sub+" present"] = true
			c.demand(sub, !requires(n, m.Name) || alone && len(props.Members) == 1)
		}
	}
	for _, key := range []string{"items", "additionalProperties"} {
		if e := n.Get(key); e != nil && !e.IsFalse() && n.Get("maxItems").String() != "0" && !fewUnique(n) {
			c.missing[child(p, key)+" present"] = true
			c.demand(child(p, key), alone && n.Get("minItems").String() == "1" && n.Get("maxItems").String() == "1")
		}
	}
	for _, key := range []string{"anyOf", "prefixItems"} {
		if list := n.Get(key); list != nil {
			for i := range list.Elems {
				sub := child(child(p, key), fmt.Sprint(i))
				c.missing[sub+" taken"] = true
				c.demand(sub, false)
			}
		}
	}
}

// single reports whether a schema has one value, which may be a zero value.
func single(n *schema.Node) bool {
	props := n.Get("properties")
	if least := limit(n, "minItems"); least != nil && least.Sign() > 0 && n.Has("items") && n.Get("maxItems").String() == n.Get("minItems").String() {
		return single(n.Get("items"))
	}
	return n.Get("maxItems").String() == "0" ||
		props != nil && !slices.ContainsFunc(props.Members, func(m schema.Member) bool { return !requires(n, m.Name) || !single(m.Value) })
}

// fewUnique reports whether a list has to hold several elements that differ,
// which types with one value do not have.
func fewUnique(n *schema.Node) bool {
	least := limit(n, "minItems")
	return n.Get("uniqueItems").IsTrue() && least != nil && least.Cmp(big.NewRat(1, 1)) > 0
}

func kinds(n *schema.Node) []string {
	t := n.Get("type")
	switch {
	case t == nil:
		return nil
	case t.Kind == schema.Array:
		var out []string
		for _, e := range t.Elems {
			out = append(out, e.Text)
		}
		return out
	}
	return []string{t.Text}
}

func requires(n *schema.Node, name string) bool {
	r := n.Get("required")
	return r != nil && slices.ContainsFunc(r.Elems, func(e *schema.Node) bool { return e.Text == name })
}

func (c *cover) see(what string) { delete(c.missing, what) }

// result notes what a result is.
func (c *cover) result(p string, v any) {
	n := c.v.root.Lookup(p)
	if n == nil || n.Kind != schema.Object {
		return
	}
	if ref := n.Get("$ref").StringValue(); ref != "" {
		c.result(strings.TrimPrefix(ref, "#"), v)
		return
	}
	if list := n.Get("enum"); list != nil {
		for _, e := range list.Elems {
			if e.String() == string(compact(v)) {
				c.see(p + " enum " + e.String())
			}
		}
	}
	if list := n.Get("anyOf"); list != nil {
		for i := range list.Elems {
			sub := child(child(p, "anyOf"), fmt.Sprint(i))
			if c.v.refuse(sub, v) == "" {
				c.see(sub + " taken")
				c.result(sub, v)
			}
		}
	}
	switch v := v.(type) {
	case nil:
		c.see(p + " type null")
	case bool:
		c.see(p + " type boolean")
	case string:
		c.see(p + " type string")
	case json.Number:
		c.number(p, n, v)
	case []any:
		c.list(p, n, v)
	case map[string]any:
		c.object(p, n, v)
	}
}

func (c *cover) number(p string, n *schema.Node, v json.Number) {
	r, ok := new(big.Rat).SetString(v.String())
	if !ok {
		return
	}
	if r.IsInt() {
		c.see(p + " type integer")
	} else {
		c.see(p + " type number") // a whole one does not show that others come
	}
	// omitempty leaves out 0, the least of unsigned numbers.
	if b := limit(n, "minimum"); b != nil && new(big.Rat).Sub(r, b).Cmp(big.NewRat(1, 1)) <= 0 {
		c.see(p + " minimum")
	}
	if b := limit(n, "maximum"); b != nil && b.Cmp(r) == 0 {
		c.see(p + " maximum")
	}
}

func (c *cover) list(p string, n *schema.Node, v []any) {
	c.see(p + " type array")
	for i, e := range v {
		if first := n.Get("prefixItems"); first != nil && i < len(first.Elems) {
			sub := child(child(p, "prefixItems"), fmt.Sprint(i))
			c.see(sub + " taken")
			c.result(sub, e)
			continue
		}
		c.see(child(p, "items") + " present")
		c.result(child(p, "items"), e)
	}
}

func (c *cover) object(p string, n *schema.Node, v map[string]any) {
	c.see(p + " type object")
	props := n.Get("properties")
	if props != nil {
		for _, m := range props.Members {
			sub := child(child(p, "properties"), m.Name)
			if e, ok := v[m.Name]; ok {
				c.see(sub + " present")
				c.result(sub, e)
			} else {
				c.see(sub + " absent")
			}
		}
	}
	for k, e := range v {
		if !props.Has(k) {
			c.see(child(p, "additionalProperties") + " present")
			c.result(child(p, "additionalProperties"), e)
		}
	}
}

// left are the demands that nothing has met.
func (c *cover) left() []string {
	left := maps.Clone(c.missing)
	for _, absences := range c.together {
		if !slices.ContainsFunc(absences, func(a string) bool { return !c.missing[a] }) {
			for _, a := range absences {
				delete(left, a)
			}
		}
	}
	return slices.Sorted(maps.Keys(left))
}
