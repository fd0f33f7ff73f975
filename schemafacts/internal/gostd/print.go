package gostd

import (
	"errors"
	"fmt"
	"go/constant"
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// printed returns a constant as the Go value that fmt prints. It returns false if a
// method of its type formats it and cannot be run.
func printed(m *eval.Machine, v value.Value) (any, bool) {
	if tv, isType := v.(*value.TypeVal); isType {
		return value.StringOf(typeString(&eval.Call{M: m, Pos: tv.Pos}, types.Unalias(tv.T)))
	}
	c, ok := v.(*value.Const)
	if !ok {
		return nil, false
	}
	if name, ok := formatter(c.T); ok {
		s, ok := textOf(m, c, name)
		return spoken{s}, ok
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

// formatter returns the name of the method with which fmt prints a value of type t: the
// first of Format, Error and String. GoString counts as well, since only the verb decides
// whether fmt calls it.
func formatter(t types.Type) (string, bool) {
	for _, name := range []string{"Format", "GoString", "Error", "String"} {
		if _, _, ok := eval.MethodKey(t, name); ok {
			return name, true
		}
	}
	return "", false
}

// textOf runs the method with which fmt prints a constant. It returns false if it is not
// known what the method returns, or whether fmt calls it.
func textOf(m *eval.Machine, c *value.Const, name string) (string, bool) {
	key, viaPtr, _ := eval.MethodKey(c.T, name)
	fn := m.Env.Func(key)
	if viaPtr || fn == nil || fn.Body == nil || name != "Error" && name != "String" {
		return "", false
	}
	call := &eval.Call{M: m, Pos: c.Pos}
	v, ok := call.CallFunc(&value.Closure{Fn: fn, Pos: c.Pos}, c)
	if !ok {
		return "", false
	}
	return value.StringOf(v)
}

// spoken is a value that a String or Error method prints. Sprint puts spaces between
// adjacent operands if neither is a string; to fmt, a value with such a method is not one
// even if its kind is string.
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

func modelSprintf(c *eval.Call) value.Value {
	format, ok := value.StringOf(c.Arg(0))
	if !ok {
		return notPrinted(c, c.Arg(1))
	}
	verbs, size := parseFormat(format)
	args, ok := printArgs(c, c.Arg(1), verbs)
	if !ok || strings.ContainsAny(verbs, "pTw") {
		return notPrinted(c, c.Arg(1))
	}
	if size+len(verbs)*printedSize(args) > maxText {
		return c.Unknown(value.OverBudget)
	}
	text := fmt.Sprintf(format, args...)
	if (strings.Contains(text, "%!") || strings.Contains(verbs, "#")) && namesTypes(c.Arg(1)) {
		return notKnown(c) // fmt prints the names of types
	}
	return newText(c, text)
}

// parseFormat returns the verbs of a format, with "#", "[" and "*" where they occur as
// flags, and the length of the text and padding that it asks for, without the arguments.
func parseFormat(format string) (verbs string, size int) {
	size = len(format)
	var out []rune
	in, number := false, 0
	for _, r := range format {
		switch {
		case !in:
			in, number = r == '%', 0
		case '0' <= r && r <= '9':
			number = min(number*10+int(r-'0'), maxText)
		case strings.ContainsRune("+- .]", r):
			size, number = size+number, 0
		case strings.ContainsRune("#[*", r):
			out = append(out, r)
			size, number = size+number, 0
		default:
			out = append(out, r)
			size, in = size+number, false
		}
	}
	return string(out), size
}

// printedSize returns a bound for the length of what one verb prints.
func printedSize(args []any) int {
	size := 64
	for _, a := range args {
		switch a := a.(type) {
		case string:
			size += 10 * len(a) // %q may print a byte as an escape of ten
		case spoken:
			size += 10 * len(a.text)
		case error:
			size += 10 * len(a.Error())
		case int:
			size += max(a, -a, 0) // for "*"
		case []any:
			size += printedSize(a)
		case []string:
			for _, s := range a {
				size += 10*len(s) + 64
			}
		}
		if size < 0 || size > maxText {
			return maxText
		}
	}
	return size
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

// notPrinted returns the unknown text of a printing function, which may call the methods
// of its arguments.
func notPrinted(c *eval.Call, args value.Value) value.Value {
	mayPrint(c, args)
	return notKnown(c)
}

// mayPrint records that a function may call the methods of values with which they print.
func mayPrint(c *eval.Call, args value.Value) {
	c.M.MayRead([]value.Value{args}, value.NewUnknown("written to by a method that "+ir.ShortKey(c.Key)+" calls", c.Pos, nil))
}

// operands are the arguments of a printing function with these verbs.
type operands struct {
	c     *eval.Call
	verbs string
	parts int // how many values have been read
}

// maxParts limits the values that are printed together. Lists may share their parts, or
// contain themselves.
const maxParts = 100_000

// printArgs returns the arguments of a printing function with these verbs as Go values.
func printArgs(c *eval.Call, v value.Value, verbs string) ([]any, bool) {
	return (&operands{c: c, verbs: verbs}).list(v)
}

// list returns the elements of a list as Go values.
func (o *operands) list(v value.Value) ([]any, bool) {
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
		x, ok := o.value(v)
		if !ok {
			return nil, false
		}
		out = append(out, x)
	}
	return out, true
}

// methodVerbs are the verbs for which fmt calls a String or Error method.
const methodVerbs = "vsqxX%"

// value returns an argument of a printing function, or a part of one, as a Go value.
func (o *operands) value(v value.Value) (any, bool) {
	if o.parts++; o.parts > maxParts {
		return nil, false
	}
	switch v := v.(type) {
	case *value.Native:
		if v.Kind != "error" {
			return nil, false
		}
		text, ok := value.StringOf(modelErrorText(&eval.Call{M: o.c.M, Recv: v, Pos: o.c.Pos}))
		return errors.New(text), ok
	case *value.Slice:
		return o.inner(v)
	}
	x, ok := printed(o.c.M, v)
	if _, method := x.(spoken); method && strings.Trim(o.verbs, methodVerbs) != "" {
		return nil, false
	}
	return x, ok
}

// inner returns a list whose type has no methods as a Go value. Bytes are printed in
// other ways than the elements of other lists.
func (o *operands) inner(v *value.Slice) (any, bool) {
	t, ok := ir.Under(v.T).(*types.Slice)
	if _, methods := formatter(v.T); !ok || methods || v.IsNil || ir.IsByte(t.Elem()) {
		return nil, false
	}
	list, ok := o.list(v)
	if !ok {
		return nil, false
	}
	texts := make([]string, len(list))
	for i, x := range list {
		if texts[i], ok = x.(string); !ok {
			return list, true
		}
	}
	return texts, true
}

func modelSprint(c *eval.Call) value.Value {
	args, ok := printArgs(c, c.Arg(0), "")
	if !ok {
		return notPrinted(c, c.Arg(0))
	}
	return newText(c, fmt.Sprint(args...))
}

// modelError returns an error that is not nil. Its Data is the text, or the known part
// of the text.
func modelError(c *eval.Call) value.Value {
	text, known := value.StringOf(c.Arg(0))
	if full, ok := errorText(c, text); ok && text != "" && c.Key == "fmt.Errorf" {
		text = full
	} else if c.Key == "fmt.Errorf" {
		known = false
		mayPrint(c, c.Arg(1))
		text, _, _ = strings.Cut(text, ": %w")
		if strings.Contains(text, "%") {
			text = ""
		}
	}
	return &value.Native{Kind: "error", Data: text, T: c.Result, Pos: c.Pos, Loose: !known}
}

// errorText returns the text of an error of fmt.Errorf, or false if it is not known.
func errorText(c *eval.Call, format string) (string, bool) {
	verbs, size := parseFormat(format)
	args, ok := printArgs(c, c.Arg(1), strings.ReplaceAll(verbs, "w", "v"))
	if !ok || strings.ContainsAny(verbs, "pT") || size+len(verbs)*printedSize(args) > maxText {
		return "", false
	}
	text := fmt.Errorf(format, args...).Error()
	return text, !strings.Contains(text, "%!") && !strings.Contains(verbs, "#")
}
