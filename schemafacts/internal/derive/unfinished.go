package derive

import (
	"cmp"
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
)

// Unfinished is a function whose run ended early, so tools that it makes may be
// missing.
type Unfinished struct {
	// Func is the function in the form of messages, such as server.New.
	Func string
	// Pos is where it is declared.
	Pos token.Pos
	// Reason is why the run ended.
	Reason string
}

// unfinished returns the functions whose run the machine ended early.
func unfinished(m *eval.Machine) []Unfinished {
	var out []Unfinished
	for _, u := range m.Unfinished {
		out = append(out, Unfinished{u.Func, u.Pos, u.Reason})
	}
	return UniteUnfinished(out)
}

// UniteUnfinished returns the functions of several lists, without duplicates, sorted by
// position.
func UniteUnfinished(lists ...[]Unfinished) []Unfinished {
	out := slices.Concat(lists...)
	slices.SortFunc(out, func(a, b Unfinished) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Func, b.Func), cmp.Compare(a.Reason, b.Reason))
	})
	return slices.CompactFunc(out, func(a, b Unfinished) bool { return a.Pos == b.Pos && a.Func == b.Func })
}
