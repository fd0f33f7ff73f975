package compat

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

func (p *pair) emit(c change) { p.d.emit(p.spot, c) }

func (p *pair) subject() string { return p.d.subject(p.spot) }

// find returns the first of some keywords that a schema has, and its value.
func (s side) find(keywords ...string) (string, *schema.Node) {
	for _, n := range s.f.nodes {
		for _, k := range keywords {
			if v := n.node.Get(k); v != nil && !n.refOnly() {
				return k, v
			}
		}
	}
	return keywords[0], nil
}

func (s side) get(keywords ...string) *schema.Node {
	_, v := s.find(keywords...)
	return v
}

func (p *pair) annotations() {
	for _, a := range []struct {
		keyword, rule string
		effect        Effect
	}{
		{"description", "description-changed", Visible},
		{"default", "default", Visible},
		{"examples", "examples-changed", Visible},
		{"title", "schema-title-changed", Metadata},
		{"$comment", "comment-changed", Metadata},
		{"deprecated", "deprecated-changed", Metadata},
	} {
		old, new := p.o.get(a.keyword), p.n.get(a.keyword)
		if old == nil && new == nil || old != nil && new != nil && schema.Equal(old, new) {
			continue
		}
		c := change{rule: a.rule, effect: a.effect, old: old, new: new}
		if a.rule == "default" {
			c.rule = "default-" + happened(old, new)
		}
		c.message = fmt.Sprintf("%s of %s %s", strings.TrimPrefix(a.keyword, "$"), p.subject(), fromTo(old, new))
		if a.keyword == "description" {
			p.d.description(p.spot, c)
			continue
		}
		p.emit(c)
	}
}

// description records a changed description for the single finding that the tool gets
// for all descriptions.
func (d *differ) description(s spot, c change) {
	if c.old != nil && c.new != nil && sameWords(c.old, c.new) {
		c.effect = Metadata
	}
	before := len(d.changes)
	d.emit(s, c)
	d.descriptions = append(d.descriptions, d.changes[before:]...)
	d.changes, d.origins = d.changes[:before], d.origins[:before]
}

func sameWords(a, b *schema.Node) bool {
	return slices.Equal(strings.Fields(a.StringValue()), strings.Fields(b.StringValue()))
}

// foldDescriptions returns one change for all descriptions of a tool.
func foldDescriptions(tool string, all []Change) []Change {
	if len(all) == 0 {
		return nil
	}
	sortChanges(all)
	first := all[0]
	if len(all) > 1 {
		first.Message = fmt.Sprintf("%s, and %d more descriptions", first.Message, len(all)-1)
		if len(all) == 2 {
			first.Message = first.Message[:len(first.Message)-1]
		}
		prints := schema.NewArray()
		for _, c := range all {
			prints.Elems = append(prints.Elems, schema.NewString(c.Fingerprint))
		}
		first.Fingerprint = fingerprint(tool, first, nil, prints)
	}
	return []Change{first}
}

func (p *pair) types() {
	was, is := p.o.accepts, p.n.accepts
	if was == is || p.o.f.listed && p.n.f.listed && (was^is)&tNull == 0 {
		return
	}
	old, new := first(p.old), first(p.new)
	if w, i := was&^tNull, is&^tNull; (was^is)&tNull != 0 && w != 0 && i != 0 && was != tAny && is != tAny {
		if is&tNull != 0 {
			p.emit(change{rule: "became-nullable", effect: Widens, message: p.subject() + " became nullable", old: old, new: new})
		} else {
			p.emit(change{rule: "became-not-nullable", effect: Narrows, message: p.subject() + " is no longer nullable", old: old, new: new})
		}
		was, is = w, i
	}
	c := change{rule: "type-changed", effect: Incomparable, old: old, new: new}
	if o, n := p.o.get("type"), p.n.get("type"); o != nil && n != nil {
		c.old, c.new = o, n
	}
	switch {
	case was == is || p.o.f.listed && p.n.f.listed:
		return
	case len(p.o.f.unions)+len(p.n.f.unions) > 0 && p.o.f.declared == p.n.f.declared:
		return // the branches report it
	case was&^is == 0:
		c.rule, c.effect = "type-widened", Widens
	case is&^was == 0:
		c.rule, c.effect = "type-narrowed", Narrows
	}
	c.message = fmt.Sprintf("type of %s changed from %s to %s", p.subject(), was, is)
	p.emit(c)
}

