// Package googleschema binds github.com/google/jsonschema-go to the evaluator: it
// models the library's functions, encodes a schema that the program built, and converts
// an inferred schema to a value that the program can change.
//
// All SDKs that use the library share it.
package googleschema

import (
	"cmp"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/jsonschemago"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/version"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/mod/semver"
)

// Path is the import path of the library's package.
const Path = jsonschemago.Path

// Module is the path of the Go module github.com/google/jsonschema-go.
const Module = jsonschemago.Module

// Seeds are the library's types. Functions that use them are kept for evaluation.
var Seeds = []string{"Schema"}

// Schemas models the library in one package.
type Schemas struct {
	Version jsonschemago.Version
	// old reports whether the library is older than all known versions.
	old        bool
	intrinsics map[string]eval.Intrinsic
}

// Bind finds the version of the library and returns its model.
func Bind(h *reflector.Imports) *Schemas {
	pkg := h.Types.Package(Path)
	s := &Schemas{Version: jsonschemago.Latest}
	if v, ok := jsonschemago.DetectVersion(pkg, h.File(pkg), h.Version(Path)); ok {
		s.Version = v
	}
	older := cmp.Or(version.OfFile(h.File(pkg), Module), h.Version(Path))
	s.old = semver.IsValid(older) && semver.Compare(older, jsonschemago.V0_3_0.String()) < 0
	s.intrinsics = map[string]eval.Intrinsic{
		Path + ".For":                         s.forT,
		Path + ".ForType":                     s.forType,
		Path + ".Ptr":                         ptr,
		"(*" + Path + ".Schema).CloneSchemas": clone,
		"(*" + Path + ".Schema).DeepCopy":     clone,
		"(*" + Path + ".Schema).Resolve":      resolve,
		"(*" + Path + ".Resolved).Schema":     resolvedSchema,
	}
	return s
}

// resolvedKind is the kind of the native value that Resolve returns. It contains the
// resolved schema itself, which the method Schema returns.
const resolvedKind = "resolved schema"

// resolve models s.Resolve(opts). Its error is unknown.
func resolve(c *eval.Call) value.Value {
	out, ok := c.Spread("the result of resolving a schema").(value.Tuple)
	if !ok || len(out) != 2 {
		c.Escape()
		return c.Spread("the result of resolving a schema")
	}
	return value.Tuple{&value.Native{Kind: resolvedKind, Data: c.Recv, T: value.TypeOf(out[0]), Pos: c.Pos}, out[1]}
}

// resolvedSchema models (*Resolved).Schema.
func resolvedSchema(c *eval.Call) value.Value {
	if n, ok := c.Recv.(*value.Native); ok && n.Kind == resolvedKind && n.Data != nil {
		return n.Data
	}
	c.Escape()
	return c.Unknown("the schema of something unknown")
}

// Intrinsic returns the model of a function of the library.
func (s *Schemas) Intrinsic(key string) eval.Intrinsic { return s.intrinsics[key] }

// is reports whether t is the library's Schema.
func (s *Schemas) is(t types.Type) bool { return ir.IsNamed(t, Path, "Schema") }

// Infer returns the schema of t as the library encodes it. Its errors are those of
// jsonschemago.Infer.
func (s *Schemas) Infer(t types.Type, opts *jsonschemago.Options) (*schema.Node, error) {
	if s.old {
		return nil, &reflector.Unresolvable{Reason: "a version of the schema library before 0.3, which is not supported"}
	}
	var o jsonschemago.Options
	if opts != nil {
		o = *opts
	}
	o.Version = s.Version
	return jsonschemago.Infer(t, o)
}

func ptr(c *eval.Call) value.Value {
	v := c.Arg(0)
	if v == nil {
		return c.Unknown("an argument that is missing")
	}
	return &value.Ptr{T: c.Result, C: value.NewCell(v), Pos: c.Pos}
}

