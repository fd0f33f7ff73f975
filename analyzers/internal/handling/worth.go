package handling

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
)

// worth is what a trial knows about a value.
type worth struct {
	kind  kind
	c     constant.Value // of a constant
	param int            // the number of the parameter that it is
	// unsure is set for the zero value that a variable has beside a variable such as ok,
	// which the body then tests.
	unsure bool
	// of are the fields of a struct, or of the struct that a pointer leads to, or nil.
	of *fields
}

type kind int

const (
	anything kind = iota
	constantKind
	parameter
	nilKind
	aValue  // not nil
	zeroAny // the zero value of whatever type
	text    // a text that no code names
	missing // of an argument: the call lacks it
	grown   // a list that was nil before an append
	maybe   // nil or grown
)

var (
	unknown = worth{}
	null    = worth{kind: nilKind}
	some    = worth{kind: aValue}
	zero    = worth{kind: zeroAny}
	other   = worth{kind: text}
	absent  = worth{kind: missing}
)

func known(c constant.Value) worth {
	if c == nil {
		return unknown
	}
	return worth{kind: constantKind, c: c}
}

func textOf(s string) worth { return known(constant.MakeString(s)) }

func truth(b bool) worth { return known(constant.MakeBool(b)) }

// is reports whether a value is known to be b.
func (w worth) is(b bool) bool {
	return w.c != nil && w.c.Kind() == constant.Bool && constant.BoolVal(w.c) == b
}

func (w worth) isText() bool {
	return w.kind == text || w.c != nil && w.c.Kind() == constant.String
}

func same(x, y worth) bool {
	x.of, y.of = nil, nil
	if x.c != nil && y.c != nil {
		return x.unsure == y.unsure && x.c.Kind() == y.c.Kind() && constant.Compare(x.c, token.EQL, y.c)
	}
	return x == y
}

func not(w worth) worth {
	if w.is(true) || w.is(false) {
		return truth(w.is(false))
	}
	return unknown
}

func both(x, y worth) worth {
	switch {
	case x.is(false) || y.is(false):
		return truth(false)
	case x.is(true) && y.is(true):
		return x
	}
	return unknown
}

// compare compares two values: constants that are numbers or of one kind, nil, and the
// argument, if it is a text that is unlike others.
func (t *trial) compare(x worth, op token.Token, y worth) worth {
	if x.c != nil && y.c != nil {
		ordered := op != token.EQL && op != token.NEQ
		if isNumber(x.c) && isNumber(y.c) || x.c.Kind() == y.c.Kind() && !(ordered && x.c.Kind() == constant.Bool) {
			return truth(constant.Compare(x.c, op, y.c))
		}
		return unknown
	}
	if op != token.EQL && op != token.NEQ || slices.ContainsFunc([]kind{x.kind, y.kind}, func(k kind) bool { return k == anything || k == parameter || k == maybe }) {
		return unknown
	}
	switch {
	case x.kind == nilKind || y.kind == nilKind:
		return truth((x.kind == y.kind) == (op == token.EQL))
	case x.kind == zeroAny && y.kind == zeroAny:
		return truth(op == token.EQL)
	case x.kind == zeroAny && y.c != nil:
		return truth(isZeroConstant(y.c) == (op == token.EQL))
	case y.kind == text && x.c != nil:
		return t.compare(y, op, x)
	case x.kind == text && y.isText() && y.c != nil:
		t.compared(constant.StringVal(y.c))
		return truth(op == token.NEQ)
	}
	return unknown
}

func isNumber(v constant.Value) bool { return v.Kind() == constant.Int || v.Kind() == constant.Float }

// zeroOf returns the zero value of a type.
func zeroOf(t types.Type) worth {
	if _, generic := types.Unalias(t).(*types.TypeParam); generic {
		return zero
	}
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return truth(false)
		case u.Info()&types.IsString != 0:
			return known(constant.MakeString(""))
		case u.Info()&types.IsNumeric != 0:
			return known(constant.MakeInt64(0))
		}
	case *types.Pointer, *types.Slice, *types.Map, *types.Interface:
		return null
	case *types.Struct:
		return worth{of: &fields{}}
	}
	return unknown
}
