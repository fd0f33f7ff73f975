package compat

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Direction says who writes what a schema describes.
type Direction string

const (
	// Tool is for what concerns neither arguments nor result.
	Tool Direction = "tool"
	// Input is for arguments: what was accepted must still be.
	Input Direction = "input"
	// Output is for results: what is produced must have been promised.
	Output Direction = "output"
)

// Effect is what a change does to the values that are accepted.
type Effect string

const (
	None         Effect = "none"
	Widens       Effect = "widens"
	Narrows      Effect = "narrows"
	Incomparable Effect = "incomparable"
	// Unknown is an effect that can be neither proved nor refuted.
	Unknown Effect = "unknown"
	// Visible changes what a model reads, but not what is accepted.
	Visible Effect = "visible"
	// Metadata changes what only people read.
	Metadata Effect = "metadata"
	// Withdrawn and Promised are for what clients rely on beyond schemas.
	Withdrawn Effect = "promise withdrawn"
	Promised  Effect = "promise added"
)

// Level is how much a change matters to those who use the tool.
type Level uint8

const (
	// Doc is for people only.
	Doc Level = iota + 1
	// Compatible breaks nobody.
	Compatible
	// Caution steers models: they may behave differently.
	Caution
	// Breaking rejects calls or gives results that were fine before.
	Breaking
)

var levelNames = [...]string{"none", "doc", "compatible", "caution", "breaking"}

// String returns "none" for the zero Level.
func (l Level) String() string {
	if int(l) < len(levelNames) {
		return levelNames[l]
	}
	return fmt.Sprintf("Level(%d)", uint8(l))
}

// ParseLevel is the inverse of [Level.String].
func ParseLevel(s string) (Level, error) {
	if i := slices.Index(levelNames[:], s); i >= 0 {
		return Level(i), nil
	}
	return 0, fmt.Errorf("unknown level %q, want one of %s", s, strings.Join(levelNames[:], ", "))
}

// Change is one difference between two tools.
type Change struct {
	// Rule is the id of one of [Rules].
	Rule      string
	Direction Direction
	// Path is the place for people, "" for the whole: "filter.labels[]" for the
	// elements of a list, "filter.*" for undeclared members, "filter./^x/" for
	// those that match a pattern, "filter{}" for the names of members, "pair[0]" for the first element of a tuple,
	// "filter|2" for the second form of a choice.
	Path string
	// Pointer is the JSON pointer into the new tool or schema, or, for what was
	// removed, into the old one.
	Pointer string
	Effect  Effect
	Level   Level
	// Ledger is why the level is not the one that the effect asks for, ""
	// if it is.
	Ledger string
	// Message is a clause: input property "days" became required.
	Message string
	// Before and After are compact JSON. Long values are cut where both sides
	// are the same, or in the middle.
	Before, After string
	// Witness is compact JSON: of arguments the smallest call that was accepted
	// and is rejected now, of results the smallest one that may be sent now and
	// broke the promise before. It is validated on both sides, and has only
	// members that its sender knows of. Of a tool that is gone or has another name it is
	// the smallest call. Changes that break nobody have none, and those that break by
	// the ledger may have none.
	Witness string
	// Undecided says that the change counts as breaking only because it could
	// be neither proved to be harmless nor refuted by a witness.
	Undecided bool
	// Reason is why a change that breaks by more than the ledger has no witness.
	Reason string
	// Pos is the source of the new value, token.NoPos for what was removed.
	Pos token.Pos
	// Fingerprint is the same whenever the same change of the same tool is
	// found, and different for others.
	Fingerprint string
}

// Worst returns the highest level among changes, 0 if there are none.
func Worst(changes []Change) Level {
	var w Level
	for _, c := range changes {
		w = max(w, c.Level)
	}
	return w
}

func fingerprint(tool string, c Change, old, new *schema.Node) string {
	h := sha256.New()
	for _, s := range []string{c.Rule, tool, string(c.Direction), c.Path, text(old), text(new)} {
		fmt.Fprintf(h, "%d:%s", len(s), s)
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}

func text(n *schema.Node) string {
	if n == nil {
		return ""
	}
	return string(n.Canonical())
}

// sortChanges orders changes by level, worst first, then by place.
func sortChanges(changes []Change) {
	slices.SortStableFunc(changes, func(a, b Change) int { return int(b.Level) - int(a.Level) })
}
