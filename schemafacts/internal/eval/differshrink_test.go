package eval_test

import (
	"slices"
	"strings"
)

// A shrunk program is judged as the one it was made from, and as small as can
// be.
type shrunk struct {
	program *dprogram
	verdict verdict
}

// shrinkRounds bounds how often programs are built to make them smaller.
const shrinkRounds = 60

// perRound is how many smaller programs of each are tried at once.
const perRound = 16

// shrink makes programs smaller as long as they are judged wrong. Those of all
// are built together, since a build takes longer than a run.
func shrink(l *lab, j *judge, programs []*dprogram) []shrunk {
	out := make([]shrunk, len(programs))
	for i, p := range programs {
		out[i].program = p
	}
	for i, v := range verdicts(l, j, programs, &tally{}) {
		out[i].verdict = v
	}
	from := make([]int, len(programs)) // where the next round goes on
	for range shrinkRounds {
		var tried []*dprogram
		var of []int
		var steps []int
		for i := range out {
			list := smaller(out[i].program.tree)
			n := 0
			for step := from[i]; step < len(list) && n < perRound; step++ {
				p := &dprogram{name: out[i].program.name, tree: list[step], goVer: out[i].program.goVer}
				p.text = randomSource(p)
				if _, _, err := j.load(p, 0); err != nil {
					continue
				}
				tried, of, steps = append(tried, p), append(of, i), append(steps, step)
				n++
			}
		}
		if len(tried) == 0 {
			break
		}
		better := make([]bool, len(out))
		for k, v := range verdicts(l, j, tried, &tally{}) {
			i := of[k]
			if v.bad() && v.status == out[i].verdict.status && (!better[i] || tried[k].tree.size() < out[i].program.tree.size()) {
				out[i], from[i], better[i] = shrunk{tried[k], v}, 0, true
			} else if !better[i] {
				from[i] = max(from[i], steps[k]+1)
			}
		}
		done := true
		for i := range out {
			done = done && !better[i] && from[i] >= len(smaller(out[i].program.tree))
		}
		if done {
			break
		}
	}
	return out
}

// smaller returns trees with one part less than n has, those that lack most
// first.
func smaller(n *node) []*node {
	list := reductions(n)
	slices.SortStableFunc(list, func(a, b *node) int { return a.size() - b.size() })
	return list
}

func reductions(n *node) []*node {
	var out []*node
	for i, kid := range n.kids {
		if n.kind == '*' {
			out = append(out, &node{'*', n.text, slices.Delete(slices.Clone(n.kids), i, i+1)})
			for _, b := range kid.kids {
				if b.kind == '*' {
					out = append(out, &node{'*', n.text, slices.Replace(slices.Clone(n.kids), i, i+1, b.kids...)})
				}
			}
			if len(n.kids) > 3 && i == len(n.kids)/2 {
				out = append(out, &node{'*', n.text, n.kids[:i]}, &node{'*', n.text, n.kids[i:]})
			}
		} else if kid.kind != '*' && len(kid.kids) > 0 {
			for _, part := range kid.kids {
				if part.kind == kid.kind {
					out = append(out, n.with(i, part))
				}
			}
			if leaf := leafOf(kid.kind); leaf != "" {
				out = append(out, n.with(i, &node{kind: kid.kind, text: []string{leaf}}))
			}
		}
		for _, k := range reductions(kid) {
			out = append(out, n.with(i, k))
		}
	}
	return out
}

// leafOf returns the simplest expression of a kind.
func leafOf(kind byte) string {
	for _, g := range grammar {
		if g.kind == kind && kind != simpleKind && kind != nestedKind && kind != leavingKind && kind != returnKind {
			if !strings.Contains(g.list[0], "$") {
				return g.list[0]
			}
		}
	}
	return ""
}

// brief prints what a random program consists of beside what all have.
func brief(p *dprogram) string {
	var b strings.Builder
	if p.goVer != "" {
		b.WriteString("//go:build " + p.goVer + "\n")
	}
	for _, part := range p.tree.kids {
		b.WriteString(part.String())
	}
	return strings.ReplaceAll(b.String(), "§", "")
}
