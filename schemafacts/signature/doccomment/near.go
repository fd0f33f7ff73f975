package doccomment

import (
	"strings"

	"github.com/schemavet/schemavet/internal/metaschema"
)

// Nearest returns the only one of names that one edit, or another spelling such as
// max_results for maxResults, makes of a name that is not among them, or "".
func Nearest(name string, names []string) string {
	plain := func(s string) string { return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(s)) }
	found := ""
	for _, n := range names {
		switch same := plain(n) == plain(name); {
		case !same && (len(n) <= 2 || !metaschema.Near(name, n)):
		case found == "":
			found = n
		case plain(n) != plain(found):
			return ""
		}
	}
	return found
}
