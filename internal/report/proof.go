package report

import (
	"strings"

	"github.com/schemavet/schemavet/schemafacts/compat"
)

// Proof returns a clause that explains why a change breaks clients: the smallest value
// that shows it, or else the reason. It returns "" for changes that break no client.
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

// verdict returns a phrase for what the witness of a change proves.
func verdict(c compat.Change) string {
	switch c.Direction {
	case compat.Output:
		return "ruled out before, possible now"
	case compat.Tool:
		return "answered before, unknown now"
	}
	return "accepted before, rejected now"
}

// maxProof is the greatest length in bytes of a proof in a message. The change itself
// contains the whole proof.
const maxProof = 300

// cut shortens a long text by omitting its middle.
func cut(s string) string {
	if len(s) <= maxProof {
		return s
	}
	return strings.ToValidUTF8(s[:maxProof*2/3], "") + "..." + strings.ToValidUTF8(s[len(s)-maxProof/3:], "")
}
