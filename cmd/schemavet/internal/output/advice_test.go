package output

import (
	"testing"

	"github.com/schemavet/schemavet/schemafacts/compat"
)

func TestAdvise(t *testing.T) {
	for _, c := range []struct {
		worst         compat.Level
		current, want string
	}{
		{0, "v1.2.3", "next version: the changes of the tools do not require a new one"},
		{compat.Doc, "v1.2.3", "next version: v1.2.4 (patch) after v1.2.3"},
		{compat.Compatible, "v1.2.3", "next version: v1.3.0 (minor) after v1.2.3"},
		{compat.Caution, "v1.2.3", "next version: v1.3.0 (minor) after v1.2.3"},
		{compat.Breaking, "v1.2.3", "next version: v2.0.0 (major) after v1.2.3"},
		{compat.Breaking, "v0.2.3", "next version: v0.3.0 (minor) after v0.2.3"},
		{compat.Compatible, "v0.2.3", "next version: v0.2.4 (patch) after v0.2.3"},
		{compat.Breaking, "", "next version: major"},
		{compat.Breaking, "v1", "next version: v2.0.0 (major) after v1"},
	} {
		if got := advise(c.worst, c.current).String(); got != c.want {
			t.Errorf("%s after %q: %s, want %s", c.worst, c.current, got, c.want)
		}
	}
}
