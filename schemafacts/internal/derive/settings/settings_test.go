package settings

import (
	"testing"
)

func TestMatchPackage(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		want          bool
	}{
		{"e.com/lib", "e.com/lib", true},
		{"e.com/lib", "e.com/lib/tools", false},
		{"e.com/lib", "e.com/library", false},
		{"e.com/lib/...", "e.com/lib", true},
		{"e.com/lib/...", "e.com/lib/tools/deep", true},
		{"e.com/lib/...", "e.com/library", false},
		{"e.com/.../tools", "e.com/a/b/tools", true},
		{"e.com/.../tools", "e.com/a/b/tools/deep", false},
		{"eXcom/lib/...", "e.com/lib", false},
	} {
		if got := MatchPackage(c.pattern, c.path); got != c.want {
			t.Errorf("MatchPackage(%q, %q) = %v", c.pattern, c.path, got)
		}
	}
}

func TestPlainKey(t *testing.T) {
	for key, want := range map[string]string{
		"e.com/a.F":            "e.com/a.F",
		"(*e.com/a.T).M":       "(e.com/a.T).M",
		"(*e.com/a.T[K, V]).M": "(e.com/a.T).M",
		"(e.com/a.T).M":        "(e.com/a.T).M",
	} {
		if got := PlainKey(key); got != want {
			t.Errorf("PlainKey(%q) = %q, want %q", key, got, want)
		}
	}
}
