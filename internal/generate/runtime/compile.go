package tools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// document is a compiled JSON Schema.
type document struct {
	root *node
	// unevaluated is set if the schema uses unevaluatedItems or unevaluatedProperties.
	unevaluated bool
	schemas     int // how many it has
}

// node is one compiled schema of a document.
type node struct {
	raw   json.RawMessage
	never bool // the schema is false

	ref                       *node
	types                     []string
	enum, constant            map[string]bool // by canonical text; nil if absent
	allowed                   []string        // the values of enum and const, for sentences
	bounds                    []bound
	length, size, members     span
	pattern                   *regexp.Regexp
	format                    *format
	prefix                    []*node
	items, contains           *node
	matches                   span // how many items match contains
	unique                    bool
	properties                map[string]*node
	byPattern                 map[string]*node // patternProperties
	patterns                  []*regexp.Regexp // of byPattern, in its order
	additional, propertyNames *node
	required                  []string
	needs                     map[string][]string // dependentRequired
	dependent                 map[string]*node    // dependentSchemas
	allOf, anyOf, oneOf       []*node
	not, test, then, other    *node // other is else
	restMembers, restItems    *node // unevaluatedProperties and unevaluatedItems
	fallback                  json.RawMessage
}

// bound is a condition that numbers must satisfy, such as a maximum.
type bound struct {
	words string // in a sentence: "it must be ..."
	holds func(number) bool
}

// span is a range of lengths.
type span struct{ min, max int }

// compiler compiles a document, and keeps the first error that it finds.
type compiler struct {
	document
	text  json.RawMessage
	nodes map[string]*node  // by JSON pointer
	named map[string]string // JSON pointers by $anchor
	old   bool              // draft 7
	err   error
}

// compile compiles a schema. It returns an error for a keyword that it does not
// implement, so that no restriction is silently ignored.
func compile(schema json.RawMessage) (*document, error) {
	var text bytes.Buffer
	if err := json.Compact(&text, schema); err != nil {
		return nil, fmt.Errorf("the schema is not valid JSON: %w", err)
	}
	c := &compiler{text: text.Bytes(), nodes: map[string]*node{}, named: map[string]string{}}
	if v, err := decode(c.text); err == nil {
		c.anchors("", v)
	}
	c.root = c.node("", c.text)
	done := map[*node]bool{}
	for at, n := range sortedAll(c.nodes) {
		c.circle(n, at, done)
	}
	if c.err != nil {
		return nil, c.err
	}
	c.schemas = len(c.nodes)
	return &c.document, nil
}

func (c *compiler) fail(at, format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf("schema #%s: %s", at, fmt.Sprintf(format, args...))
	}
}

// read decodes the value of a keyword.
func (c *compiler) read(at string, text json.RawMessage, into any, want string) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	if err := dec.Decode(into); err != nil || string(text) == "null" && want != "" {
		c.fail(at, "is not %s", want)
	}
}

// node compiles the schema at a JSON pointer.
func (c *compiler) node(at string, text json.RawMessage) *node {
	if n := c.nodes[at]; n != nil || c.err != nil {
		return n
	}
	most := span{0, math.MaxInt}
	n := &node{raw: text, length: most, size: most, members: most, matches: span{1, math.MaxInt}}
	c.nodes[at] = n
	switch string(text) {
	case "true":
		return n
	case "false":
		n.never = true
		return n
	}
	var keywords map[string]json.RawMessage
	c.read(at, text, &keywords, "a schema")
	if old, ok := keywords["$schema"]; ok {
		c.dialect(at, old)
	}
	for _, k := range slices.Sorted(maps.Keys(keywords)) {
		c.keyword(n, k, at+"/"+escape(k), keywords[k])
		if c.old && keywords["$ref"] != nil && !annotation(k) && k != "$ref" {
			c.fail(at, "draft 7 ignores %q beside $ref; write allOf", k)
		}
	}
	for pattern := range sortedAll(n.byPattern) {
		n.patterns = append(n.patterns, c.pattern(at+"/patternProperties", pattern))
	}
	return n
}

func escape(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// dialect accepts the drafts of JSON Schema in which keywords have the same meaning
// as in draft 2020-12.
func (c *compiler) dialect(at string, text json.RawMessage) {
	var name string
	c.read(at+"/$schema", text, &name, "a string")
	switch strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(name, "http://"), "https://"), "#") {
	case "json-schema.org/draft/2020-12/schema", "json-schema.org/draft/2019-09/schema":
	case "json-schema.org/draft-07/schema":
		c.old = true
	default:
		c.fail(at, "the dialect %s is not supported", name)
	}
}

