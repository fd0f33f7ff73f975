package nodescription

import (
	"strings"
	"unicode"
)

// hollow are words that give a model no information about a tool or parameter.
var hollow = words(`
	a an the this that its of for to is as
	parameter param argument arg field value input property option
	string str bool boolean any type
	tool function method call calls endpoint
	description desc todo tbd fixme xxx none na n nil null undefined missing placeholder
`)

func words(list string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		m[w] = true
	}
	return m
}

// maxFiller is the greatest number of words in a description that may have no
// content; see isFiller.
const maxFiller = 15

// isFiller reports whether a description contains no information, such as "TODO",
// "The parameter" or "string".
func isFiller(description string) bool {
	text := split(description)
	return len(text) <= maxFiller && isHollow(text)
}

// isEcho reports whether a description only repeats the name, such as "Parameter x"
// or "The x": it has no words except the name and hollow words.
func isEcho(description, name string) bool {
	text := split(description)
	if len(text) > maxFiller {
		return false
	}
	name = strings.Join(split(name), "")
	for i := range text {
		for j := i + 1; j <= len(text); j++ {
			if strings.Join(text[i:j], "") == name && isHollow(text[:i]) && isHollow(text[j:]) {
				return true
			}
		}
	}
	return false
}

func isHollow(list []string) bool {
	for _, w := range list {
		if !hollow[w] {
			return false
		}
	}
	return true
}

// split returns the words of a text or name in lower case: runs of letters and
// digits. A name in camelCase is split into its parts.
func split(s string) []string {
	var out []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			out = append(out, strings.ToLower(string(word)))
			word = nil
		}
	}
	runes := []rune(s)
	for i, r := range runes {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			flush()
			continue
		}
		if i > 0 && unicode.IsUpper(r) && (unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			flush()
		}
		word = append(word, r)
	}
	flush()
	return out
}
