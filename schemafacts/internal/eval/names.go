package eval

import "github.com/schemavet/schemavet/schemafacts/internal/eval/value"

// Names of package value that callers of this package use.
type (
	Closure = value.Closure
	Def     = value.Def
	Extern  = value.Extern
	Nil     = value.Nil
	Ptr     = value.Ptr
	Slice   = value.Slice
	Tuple   = value.Tuple
	Unknown = value.Unknown
	Value   = value.Value
)

// Functions of package value that callers of this package use.
var (
	Alternatives = value.Alternatives
	FuncKey      = value.FuncKey
	IsEmpty      = value.IsEmpty
	IsNil        = value.IsNil
	NewCell      = value.NewCell
	NewSlice     = value.NewSlice
	PosOf        = value.PosOf
	Snapshot     = value.Snapshot
	StringOf     = value.StringOf
	TypeOf       = value.TypeOf
)
