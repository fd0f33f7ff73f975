package limits

import (
	"fmt"

	"github.com/schemavet/schemavet/internal/size"
)

// Tokens returns the rule for the setting tokens.tool: most is the greatest number of
// tokens that a tool may cost. The number of tokens is an estimate; see
// [size.Size.Tokens]. A tool with unresolved parts costs more than the estimate.
func Tokens(most int) *Rule {
	return &Rule{ID: "tool-tokens", Who: "tokens.tool", Limit: "in the settings allows " + size.Thousands(most), find: func(t *target) {
		if s := size.Of(t.tool); s.Tokens() > most {
			t.report("", fmt.Sprintf("costs about %s tokens", size.Thousands(s.Tokens())))
		}
	}}
}
