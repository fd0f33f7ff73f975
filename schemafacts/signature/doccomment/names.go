package doccomment

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// names are the parameters that a comment may document.
type names struct {
	exact  map[string]bool
	folded map[string]string // by fold; "" if several parameters share it
}

func newNames(params []string) names {
	n := names{map[string]bool{}, map[string]string{}}
	for _, p := range params {
		if p == "" || p == "_" || n.exact[p] {
			continue
		}
		n.exact[p] = true
		key := fold(p)
		if _, taken := n.folded[key]; taken {
			n.folded[key] = ""
			continue
		}
		n.folded[key] = p
	}
	return n
}

// find returns the parameter that a word names, and whether the word is its exact
// name: dryRun may be written as dry_run, and vice versa.
func (n names) find(word string) (param string, exact bool) {
	if n.exact[word] {
		return word, true
	}
	return n.folded[fold(word)], false
}

// knows reports whether a word resembles several parameters.
func (n names) knows(word string) bool {
	_, ok := n.folded[fold(word)]
	return ok
}

// fold returns a key that is equal for the snake_case and camelCase forms of a name.
// It keeps the case of the first letter: "Note" is not a form of a parameter note.
func fold(name string) string {
	if name == "" {
		return ""
	}
	first, _ := utf8.DecodeRuneInString(name)
	key := strings.ToLower(strings.ReplaceAll(name, "_", ""))
	if unicode.IsUpper(first) {
		return "^" + key
	}
	return key
}
