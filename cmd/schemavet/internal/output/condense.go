package output

import (
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/schemafacts/compat"
)

// sums are the rules whose changes are combined into one, with the verb for its text.
var sums = map[string]string{"tool-added": "were added", "tool-registered": "are new on their servers"}

// Condensed returns the changes for people. If many tools are new, as in a first pull
// request, one change names some of them and counts the others.
func (r *Diff) Condensed() []Change {
	names := map[string][]string{}
	for _, c := range r.Changes {
		if sums[c.Rule] != "" && c.Accepted == "" {
			names[c.Rule] = append(names[c.Rule], c.Tool)
		}
	}
	var out []Change
	told := map[string]bool{}
	for _, c := range r.Changes {
		if all := names[c.Rule]; len(all) > words.Few && c.Accepted == "" {
			if told[c.Rule] {
				continue
			}
			told[c.Rule] = true
			c.Tool, c.Change.Change = "", compat.Change{Rule: c.Rule, Direction: c.Direction, Effect: c.Effect, Level: c.Level, Fingerprint: c.Fingerprint,
				Message: fmt.Sprintf("%d tools %s: %s and %d more", len(all), sums[c.Rule], strings.Join(all[:words.Few], ", "), len(all)-words.Few)}
		}
		out = append(out, c)
	}
	return out
}
