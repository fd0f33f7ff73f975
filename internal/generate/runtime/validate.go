package tools

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	// stepsPerCall and stepsPerByte bound the work for one value: a schema of unions that
	// refers to itself may need exponential time.
	stepsPerCall, stepsPerByte, stepsPerProblem = 100_000, 100, 500
	// maxDepth bounds the nesting of a value, maxProblems what one call reports.
	maxDepth, maxProblems = 500, 50
)

// check validates a value, such as the result of a call.
func (d *document) check(value json.RawMessage) []Problem {
	v, err := decode(value)
	if err != nil {
		return d.whole(reasonDecode, "the value is not valid JSON: "+err.Error())
	}
	return newWalk(d, len(value)).check(v)
}

func (w *walk) check(v any) []Problem {
	w.valid(w.root, v, nil)
	if w.steps < 0 {
		return w.whole(reasonDecode, w.subject(nil)+" cannot be checked in reasonable time")
	}
	return sorted(w.problems)
}

// whole returns a problem that concerns the whole value.
func (d *document) whole(reason, text string) []Problem {
	return []Problem{{Reason: reason, Text: text, Schema: d.root.raw}}
}

// decode parses a JSON value and keeps numbers in their original text.
func decode(raw json.RawMessage) (v any, err error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err = dec.Decode(&v); err == nil {
		if _, more := dec.Token(); more != io.EOF {
			err = errors.New("there is something after the value")
		}
	}
	return v, err
}

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// walk is the state of one validation.
type walk struct {
	*document
	noun     string // the word for a member in sentences, such as "argument "
	problems []Problem
	quiet    int  // problems are not recorded, and the first one ends the search
	lenient  bool // null is valid
	steps    int
}

func newWalk(d *document, size int) *walk {
	return &walk{document: d, steps: stepsPerCall + stepsPerByte*size}
}

// takesNull reports whether null matches n.
func (d *document) takesNull(n *node) bool {
	return n.inner().Type != nil && (&walk{document: d, quiet: 1, steps: stepsPerCall}).valid(n, nil, nil)
}

// subject returns the phrase that names a place in a message.
func (w *walk) subject(p *place) string {
	if p == nil && w.noun == "" {
		return "the value"
	} else if p == nil {
		return "the arguments object"
	}
	return w.noun + strconv.Quote(shorten(p.path(), 60))
}

// report records a problem and returns false.
func (w *walk) report(n *node, p *place, reason, format string, args ...any) bool {
	if w.quiet == 0 && len(w.problems) < maxProblems && w.steps >= 0 {
		w.steps -= stepsPerProblem // a sentence takes longer than a look
		text := w.subject(p) + " " + fmt.Sprintf(format, args...)
		w.problems = append(w.problems, Problem{Argument: p.pointer(), Reason: reason, Text: text, Schema: w.schema(n)})
	}
	return false
}

// silently reports whether a value matches, without recording problems.
func (w *walk) silently(n *node, v any, p *place) bool {
	w.quiet++
	ok := w.valid(n, v, p)
	w.quiet--
	return ok
}

// valid reports whether a value matches a schema, and records the problems.
func (w *walk) valid(n *node, v any, p *place) bool {
	if w.steps--; w.steps < 0 {
		return false
	}
	switch {
	case v == nil && w.lenient:
		return true
	case n.never:
		return w.report(n, p, reasonNoMatch, "is not allowed")
	case p != nil && p.depth > maxDepth:
		return w.report(n, p.root(), reasonDecode, "is nested more than %d levels deep", maxDepth)
	case !n.hasType(v):
		return w.report(n, p, reasonType, "is %s; it must be %s", describe(v), n.typeNames())
	}
	ok := n.enum == nil || n.enum[canonical(v)] || w.report(n, p, reasonEnum, "is %s; it must be %s", show(v), n.allowed())
	if ok || w.quiet == 0 {
		ok = w.content(n, v, p) && ok
	}
	if ok || w.quiet == 0 {
		ok = w.logic(n, v, p) && ok
	}
	return ok
}

