// Package stainless models the clients that the generator of openai-go and
// anthropic-sdk-go writes: how the types of their requests encode themselves, and what
// the generated helpers return. It recognizes such a client by its package param, not
// by its name.
package stainless

import (
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/invopop/invoposchema"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
)

// paramDir is the path of package param within a client.
const paramDir = "/packages/param"

// Bind returns the model of the clients that Stainless generates, such as those of
// OpenAI and Anthropic, for a package.
func Bind(h *sdk.Host) sdk.Library {
	return &library{h, sdk.Registrar{Host: h, Dialect: "wire", Offers: true}, invoposchema.Bind(&h.Imports)}
}

type library struct {
	host    *sdk.Host
	tools   sdk.Registrar
	schemas *invoposchema.Schemas
}

// Intrinsic returns the model of a helper function of a client, or nil.
func (l *library) Intrinsic(key string) eval.Intrinsic {
	if strings.HasPrefix(key, "(") {
		if strings.Contains(key, paramDir+".") && strings.HasSuffix(key, ".SetExtraFields") {
			return setExtraFields
		}
		if path := ir.PkgOf(key); strings.HasSuffix(key, "InputSchemaParam).UnmarshalJSON") && l.isClient(path) {
			return l.unmarshal
		}
		return nil
	}
	path := ir.PkgOf(key)
	name := strings.TrimPrefix(key, path+".")
	if strings.HasSuffix(path, paramDir) {
		return paramFunctions[name]
	}
	if in := l.runner(path, name); in != nil {
		return in
	}
	if l.isClient(path) && slices.Contains(optFunctions, name) {
		return newOpt
	}
	if fn := l.function(path, name); fn != nil && isMaker(fn) {
		return l.variant(fn)
	}
	return nil
}

// isClient reports whether a package is the root package of a client.
func (l *library) isClient(path string) bool { return l.host.Types.Package(path+paramDir) != nil }

func (l *library) function(path, name string) *types.Func {
	if !strings.Contains(path, ".") {
		return nil // in the standard library
	}
	pkg := l.host.Types.Package(path)
	if pkg == nil {
		return nil
	}
	fn, _ := pkg.Scope().Lookup(name).(*types.Func)
	return fn
}

// optFunctions are a client's functions that wrap a value in an optional value.
var optFunctions = []string{"String", "Int", "Bool", "Float", "Time", "Opt"}

var paramFunctions = map[string]eval.Intrinsic{
	"NewOpt":     newOpt,
	"Null":       func(c *eval.Call) value.Value { return optional(c, nil, statusNull) },
	"Override":   func(c *eval.Call) value.Value { return withMetadata(c, c.Arg(0)) },
	"NullStruct": func(c *eval.Call) value.Value { return withMetadata(c, &value.Native{Kind: nullKind, Pos: c.Pos}) },
}

// The states of an Opt.
const (
	statusNull     = 1
	statusIncluded = 2
)

func newOpt(c *eval.Call) value.Value { return optional(c, c.Arg(0), statusIncluded) }

func optional(c *eval.Call, v value.Value, status int64) value.Value {
	s := value.NewStruct(c.Result, c.Pos)
	if s == nil || s.Index("Value") < 0 || statusOf(s) == "" {
		return c.Unknown("an optional value of an unknown version")
	}
	if v != nil {
		s.SetField("Value", v)
		if pos := value.PosOf(v); pos.IsValid() {
			s.Pos = pos
		}
	}
	s.SetField(statusOf(s), value.NewInt(status, c.Pos))
	return s
}

// statusOf returns the name of the field in which an Opt stores its state, which the
// first betas exported, or "" if there is none.
func statusOf(s *value.Struct) string {
	for _, name := range []string{"status", "Status"} {
		if s.Index(name) >= 0 {
			return name
		}
	}
	return ""
}

// The kinds of the native values that a struct stores in addition to its fields.
const (
	nullKind   = "null in the place of a struct"
	extrasKind = "extra fields of a struct"
)

// withMetadata returns a struct that the client encodes as v.
func withMetadata(c *eval.Call, v value.Value) value.Value {
	s := value.NewStruct(c.Result, c.Pos)
	if s == nil {
		return c.Unknown("an unknown struct")
	}
	for i := range s.NumFields() {
		f, _ := s.FieldVar(i)
		if base(f) == "" {
			continue
		}
		outer := value.NewStruct(f.Type(), c.Pos)
		if outer == nil || outer.NumFields() != 1 {
			break
		}
		mf, _ := outer.FieldVar(0)
		inner := value.NewStruct(mf.Type(), c.Pos)
		if inner == nil || inner.NumFields() != 1 {
			break
		}
		inner.SetAt(0, v)
		outer.SetAt(0, inner)
		s.SetAt(i, outer)
		return s
	}
	return c.Unknown("a struct of an unknown version")
}

