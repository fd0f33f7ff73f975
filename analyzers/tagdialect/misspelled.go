package tagdialect

import "strings"

// misspelled returns the option of encoding/json that a word misspells by one letter or
// by a separator, as in "omit_empty". It returns other words as they are.
func misspelled(word string) string {
	letters := strings.NewReplacer("_", "", "-", "", " ", "").Replace(word)
	for _, option := range []string{"omitempty", "omitzero"} {
		if letters == option || isTypo(letters, option) {
			return option
		}
	}
	return word
}

// isTypo reports whether one insertion, deletion or replacement of a letter, or one swap
// of two neighbors, turns a word into another one.
func isTypo(word, option string) bool {
	i := 0
	for i < len(word) && i < len(option) && word[i] == option[i] {
		i++
	}
	a, b := word[i:], option[i:]
	switch {
	case len(a) == len(b)+1:
		return a[1:] == b
	case len(a)+1 == len(b):
		return a == b[1:]
	case len(a) != len(b) || len(a) == 0:
		return false
	}
	return a[1:] == b[1:] || len(a) > 1 && a[0] == b[1] && a[1] == b[0] && a[2:] == b[2:]
}
