package session

import (
	"cmp"
	"encoding/json"
	"fmt"
	"go/token"
	"io"
	"slices"
	"time"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/analysis/checker"
)

// stats records the wall time of a run. All methods may be called on nil, which
// measures nothing.
type stats struct {
	last   time.Time
	phases []phase
	roots  []schemafacts.Root
}

// phase is a part of a run with its duration.
type phase struct {
	name string
	took time.Duration
}

// The phases of list --stats. Deriving is what the analyzer does apart from
// lowering and evaluation: facts, texts, and joining what packages derived.
const (
	phaseListing    = "listing"
	phaseLoading    = "loading"
	phaseLowering   = "lowering"
	phaseEvaluation = "evaluation"
	phaseDeriving   = "deriving"
	PhaseReporting  = "reporting"
)

// NewStats returns the stats of a run that begins now.
func NewStats() *stats { return &stats{last: time.Now()} }

// End records that a phase ended: its time is that since the end of the previous
// phase.
func (s *stats) End(name string) {
	if s == nil {
		return
	}
	now := time.Now()
	s.phases = append(s.phases, phase{name, now.Sub(s.last)})
	s.last = now
}

// endDeriving ends the phase of the analyzer, and adds the times that its packages
// measured.
func (s *stats) endDeriving() {
	if s == nil {
		return
	}
	s.End(phaseDeriving)
	i := len(s.phases) - 1
	for _, p := range s.phases {
		if p.name == phaseLowering || p.name == phaseEvaluation {
			s.phases[i].took -= p.took
		}
	}
}

// add adds the times that the packages of a graph measured.
func (s *stats) add(graph *checker.Graph) {
	if s == nil {
		return
	}
	lowering, evaluation := phase{name: phaseLowering}, phase{name: phaseEvaluation}
	for act := range graph.All() {
		if res, ok := act.Result.(*schemafacts.Result); ok {
			lowering.took += res.Stats.Lowering
			evaluation.took += res.Stats.Evaluation
			s.roots = append(s.roots, res.Stats.Roots...)
		}
	}
	s.phases = append(s.phases, lowering, evaluation)
}

// sums returns the phases with their durations, in the order in which they ran, and
// the roots, slowest first.
func (s *stats) sums() ([]phase, []schemafacts.Root) {
	var out []phase
	for _, p := range s.phases {
		i := slices.IndexFunc(out, func(o phase) bool { return o.name == p.name })
		if i < 0 {
			out = append(out, p)
			continue
		}
		out[i].took += p.took
	}
	roots := slices.Clone(s.roots)
	slices.SortStableFunc(roots, func(a, b schemafacts.Root) int { return cmp.Compare(b.Time, a.Time) })
	return out, roots
}

// maxRoots is the greatest number of roots that are printed as text.
const maxRoots = 20

// Print prints the phases and the roots that took longest.
func (s *stats) Print(w io.Writer, d *Derived) error {
	phases, roots := s.sums()
	lines := [][]string{{"phase", "wall s"}}
	for _, p := range phases {
		lines = append(lines, []string{p.name, seconds(p.took)})
	}
	if err := Table(w, "", lines); err != nil {
		return err
	}
	lines = [][]string{{"root", "wall s", "steps", "cells", "definitions", "place", "ended early by"}}
	total := schemafacts.Root{Func: "all " + words.Count(len(roots), "root")}
	for i, r := range roots {
		total.Time += r.Time
		total.Steps += r.Steps
		total.Cells += r.Cells
		total.Defs += r.Defs
		if i < maxRoots || r.End != "" {
			lines = append(lines, append(figures(r), d.At(r.Pos), r.End))
		}
	}
	lines = append(lines, figures(total))
	fmt.Fprintln(w)
	return Table(w, "", lines)
}

func figures(r schemafacts.Root) []string {
	return []string{r.Func, seconds(r.Time), fmt.Sprint(r.Steps), fmt.Sprint(r.Cells), fmt.Sprint(r.Defs)}
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }

// WireStats are the stats in the form of list --json.
type WireStats struct {
	Wall  map[string]json.Number `json:"wallSeconds"`
	Roots []wireRoot             `json:"roots"`
}

type wireRoot struct {
	Function    string      `json:"function"`
	Position    string      `json:"position"`
	Seconds     json.Number `json:"seconds"`
	Steps       int         `json:"steps"`
	Cells       int         `json:"cells"`
	Definitions int         `json:"definitions"`
	Ended       string      `json:"ended,omitempty"`
}

// Wire returns the stats in the form of list --json.
func (s *stats) Wire(at func(token.Pos) string) *WireStats {
	phases, roots := s.sums()
	out := &WireStats{map[string]json.Number{}, []wireRoot{}}
	for _, p := range phases {
		out.Wall[p.name] = json.Number(seconds(p.took))
	}
	for _, r := range roots {
		out.Roots = append(out.Roots, wireRoot{r.Func, at(r.Pos), json.Number(seconds(r.Time)), r.Steps, r.Cells, r.Defs, r.End})
	}
	return out
}
