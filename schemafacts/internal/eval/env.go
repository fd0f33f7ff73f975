package eval

import (
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Intrinsic models a function, which is not run.
type Intrinsic func(c *Call) value.Value

// Env provides programs and models to a machine.
type Env interface {
	// Func returns the program of a function, or nil.
	Func(key string) *ir.Func
	// Unit returns the unit of a package, or nil.
	Unit(path string) *ir.Unit
	// Intrinsic returns a dialect's model of a function, or nil.
	Intrinsic(key string) Intrinsic
	// Registers reports whether a function makes or registers tools although its
	// program does not show it.
	Registers(key string) bool
	// Leads reports whether a type contains types from which tools are made.
	Leads(t types.Type) bool
	// Request reports whether an SDK passes values of a type to a handler with each
	// call of its tool.
	Request(t types.Type) bool
	// Units returns the units of all known packages.
	Units() []*ir.Unit
	// Watch reports whether composite literals of this type are definitions.
	Watch(t types.Type) bool
	// Harmless reports whether the functions of a package, if they are not followed, do
	// not change their arguments.
	Harmless(pkgPath string) bool
}

// Library models the standard library, whose programs are not run.
type Library interface {
	// Model returns the model of a function, or nil.
	Model(key string) Intrinsic
	// Variable returns the value of a package variable, or nil if it is unknown.
	Variable(key string, pos token.Pos) value.Value
	// Effect returns what a function without a model does with its receiver and arguments.
	Effect(key string) Effect
}

// Call contains the arguments of an intrinsic.
type Call struct {
	M   *Machine
	Key string
	Pos token.Pos
	// Recv is the receiver of a method, nil for functions.
	Recv value.Value
	// Args are the arguments. Those of a variadic parameter are a *Slice at the end.
	Args []value.Value
	// Targs are the type arguments, with the caller's type arguments substituted.
	Targs []types.Type
	// Result is the static type of the result (a tuple for several).
	Result types.Type
	// MustSucceed reports whether the start ends if the call returns an error.
	MustSucceed bool
}

// Arg returns the i-th argument, or nil if there are fewer.
func (c *Call) Arg(i int) value.Value {
	if i < len(c.Args) {
		return c.Args[i]
	}
	return nil
}

// Unknown returns an unknown value of the type of the call's result, with the position of
// the call and the given reason.
func (c *Call) Unknown(reason string) *value.Unknown {
	return value.NewUnknown(reason, c.Pos, c.Result)
}

// Spread returns an unknown value for each result of the function.
func (c *Call) Spread(reason string) value.Value { return value.Unknowns(reason, c.Pos, c.Result) }