// values compares enum and const, which is an enum with one value. Null is compared as
// a type.
func (p *pair) values() {
	o, n := p.o.f, p.n.f
	old, new := p.o.get("enum", "const"), p.n.get("enum", "const")
	switch {
	case !o.listed && !n.listed:
	case !o.listed:
		p.emit(change{rule: "enum-added", effect: Narrows, message: fmt.Sprintf("%s became limited to %s", p.subject(), words(n.values)), new: new})
	case !n.listed:
		p.emit(change{rule: "enum-dropped", effect: Widens, message: fmt.Sprintf("%s is no longer limited to %s", p.subject(), words(o.values)), old: old, new: new})
	default:
		if gone := minus(o.values, n.values); len(gone) > 0 {
			p.emit(change{rule: "enum-value-removed", effect: Narrows, message: fmt.Sprintf("%s no longer accepts %s", p.subject(), words(gone)), old: old, new: new, values: gone})
		}
		if added := minus(n.values, o.values); len(added) > 0 {
			p.emit(change{rule: "enum-value-added", effect: Widens, message: fmt.Sprintf("%s also accepts %s", p.subject(), words(added)), old: old, new: new, values: added})
		}
	}
}

func minus(a, b []*schema.Node) []*schema.Node {
	return slices.DeleteFunc(slices.Clone(a), func(v *schema.Node) bool { return v.Kind == schema.Null || contains(b, v) })
}

// maxWords is the greatest number of values that a message lists.
const maxWords = 4

func words(vs []*schema.Node) string {
	var out []string
	for i, v := range vs {
		if i == maxWords && len(vs) > maxWords+1 {
			out = append(out, fmt.Sprintf("%d more", len(vs)-i))
			break
		}
		out = append(out, shorten(v))
	}
	if len(out) < 2 {
		return strings.Join(out, "")
	}
	return strings.Join(out[:len(out)-1], ", ") + " and " + out[len(out)-1]
}

func (p *pair) limits() {
	o, n, both := p.o.f, p.n.f, p.o.accepts&p.n.accepts
	if both&tNumber != 0 {
		p.span(o.number, n.number, []string{"minimum", "exclusiveMinimum"}, []string{"maximum", "exclusiveMaximum"})
	}
	if both&tString != 0 {
		p.span(o.length, n.length, []string{"minLength"}, []string{"maxLength"})
		trivial := func(s []string) []string { return slices.DeleteFunc(slices.Clone(s), matchesAll) }
		p.words("pattern", trivial(o.patterns), trivial(n.patterns))
		p.words("format", o.formats, n.formats)
	}
	if both&tArray != 0 {
		p.span(o.items, n.items, []string{"minItems"}, []string{"maxItems"})
	}
	if both&tObject != 0 {
		p.span(o.members, n.members, []string{"minProperties"}, []string{"maxProperties"})
	}
}

func (p *pair) span(o, n span, low, high []string) {
	p.constraint(within(o.low, n.low, 1), within(n.low, o.low, 1), low...)
	p.constraint(within(o.high, n.high, -1), within(n.high, o.high, -1), high...)
}

// constraint reports a changed bound. fwd reports whether every value within the old
// bound is within the new one, back the reverse.
func (p *pair) constraint(fwd, back bool, keywords ...string) {
	was, old := p.o.find(keywords...)
	is, new := p.n.find(keywords...)
	c := change{rule: "constraint-tightened", old: old, new: new}
	switch {
	case fwd && back:
		return
	case fwd:
		c.rule, c.effect = "constraint-relaxed", Widens
	case back:
		c.effect = Narrows
	default:
		c.effect = Incomparable
	}
	switch {
	case old == nil && new == nil:
		c.message = fmt.Sprintf("%s of %s changed", keywords[0], p.subject())
	case old == nil:
		c.message = fmt.Sprintf("%s of %s became %s", is, p.subject(), shorten(new))
	case new == nil:
		c.message = fmt.Sprintf("%s %s of %s was removed", was, shorten(old), p.subject())
	case was != is:
		c.message = fmt.Sprintf("%s %s of %s became %s %s", was, shorten(old), p.subject(), is, shorten(new))
	default:
		c.message = fmt.Sprintf("%s of %s changed from %s to %s", is, p.subject(), shorten(old), shorten(new))
	}
	p.emit(c)
}