// annotation reports whether a keyword does not affect validation.
func annotation(keyword string) bool {
	switch keyword {
	case "$schema", "$id", "$anchor", "$comment", "$defs", "definitions", "title", "description", "default", "examples", "deprecated",
		"readOnly", "writeOnly", "contentEncoding", "contentMediaType", "contentSchema":
		return true
	}
	return strings.HasPrefix(keyword, "x-")
}

func (c *compiler) keyword(n *node, keyword, at string, text json.RawMessage) {
	one := map[string]**node{"items": &n.items, "contains": &n.contains, "unevaluatedItems": &n.restItems,
		"additionalProperties": &n.additional, "propertyNames": &n.propertyNames, "unevaluatedProperties": &n.restMembers,
		"not": &n.not, "if": &n.test, "then": &n.then, "else": &n.other}
	several := map[string]*[]*node{"prefixItems": &n.prefix, "allOf": &n.allOf, "anyOf": &n.anyOf, "oneOf": &n.oneOf}
	named := map[string]*map[string]*node{"properties": &n.properties, "patternProperties": &n.byPattern,
		"dependentSchemas": &n.dependent, "$defs": new(map[string]*node), "definitions": new(map[string]*node)}
	if into := one[keyword]; into != nil {
		if bytes.HasPrefix(text, []byte("[")) {
			c.fail(at, "is a list; write prefixItems")
		}
		*into = c.node(at, text)
	} else if into := several[keyword]; into != nil {
		*into = c.list(at, text)
	} else if into := named[keyword]; into != nil {
		*into = c.members(at, text)
	} else {
		c.assertion(n, keyword, at, text)
	}
	c.unevaluated = c.unevaluated || strings.HasPrefix(keyword, "unevaluated")
}

// assertion reads a keyword whose value contains no schemas.
func (c *compiler) assertion(n *node, keyword, at string, text json.RawMessage) {
	switch keyword {
	case "$ref":
		n.ref = c.reference(at, text)
	case "$id":
		if at != "/$id" {
			c.fail(at, "is supported at the root only")
		}
	case "type":
		n.types = c.types(at, text)
	case "enum":
		var values []any
		c.read(at, text, &values, "a list")
		n.enum = c.values(n, values...)
	case "const":
		var value any
		c.read(at, text, &value, "")
		n.constant = c.values(n, value)
	case "format":
		var name string
		c.read(at, text, &name, "a string")
		if f, ok := formatNamed(name); ok {
			n.format = &f
		}
	case "pattern":
		var pattern string
		c.read(at, text, &pattern, "a string")
		n.pattern = c.pattern(at, pattern)
	case "uniqueItems":
		c.read(at, text, &n.unique, "a boolean")
	case "required":
		c.read(at, text, &n.required, "a list of names")
	case "dependentRequired":
		c.read(at, text, &n.needs, "an object of lists of names")
	case "default":
		n.fallback = text
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		n.bounds = append(n.bounds, c.bound(keyword, at, text))
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains":
		c.size(n, keyword, at, text)
	default:
		if !annotation(keyword) {
			c.fail(at, "the keyword is not supported")
		}
	}
}

// sortedAll yields the entries of a map in the order of their keys.
func sortedAll[V any](m map[string]V) func(func(string, V) bool) {
	return func(yield func(string, V) bool) {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			if !yield(k, m[k]) {
				return
			}
		}
	}
}

// members compiles an object of schemas.
func (c *compiler) members(at string, text json.RawMessage) map[string]*node {
	var all map[string]json.RawMessage
	c.read(at, text, &all, "an object of schemas")
	out := map[string]*node{}
	for name, sub := range sortedAll(all) {
		out[name] = c.node(at+"/"+escape(name), sub)
	}
	return out
}

// list compiles a list of schemas.
func (c *compiler) list(at string, text json.RawMessage) []*node {
	var all []json.RawMessage
	if c.read(at, text, &all, "a list of schemas"); len(all) == 0 {
		c.fail(at, "is empty")
	}
	out := make([]*node, len(all))
	for i, sub := range all {
		out[i] = c.node(at+"/"+strconv.Itoa(i), sub)
	}
	return out
}

// anchors collects the anchors in a schema, the names that references can use.
func (c *compiler) anchors(at string, v any) {
	switch v := v.(type) {
	case []any:
		for i, e := range v {
			c.anchors(at+"/"+strconv.Itoa(i), e)
		}
	case map[string]any:
		if name, ok := v["$anchor"].(string); ok {
			c.named[name] = at
		}
		for key, e := range sortedAll(v) {
			if key != "enum" && key != "const" {
				c.anchors(at+"/"+escape(key), e)
			}
		}
	}
}

