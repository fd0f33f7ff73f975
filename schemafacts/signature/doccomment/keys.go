package doccomment

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Key is one key=value, or a single word such as "required" in a tag.
type Key struct {
	Name   string
	Value  string // without quotes and escapes
	Offset int    // of the name
	End    int    // of the value as it is written
	Quoted bool   // the value is written as a Go string
}

// Problem describes a piece of text that cannot be read. The result of the function
// that reports it does not contain the piece.
type Problem struct {
	Line    int // of the list that was read
	Offset  int // in bytes from the start of the line
	End     int
	Message string
}

// valueForm is the syntax of a key's values.
type valueForm int

const (
	literal valueForm = iota // unchanged
	prose                    // surrounding space is ignored
	number
	size
	boolean
	word // the key has no value
)

type keyRule struct {
	form   valueForm
	repeat bool
}

// paramKeys are the keys of //schemavet:param. For lists, default and enum occur once
// for each element.
var paramKeys = map[string]keyRule{
	"description":      {form: prose},
	"title":            {form: prose},
	"default":          {repeat: true},
	"enum":             {repeat: true},
	"example":          {repeat: true},
	"pattern":          {},
	"format":           {},
	"minimum":          {form: number},
	"maximum":          {form: number},
	"exclusiveMinimum": {form: number},
	"exclusiveMaximum": {form: number},
	"multipleOf":       {form: number},
	"minLength":        {form: size},
	"maxLength":        {form: size},
	"minItems":         {form: size},
	"maxItems":         {form: size},
	"minLen":           {form: size},
	"maxLen":           {form: size},
	"uniqueItems":      {form: boolean},
	"optional":         {form: word},
	"required":         {form: word},
	"nullable":         {form: word},
}

// tagKeys are the keys that only the tag jsonschema accepts.
var tagKeys = map[string]keyRule{
	"-":              {form: word},
	"type":           {},
	"anchor":         {},
	"readOnly":       {form: boolean},
	"writeOnly":      {form: boolean},
	"oneof_required": {repeat: true},
	"anyof_required": {repeat: true},
	"oneof_ref":      {repeat: true},
	"anyof_ref":      {repeat: true},
	"oneof_type":     {repeat: true},
	"anyof_type":     {repeat: true},
}

// ParseKeys reads a jsonschema tag in the grammar of invopop/jsonschema. It reports
// what the library would ignore: words that are not keys, unknown keys, and values that
// do not fit their key. In addition to that grammar, a value may be a Go string, minLen
// and maxLen are keys, and space before a key is ignored.
func ParseKeys(s string) ([]Key, []Problem) {
	k := keyReader{text: s, rules: func(name string) (keyRule, bool) {
		r, ok := paramKeys[name]
		if !ok {
			r, ok = tagKeys[name]
		}
		return r, ok
	}}
	k.read()
	return k.keys, k.problems
}

// keyReader reads keys that are separated by commas.
type keyReader struct {
	text  string
	rules func(name string) (keyRule, bool)
	seen  map[string]bool // the keys that came before and may not come again

	keys     []Key
	problems []Problem
	open     bool // the part before gave the last of keys, without quotes
}

func (k *keyReader) problem(offset, end int, format string, args ...any) {
	k.problems = append(k.problems, Problem{Offset: offset, End: end, Message: fmt.Sprintf(format, args...)})
}

func (k *keyReader) read() {
	if k.seen == nil {
		k.seen = map[string]bool{}
	}
	for i := 0; i < len(k.text); i++ { // over the comma
		i = skipSpace(k.text, i)
		n := strings.IndexAny(k.text[i:], "=,")
		if n < 0 {
			n = len(k.text) - i
		}
		key := Key{Name: strings.TrimSpace(k.text[i : i+n]), Offset: i, End: i + n}
		open := k.open
		k.open = false
		if i += n; i == len(k.text) || k.text[i] == ',' {
			k.word(key, open)
			continue
		}
		v := readValue(k.text, i+1, ",")
		i, key.Value, key.Quoted, key.End = v.end, v.text, v.quoted, len(strings.TrimRight(k.text[:v.end], " \t"))
		if v.problem != "" {
			k.problem(key.Offset, key.End, "value of %q %s", key.Name, v.problem)
			continue
		}
		k.open = k.key(key, v.quoted) && !v.quoted
	}
}

