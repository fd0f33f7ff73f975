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

// Direction is what a schema describes, which decides who sends the values.
type Direction string

const (
	// Tool is the direction of changes that concern neither arguments nor results.
	Tool Direction = "tool"
	// Input is for arguments: the new schema must accept what the old one accepted.
	Input Direction = "input"
	// Output is for results: the old schema must accept what the new one allows.
	Output Direction = "output"
)

// Effect is how a change affects the set of accepted values.
type Effect string

const (
	None         Effect = "none"
	Widens       Effect = "widens"
	Narrows      Effect = "narrows"
	Incomparable Effect = "incomparable"
	// Unknown means that the effect can be neither proved nor refuted.
	Unknown Effect = "unknown"
	// Visible changes affect what a model reads, but not what is accepted.
	Visible Effect = "visible"
	// Metadata changes affect only what people read.
	Metadata Effect = "metadata"
	// Withdrawn and Promised are effects on promises other than schemas.
	Withdrawn Effect = "promise withdrawn"
	Promised  Effect = "promise added"
)

// Level is how much a change matters to the users of a tool.
type Level uint8

const (
	// Doc changes matter only to people.
	Doc Level = iota + 1
	// Compatible changes break no client.
	Compatible
	// Caution changes affect what models do.
	Caution
	// Breaking changes reject calls that were accepted, or allow results that were not
	// allowed.
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
	// Rule is the id of a rule in [Rules].
	Rule      string
	Direction Direction
	// Path is the place in a readable form, "" for the whole: "filter.labels[]" for the
	// elements of a list, "filter.*" for undeclared members, "filter./^x/" for members
	// that match a pattern, "filter{}" for member names, "pair[0]" for the first
	// element of a tuple, "filter|2" for the second branch of a union.
	Path string
	// Pointer is the JSON pointer into the new tool or schema, or into the old one if
	// the value was removed.
	Pointer string
	Effect  Effect
	Level   Level
	// Ledger is the reason if the level differs from the one that follows from the
	// effect, or "".
	Ledger string
	// Message is a clause: input property "days" became required.
	Message string
	// Before and After are compact JSON. Long values are shortened where both are
	// equal, or in the middle.
	Before, After string
	// Witness is compact JSON. For arguments, it is a small call that was accepted
	// and is rejected now. For results, it is a small result that the new schema
	// allows and the old one does not. It is validated with both schemas, and contains
	// only members that its sender knows. For a tool that was removed or renamed it is
	// a small call. Changes that break no client have none, and changes that break
	// by the ledger may have none.
	Witness string
	// Undecided reports whether the change counts as breaking only because it could be
	// neither proved to be harmless nor refuted by a witness.
	Undecided bool
	// Reason is why a breaking change has no witness, unless it breaks by the ledger.
	Reason string
	// Pos is the position of the new value, or token.NoPos if the value was removed.
	Pos token.Pos
	// Fingerprint identifies the change: it is the same whenever the same change of the
	// same tool is found, and different for other changes.
	Fingerprint string
}

// Worst returns the highest level among changes, or 0 for an empty list.
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