// allowed returns the values of an enum as a phrase.
func (n *node) allowed() string {
	var texts []string
	for _, text := range n.Enum {
		texts = append(texts, shorten(string(text), 60))
	}
	if len(texts) == 1 {
		return texts[0]
	}
	return "one of " + list(texts, "or")
}

func (n *node) hasType(v any) bool {
	name := typeName(v)
	if n.Type == nil || slices.Contains(n.Type, name) {
		return true
	}
	num, ok := v.(json.Number)
	return ok && slices.Contains(n.Type, "integer") && isInteger(num)
}

// typeNames returns the types of n as a phrase.
func (n *node) typeNames() string {
	var names []string
	for _, t := range n.Type {
		names = append(names, articled[t])
	}
	return list(names, "or")
}

// describe returns a phrase for a value and, if necessary, its type.
func describe(v any) string {
	if name := typeName(v); name == "string" || name == "number" {
		return "the " + name + " " + show(v)
	}
	return show(v)
}

// content checks the keywords that apply to values of one type.
func (w *walk) content(n *node, v any, p *place) bool {
	switch v := v.(type) {
	case json.Number:
		return w.number(n, v, p)
	case string:
		return w.text(n, v, p)
	case []any:
		return w.array(n, v, p)
	case map[string]any:
		return w.object(n, v, p)
	}
	return true
}

func (w *walk) number(n *node, v json.Number, p *place) bool {
	if n.bounds == nil {
		return true
	}
	ok, r := true, parseNumber(v)
	for _, b := range n.bounds {
		if r == nil || !b.holds(r) {
			ok = w.report(n, p, reasonRange, "is %s; it must be %s", show(v), b.words)
		}
	}
	return ok
}

func (w *walk) text(n *node, v string, p *place) bool {
	ok := w.sized(n, n.MinLength, n.MaxLength, utf8.RuneCountInString(v), "character", p)
	if !n.pattern.MatchString(v) {
		ok = w.report(n, p, reasonPattern, "is %s; it must match the pattern %s", show(v), n.pattern)
	}
	if n.format != nil && !n.format.is(v) {
		ok = w.report(n, p, reasonFormat, "is %s; it must be %s", show(v), n.format.name)
	}
	return ok
}

func (w *walk) sized(n *node, least, most *float64, size int, noun string, p *place) bool {
	switch {
	case least != nil && float64(size) < *least:
		return w.report(n, p, reasonShort, "has %s; it must have at least %v", count(size, noun), *least)
	case most != nil && float64(size) > *most:
		return w.report(n, p, reasonLong, "has %s; it must have at most %v", count(size, noun), *most)
	}
	return true
}

// item returns the schema of an item of a list, or nil if any value is allowed.
func (n *node) item(i int) *node {
	if i < len(n.PrefixItems) {
		return n.PrefixItems[i]
	}
	return n.Items
}

func (w *walk) array(n *node, v []any, p *place) bool {
	ok := w.sized(n, n.MinItems, n.MaxItems, len(v), "item", p)
	for i, e := range v {
		if sub := n.item(i); sub != nil && sub.never {
			return w.report(n, p, reasonLong, "has %s; it must have at most %d", count(len(v), "item"), i)
		} else if sub != nil {
			ok = w.valid(sub, e, p.element(i)) && ok
		}
		if !ok && w.quiet > 0 {
			return false
		}
	}
	first := map[string]int{}
	for i := 0; n.UniqueItems && i < len(v); i++ {
		text := canonical(v[i])
		if j, twice := first[text]; twice {
			return w.report(n, p, reasonUnique, "has %s twice, at %d and %d; its items must be unique", show(v[i]), j, i)
		}
		first[text] = i
	}
	return ok
}