// word handles a key without a value. An unknown word is probably the rest of the
// previous value, so word removes that value: a part of a pattern would be a wrong
// pattern.
func (k *keyReader) word(key Key, open bool) {
	key.End = key.Offset + len(key.Name)
	r, ok := k.rules(key.Name)
	switch {
	case key.Name == "":
	case !ok:
		hint := k.afterComma(key.Name)
		if open {
			k.keys = k.keys[:len(k.keys)-1]
		}
		k.problem(key.Offset, key.End, "%q is not key=value; %s", key.Name, hint)
	case r.form != word:
		k.problem(key.Offset, key.End, "key %q has no value", key.Name)
	default:
		k.keys = append(k.keys, key)
	}
}

// key handles a key with a value, and reports whether it is valid.
func (k *keyReader) key(key Key, quoted bool) bool {
	r, ok := k.rules(key.Name)
	if r.form == prose && !quoted {
		key.Value = strings.TrimSpace(key.Value)
	}
	fault := ""
	switch {
	case !ok:
		k.problem(key.Offset, key.Offset+max(1, len(key.Name)), "key %q is unknown%s", key.Name, k.instead(key.Name))
		return false
	case k.seen[key.Name]:
		k.problem(key.Offset, key.End, "key %q is given twice", key.Name)
		return false
	case !quoted && r.form != prose && k.nextKey(key.Value) != "":
		fault = fmt.Sprintf("holds another key; write a comma before %s, or quote the value", k.nextKey(key.Value))
	case !quoted && key.Value != strings.TrimSpace(key.Value):
		fault = "has space around it; quote it"
	default:
		fault = r.form.fault(key.Value)
	}
	if fault != "" {
		k.problem(key.Offset, key.End, "value %q of %q %s", key.Value, key.Name, fault)
		return false
	}
	k.seen[key.Name] = !r.repeat
	k.keys = append(k.keys, key)
	return true
}

// fault returns the end of a message about a value that does not have the form f, or
// "" if the value has it.
func (f valueForm) fault(value string) string {
	switch f {
	case number:
		if !isNumber(value) {
			return "is not a JSON number"
		}
	case size:
		if _, err := strconv.ParseUint(value, 10, 64); err != nil || !isNumber(value) {
			return "is not a length"
		}
	case boolean:
		if value != "true" && value != "false" {
			return "is neither true nor false"
		}
	case word:
		return "is not allowed; this word takes no value"
	}
	return ""
}

// isNumber reports whether s is a JSON number without other characters.
func isNumber(s string) bool {
	return strings.Trim(s, "-+.eE0123456789") == "" && json.Valid([]byte(s))
}

// value is the text after an equals sign.
type value struct {
	text    string
	quoted  bool
	end     int // where the value ends in the line
	problem string
}

// readValue reads the value at i: a Go string, or the text before one of the
// characters in stops. A stop after a backslash is part of the value.
func readValue(s string, i int, stops string) value {
	start := skipSpace(s, i)
	if start < len(s) && (s[start] == '"' || s[start] == '`') {
		if lit, err := strconv.QuotedPrefix(s[start:]); err == nil {
			end := start + len(lit)
			next := skipSpace(s, end)
			if next == len(s) || strings.IndexByte(stops, s[next]) >= 0 || next > end && strings.Contains(stops, " ") {
				text, err := strconv.Unquote(lit)
				if err == nil {
					return value{text: text, quoted: true, end: end + closing(next-end, stops)}
				}
			}
		}
		if s[start] == '"' { // `x` is a way to write names in descriptions
			v := readPlain(s, start, stops)
			return value{end: v.end, problem: "is not a complete Go string"}
		}
	}
	return readPlain(s, i, stops)
}

// closing returns how many of the n spaces after a quoted value readValue skips: none
// if stops contains a space, because a space then ends the value.
func closing(n int, stops string) int {
	if strings.Contains(stops, " ") {
		return 0
	}
	return n
}

func readPlain(s string, i int, stops string) value {
	var b strings.Builder
	for ; i < len(s) && strings.IndexByte(stops, s[i]) < 0; i++ {
		if s[i] == '\\' && i+1 < len(s) && s[i+1] == ',' && strings.Contains(stops, ",") {
			i++
		}
		b.WriteByte(s[i])
	}
	return value{text: b.String(), end: i}
}

func skipSpace(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	return i
}
