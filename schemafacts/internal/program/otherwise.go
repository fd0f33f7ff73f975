package program

import (
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/derive"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// place is a registration of a definition.
type place struct{ reg, def token.Pos }

func placeOf(t *tool.Tool) place { return place{t.RegPos, t.DefPos} }

// leadsTo reports whether a run that registered t made the calls that led to s at last.
func leadsTo(t, s *tool.Tool) bool {
	a, b := calls(t), calls(s)
	return len(a) >= len(b) && slices.Equal(a[len(a)-len(b):], b)
}

// calls returns the positions of the calls that lead to a tool's registration.
func calls(t *tool.Tool) []token.Pos {
	var out []token.Pos
	for _, h := range t.Hops {
		if h.Pos != t.DefPos && h.Pos != t.RegPos {
			out = append(out, h.Pos)
		}
	}
	return out
}

// otherwise corrects the tools of libraries by what programs register. A tool is conditional
// if it is so in each program (56 tools of one of 37 public servers). It is untraced if each
// program registers it with other parts: the program sets a package variable before it calls
// the library (2 of 16 shapes of public servers). own are the tools of the packages in found,
// in this order. If a program was not run to its end, its rest may register any of them.
func otherwise(found []*derive.Found, own [][]*tool.Tool) {
	served := map[place][]*tool.Tool{}
	nameless := map[token.Pos]bool{}
	for _, f := range found {
		if !f.IsMain() {
			continue
		}
		if len(f.Unfinished) > 0 {
			return
		}
		for _, t := range slices.Concat(f.Tools, f.Foreign) {
			if t.RegPos.IsValid() {
				served[placeOf(t)] = append(served[placeOf(t)], t)
			}
		}
		for _, n := range f.Nameless {
			nameless[n.Pos] = true
		}
	}
	for i, f := range found {
		if f.IsMain() {
			continue
		}
		for _, t := range own[i] {
			as := slices.DeleteFunc(slices.Clone(served[placeOf(t)]), func(s *tool.Tool) bool { return !leadsTo(s, t) })
			if len(as) == 0 {
				continue
			}
			t.Conditional = t.Conditional || !slices.ContainsFunc(as, func(s *tool.Tool) bool { return !s.Conditional })
			if !t.Traced || nameless[t.RegPos] || slices.ContainsFunc(as, func(s *tool.Tool) bool { return s.Name == t.Name && schema.Agree(s.Doc, t.Doc) }) {
				continue
			}
			t.Traced = false
			t.Hops = append(slices.Clip(t.Hops), tool.Hop{Pos: t.RegPos, Text: "each program registers it with other parts"})
		}
	}
}
