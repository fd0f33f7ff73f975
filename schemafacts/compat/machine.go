package compat

import (
	"regexp/syntax"
	"slices"
	"unicode"
)

// machine runs one pattern, which may match anywhere in a string.
type machine struct{ prog *syntax.Prog }

// state is the state of a machine: the instructions to run at the position after last,
// or whether it has already matched.
type state struct {
	pcs     []uint32
	last    rune // -1 at the beginning
	matched bool
}

// newMachine returns nil for a pattern that is too large. The pattern has Go's syntax.
func newMachine(pattern string) *machine {
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil
	}
	prog, err := syntax.Compile(tree.Simplify())
	if err != nil || len(prog.Inst) > 2000 {
		return nil
	}
	return &machine{prog}
}

// follow returns the instructions that read a character, before next.
func (m *machine) follow(s state, next rune) (pcs []uint32, matched bool) {
	flags := syntax.EmptyOpContext(s.last, next)
	seen := map[uint32]bool{}
	var visit func(pc uint32)
	visit = func(pc uint32) {
		if seen[pc] {
			return
		}
		seen[pc] = true
		switch in := &m.prog.Inst[pc]; in.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			visit(in.Out)
			visit(in.Arg)
		case syntax.InstCapture, syntax.InstNop:
			visit(in.Out)
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(in.Arg)&^flags == 0 {
				visit(in.Out)
			}
		case syntax.InstMatch:
			matched = true
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
			pcs = append(pcs, pc)
		}
	}
	visit(uint32(m.prog.Start))
	for _, pc := range s.pcs {
		visit(pc)
	}
	return pcs, matched
}

func (m *machine) step(s state, r rune) state {
	if s.matched {
		return s
	}
	pcs, matched := m.follow(s, r)
	if matched {
		return state{matched: true}
	}
	next := state{last: r}
	for _, pc := range pcs {
		if in := &m.prog.Inst[pc]; in.MatchRune(r) {
			next.pcs = append(next.pcs, in.Out)
		}
	}
	slices.Sort(next.pcs)
	next.pcs = slices.Compact(next.pcs)
	return next
}

func (m *machine) ends(s state) bool {
	if s.matched {
		return true
	}
	_, matched := m.follow(s, -1)
	return matched
}

// class returns the kind of a character for empty-width assertions.
func class(r rune) int {
	switch {
	case r < 0:
		return 0
	case r == '\n':
		return 1
	case syntax.IsWordChar(r):
		return 2
	}
	return 3
}

// alphabet returns one character of each kind that the machines distinguish, readable
// ones first.
func alphabet(ms []*machine) []rune {
	cuts := []rune{0, '\n', '\n' + 1, '0', '9' + 1, 'A', 'Z' + 1, '_', '_' + 1, 'a', 'z' + 1, 0xD800, 0xE000}
	for _, m := range ms {
		for _, in := range m.prog.Inst {
			if in.Op != syntax.InstRune && in.Op != syntax.InstRune1 {
				continue
			}
			for i := 0; i < len(in.Rune); i += 2 {
				low, high := in.Rune[i], in.Rune[min(i+1, len(in.Rune)-1)]
				cuts = append(cuts, low, high+1)
				if len(in.Rune) == 1 && syntax.Flags(in.Arg)&syntax.FoldCase != 0 {
					for r := unicode.SimpleFold(low); r != low; r = unicode.SimpleFold(r) {
						cuts = append(cuts, r, r+1)
					}
				}
			}
		}
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	var out []rune
	for i, low := range cuts {
		high := rune(unicode.MaxRune)
		if i+1 < len(cuts) {
			high = cuts[i+1] - 1
		}
		if low > unicode.MaxRune || low >= 0xD800 && low < 0xE000 {
			continue
		}
		out = append(out, readable(low, high))
	}
	slices.SortStableFunc(out, func(a, b rune) int { return rank(a) - rank(b) })
	return out
}

// readable returns a character from low to high, one that is easy to read if
// possible.
func readable(low, high rune) rune {
	for _, r := range "axA0 -" {
		if low <= r && r <= high {
			return r
		}
	}
	if low < '!' && high >= '!' {
		return '!'
	}
	return low
}

func rank(r rune) int {
	switch {
	case 'a' <= r && r <= 'z':
		return 0
	case 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
		return 1
	case ' ' < r && r <= '~':
		return 2
	case r > '~' && unicode.IsGraphic(r):
		return 3
	}
	return 4
}