// reference compiles the target of a $ref, which must be in the same document.
func (c *compiler) reference(at string, text json.RawMessage) *node {
	var ref string
	c.read(at, text, &ref, "a string")
	fragment, local := strings.CutPrefix(ref, "#")
	pointer, err := url.PathUnescape(fragment)
	if at, ok := c.named[pointer]; ok && local {
		pointer = at
	}
	if !local || err != nil || pointer != "" && pointer[0] != '/' {
		c.fail(at, "%q is not a place in this document, such as #/$defs/name", ref)
		return nil
	}
	target := c.text
	for _, token := range strings.Split(pointer, "/")[1:] {
		token = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
		var object map[string]json.RawMessage
		var array []json.RawMessage
		if i, err := strconv.Atoi(token); json.Unmarshal(target, &object) == nil {
			target = object[token]
		} else if json.Unmarshal(target, &array) == nil && err == nil && i >= 0 && i < len(array) {
			target = array[i]
		} else {
			target = nil
		}
	}
	if target == nil {
		c.fail(at, "%q leads nowhere", ref)
		return nil
	}
	return c.node(pointer, target)
}

func (c *compiler) types(at string, text json.RawMessage) []string {
	var one string
	var all []string
	if json.Unmarshal(text, &one) == nil {
		all = []string{one}
	} else {
		c.read(at, text, &all, "a type or a list of types")
	}
	for _, t := range all {
		switch t {
		case "null", "boolean", "string", "integer", "number", "array", "object":
		default:
			c.fail(at, "%q is not a type", t)
		}
	}
	return all
}

// values returns the canonical texts of allowed values, and stores their texts for
// messages.
func (c *compiler) values(n *node, values ...any) map[string]bool {
	out := map[string]bool{}
	n.allowed = nil
	for _, v := range values {
		text, _ := json.Marshal(v) // it was JSON before
		n.allowed = append(n.allowed, shorten(string(text), 60))
		out[canonical(v)] = true
	}
	return out
}

var unicodeEscape = regexp.MustCompile(`\\(\\|u([0-9a-fA-F]{4}))`)

// pattern compiles a JavaScript regular expression, if Go supports its syntax.
func (c *compiler) pattern(at, pattern string) *regexp.Regexp {
	re, err := regexp.Compile(unicodeEscape.ReplaceAllStringFunc(pattern, func(s string) string {
		if s == `\\` {
			return s
		}
		return `\x{` + s[2:] + `}`
	}))
	if err != nil {
		c.fail(at, "Go cannot match the pattern: %v", err)
	}
	return re
}

func (c *compiler) number(at string, text json.RawMessage) (number, string) {
	var n json.Number
	if c.read(at, text, &n, "a number"); bytes.HasPrefix(text, []byte(`"`)) {
		c.fail(at, "is not a number")
	}
	return parseNumber(n), n.String()
}

func (c *compiler) bound(keyword, at string, text json.RawMessage) bound {
	limit, shown := c.number(at, text)
	switch keyword {
	case "minimum":
		return bound{"at least " + shown, func(n number) bool { return n.compare(limit) >= 0 }}
	case "maximum":
		return bound{"at most " + shown, func(n number) bool { return n.compare(limit) <= 0 }}
	case "exclusiveMinimum":
		return bound{"greater than " + shown, func(n number) bool { return n.compare(limit) > 0 }}
	case "exclusiveMaximum":
		return bound{"less than " + shown, func(n number) bool { return n.compare(limit) < 0 }}
	}
	if limit.sign() <= 0 {
		c.fail(at, "is not greater than 0")
	}
	return bound{"a multiple of " + shown, func(n number) bool { return n.isMultiple(limit) }}
}

func (c *compiler) size(n *node, keyword, at string, text json.RawMessage) {
	limit, shown := c.number(at, text)
	digits, ok := limit.integerText()
	if !ok || limit.negative {
		c.fail(at, "%s is not a size", shown)
	}
	size, err := strconv.Atoi(digits)
	if err != nil {
		size = math.MaxInt
	}
	s := map[string]*span{"Length": &n.length, "Items": &n.size, "Properties": &n.members, "Contains": &n.matches}[keyword[3:]]
	if strings.HasPrefix(keyword, "min") {
		s.min = size
	} else {
		s.max = size
	}
}

// circle returns an error if a schema refers to itself for the same value, because
// validation would not end.
func (c *compiler) circle(n *node, at string, done map[*node]bool) {
	if n == nil || c.err != nil {
		return
	}
	if ended, seen := done[n]; seen {
		if !ended {
			c.fail(at, "refers to itself for the same value")
		}
		return
	}
	done[n] = false
	same := slices.Concat(n.allOf, n.anyOf, n.oneOf, []*node{n.ref, n.not, n.test, n.then, n.other})
	for _, sub := range sortedAll(n.dependent) {
		same = append(same, sub)
	}
	for _, sub := range same {
		c.circle(sub, at, done)
	}
	done[n] = true
}
