package handling

import (
	"encoding/json"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// This file has what packages tell each other about their functions.

// Read is an argument that a function reads.
type Read struct {
	// Key is the argument's name, or "" if parameter KeyParam contains the name.
	Key      string `json:",omitempty"`
	KeyParam int
	// Types are the JSON types that the function uses, empty for any type. TypeParam is
	// the number of the type parameter that decides, or None.
	Types     []string `json:",omitempty"`
	TypeParam int
	// Never is the type in a type assertion on the argument that always fails, because
	// decoded JSON has no values of this type, or "".
	Never string `json:",omitempty"`
	// Elems are the JSON types of array elements that the function uses, empty for any
	// type.
	Elems []string `json:",omitempty"`
	// Values are the only texts that the function accepts, sorted, or empty if unknown.
	// AnyCase reports whether it accepts them in upper and lower case.
	Values  []string `json:",omitempty"`
	AnyCase bool     `json:",omitempty"`
	// Converts reports whether a reader of the SDK that accepts several types reads it.
	Converts bool `json:",omitempty"`
	// Demanded reports whether the function fails without the argument.
	Demanded bool `json:",omitempty"`
	// Flag is a bool parameter that decides whether the function fails without the
	// argument, or nil.
	Flag *Flag `json:",omitempty"`
	// Zero reports whether the function also fails if the argument is "", 0 or false.
	Zero bool `json:",omitempty"`
	// NotNull reports whether the function fails if the argument is null.
	NotNull bool `json:",omitempty"`
	// Default is the constant, as JSON, that replaces a missing argument, or [zeroOfType].
	// It is "" if nothing replaces it, or an unknown value. DefaultParam is the number of the
	// parameter that contains it, or None.
	Default      string `json:",omitempty"`
	DefaultParam int
	// AsIs reports whether the default is the zero value of a field that all code uses as it
	// is, Means whether this is so only if the description says what zero means; see
	// [Package.onlyTaken].
	AsIs  bool `json:",omitempty"`
	Means bool `json:",omitempty"`
	// Asked reports whether the function only tests if the argument is present, or prints it
	// in an error.
	Asked bool `json:",omitempty"`
	// Field reports whether it is a field of a struct into which the arguments are
	// decoded.
	Field bool `json:",omitempty"`
	// Home is the function in which the name is written, or "" for the function itself.
	Home string `json:",omitempty"`

	// keeps reports whether the function leaves each text but "" in a field as it is.
	keeps bool
	at    token.Pos
	// named is the position of the name if it is in a helper of the package.
	named token.Pos
}

// At returns the position of the name, or of the call of the helper that contains it.
func (r Read) At() token.Pos { return r.at }

// Named returns the position of the argument's name, which may be in a helper of the
// same package. If that is unknown, it returns the position of the call of the
// helper.
func (r Read) Named() token.Pos {
	if r.named.IsValid() {
		return r.named
	}
	return r.at
}

// Param describes a parameter that contains the arguments of a call, or a request
// with them.
type Param struct {
	Number int    // -1 for the receiver
	Reads  []Read `json:",omitempty"`
	// Open reports whether the arguments are passed to unknown code.
	Open bool `json:",omitempty"`
	// Into are the numbers of the parameters into which the function decodes the
	// arguments. Types are the numbers of the type parameters of the values that it
	// decodes them to.
	Into, Types []int `json:",omitempty"`

	// decoded are the variables of the function into which it decodes the arguments, or one.
	decoded []decoding
}

// Decoded is a struct into which a handler decodes the arguments of a call, or a type into
// which it decodes one of them.
type Decoded struct {
	Type types.Type
	// Var is the variable that contains the struct, or nil if it is unknown. It may be in a
	// helper.
	Var types.Object
	// Key is the name of the argument, or "" for all arguments.
	Key string
}

// Func is the summary of a function: what its callers need to know about it.
type Func struct {
	Key    string  // in the form of types.Func.FullName
	Params []Param `json:",omitempty"`
	// Answers are the kinds of results that the function returns for a call, sorted.
	Answers []string `json:",omitempty"`
	// Gives are the numbers of the parameters that become the structured content of the
	// result.
	Gives []int `json:",omitempty"`
	// Passes are the numbers of the function parameters whose result the function
	// returns unchanged.
	Passes []int `json:",omitempty"`
	// Nils are the results that are nil slices or maps, or may be, by their numbers, and the
	// fields of results that are, as "0.Names", sorted.
	Nils   []string `json:",omitempty"`
	Limits []Limit  `json:",omitempty"`
	// Whole is the number of the parameter whose arguments the first result contains,
	// or None.
	Whole int
}

// None is the number of a parameter that does not exist. The receiver has the number
// -1.
const None = -2

// encode returns the encoding of a value as JSON, which depends only on the value.
func encode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // it contains only strings and numbers
	}
	return data
}

// decode is the inverse of [encode]. It returns nothing for invalid data.
func decode[T any](data []byte) (v T) {
	if err := json.Unmarshal(data, &v); err != nil {
		return *new(T)
	}
	return v
}

// Flag is a condition on a parameter of type bool.
type Flag struct {
	Param int
	// Not reports whether the condition holds if the parameter is false.
	Not bool `json:",omitempty"`
}

// flags returns the conditions on parameters of type bool under which f holds.
func (s *scan) flags(f func(*Flag) bool) (out []*Flag) {
	if s.fn == nil {
		return nil
	}
	for i := range s.fn.Signature().Params().Len() {
		v := s.fn.Signature().Params().At(i)
		if !types.Identical(v.Type().Underlying(), types.Typ[types.Bool]) || s.writes[v] > 0 {
			continue
		}
		for _, flag := range []*Flag{{Param: i}, {Param: i, Not: true}} {
			if f(flag) {
				out = append(out, flag)
			}
		}
	}
	return out
}

// decide applies a flag of a helper to a call: the helper fails without the argument
// if the call passes the constant for it, or under the same condition on a parameter of
// the caller.
func (s *scan) decide(r *Read, e ast.Expr) {
	flag := *r.Flag
	r.Flag = nil
	if not, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && not.Op == token.NOT {
		e, flag.Not = not.X, !flag.Not
	}
	if v := s.p.Info.Types[e].Value; v != nil {
		r.Demanded = r.Demanded || v.Kind() == constant.Bool && constant.BoolVal(v) != flag.Not
	} else if flag.Param = s.param(e); flag.Param >= 0 {
		r.Flag = &flag
	}
}
