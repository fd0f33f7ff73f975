package compat

import (
	"slices"
	"strings"
	"testing"
)

func TestPairServers(t *testing.T) {
	// A server is written as its name and its tools.
	list := func(texts ...string) []Server {
		var out []Server
		for _, text := range texts {
			words := strings.Fields(text)
			s := Server{Name: strings.Trim(words[0], "-")}
			for _, name := range words[1:] {
				s.Tools = append(s.Tools, ServerTool{Name: name})
			}
			out = append(out, s)
		}
		return out
	}
	for _, c := range []struct {
		name     string
		old, now []Server
		want     []int
	}{
		{"same", list("s a b", "t a"), list("s a b", "t a"), []int{0, 1}},
		{"by name", list("s a b", "t a"), list("r a b", "s c", "t d"), []int{1, 2}},
		{"one name", list("s a b c", "s a"), list("s a d", "s a b c"), []int{1, 0}},
		{"one name, fewer", list("s a b c", "s a"), list("s a"), []int{0, -1}},
		{"one name, more", list("s a"), list("s a", "s b"), []int{0}},
		{"renamed", list("s a b", "t c"), list("r a", "t c"), []int{0, 1}},
		{"another one", list("s a b", "t c"), list("r d", "t c"), []int{-1, 1}},
		{"the only one", list("s a"), list("r b"), []int{0}},
		{"a name that has become known", list("- a"), list("s a"), []int{0}},
		{"none", list("s a"), nil, []int{-1}},
	} {
		if got := PairServers(c.old, c.now); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}
