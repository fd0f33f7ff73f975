package handlerargs

import (
	"regexp"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// zeroMeans matches a description that says what 0 means, in contrast to the default.
var zeroMeans = regexp.MustCompile(`(?i)(?:^|[\s(,;])0 ?(?:=|means|for) ?(?:no |un|all\b|every)`)

// isZeroValue reports whether a schema's value equals the value of a field whose
// argument is missing.
func isZeroValue(n *schema.Node) bool {
	switch n.Kind {
	case schema.Bool:
		return n.String() == "false"
	case schema.Number:
		return strings.Trim(n.Text, "0.") == ""
	case schema.String:
		return n.Text == ""
	}
	return true
}
