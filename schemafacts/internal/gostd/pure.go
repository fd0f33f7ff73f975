package gostd

import (
	"go/constant"
	"go/types"
	"html"
	"iter"
	"math"
	"net/url"
	pathpkg "path"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// pureFuncs are functions of the standard library whose results depend only on their
// arguments. If all arguments are constants, a model calls the function itself.
var pureFuncs = map[string]any{
	"strings.Compare":       strings.Compare,
	"strings.Contains":      strings.Contains,
	"strings.ContainsAny":   strings.ContainsAny,
	"strings.CutPrefix":     strings.CutPrefix,
	"strings.CutSuffix":     strings.CutSuffix,
	"strings.ContainsRune":  strings.ContainsRune,
	"strings.Count":         strings.Count,
	"strings.Cut":           strings.Cut,
	"strings.EqualFold":     strings.EqualFold,
	"strings.Fields":        strings.Fields,
	"strings.FieldsSeq":     strings.FieldsSeq,
	"strings.HasPrefix":     strings.HasPrefix,
	"strings.HasSuffix":     strings.HasSuffix,
	"strings.Index":         strings.Index,
	"strings.IndexAny":      strings.IndexAny,
	"strings.IndexByte":     strings.IndexByte,
	"strings.LastIndex":     strings.LastIndex,
	"strings.LastIndexAny":  strings.LastIndexAny,
	"strings.LastIndexByte": strings.LastIndexByte,
	"strings.Lines":         strings.Lines,
	"strings.Replace":       strings.Replace,
	"strings.ReplaceAll":    strings.ReplaceAll,
	"strings.Split":         strings.Split,
	"strings.SplitAfter":    strings.SplitAfter,
	"strings.SplitN":        strings.SplitN,
	"strings.SplitSeq":      strings.SplitSeq,
	//lint:ignore SA1019 servers use it
	"strings.Title":                     strings.Title,
	"strings.ToLower":                   strings.ToLower,
	"strings.ToTitle":                   strings.ToTitle,
	"strings.ToUpper":                   strings.ToUpper,
	"strings.ToValidUTF8":               strings.ToValidUTF8,
	"strings.Trim":                      strings.Trim,
	"strings.TrimLeft":                  strings.TrimLeft,
	"strings.TrimPrefix":                strings.TrimPrefix,
	"strings.TrimRight":                 strings.TrimRight,
	"strings.TrimSpace":                 strings.TrimSpace,
	"strings.TrimSuffix":                strings.TrimSuffix,
	"strconv.Quote":                     strconv.Quote,
	"strconv.Unquote":                   strconv.Unquote,
	"strconv.Itoa":                      strconv.Itoa,
	"strconv.Atoi":                      strconv.Atoi,
	"strconv.FormatBool":                strconv.FormatBool,
	"strconv.FormatInt":                 strconv.FormatInt,
	"strconv.ParseInt":                  strconv.ParseInt,
	"strconv.ParseBool":                 strconv.ParseBool,
	"strconv.ParseFloat":                strconv.ParseFloat,
	"strconv.FormatFloat":               strconv.FormatFloat,
	"unicode.IsDigit":                   unicode.IsDigit,
	"unicode.IsLetter":                  unicode.IsLetter,
	"unicode.IsLower":                   unicode.IsLower,
	"unicode.IsSpace":                   unicode.IsSpace,
	"unicode.IsUpper":                   unicode.IsUpper,
	"unicode.ToLower":                   unicode.ToLower,
	"unicode.ToUpper":                   unicode.ToUpper,
	"unicode/utf8.RuneCountInString":    utf8.RuneCountInString,
	"unicode/utf8.ValidString":          utf8.ValidString,
	"path.Base":                         pathpkg.Base,
	"path.Clean":                        pathpkg.Clean,
	"path.Dir":                          pathpkg.Dir,
	"path.Ext":                          pathpkg.Ext,
	"path.Join":                         pathpkg.Join,
	"html.EscapeString":                 html.EscapeString,
	"html.UnescapeString":               html.UnescapeString,
	"net/url.PathEscape":                url.PathEscape,
	"net/url.QueryEscape":               url.QueryEscape,
	"regexp.QuoteMeta":                  regexp.QuoteMeta,
	"math.Pow":                          math.Pow,
	"regexp.MustCompile":                regexp.MustCompile,
	"(*regexp.Regexp).MatchString":      (*regexp.Regexp).MatchString,
	"(*regexp.Regexp).ReplaceAllString": (*regexp.Regexp).ReplaceAllString,
	"(time.Duration).Hours":             time.Duration.Hours,
	"(time.Duration).Minutes":           time.Duration.Minutes,
	"(time.Duration).Seconds":           time.Duration.Seconds,
	"(time.Duration).String":            time.Duration.String,
}

// regexpKind is the kind of a value that is a *regexp.Regexp. Programs use them to replace
// letters in names that a provider does not allow.
const regexpKind = "regexp"

// pureModels returns the models that call the functions in pureFuncs.
func pureModels() map[string]eval.Intrinsic {
	out := map[string]eval.Intrinsic{}
	for key, f := range pureFuncs {
		fn := reflect.ValueOf(f)
		out[key] = func(c *eval.Call) value.Value { return callPure(c, fn) }
	}
	return out
}

// callPure calls a Go function if all arguments are known.
func callPure(c *eval.Call, fn reflect.Value) value.Value {
	t := fn.Type()
	args := c.Args
	if c.Recv != nil {
		args = append([]value.Value{c.Recv}, args...)
	}
	if len(args) != t.NumIn() {
		return notKnown(c)
	}
	in := make([]reflect.Value, len(args))
	size := 1
	for i, a := range args {
		v, ok := goValue(a, t.In(i))
		if !ok {
			return notKnown(c)
		}
		switch v.Kind() {
		case reflect.String: // a replacement of each letter may be long
			size *= v.Len() + 1
		case reflect.Slice:
			for j := range v.Len() {
				size += v.Index(j).Len()
			}
		case reflect.Int: // a precision, or a number of parts
			size = max(size, int(min(v.Int(), maxText+1)))
		}
		if size > maxText {
			return c.Unknown(value.OverBudget)
		}
		in[i] = v
	}
	res, ok := tryCall(fn, in)
	if !ok {
		return c.Panic()
	}
	c.M.Work(size / workPerStep)
	if n := len(res); t.Out(n-1) == reflect.TypeFor[error]() {
		if !res[n-1].IsNil() {
			return notKnown(c)
		}
	}
	out := make(value.Tuple, len(res))
	for i, r := range res {
		out[i] = fromGo(c, r, resultAt(c.Result, i))
	}
	if len(out) == 1 {
		return out[0]
	}
	return out
}

// tryCall calls a Go function. It returns false if the function panics, as
// strconv.FormatFloat does for a size that is not 32 or 64.
func tryCall(fn reflect.Value, in []reflect.Value) (res []reflect.Value, ok bool) {
	defer func() {
		if recover() != nil {
			res, ok = nil, false
		}
	}()
	if fn.Type().IsVariadic() {
		return fn.CallSlice(in), true
	}
	return fn.Call(in), true
}

// workPerStep is the length in bytes of a text that costs as much as one step.
const workPerStep = 64

// maxText is the greatest length in bytes of a text that a model builds.
const maxText = 4 << 20

func resultAt(t types.Type, i int) types.Type {
	if tup, ok := t.(*types.Tuple); ok && i < tup.Len() {
		return tup.At(i).Type()
	}
	return t
}

// goValue converts a known value to a Go type.
func goValue(v value.Value, t reflect.Type) (reflect.Value, bool) {
	out := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.String:
		s, ok := value.StringOf(v)
		out.SetString(s)
		return out, ok
	case reflect.Bool:
		b, ok := value.BoolOf(v)
		out.SetBool(b)
		return out, ok
	case reflect.Int, reflect.Int32, reflect.Int64:
		i, ok := value.IntOf(v)
		if ok = ok && !out.OverflowInt(i); ok {
			out.SetInt(i)
		}
		return out, ok
	case reflect.Uint8:
		i, ok := value.IntOf(v)
		if ok = ok && 0 <= i && i <= math.MaxUint8; ok {
			out.SetUint(uint64(i))
		}
		return out, ok
	case reflect.Float64:
		c, ok := v.(*value.Const)
		if !ok || c.V.Kind() != constant.Int && c.V.Kind() != constant.Float {
			return out, false
		}
		f, _ := constant.Float64Val(c.V)
		out.SetFloat(f)
		return out, true
	case reflect.Pointer:
		n, ok := v.(*value.Native)
		if !ok || n.Kind != regexpKind {
			return out, false
		}
		return reflect.ValueOf(n.Data), true
	case reflect.Slice:
		ss, ok := value.StringsOf(v)
		if ok && t.Elem().Kind() == reflect.String {
			return reflect.ValueOf(ss), true
		}
	}
	return out, false
}

// fromGo converts the result of a Go function to a value.
func fromGo(c *eval.Call, v reflect.Value, t types.Type) value.Value {
	switch v.Kind() {
	case reflect.String:
		return newText(c, v.String())
	case reflect.Bool:
		return value.NewBool(v.Bool(), c.Pos)
	case reflect.Int, reflect.Int32, reflect.Int64:
		return c.M.ConvertTo(value.NewInt(v.Int(), c.Pos), t)
	case reflect.Float64:
		if f := v.Float(); !math.IsInf(f, 0) && !math.IsNaN(f) {
			return &value.Const{V: constant.MakeFloat64(f), T: t, Pos: c.Pos}
		}
	case reflect.Interface: // a nil error
		return &value.Nil{T: types.Universe.Lookup("error").Type(), Pos: c.Pos}
	case reflect.Slice:
		return stringSlice(c, v.Interface().([]string))
	case reflect.Pointer:
		return &value.Native{Kind: regexpKind, Data: v.Interface(), T: t, Pos: c.Pos}
	case reflect.Func:
		return &value.Native{Kind: value.SeqKind, Data: stringSlice(c, slices.Collect(v.Interface().(iter.Seq[string]))), T: t, Pos: c.Pos}
	}
	return notKnown(c)
}