// forT models jsonschema.For[T](opts).
func (s *Schemas) forT(c *eval.Call) value.Value {
	if len(c.Targs) != 1 {
		return c.Unknown("jsonschema.For without a type")
	}
	return s.inferred(c, c.Targs[0], c.Arg(0))
}

// forType models jsonschema.ForType(t, opts).
func (s *Schemas) forType(c *eval.Call) value.Value {
	tv, ok := c.Arg(0).(*value.TypeVal)
	if !ok {
		return results(c, c.Unknown("the schema of a type known only at run time"), nil)
	}
	return s.inferred(c, tv.T, c.Arg(1))
}

// results returns the pair of a schema and an error that a call of the library
// returns.
func results(c *eval.Call, v value.Value, err value.Value) value.Value {
	if err == nil {
		err = &value.Nil{T: types.Universe.Lookup("error").Type(), Pos: c.Pos}
	}
	return value.Tuple{v, err}
}

func (s *Schemas) inferred(c *eval.Call, t types.Type, optv value.Value) value.Value {
	res := schemaType(c.Result)
	if res == nil {
		return results(c, c.Unknown("a schema of a type that is not loaded"), nil)
	}
	o, ok := s.options(c.M, optv)
	if !ok {
		return results(c, &value.Unknown{Reason: "unknown jsonschema options", Pos: c.Pos, T: types.NewPointer(res)}, nil)
	}
	n, err := s.Infer(t, o)
	if err != nil {
		text, pos, rejected := reflector.Cause(err, c.Pos)
		if rejected && c.MustSucceed {
			u := value.NewUnknown("the program ends: "+text, pos, types.NewPointer(res))
			u.Fault = &value.Fault{Msg: text, Pos: pos}
			return results(c, u, nil)
		}
		if rejected {
			return results(c, &value.Nil{T: types.NewPointer(res), Pos: c.Pos}, &value.Native{Kind: "error", Data: err, Pos: c.Pos})
		}
		return results(c, value.NewUnknown(text, pos, types.NewPointer(res)), nil)
	}
	if n == nil {
		return results(c, &value.Nil{T: types.NewPointer(res), Pos: c.Pos}, nil)
	}
	return results(c, s.Pointer(n, res), nil)
}

// schemaType returns the type jsonschema.Schema if result is a pointer to it.
func schemaType(result types.Type) types.Type {
	if tup, ok := result.(*types.Tuple); ok && tup.Len() > 0 {
		result = tup.At(0).Type()
	}
	if p, ok := types.Unalias(result).(*types.Pointer); ok {
		return p.Elem()
	}
	return nil
}

// options returns the options of a *jsonschema.ForOptions, and whether they are known.
func (s *Schemas) options(m *eval.Machine, v value.Value) (*jsonschemago.Options, bool) {
	o := &jsonschemago.Options{}
	if v == nil {
		return o, true
	}
	if _, ok := v.(*value.Nil); ok {
		return o, true
	}
	st, ok := value.StructOf(v)
	if !ok {
		return nil, false
	}
	if b, ok := value.BoolOf(st.Field("IgnoreInvalidTypes")); ok {
		o.IgnoreInvalidTypes = b
	} else if st.Field("IgnoreInvalidTypes") != nil {
		return nil, false
	}
	switch mp := st.Field("TypeSchemas").(type) {
	case nil, *value.Nil:
	case *value.Map:
		bad := false
		open := mp.Entries(func(k, val value.Value, maybe bool) {
			tv, ok := k.(*value.TypeVal)
			if !ok || maybe {
				bad = true
				return
			}
			n := (&gojson.Encoder{M: m}).Encode(val)
			bad = bad || len(n.Holes()) > 0
			o.TypeSchemas = append(o.TypeSchemas, jsonschemago.TypeSchema{Type: tv.T, Schema: n})
		})
		if bad || open != nil {
			return nil, false
		}
	default:
		return nil, false
	}
	return o, true
}

// clone models the methods that copy a schema. The copy shares some parts with the
// schema, so that it is not followed; no public server makes one.
func clone(c *eval.Call) value.Value { return c.Unknown("a copy of a schema") }
