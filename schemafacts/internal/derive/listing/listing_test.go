package listing

import (
	"fmt"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/derive/source/sourcetest"
)

// places converts positions to their numbers.
type places struct{}

func (places) Line(pos token.Pos) string {
	if !pos.IsValid() {
		return ""
	}
	return fmt.Sprintf("p/f.go:%d", pos)
}
func (places) Elsewhere(token.Pos) bool { return false }

func recorder(t *testing.T) *Recorder {
	t.Helper()
	return New(sourcetest.Load(t, "-- example.com/app/app.go --\npackage app\n")[0], places{})
}

// server returns a server with tools. A name with "?" is a conditional tool.
func server(name, calls string, tools ...string) SeenServer {
	s := SeenServer{Name: name, At: "p/f.go:1", Package: "p", Calls: strings.Fields(calls)}
	for _, t := range tools {
		name, conditional := strings.CutSuffix(t, "?")
		seen := SeenTool{Name: name, At: "p/f.go:" + name}
		if conditional {
			seen.Condition = "something"
		}
		s.Tools = append(s.Tools, seen)
	}
	return s
}

func elsewhere(s SeenServer) SeenServer {
	s.At = "p/f.go:2"
	return s
}

func printed(servers []SeenServer) string {
	var out []string
	for _, s := range servers {
		line := s.Name + "(" + strings.Join(s.Calls, " ") + "):"
		for _, t := range s.Tools {
			line += " " + t.Name
			if t.Condition != "" {
				line += "?"
			}
		}
		out = append(out, line)
	}
	return strings.Join(out, "; ")
}

// TestBest checks that the result with the most calls wins, and that results with the
// same calls are merged.
func TestBest(t *testing.T) {
	for _, c := range []struct {
		name       string
		own, below []SeenServer
		want       string
	}{
		{"more calls", []SeenServer{server("s", "a b", "x")}, []SeenServer{server("s", "b", "y")}, "s(a b): x"},
		{"other calls", []SeenServer{server("s", "a", "x")}, []SeenServer{server("s", "b", "y")}, "s(a): x; s(b): y"},
		{"same way", []SeenServer{server("s", "a", "x", "z"), server("s", "a", "x", "y")}, nil, "s(a): x y? z?"},
		{"already conditional", []SeenServer{server("s", "a", "x?"), server("s", "a", "x")}, nil, "s(a): x?"},
		{"two places", []SeenServer{server("s", "a b", "x")}, []SeenServer{elsewhere(server("s", "b", "y"))}, "s(a b): x; s(b): y"},
		{"two names", []SeenServer{server("s", "a", "x"), server("r", "a", "x")}, nil, "r(a): x; s(a): x"},
	} {
		if got := printed(Best(c.own, c.below)); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestServers checks that a package that is not a program has one server for each
// place and name.
func TestServers(t *testing.T) {
	var got []SeenServer
	for _, s := range recorder(t).Servers([]SeenServer{server("s", "a", "x"), server("s", "b", "x", "y")}, []SeenTool{{Name: "loose"}}, nil) {
		got = append(got, s.SeenServer)
	}
	if want := "s(a): x y?"; printed(got) != want {
		t.Errorf("got %q, want %q", printed(got), want)
	}
}

// TestAllNameless checks that a registration without a name is omitted if a caller
// names it.
func TestAllNameless(t *testing.T) {
	r, other := recorder(t), recorder(t)
	add := func(pos token.Pos, param bool) {
		r.nameless = append(r.nameless, nameless{Nameless: Nameless{Pos: pos, ValuePos: pos}, site: site{pos: pos, run: 1, by: r}, param: param})
	}
	add(3, false)
	add(1, false)
	add(1, false) // again
	add(2, true)
	positions := func(all []Nameless) (out []token.Pos) {
		for _, n := range all {
			out = append(out, n.Pos)
		}
		return out
	}
	check := func(what string, got []Nameless, want ...token.Pos) {
		t.Helper()
		if !slices.Equal(positions(got), want) {
			t.Errorf("%s: got %v, want %v", what, positions(got), want)
		}
	}
	check("alone", AllNameless([]*Recorder{r}, nil, false), 1, 3)
	check("whole program", AllNameless([]*Recorder{r}, nil, true), 1, 2, 3)
	other.named = []*site{{pos: 3, calls: []token.Pos{9}, run: 1, by: other}}
	check("with a caller", AllNameless([]*Recorder{r, other}, nil, true), 1, 2)
	check("with a value", AllNameless([]*Recorder{r}, Names{{pos: 1, run: 2, by: other}}, true), 2, 3)
	r.named = []*site{{pos: 1, run: 1, by: r}}
	check("the same run", AllNameless([]*Recorder{r}, nil, false), 1, 3)
}