func (w *walk) object(n *node, v map[string]any, p *place) bool {
	ok := w.sized(n, n.MinProperties, n.MaxProperties, len(v), "member", p)
	for _, name := range n.Required {
		if _, given := v[name]; !given {
			ok = w.report(cmp.Or(n.Properties[name], n), p.member(name), reasonMissing, "is missing")
		}
	}
	for _, name := range sortedKeys(v) {
		if !ok && w.quiet > 0 {
			return false
		}
		at := p.member(name)
		if n.PropertyNames != nil && !w.silently(n.PropertyNames, name, at) {
			ok = w.report(n.PropertyNames, at, reasonUnknown, "has a name that is not allowed")
		}
		if sub := n.member(name); sub != nil && sub.never {
			ok = w.unknown(n, at)
		} else if sub != nil {
			ok = w.valid(sub, v[name], at) && ok
		}
	}
	return ok
}

// member returns the schema of a member of an object, or nil if any value is allowed.
func (n *node) member(name string) *node {
	if sub := n.Properties[name]; sub != nil {
		return sub
	}
	return n.AdditionalProperties
}

// unknown reports a member that the schema does not allow.
func (w *walk) unknown(n *node, at *place) bool {
	var known []string
	for _, name := range sortedKeys(n.Properties) {
		if !n.Properties[name].never {
			known = append(known, strconv.Quote(shorten(name, 60)))
		}
	}
	if known == nil {
		return w.report(n, at, reasonUnknown, "is unknown")
	}
	return w.report(n, at, reasonUnknown, "is unknown; known are %s", list(known, "and"))
}

// logic checks the keywords that apply several schemas to one value.
func (w *walk) logic(n *node, v any, p *place) bool {
	ok := n.ref == nil || w.valid(n.ref, v, p)
	for _, sub := range n.AllOf {
		ok = w.valid(sub, v, p) && ok
	}
	ok = w.union(n, n.AnyOf, len(n.AnyOf), v, p) && ok
	return w.union(n, n.OneOf, 1, v, p) && ok
}

// union checks that at least one and at most that many of the branches match.
func (w *walk) union(n *node, forms []*node, most int, v any, p *place) bool {
	matched := 0
	for _, form := range forms {
		if w.silently(form, v, p) {
			if matched++; most > 1 {
				return true
			}
		}
	}
	switch {
	case matched == 0 && len(forms) > 0:
		return w.unmatched(n, forms, v, p)
	case matched > most:
		return w.report(n, p, reasonNoMatch, "is %s; it matches %d of %d forms and must match exactly one", show(v), matched, len(forms))
	}
	return true
}

// unmatched reports why no branch of a union matches. If exactly one branch has the
// right type and the right constants, the caller meant that branch, so its problems
// are reported.
func (w *walk) unmatched(n *node, forms []*node, v any, p *place) bool {
	if w.steps -= stepsPerProblem; w.quiet > 0 || len(w.problems) >= maxProblems || w.steps < 0 {
		return false
	}
	at, before := p.pointer()+"/", w.problems
	var problems []Problem
	var reasons, types []string
	meant := 0
	for _, form := range forms {
		w.problems = nil
		w.valid(form, v, p)
		wrong, other := false, false
		for _, q := range w.problems {
			wrong = wrong || q.Argument+"/" == at && q.Reason == reasonType
			other = other || q.Reason == reasonEnum && q.Argument[:strings.LastIndexByte(q.Argument, '/')+1] == at
		}
		if len(w.problems) > 0 {
			reasons = append(reasons, shorten(w.problems[0].Text, 120))
		}
		if wrong {
			types = append(types, form.typeNames())
		} else if !other {
			meant, problems = meant+1, w.problems
		}
	}
	w.problems = before
	switch {
	case meant == 1 && len(problems) > 0:
		w.problems = append(w.problems, problems...)
		return false
	case len(types) == len(forms) && !slices.Contains(types, ""):
		return w.report(n, p, reasonNoMatch, "is %s; it must be %s", describe(v), list(types, "or"))
	}
	return w.report(n, p, reasonNoMatch, "matches none of %s: %s", count(len(forms), "form"), strings.Join(reasons[:min(len(reasons), 4)], " / "))
}
