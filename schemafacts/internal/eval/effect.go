package eval

import (
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// An Effect says what a function of the standard library, whose program is not run, does
// with its receiver and arguments.
type Effect struct {
	Kind EffectKind
	// Arg is the argument to which a function that writes does so, or AllArgs.
	Arg int
}

// AllArgs stands for the receiver and all arguments.
const AllArgs = -1

// EffectKind is a kind of effect.
type EffectKind int

const (
	// Keeps means that the function may write to everything that they lead to, when it is
	// called or later. Functions that the table does not name have this effect.
	Keeps EffectKind = iota
	// Writes means that the function writes to what they lead to while it runs.
	Writes
	// Reads means that the function does not write to them. It may call the functions
	// and methods that it receives.
	Reads
)

// written returns the arguments to which a function with this effect writes, from all,
// which begins with the receiver if there is one, and args.
func (e Effect) written(all, args []value.Value) []value.Value {
	switch {
	case e.Kind == Reads:
		return nil
	case e.Arg == AllArgs:
		return all
	case e.Arg < len(args):
		return args[e.Arg : e.Arg+1]
	}
	return nil
}

// isStd reports whether a function belongs to the standard library.
func isStd(key string) bool {
	return ir.IsStd(ir.PkgOf(key))
}

// effect returns what a function does with its arguments. One that does not belong to the
// standard library keeps them.
func (m *Machine) effect(key string) Effect {
	if !isStd(key) {
		return Effect{Arg: AllArgs}
	}
	return m.Lib.Effect(key)
}

// writesArg reports whether a function of the standard library may write to what its i-th
// argument leads to.
func (m *Machine) writesArg(key string, i int) bool {
	e := m.effect(key)
	return isStd(key) && e.Kind != Reads && (e.Arg == AllArgs || e.Arg == i)
}
