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
	// HavocArgs makes everything unknown to which a function without a model may write in
	// values whose contents only the library knows.
	HavocArgs(m *Machine, f *value.Extern, args []value.Value, pos token.Pos)
}
