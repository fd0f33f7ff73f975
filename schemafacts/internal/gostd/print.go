package gostd

import (
	"errors"
	"fmt"
	"go/constant"
	"go/types"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// printed returns a constant as the Go value that fmt prints. It returns false if a
// method of its type formats it and cannot be run.
func printed(m *eval.Machine, v value.Value) (any, bool) {
	c, ok := v.(*value.Const)
	if tv, isType := v.(*value.TypeVal); isType {
		return value.StringOf(typeString(&eval.Call{M: m, Pos: tv.Pos}, types.Unalias(tv.T)))
	}
	if !ok {
		return nil, false
	}
	if named, ok := types.Unalias(c.T).(*types.Named); ok && named.NumMethods() > 0 {
		if s, ok := stringer(m, c); ok {
			if c.V.Kind() != constant.String {
				return spoken{s}, true
			}
			return s, true
		}
		for i := range named.NumMethods() {
			switch named.Method(i).Name() {
			case "String", "Error", "Format", "GoString":
				return nil, false
			}
		}
	}
	b, ok := ir.Under(types.Default(c.T)).(*types.Basic)
	if !ok {
		return nil, false
	}
	switch c.V.Kind() {
	case constant.String:
		return constant.StringVal(c.V), true
	case constant.Bool:
		return constant.BoolVal(c.V), true
	case constant.Int, constant.Float:
		if b.Info()&types.IsFloat != 0 {
			f, _ := constant.Float64Val(c.V)
			if b.Kind() == types.Float32 {
				return float32(f), true
			}
			return f, true
		}
		return integer(b.Kind(), constant.ToInt(c.V))
	}
	return nil, false
}

// spoken is a value that is not a string but has a String or Error method. Sprint
// puts spaces between adjacent operands that are not strings.
type spoken struct{ text string }

func (s spoken) String() string { return s.text }

// integer returns a number as a Go value of the type that it has in the program. fmt
// prints the type if a verb does not fit, and the flag # depends on it.
func integer(kind types.BasicKind, v constant.Value) (any, bool) {
	if u, ok := constant.Uint64Val(v); ok {
		switch kind {
		case types.Uint:
			return uint(u), true
		case types.Uint8:
			return uint8(u), true
		case types.Uint16:
			return uint16(u), true
		case types.Uint32:
			return uint32(u), true
		case types.Uint64:
			return u, true
		case types.Uintptr:
			return uintptr(u), true
		}
	}
	i, ok := constant.Int64Val(v)
	switch kind {
	case types.Int8:
		return int8(i), ok
	case types.Int16:
		return int16(i), ok
	case types.Int32:
		return int32(i), ok
	case types.Int64:
		return i, ok
	}
	return int(i), ok
}

// stringer returns the result of the String method of a constant's type.
func stringer(m *eval.Machine, c *value.Const) (string, bool) {
	key, viaPtr, ok := eval.MethodKey(c.T, "String")
	if !ok || viaPtr {
		return "", false
	}
	fn := m.Env.Func(key)
	if fn == nil || fn.Body == nil {
		return "", false
	}
	return value.StringOf(m.Call(fn, nil, []value.Value{c}, nil, c.Pos))
}

func modelSprintf(c *eval.Call) value.Value {
	format, ok := value.StringOf(c.Arg(0))
	if !ok {
		return notKnown(c)
	}
	args, ok := printArgs(c, c.Arg(1), format)
	if !ok {
		return notKnown(c)
	}
	for _, bad := range []string{"%p", "%T", "%w"} {
		if strings.Contains(format, bad) {
			return notKnown(c)
		}
	}
	text := fmt.Sprintf(format, args...)
	if (strings.Contains(text, "%!") || strings.Contains(format, "#")) && namesTypes(c.Arg(1)) {
		return notKnown(c) // fmt prints the names of types
	}
	return newText(c, text)
}

// namesTypes reports whether an argument of a printing function has a named type.
func namesTypes(v value.Value) bool {
	s, ok := v.(*value.Slice)
	if !ok {
		return false
	}
	vals, _ := s.Values()
	for _, v := range vals {
		t := types.Unalias(value.TypeOf(v))
		if l, ok := t.(*types.Slice); ok {
			t = types.Unalias(l.Elem())
		}
		if _, ok := t.(*types.Basic); !ok {
			return true
		}
	}
	return false
}

// printArgs returns the arguments of a printing function as Go values.
func printArgs(c *eval.Call, v value.Value, format string) ([]any, bool) {
	if v == nil || value.IsNil(v) {
		return nil, true
	}
	s, ok := v.(*value.Slice)
	if !ok {
		return nil, false
	}
	vals, open := s.Values()
	if open != nil {
		return nil, false
	}
	var out []any
	for _, v := range vals {
		if ss, ok := value.StringsOf(v); ok && !value.IsNil(v) && !hasMethods(value.TypeOf(v)) {
			out = append(out, ss)
			continue
		}
		if n, ok := v.(*value.Native); ok && n.Kind == "error" {
			text, ok := value.StringOf(modelErrorText(&eval.Call{M: c.M, Recv: n, Pos: c.Pos}))
			if !ok {
				return nil, false
			}
			out = append(out, errors.New(text))
			continue
		}
		x, ok := printed(c.M, v)
		if !ok || format != "" && hasMethods(value.TypeOf(v)) && strings.ContainsAny(format, "dxqXcU#") {
			return nil, false
		}
		out = append(out, x)
	}
	return out, true
}

func hasMethods(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.NumMethods() > 0
}

func modelSprint(c *eval.Call) value.Value {
	var v value.Value = c.Arg(0)
	if c.Key == "strconv.FormatBool" {
		if b, ok := value.BoolOf(v); ok {
			return newText(c, strconv.FormatBool(b))
		}
		return notKnown(c)
	}
	args, ok := printArgs(c, v, "")
	if !ok {
		return notKnown(c)
	}
	return newText(c, fmt.Sprint(args...))
}

// modelError returns an error that is not nil. Its Data is the text, or the known part
// of the text.
func modelError(c *eval.Call) value.Value {
	text, known := value.StringOf(c.Arg(0))
	if args, ok := printArgs(c, c.Arg(1), ""); ok && text != "" && c.Key == "fmt.Errorf" {
		text = fmt.Errorf(text, args...).Error()
	} else if c.Key == "fmt.Errorf" {
		known = false
		text, _, _ = strings.Cut(text, ": %w")
		if strings.Contains(text, "%") {
			text = ""
			if name, ok := firstArg(c.Arg(1)); ok {
				format, _ := value.StringOf(c.Arg(0))
				format, _, _ = strings.Cut(format, ": %w")
				if strings.Count(format, "%") == 1 {
					text = fmt.Sprintf(format, name)
				}
			}
		}
	}
	return &value.Native{Kind: "error", Data: text, T: c.Result, Pos: c.Pos, Wraps: wrapped(c), Loose: !known}
}

func firstArg(v value.Value) (string, bool) {
	s, ok := v.(*value.Slice)
	if !ok || len(s.Elems) == 0 {
		return "", false
	}
	return value.StringOf(s.Elems[0].C.Get())
}