// words compares the values of pattern or format as strings: only equal strings are
// known to have the same meaning.
func (p *pair) words(keyword string, o, n []string) {
	gone := slices.DeleteFunc(slices.Clone(o), func(s string) bool { return slices.Contains(n, s) })
	added := slices.DeleteFunc(slices.Clone(n), func(s string) bool { return slices.Contains(o, s) })
	c := change{old: p.o.get(keyword), new: p.n.get(keyword)}
	switch {
	case len(gone) == 0 && len(added) == 0:
		return
	case len(gone) == 0:
		c.rule, c.effect = keyword+"-added", Narrows
		c.message = fmt.Sprintf("%s of %s became %q", keyword, p.subject(), added[0])
	case len(added) == 0:
		c.rule, c.effect = keyword+"-removed", Widens
		c.message = fmt.Sprintf("%s %q of %s was removed", keyword, gone[0], p.subject())
	default:
		c.rule, c.effect = keyword+"-changed", Unknown
		c.message = fmt.Sprintf("%s of %s changed from %q to %q", keyword, p.subject(), gone[0], added[0])
	}
	p.emit(c)
}

// explained are the keywords whose changes a separate comparison reports.
var explained = map[string]bool{
	"type": true, "enum": true, "const": true, "minimum": true, "maximum": true, "exclusiveMinimum": true, "exclusiveMaximum": true,
	"minLength": true, "maxLength": true, "pattern": true, "format": true, "minItems": true, "maxItems": true,
	"items": true, "prefixItems": true, "additionalItems": true, "minProperties": true, "maxProperties": true,
	"properties": true, "additionalProperties": true, "required": true, "allOf": true, "anyOf": true, "oneOf": true,
	"then": true, "else": true, "minContains": true, "maxContains": true, // with if and contains
}

// opaque compares keywords for equality only.
func (p *pair) opaque() {
	o, n := opaqueParts(p.o.f), opaqueParts(p.n.f)
	for _, name := range sortedKeys(o, n) {
		before, after := o[name], n[name]
		c := change{rule: "keyword-unsupported", effect: Unknown, old: value(before, name), new: value(after, name)}
		c.message = fmt.Sprintf("%q of %s %s", name, p.subject(), fromTo(c.old, c.new))
		repeated := func(f *facts, parts []part) bool {
			return !slices.ContainsFunc(parts, func(q part) bool { return !p.d.strict.repeated(f, q, name) })
		}
		switch {
		case len(before) == 0:
			c.rule, c.effect = "constraint-tightened", Narrows
		case len(after) == 0:
			c.rule, c.effect = "constraint-relaxed", Widens
		case repeated(p.o.f, after) && repeated(p.n.f, before):
			continue
		default:
			switch c.effect = p.d.effect(p.spot); c.effect {
			case Narrows:
				c.rule = "constraint-tightened"
			case Widens, None:
				c.rule = "constraint-relaxed"
			}
		}
		p.emit(c)
	}
}

func value(parts []part, keyword string) *schema.Node {
	if len(parts) == 0 {
		return nil
	}
	return parts[0].node.Get(keyword)
}

func opaqueParts(f *facts) map[string][]part {
	out := map[string][]part{}
	for _, n := range f.nodes {
		for _, k := range assertions(n) {
			_, resolved := n.target()
			if !explained[k] && (k != "$ref" || !resolved) && !slices.Contains(out[k], n) {
				out[k] = append(out[k], n)
			}
		}
	}
	return out
}
