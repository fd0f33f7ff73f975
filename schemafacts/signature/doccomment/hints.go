package doccomment

import (
	"slices"
	"strings"
)

// otherWords maps words of other libraries to the keys with the same meaning: words
// of pydantic, of validators for struct tags, and of flags.
var otherWords = map[string]string{
	"gt": "exclusiveMinimum", "ge": "minimum", "gte": "minimum", "min": "minimum",
	"lt": "exclusiveMaximum", "le": "maximum", "lte": "maximum", "max": "maximum",
	"len": "minLen=N,maxLen=N", "multiple": "multipleOf", "unique": "uniqueItems",
	"oneof": "enum=A,enum=B", "choices": "enum=A,enum=B", "one_of": "enum=A,enum=B", "values": "enum=A,enum=B",
	"regex": "pattern", "regexp": "pattern", "match": "pattern",
	"desc": "description", "doc": "description", "help": "description", "usage": "description",
	"examples": "example=A,example=B", "omitempty": "optional", "null": "nullable",
}

// instead returns the end of a message about an unknown key: the key that has the
// same meaning, or "".
func (k *keyReader) instead(name string) string {
	if to := otherWords[strings.ToLower(name)]; to != "" {
		first, _, _ := strings.Cut(to, "=")
		if _, ok := k.rules(first); ok {
			return "; write " + to
		}
	}
	plain := func(s string) string { return strings.ToLower(strings.ReplaceAll(s, "_", "")) }
	for known := range paramKeys {
		if plain(known) == plain(name) {
			return "; write " + known
		}
	}
	return ""
}

// insteadOfTool returns the end of a message about an unknown key of
// //schemavet:tool, like instead.
func insteadOfTool(name string) string {
	if _, ok := paramKeys[name]; ok {
		return "; keys of a parameter are written //schemavet:param NAME key=value,..."
	}
	for _, known := range toolKeys {
		if strings.EqualFold(known, name) || otherWords[strings.ToLower(name)] == known {
			return "; write " + known
		}
	}
	return ""
}

// afterComma returns the correction of a word that follows a comma and is not a key.
func (k *keyReader) afterComma(word string) string {
	if n := len(k.keys); n > 0 && k.keys[n-1].Name == "enum" {
		return "write enum=" + strings.TrimSpace(word) + " for another value, or `\\,` for a comma in a value"
	}
	return "write a comma in a value as `\\,`"
}

// nextKey returns the key=value that a value contains after a space, or "": "1
// maximum=5" was meant as two keys.
func (k *keyReader) nextKey(value string) string {
	fields := strings.Fields(value)
	i := slices.IndexFunc(fields, func(f string) bool {
		name, _, ok := strings.Cut(f, "=")
		if !ok {
			return false
		}
		_, ok = k.rules(name)
		return ok
	})
	if i < 0 || i == 0 && !strings.HasPrefix(value, " ") {
		return ""
	}
	return fields[i]
}
