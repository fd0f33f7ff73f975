package rt

import (
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

type rawMessage = json.RawMessage

// rules are the keys of a directive or tag.
type rules []string

func parseRules(s string) rules {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}

func (r rules) has(key string) bool {
	return slices.ContainsFunc(r, func(s string) bool { return strings.HasPrefix(s, key+"=") })
}

// flag reports whether a word is set that takes no value.
func (r rules) flag(word string) bool { return slices.Contains(r, word) }

// allow reports how a value breaks the rules. Rules for other kinds of value do
// not count.
func (r rules) allow(v any) error {
	if v == nil {
		return nil
	}
	var enum []string
	for _, rule := range r {
		key, arg, _ := strings.Cut(rule, "=")
		if key == "enum" {
			enum = append(enum, arg)
			continue
		}
		ok := true
		switch v := v.(type) {
		case json.Number:
			ok = allowNumber(key, arg, v)
		case string:
			ok = allowString(key, arg, v)
		case []any:
			ok = allowList(key, arg, v)
		}
		if !ok {
			return fmt.Errorf("%s", rule)
		}
	}
	if s, ok := v.(string); len(enum) > 0 && (!ok || !slices.Contains(enum, s)) {
		return fmt.Errorf("enum")
	}
	return nil
}

func allowNumber(key, arg string, v json.Number) bool {
	limit, ok := new(big.Rat).SetString(arg)
	if !ok {
		return true
	}
	x, _ := new(big.Rat).SetString(v.String())
	switch cmp := x.Cmp(limit); key {
	case "minimum":
		return cmp >= 0
	case "maximum":
		return cmp <= 0
	case "exclusiveMinimum":
		return cmp > 0
	case "exclusiveMaximum":
		return cmp < 0
	case "multipleOf":
		return new(big.Rat).Quo(x, limit).IsInt()
	}
	return true
}

func allowString(key, arg, v string) bool {
	n, _ := strconv.Atoi(arg)
	switch key {
	case "minLength", "minLen":
		return utf8.RuneCountInString(v) >= n
	case "maxLength", "maxLen":
		return utf8.RuneCountInString(v) <= n
	case "pattern":
		return regexp.MustCompile(arg).MatchString(v)
	}
	return true
}

func allowList(key, arg string, v []any) bool {
	n, _ := strconv.Atoi(arg)
	switch key {
	case "minItems", "minLen":
		return len(v) >= n
	case "maxItems", "maxLen":
		return len(v) <= n
	case "uniqueItems":
		for i := range v {
			for j := range i {
				if equal(v[i], v[j]) {
					return false
				}
			}
		}
	}
	return true
}

// equal compares JSON values, numbers by value.
func equal(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		b, ok := b.(json.Number)
		if !ok {
			return false
		}
		x, _ := new(big.Rat).SetString(a.String())
		y, _ := new(big.Rat).SetString(b.String())
		return x.Cmp(y) == 0
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, equal)
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for k, v := range a {
			if w, ok := b[k]; !ok || !equal(v, w) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(a, b)
}
