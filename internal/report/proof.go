package report

import (
	"unicode/utf8"

	"github.com/schemavet/schemavet/schemafacts/compat"
)

// Proof says in a clause why a change breaks somebody: the smallest value that
// shows it, or what stands in its place. It is "" for changes that break nobody.
func Proof(c compat.Change) string {
	switch {
	case c.Level != compat.Breaking:
		return ""
	case c.Witness != "":
		return verdict(c) + ": " + c.Witness
	case c.Reason != "":
		return c.Reason
	}
	return c.Ledger
}

// verdict says what the witness of a change shows.
func verdict(c compat.Change) string {
	switch c.Direction {
	case compat.Output:
		return "ruled out before, possible now"
	case compat.Tool:
		return "answered before, unknown now"
	}
	return "accepted before, rejected now"
}

// maxProof is how many bytes of a proof a message has room for. Those who want
// more find all of it in the change.
const maxProof = 300

// cut leaves out the middle of a long text.
func cut(s string) string {
	if len(s) <= maxProof {
		return s
	}
	return s[:boundary(s, maxProof*2/3)] + "..." + s[boundary(s, len(s)-maxProof/3):]
}

// boundary returns the last place up to i where a letter begins.
func boundary(s string, i int) int {
	for i > 0 && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}
