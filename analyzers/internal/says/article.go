package says

import "strings"

// Article returns the name of a Go type with "a" or "an": "an int", "a []string".
func Article(typ string) string {
	for _, vowel := range []string{"a", "e", "i", "o", "u"} {
		if strings.HasPrefix(typ, vowel) && !strings.HasPrefix(typ, "uint") {
			return "an " + typ
		}
	}
	return "a " + typ
}
