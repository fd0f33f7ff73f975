package derive

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/internal/enclosing"
	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/internal/callgraph"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/wire"
)

// World is a set of packages that contains all its importers: no other package calls
// their functions.
type World struct {
	packages map[*types.Package]bool
	sources  []callgraph.Source
	sent     map[types.Type]bool // see MaySend
	// mentioned are the functions that programs may run, nil without a program.
	mentioned *callgraph.Mentioned
}

// Enclose returns the world of these packages. No package outside of it may import
// them.
func Enclose(sources []callgraph.Source) *World {
	w := &World{packages: map[*types.Package]bool{}, sources: sources, sent: map[types.Type]bool{}, mentioned: callgraph.FindMentioned(sources)}
	for _, s := range sources {
		w.packages[s.Pkg] = true
	}
	return w
}

// of returns w if it contains a package. Otherwise it returns nil, because packages
// outside of w may call its functions. w may be nil.
func (w *World) of(pkg *types.Package) *World {
	if w != nil && w.packages[pkg] {
		return w
	}
	return nil
}

// Runs reports whether a program of w imports a package. w may be nil.
func (w *World) Runs(pkg *types.Package) bool {
	return w != nil && w.mentioned != nil && w.mentioned.Packages[pkg]
}

// Idle reports whether a position is in a function that no program of w runs. w may be nil.
func (w *World) Idle(pos token.Pos) bool { return w != nil && w.mentioned.Idle(pos) }

// Unused reports whether a position is in a function that no program can run. w may be nil.
func (w *World) Unused(pos token.Pos) bool { return w != nil && w.mentioned.Unused(pos) }

// MaySend reports whether some package may send the value of the literal at a position. It
// returns true for values of types without a name, and for literals in packages that no program
// of w imports. w may be nil.
func (w *World) MaySend(pos token.Pos) bool {
	if w == nil || w.mentioned == nil {
		return true
	}
	var t types.Type
	for _, s := range w.sources {
		if e := enclosing.Expr(s.Files, pos); e != nil && w.mentioned.Packages[s.Pkg] {
			t = jsonfields.Pointee(s.Info.TypeOf(e))
		}
	}
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return true
	}
	sent, known := w.sent[t]
	for distance := 0; !known && !sent && distance < 3; distance++ { // most are sent near to the type
		sent = slices.ContainsFunc(w.sources, func(s callgraph.Source) bool {
			return distanceTo(s.Pkg, named.Obj().Pkg()) == distance && wire.MaySend(s.Info, s.Files, t, dialects.Has)
		})
	}
	w.sent[t] = sent
	return sent
}

// distanceTo returns 0 for the package itself, 1 for one that imports it, and 2 for others.
func distanceTo(pkg, to *types.Package) int {
	switch {
	case pkg == to:
		return 0
	case slices.Contains(pkg.Imports(), to):
		return 1
	}
	return 2
}