// setExtraFields models the method SetExtraFields of the embedded APIObject.
func setExtraFields(c *eval.Call) value.Value {
	p, ok := c.Recv.(*value.Ptr)
	if !ok {
		return value.Tuple{}
	}
	s, ok := p.Load().(*value.Struct)
	if !ok || s.NumFields() != 1 {
		c.Escape(p)
		return value.Tuple{}
	}
	s = s.Copy()
	s.SetAt(0, &value.Native{Kind: extrasKind, Data: c.Arg(0), Pos: c.Pos})
	c.M.Set(p.C, s)
	return value.Tuple{}
}

// unmarshal models the method UnmarshalJSON of the type of a tool's schema.
func (l *library) unmarshal(c *eval.Call) value.Value {
	p, ok := c.Recv.(*value.Ptr)
	pt, isPtr := types.Unalias(value.TypeOf(c.Recv)).(*types.Pointer)
	if !ok || !isPtr {
		c.Escape()
		return c.Unknown("JSON decoded into something unknown")
	}
	v, ok := l.Decode(gojson.Document(c.M, c.Arg(0), &gojson.Encoder{M: c.M}), pt.Elem())
	if !ok {
		v = value.NewUnknown("unknown JSON", c.Pos, pt.Elem())
	}
	c.M.Set(p.C, v)
	return sdk.Done(c)
}

// base returns "APIObject" or "APIUnion" if f embeds the type with which a generated
// struct encodes itself, and "" otherwise.
func base(f *types.Var) string {
	if !f.Embedded() {
		return ""
	}
	named, ok := types.Unalias(f.Type()).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || !strings.HasSuffix(named.Obj().Pkg().Path(), paramDir) {
		return ""
	}
	return named.Obj().Name()
}

// Makes reports whether a function of a client makes a tool.
func Makes(fn *types.Func) bool { return isMaker(fn) || isRunner(fn) }

// isMaker reports whether a function is the generated constructor of a tool type that a
// request may contain. Its parameters are fields of the tool.
func isMaker(fn *types.Func) bool {
	sig := fn.Signature()
	if sig.Recv() != nil || sig.Results().Len() != 1 || sig.TypeParams().Len() > 0 {
		return false
	}
	st, ok := types.Unalias(sig.Results().At(0).Type()).Underlying().(*types.Struct)
	return ok && choiceOf(fn.Name(), st) != ""
}

// choiceOf returns the name of the field that a generated constructor sets in its
// result, or "" if the result is not a tool.
func choiceOf(function string, st *types.Struct) string {
	_, of, ok := strings.Cut(function, "ParamOf")
	field := "Of" + of
	if !ok {
		name, isTool := strings.CutSuffix(function, "FunctionTool")
		if !isTool || !strings.HasPrefix(name, "ChatCompletion") {
			return ""
		}
		field = "OfFunction"
	}
	if field != "OfTool" && field != "OfFunction" {
		return ""
	}
	union, has := false, false
	for i := range st.NumFields() {
		f := st.Field(i)
		union = union || base(f) == "APIUnion"
		has = has || f.Name() == field
	}
	if !union || !has {
		return ""
	}
	return field
}

// variant returns the model of a generated constructor of a tool; see [isMaker].
func (l *library) variant(fn *types.Func) eval.Intrinsic {
	return func(c *eval.Call) value.Value {
		union := value.NewStruct(c.Result, c.Pos)
		if union == nil {
			return c.Unknown("a tool of an unknown version")
		}
		field := choiceOf(fn.Name(), union.Type())
		f, _ := union.FieldVar(union.Index(field))
		p, ok := types.Unalias(f.Type()).(*types.Pointer)
		if !ok {
			return c.Unknown("a tool of an unknown version")
		}
		tool := value.NewStruct(p.Elem(), c.Pos)
		if tool == nil {
			return c.Unknown("a tool of an unknown version")
		}
		made := sdk.Define(c, tool)
		params := fn.Signature().Params()
		for i := range params.Len() {
			if !setNamed(c, tool, params.At(i).Name(), c.Arg(i)) {
				return c.Unknown("a tool of an unknown version")
			}
		}
		union.SetField(field, made)
		return union
	}
}

// setNamed sets the field of s with the name of a parameter, regardless of case. If
// the field has type Opt, it wraps the value. It returns false if s has no such
// field.
func setNamed(c *eval.Call, s *value.Struct, name string, v value.Value) bool {
	for i := range s.NumFields() {
		f, _ := s.FieldVar(i)
		if !strings.EqualFold(f.Name(), name) {
			continue
		}
		if isOpt(f.Type()) {
			arg := *c
			arg.Result, arg.Args = f.Type(), []value.Value{v}
			v = newOpt(&arg)
		}
		s.SetAt(i, v)
		return true
	}
	return false
}

// isOpt reports whether a type is param.Opt, a value that may be absent.
func isOpt(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Opt" && named.Obj().Pkg() != nil && strings.HasSuffix(named.Obj().Pkg().Path(), paramDir)
}
