package tools

import (
	"bytes"
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
	// stepsPerCall and the steps for each byte bound the work for one value: a schema of
	// unions that refers to itself may need exponential time. Large schemas get more
	// steps for each byte, up to maxStepsPerByte.
	stepsPerCall, minStepsPerByte, maxStepsPerByte, stepsPerProblem = 100_000, 10, 100, 10
	// maxDepth bounds the nesting of a value.
	maxDepth = 500
)

// check validates a value, such as the result of a call.
func (d *document) check(value json.RawMessage) []Problem {
	v, err := decode(value)
	if err != nil {
		return d.whole(reasonDecode, "the value is not valid JSON: "+err.Error())
	}
	return d.validate(v, len(value), "")
}

func (d *document) validate(v any, size int, noun string) []Problem {
	w := newWalk(d, size)
	w.noun = noun
	w.valid(d.root, v, nil, nil)
	if w.steps < 0 {
		return d.whole(reasonDecode, w.subject(nil)+" cannot be checked in reasonable time")
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

// canonical returns a text that is equal for equal values: 1 equals 1.0.
func canonical(v any) string { return string(appendCanonical(nil, v)) }

func appendCanonical(b []byte, v any) []byte {
	switch v := v.(type) {
	case string:
		return strconv.AppendQuote(b, v)
	case json.Number:
		return append(b, parseNumber(v).String()...)
	case []any:
		b = append(b, '[')
		for _, e := range v {
			b = append(appendCanonical(b, e), ',')
		}
		return append(b, ']')
	case map[string]any:
		b = append(b, '{')
		for name, e := range sortedAll(v) {
			b = append(strconv.AppendQuote(b, name), ':')
			b = append(appendCanonical(b, e), ',')
		}
		return append(b, '}')
	}
	return fmt.Append(b, v)
}

// walk is the state of one validation.
type walk struct {
	*document
	noun     string // the word for a member in sentences, such as "argument "
	problems []Problem
	quiet    int // problems are not recorded, and the first one ends the search
	steps    int
	edits    []func()
}

func newWalk(d *document, size int) *walk {
	return &walk{document: d, steps: stepsPerCall + min(minStepsPerByte+d.schemas, maxStepsPerByte)*size}
}

// seen records the members and items that keywords have evaluated, for unevaluatedItems
// and unevaluatedProperties.
type seen struct {
	members map[string]bool
	items   map[int]bool
}

func (s *seen) add(t *seen) {
	if s != nil && t != nil {
		maps.Copy(s.members, t.members)
		maps.Copy(s.items, t.items)
	}
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
		if w.steps -= stepsPerProblem; p != nil {
			w.steps -= p.depth // a sentence takes longer than a look
		}
		text := w.subject(p) + " " + fmt.Sprintf(format, args...)
		w.problems = append(w.problems, Problem{Argument: p.pointer(), Reason: reason, Text: text, Schema: n.raw})
	}
	return false
}

// silently reports whether a value matches, without recording problems.
func (w *walk) silently(n *node, v any, p *place, s *seen) bool {
	w.quiet++
	ok := w.valid(n, v, p, s)
	w.quiet--
	return ok
}

// valid reports whether a value matches a schema. It records the problems. If the value
// matches, it adds the evaluated members and items to s.
func (w *walk) valid(n *node, v any, p *place, s *seen) bool {
	if w.steps--; w.steps < 0 {
		return false
	}
	if n.never {
		return w.report(n, p, reasonNoMatch, "is not allowed")
	}
	if p != nil && p.depth > maxDepth {
		w.steps -= p.depth
		return w.report(n, p.root(), reasonDecode, "is nested more than %d levels deep", maxDepth)
	}
	if !n.hasType(v) {
		return w.report(n, p, reasonType, "is %s; it must be %s", describe(v), n.typeNames())
	}
	var mine *seen
	if w.unevaluated {
		mine = &seen{map[string]bool{}, map[int]bool{}}
	}
	ok := w.listed(n, v, p)
	if ok || w.quiet == 0 {
		ok = w.content(n, v, p, mine) && ok
	}
	if ok || w.quiet == 0 {
		ok = w.logic(n, v, p, mine) && ok
	}
	if n.restItems != nil || n.restMembers != nil {
		ok = w.rest(n, v, p, mine) && ok
	}
	if ok {
		s.add(mine)
	}
	return ok
}

func (n *node) hasType(v any) bool {
	name := typeName(v)
	if n.types == nil || slices.Contains(n.types, name) {
		return true
	}
	num, ok := v.(json.Number)
	return ok && slices.Contains(n.types, "integer") && parseNumber(num).isInteger()
}

// typeNames returns the types of n as a phrase.
func (n *node) typeNames() string {
	var names []string
	for _, t := range n.types {
		names = append(names, articled(t))
	}
	return list(names, "or")
}

// describe returns a phrase for a value and, if necessary, its type.
func describe(v any) string {
	switch v.(type) {
	case string, json.Number:
		return "the " + typeName(v) + " " + show(v)
	}
	return show(v)
}

// listed checks the keywords enum and const.
func (w *walk) listed(n *node, v any, p *place) bool {
	if n.enum == nil && n.constant == nil {
		return true
	}
	text := canonical(v)
	if (n.enum == nil || n.enum[text]) && (n.constant == nil || n.constant[text]) {
		return true
	}
	must := "one of "
	if len(n.allowed) == 1 {
		must = ""
	}
	return w.report(n, p, reasonEnum, "is %s; it must be %s%s", show(v), must, list(n.allowed, "or"))
}

// content checks the keywords that apply to values of one type.
func (w *walk) content(n *node, v any, p *place, mine *seen) bool {
	switch v := v.(type) {
	case json.Number:
		return w.number(n, v, p)
	case string:
		return w.text(n, v, p)
	case []any:
		return w.array(n, v, p, mine)
	case map[string]any:
		return w.object(n, v, p, mine)
	}
	return true
}

func (w *walk) number(n *node, v json.Number, p *place) bool {
	if len(n.bounds) == 0 {
		return true
	}
	ok, num := true, parseNumber(v)
	for _, b := range n.bounds {
		if !b.holds(num) {
			ok = w.report(n, p, reasonRange, "is %s; it must be %s", show(v), b.words)
		}
	}
	return ok
}

func (w *walk) text(n *node, v string, p *place) bool {
	ok := w.sized(n, n.length, utf8.RuneCountInString(v), "character", p)
	if n.pattern != nil && !n.pattern.MatchString(v) {
		ok = w.report(n, p, reasonPattern, "is %s; it must match the pattern %s", show(v), n.pattern)
	}
	if n.format != nil && !n.format.is(v) {
		ok = w.report(n, p, reasonFormat, "is %s; it must be %s", show(v), n.format.name)
	}
	return ok
}

func (w *walk) sized(n *node, s span, size int, noun string, p *place) bool {
	switch {
	case size < s.min:
		return w.report(n, p, reasonShort, "has %s; it must have at least %d", count(size, noun), s.min)
	case size > s.max:
		return w.report(n, p, reasonLong, "has %s; it must have at most %d", count(size, noun), s.max)
	}
	return true
}

func (w *walk) array(n *node, v []any, p *place, mine *seen) bool {
	ok := w.sized(n, n.size, len(v), "item", p)
	for i, e := range v {
		sub := n.items
		if i < len(n.prefix) {
			sub = n.prefix[i]
		}
		switch {
		case sub == nil:
			continue
		case sub.never:
			return w.report(n, p, reasonLong, "has %s; it must have at most %d", count(len(v), "item"), i)
		case !w.valid(sub, e, p.element(i), nil):
			if ok = false; w.quiet > 0 {
				return false
			}
		case mine != nil:
			mine.items[i] = true
		}
	}
	if n.unique {
		first := map[string]int{}
		for i, e := range v {
			text := canonical(e)
			if j, twice := first[text]; twice {
				ok = w.report(n, p, reasonUnique, "has %s twice, at %d and %d; its items must be unique", show(e), j, i)
				break
			}
			first[text] = i
		}
	}
	return w.contained(n, v, p, mine) && ok
}

func (w *walk) contained(n *node, v []any, p *place, mine *seen) bool {
	if n.contains == nil {
		return true
	}
	found := 0
	for i, e := range v {
		if w.silently(n.contains, e, p.element(i), nil) {
			if found++; mine != nil {
				mine.items[i] = true
			}
		}
	}
	switch {
	case found < n.matches.min:
		return w.report(n, p, reasonNoMatch, "has %s as the schema asks for; it must have at least %d", count(found, "item"), n.matches.min)
	case found > n.matches.max:
		return w.report(n, p, reasonLong, "has %s as the schema asks for; it must have at most %d", count(found, "item"), n.matches.max)
	}
	return true
}

func (w *walk) object(n *node, v map[string]any, p *place, mine *seen) bool {
	ok := w.sized(n, n.members, len(v), "member", p)
	missing := func(names []string, because string) {
		for _, name := range names {
			if _, given := v[name]; !given {
				at := n
				if sub := n.properties[name]; sub != nil {
					at = sub
				}
				ok = w.report(at, p.member(name), reasonMissing, "is missing%s", because)
			}
		}
	}
	missing(n.required, "")
	for name, names := range sortedAll(n.needs) {
		if _, given := v[name]; given {
			missing(names, "; "+w.subject(p.member(name))+" needs it")
		}
	}
	if !ok && w.quiet > 0 {
		return false
	}
	for name, e := range sortedAll(v) {
		at := p.member(name)
		if n.propertyNames != nil && !w.silently(n.propertyNames, name, at, nil) {
			ok = w.report(n.propertyNames, at, reasonUnknown, "has a name that is not allowed")
		}
		for _, sub := range n.about(name) {
			if sub.never {
				ok = w.unknown(n, at)
			} else {
				ok = w.valid(sub, e, at, nil) && ok
			}
			if mine != nil {
				mine.members[name] = true
			}
		}
		if !ok && w.quiet > 0 {
			return false
		}
	}
	for name, sub := range sortedAll(n.dependent) {
		if _, given := v[name]; given {
			ok = w.valid(sub, v, p, mine) && ok
		}
	}
	return ok
}

// about returns the schemas in n that apply to a member.
func (n *node) about(name string) (out []*node) {
	if sub := n.properties[name]; sub != nil {
		out = append(out, sub)
	}
	i := 0
	for _, sub := range sortedAll(n.byPattern) {
		if n.patterns[i].MatchString(name) {
			out = append(out, sub)
		}
		i++
	}
	if out == nil && n.additional != nil {
		out = append(out, n.additional)
	}
	return out
}

// unknown reports a member that the schema does not allow.
func (w *walk) unknown(n *node, at *place) bool {
	var known []string
	for name, sub := range sortedAll(n.properties) {
		if !sub.never {
			known = append(known, strconv.Quote(shorten(name, 60)))
		}
	}
	if known == nil {
		return w.report(n, at, reasonUnknown, "is unknown")
	}
	return w.report(n, at, reasonUnknown, "is unknown; known are %s", list(known, "and"))
}

// logic checks the keywords that apply several schemas to one value.
func (w *walk) logic(n *node, v any, p *place, mine *seen) bool {
	ok := n.ref == nil || w.valid(n.ref, v, p, mine)
	for _, sub := range n.allOf {
		ok = w.valid(sub, v, p, mine) && ok
	}
	ok = w.union(n, n.anyOf, false, v, p, mine) && ok
	ok = w.union(n, n.oneOf, true, v, p, mine) && ok
	if n.not != nil && w.silently(n.not, v, p, nil) {
		ok = w.report(n, p, reasonNoMatch, "is %s; the schema excludes that", show(v))
	}
	if n.test != nil {
		branch := n.other
		if w.silently(n.test, v, p, mine) {
			branch = n.then
		}
		ok = (branch == nil || w.valid(branch, v, p, mine)) && ok
	}
	return ok
}

// union checks anyOf or, if one is set, oneOf, for which exactly one branch must
// match.
func (w *walk) union(n *node, forms []*node, one bool, v any, p *place, mine *seen) bool {
	if len(forms) == 0 {
		return true
	}
	matched := 0
	for _, form := range forms {
		if w.silently(form, v, p, mine) {
			if matched++; !one && !w.unevaluated {
				break
			}
		}
	}
	switch {
	case matched == 0:
		return w.unmatched(n, forms, v, p)
	case matched > 1 && one:
		return w.report(n, p, reasonNoMatch, "is %s; it matches %d of %d forms and must match exactly one", show(v), matched, len(forms))
	}
	return true
}

// unmatched reports why no branch of a union matches. If exactly one branch has the
// right type and the right constants, the caller meant that branch, so its problems
// are reported.
func (w *walk) unmatched(n *node, forms []*node, v any, p *place) bool {
	if w.quiet > 0 || len(w.problems) >= maxProblems {
		return false
	}
	at, before := p.pointer(), w.problems
	var meant, reasons, types []string
	var problems []Problem
	for i, form := range forms {
		w.problems = nil
		w.valid(form, v, p, nil)
		all, wrong, other := w.problems, false, false
		for _, q := range all {
			below, inside := strings.CutPrefix(q.Argument, at+"/")
			wrong = wrong || q.Argument == at && q.Reason == reasonType
			other = other || inside && !strings.Contains(below, "/") && q.Reason == reasonEnum
		}
		if len(all) > 0 {
			reasons = append(reasons, shorten(all[0].Text, 120))
		}
		if wrong {
			types = append(types, form.typeNames())
		} else if !other {
			meant = append(meant, strconv.Itoa(i))
			problems = all
		}
	}
	w.problems = before
	switch {
	case len(meant) == 1 && len(problems) > 0:
		w.problems = append(w.problems, problems...)
		return false
	case len(types) == len(forms) && !slices.Contains(types, ""):
		return w.report(n, p, reasonNoMatch, "is %s; it must be %s", describe(v), list(types, "or"))
	}
	const most = 4
	if len(reasons) > most {
		reasons = append(reasons[:most], "…")
	}
	return w.report(n, p, reasonNoMatch, "matches none of %s: %s", count(len(forms), "form"), strings.Join(reasons, " / "))
}

// rest checks the members and items that no other keyword has evaluated.
func (w *walk) rest(n *node, v any, p *place, mine *seen) bool {
	ok := true
	switch v := v.(type) {
	case []any:
		for i, e := range v {
			if n.restItems == nil || mine.items[i] {
				continue
			}
			if n.restItems.never {
				return w.report(n, p, reasonLong, "has %s; item %d is not allowed", count(len(v), "item"), i)
			}
			ok = w.valid(n.restItems, e, p.element(i), nil) && ok
			mine.items[i] = true
		}
	case map[string]any:
		for name, e := range sortedAll(v) {
			if n.restMembers == nil || mine.members[name] {
				continue
			}
			if n.restMembers.never {
				ok = w.unknown(n, p.member(name))
			} else {
				ok = w.valid(n.restMembers, e, p.member(name), nil) && ok
			}
			mine.members[name] = true
		}
	}
	return ok
}
