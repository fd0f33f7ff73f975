package texts

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// DefaultText is an [eval.Intrinsic] for functions that look up texts. It returns the
// last string argument, which is the result of such a function unless another text
// replaces it at run time. The result is unknown if the program passes another
// default text for the same key.
func (t *Table) DefaultText(c *eval.Call) value.Value {
	text := lastString(c)
	if why := t.textUnknown(c); why != "" {
		text = &value.Unknown{Reason: why, Pos: c.Pos, T: value.TypeOf(text)}
	}
	tuple, ok := c.Result.(*types.Tuple)
	if !ok || tuple.Len() == 1 {
		return text
	}
	out := make(value.Tuple, tuple.Len())
	found := false
	for i := range out {
		typ := tuple.At(i).Type()
		switch {
		case !found && isStringType(typ):
			out[i], found = text, true
		case types.Identical(typ, types.Universe.Lookup("error").Type()):
			// A text is always found: at least the one in the source.
			out[i] = &value.Nil{T: typ, Pos: c.Pos}
		default:
			out[i] = &value.Unknown{Reason: "another result of the function with the default text", Pos: c.Pos, T: typ}
		}
	}
	return out
}

func lastString(c *eval.Call) value.Value {
	for i := len(c.Args) - 1; i >= 0; i-- {
		arg := c.Args[i]
		if rest, ok := arg.(*value.Slice); ok && i == len(c.Args)-1 {
			vals, open := rest.Values()
			if open != nil || len(vals) > 0 && !isText(vals[len(vals)-1], rest.T) {
				return c.Unknown("the default text of " + ir.ShortKey(c.Key) + " is changed by what follows it")
			}
			if len(vals) == 0 {
				continue
			}
			arg = vals[len(vals)-1]
		}
		if t := value.TypeOf(arg); t != nil && isStringType(t) {
			return arg
		}
	}
	return c.Unknown("no default text is passed to " + ir.ShortKey(c.Key))
}

// isText reports whether a variadic argument is a text and not a value to be formatted.
func isText(v value.Value, list types.Type) bool {
	s, ok := list.(*types.Slice)
	t := value.TypeOf(v)
	return ok && isStringType(s.Elem()) && t != nil && isStringType(t)
}

func isStringType(t types.Type) bool {
	b, ok := types.Unalias(t).Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}
