package report

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/schemavet/schemavet/schemafacts/compat"
)

func TestProof(t *testing.T) {
	for _, c := range []struct {
		change compat.Change
		want   string
	}{
		{compat.Change{Level: compat.Breaking, Direction: compat.Input, Witness: "{}"}, "accepted before, rejected now: {}"},
		{compat.Change{Level: compat.Breaking, Direction: compat.Output, Witness: "{}"}, "ruled out before, possible now: {}"},
		{compat.Change{Level: compat.Breaking, Direction: compat.Tool, Witness: "{}"}, "answered before, unknown now: {}"},
		{compat.Change{Level: compat.Breaking, Undecided: true, Reason: "too large"}, "too large"},
		{compat.Change{Level: compat.Breaking, Ledger: "dropped"}, "dropped"},
		{compat.Change{Level: compat.Breaking}, ""},
		{compat.Change{Level: compat.Caution, Witness: "{}", Ledger: "x"}, ""},
		{compat.Change{}, ""},
	} {
		if got := Proof(c.change); got != c.want {
			t.Errorf("%+v: got %q, want %q", c.change, got, c.want)
		}
	}
	if got := cut(strings.Repeat("é", 500)); len(got) > maxProof+3 || !utf8.ValidString(got) || !strings.Contains(got, "...") {
		t.Errorf("cut to %d bytes: %q", len(got), got)
	}
}
