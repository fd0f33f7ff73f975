package value

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Value is what an expression evaluates to: one of *Const, *Nil, *Struct,
// *Array, *Ptr, *Slice, *Map, *Closure, *Extern, *TypeVal, *Native, *Unknown
// or Tuple.
type Value interface{}

// Const is a boolean, number or string; also a byte slice that was made from a
// string and is never written to.
type Const struct {
	V   constant.Value
	T   types.Type
	Pos token.Pos
}

// Nil is a nil pointer, function, channel or interface. T is the static type:
// an interface type means a nil interface, a pointer type a typed nil.
type Nil struct {
	T   types.Type
	Pos token.Pos
}

// Ptr is a non-nil pointer.
type Ptr struct {
	T types.Type // the pointer type, may be nil
	C *Cell
	// Pos is the expression that made it.
	Pos token.Pos
	// OrNil reports whether it may also be nil, because it is a part of an unknown
	// value.
	OrNil bool
}

// Closure is a function value whose body the evaluator can execute.
type Closure struct {
	Fn    *ir.Func
	Env   []*Cell // as Fn.Captures
	Recv  Value   // bound receiver, nil if none
	Targs []types.Type
	Pos   token.Pos

	As     types.Type // the type to which it was converted, or nil
	From   *Closure   // what was converted
	Ran    bool
	Parent *Closure // the closure whose run built this one
}

// Extern is a function without a program: a model handles it, or it is unknown.
type Extern struct {
	Key   string
	Recv  Value
	Bound bool
	Targs []types.Type
	T     types.Type
	Pos   token.Pos
}

// HostFunc is a function that the evaluator implements, such as the yield function of
// a loop over an iterator.
type HostFunc struct {
	F   func(args []Value) Value
	Pos token.Pos
}

// NewHostFunc returns a function value that calls f.
func NewHostFunc(pos token.Pos, f func(args []Value) Value) Value { return &HostFunc{f, pos} }

// TypeVal is a value of type reflect.Type.
type TypeVal struct {
	T   types.Type
	Pos token.Pos
}

// Native is a value whose Data only models of library functions interpret.
type Native struct {
	Kind string
	Data any
	T    types.Type
	Pos  token.Pos

	Loose bool // JSON that is not in its compact form, or an error with a partly unknown text

	// Partial is the part of a value that an error leaves, or nil.
	Partial any
}

// Unknown is an unknown value, or one of several known alternatives.
type Unknown struct {
	Reason string
	Pos    token.Pos
	T      types.Type
	// Alts, if not empty, are the only values that it can have. One of them may be an
	// unknown value without alternatives.
	Alts []Value

	// PointsTo are values that it may be, if they are too many for Alts.
	PointsTo []Value

	ErrCheck int // 1: true if some error is not nil, -1: the opposite
	AtLeast  int // of a length: it is not less
	// Others reports whether the other elements of a list are those of other iterations, and
	// no code has added any.
	Others bool
	// Fault, if not nil, is why the start ends where the value is made. What would come
	// after it is followed all the same, because other tools may have no fault.
	Fault *Fault
}

// Tuple contains the results of a call with several results.
type Tuple []Value

// Def is the definition of a value that a dialect watches, such as a tool.
type Def struct {
	Pos token.Pos
	T   types.Type
	// Used is set by the dialect when the value was registered.
	Used bool
	// Cond reports whether the definition is under an unknown condition.
	Cond bool
	// Empty reports whether the value was the zero value of a variable: its present
	// value may have been decoded into it.
	Empty bool
	// Func is the function that was running. Calls are the functions that led to it, from the root
	// to Func.
	Func  *ir.Func
	Calls []*ir.Func
	// Local is why no other run has reached the definition, or "".
	Local string
	// Faults are the panics that occur when the value is completed.
	Faults []*Fault

	Newest *Cell // the newest copy
	Heap   Heap
}

// Last returns the newest copy of the struct that d defines, or nil.
func (d *Def) Last() *Struct {
	if d.Newest == nil {
		return nil
	}
	s, _ := d.Newest.Get().(*Struct)
	return s
}

func (d *Def) SetLast(s *Struct) { d.Heap.Set(d.Newest, s) }

