package doccomment

import (
	"strings"
)

// Nearest returns the only one of names that one edit, or another spelling such as
// max_results for maxResults, makes of a name that is not among them, or "".
func Nearest(name string, names []string) string {
	plain := func(s string) string { return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(s)) }
	found := ""
	for _, n := range names {
		switch same := plain(n) == plain(name); {
		case !same && (len(n) <= 2 || !near(name, n)):
		case found == "":
			found = n
		case plain(n) != plain(found):
			return ""
		}
	}
	return found
}

// near reports whether one edit turns a into b: inserting, deleting or replacing a
// letter, or swapping two adjacent letters.
func near(a, b string) bool {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(a) <= 1 && len(b) <= 1 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
}
