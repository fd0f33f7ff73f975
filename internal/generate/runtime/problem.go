package tools

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Problem is one mistake in the arguments of a call.
type Problem struct {
	Argument string          `json:"argument,omitempty"` // a JSON pointer into the arguments, "" for all of them
	Reason   string          `json:"reason"`             // a word such as "wrong_type" or "missing_required_argument"
	Text     string          `json:"text"`               // a sentence with the value and the rule
	Schema   json.RawMessage `json:"schema,omitempty"`   // what the argument must match
}

// The reasons for which a call fails.
const (
	reasonNotAnObject = "not_an_object"
	reasonDecode      = "decode"
	reasonMissing     = "missing_required_argument"
	reasonUnknown     = "unknown_argument"
	reasonType        = "wrong_type"
	reasonEnum        = "not_in_enum"
	reasonRange       = "out_of_range"
	reasonShort       = "too_short"
	reasonLong        = "too_long"
	reasonPattern     = "pattern"
	reasonFormat      = "format"
	reasonUnique      = "not_unique"
	reasonNoMatch     = "no_match"

	reasonFailed = "failed" // the function
	reasonPanic  = "panic"
	reasonResult = "result" // it does not match
)

// sorted returns problems in order and without duplicates.
func sorted(problems []Problem) []Problem {
	compare := func(a, b Problem) int {
		return cmp.Or(strings.Compare(a.Argument, b.Argument), strings.Compare(a.Reason, b.Reason),
			strings.Compare(a.Text, b.Text))
	}
	slices.SortStableFunc(problems, compare)
	return slices.CompactFunc(problems, func(a, b Problem) bool { return compare(a, b) == 0 })
}

// place is the position of a value: a member or an element of the value at the outer
// place. It is nil for the root.
type place struct {
	up    *place
	name  string
	index int // -1 for a member
	depth int
}

func (p *place) member(name string) *place { return p.below(name, -1) }
func (p *place) element(i int) *place      { return p.below("", i) }

func (p *place) below(name string, index int) *place {
	depth := 1
	if p != nil {
		depth += p.depth
	}
	return &place{p, name, index, depth}
}

// root returns the member or element of the root that contains p.
func (p *place) root() *place {
	for p.up != nil {
		p = p.up
	}
	return p
}

// pointer returns p as a JSON pointer.
func (p *place) pointer() string {
	if p == nil {
		return ""
	} else if p.index >= 0 {
		return p.up.pointer() + "/" + strconv.Itoa(p.index)
	}
	return p.up.pointer() + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(p.name)
}

// path returns p in the notation for people: filter.tags[2].
func (p *place) path() string {
	switch {
	case p == nil:
		return ""
	case p.index >= 0:
		return p.up.path() + "[" + strconv.Itoa(p.index) + "]"
	case p.up == nil:
		return p.name
	}
	return p.up.path() + "." + p.name
}

// show returns a value, shortened, for a message.
func show(v any) string {
	switch v := v.(type) {
	case string:
		return strconv.Quote(shorten(v, 60))
	case json.Number:
		return shorten(v.String(), 60)
	case []any:
		return "a list of " + count(len(v), "item")
	case map[string]any:
		return "an object with " + count(len(v), "member")
	}
	return strings.Replace(fmt.Sprint(v), "<nil>", "null", 1)
}

// shorten cuts a text to at most that many bytes.
func shorten(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// list joins values for a message.
func list(texts []string, last string) string {
	const most = 12
	if len(texts) > most {
		texts = append(slices.Clone(texts[:most]), fmt.Sprintf("%d more", len(texts)-most))
	}
	if len(texts) < 2 {
		return strings.Join(texts, "")
	}
	n := len(texts) - 1
	return strings.Join(texts[:n], ", ") + " " + last + " " + texts[n]
}

func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// typeName returns the JSON type of a value.
func typeName(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case json.Number:
		return "number"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	}
	return strings.Replace(fmt.Sprintf("%T", v), "bool", "boolean", 1)
}

// articled are the names of types with their articles for a message.
var articled = map[string]string{"null": "null", "boolean": "a boolean", "string": "a string", "number": "a number", "integer": "an integer",
	"array": "a list", "object": "an object"}