// TypeOf returns the dynamic type of v, or nil if it is unknown.
func TypeOf(v Value) types.Type {
	switch v := v.(type) {
	case *Const:
		return v.T
	case *Nil:
		return v.T
	case *Struct:
		return v.T
	case *Array:
		return v.T
	case *Ptr:
		if v.T != nil {
			return v.T
		}
		if t := TypeOf(v.C.Get()); t != nil {
			return types.NewPointer(t)
		}
	case *Slice:
		return v.T
	case *Map:
		return v.T
	case *Extern:
		return v.T
	case *Native:
		return v.T
	case *Unknown:
		return v.T
	}
	return nil
}

// PosOf returns the position of the expression that v comes from.
func PosOf(v Value) token.Pos {
	switch v := v.(type) {
	case *Const:
		return v.Pos
	case *Nil:
		return v.Pos
	case *Struct:
		return v.Pos
	case *Array:
		return v.Pos
	case *Ptr:
		return v.Pos
	case *Slice:
		return v.Pos
	case *Map:
		return v.Pos
	case *Closure:
		return v.Pos
	case *Extern:
		return v.Pos
	case *TypeVal:
		return v.Pos
	case *Native:
		return v.Pos
	case *Unknown:
		return v.Pos
	}
	return token.NoPos
}

// FuncKey returns the key of the declared function or method that v is. It returns ""
// if v is a function literal, a method whose receiver type is unknown, or an unknown
// function.
func FuncKey(v Value) string {
	key := ""
	switch v := v.(type) {
	case *Closure:
		key = v.Fn.Key
	case *Extern:
		if t := TypeOf(v.Recv); t == nil || !types.IsInterface(t) {
			key = v.Key
		}
	}
	if strings.ContainsAny(key, "$@·") {
		return "" // a literal, or a part of one
	}
	return key
}

// Load returns the value to which p points.
func (p *Ptr) Load() Value { return p.C.Get() }

// StringOf returns the string constant v, and whether v is one.
func StringOf(v Value) (string, bool) {
	if c, ok := v.(*Const); ok && c.V.Kind() == constant.String {
		return constant.StringVal(c.V), true
	}
	return "", false
}

// BoolOf returns the boolean constant v, and whether v is one.
func BoolOf(v Value) (val, ok bool) {
	if c, ok := v.(*Const); ok && c.V.Kind() == constant.Bool {
		return constant.BoolVal(c.V), true
	}
	return false, false
}

// IntOf returns the integer constant v, and whether v is one.
func IntOf(v Value) (int64, bool) {
	if c, ok := v.(*Const); ok {
		return constant.Int64Val(constant.ToInt(c.V))
	}
	return 0, false
}

// NewString returns a string constant.
func NewString(s string, pos token.Pos) *Const {
	return &Const{constant.MakeString(s), types.Typ[types.String], pos}
}

// NewBool returns a boolean constant.
func NewBool(b bool, pos token.Pos) *Const {
	return &Const{constant.MakeBool(b), types.Typ[types.Bool], pos}
}

// NewInt returns an int constant.
func NewInt(i int64, pos token.Pos) *Const {
	return &Const{constant.MakeInt64(i), types.Typ[types.Int], pos}
}

// NewUnknown returns an unknown value.
func NewUnknown(reason string, pos token.Pos, t types.Type) *Unknown {
	return &Unknown{Reason: reason, Pos: pos, T: t}
}

// CellOf returns the cell to which v points, or nil if v is not a known pointer.
func CellOf(v Value) *Cell {
	if p, ok := v.(*Ptr); ok {
		return p.C
	}
	return nil
}

// IsNil reports whether v is known to be nil.
func IsNil(v Value) bool {
	n, ok := v.(*Nil)
	return ok && n != nil
}

// Unknowns returns unknown results for a function with the given result type: a Tuple
// if there are several.
func Unknowns(reason string, pos token.Pos, result types.Type) Value {
	if tup, ok := result.(*types.Tuple); ok {
		if tup.Len() == 1 {
			return NewUnknown(reason, pos, tup.At(0).Type())
		}
		out := make(Tuple, tup.Len())
		for i := range out {
			out[i] = NewUnknown(reason, pos, tup.At(i).Type())
		}
		return out
	}
	return NewUnknown(reason, pos, result)
}
