// Package invoposchema binds github.com/invopop/jsonschema to the evaluator: it models
// the library's functions, encodes a schema that the program built, and converts a
// reflected schema to a value that the program can change.
//
// All SDKs whose programs use the library share it.
package invoposchema

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/invopop"
)

// Path is the import path of the library. EinoPath is the import path of the fork that
// cloudwego/eino uses.
const (
	Path     = invopop.Path
	EinoPath = invopop.EinoPath
)

// Schemas models the library in one package.
type Schemas struct {
	path       string // the import path of the library
	host       *reflector.Imports
	version    invopop.Version
	known      bool // whether the version is known
	intrinsics map[string]eval.Intrinsic
}

// Module is the library's module.
const Module = invopop.Path

// Seeds are the library's types. Functions that use them are kept for evaluation.
var Seeds = []string{"Schema", "Reflector"}

// Bind finds the version of the library and returns its model.
func Bind(h *reflector.Imports) *Schemas {
	pkg := h.Types.Package(Path)
	version, known := invopop.DetectVersion(pkg, h.File(pkg), h.Version(Path))
	return bind(h, Path, version, known)
}

// BindEino is Bind for the fork that cloudwego/eino uses.
func BindEino(h *reflector.Imports) *Schemas {
	pkg := h.Types.Package(EinoPath)
	version, known := invopop.DetectEino(pkg, h.File(pkg), h.Version(EinoPath))
	return bind(h, EinoPath, version, known)
}

func bind(h *reflector.Imports, path string, version invopop.Version, known bool) *Schemas {
	s := &Schemas{path: path, host: h, version: version, known: known}
	method := func(name string) string { return "(*" + path + ".Reflector)." + name }
	s.intrinsics = map[string]eval.Intrinsic{
		path + ".Reflect":                    s.reflect,
		path + ".ReflectFromType":            s.reflectFromType,
		path + ".NewProperties":              newProperties,
		method("Reflect"):                    s.reflect,
		method("ReflectFromType"):            s.reflectFromType,
		method("AddGoComments"):              addGoComments,
		"(*" + path + ".Schema).MarshalJSON": s.marshalJSON,
	}
	return s
}

// Version returns the version of the library, and whether it is known.
func (s *Schemas) Version() (v invopop.Version, known bool) { return s.version, s.known }

// Intrinsic returns the model of a function of the library, or of the ordered map that
// holds the properties.
func (s *Schemas) Intrinsic(key string) eval.Intrinsic {
	if in := s.intrinsics[key]; in != nil {
		return in
	}
	return propertiesIntrinsic(key)
}

// reflect models Reflect(v), the function and the method.
func (s *Schemas) reflect(c *eval.Call) value.Value {
	t := dynamicType(c.Arg(0))
	if t == nil {
		return c.Unknown("the schema of a value whose type is known only at run time")
	}
	return s.reflected(c, t, false)
}

// dynamicType returns the dynamic type of v in an interface. For a nil interface it
// returns the interface type. It returns nil if the type is unknown.
func dynamicType(v value.Value) types.Type {
	t := value.TypeOf(v)
	if t == nil {
		return nil
	}
	if _, isNil := v.(*value.Nil); !isNil && types.IsInterface(t) {
		return nil
	}
	if b, ok := types.Unalias(t).(*types.Basic); ok {
		switch {
		case b.Kind() == types.Invalid:
			return nil
		case b.Kind() == types.UntypedNil:
			return types.Universe.Lookup("any").Type()
		}
	}
	return types.Default(t)
}

// reflectFromType models ReflectFromType(t), the function and the method.
func (s *Schemas) reflectFromType(c *eval.Call) value.Value {
	tv, ok := c.Arg(0).(*value.TypeVal)
	if !ok {
		return c.Unknown("the schema of a type known only at run time")
	}
	return s.reflected(c, tv.T, true)
}

// reflected returns the schema of t with the options of the receiver.
func (s *Schemas) reflected(c *eval.Call, t types.Type, fromType bool) value.Value {
	o, why := options(c.Recv)
	if why != "" {
		return c.Unknown(why)
	}
	o.FromType = fromType
	v, fault := s.Reflect(c, c.Result, t, o)
	if fault != nil {
		c.M.Fault(fault.Msg, fault.Pos)
	}
	return v
}

// Reflect returns the schema of t with some options, as a *Schema of the type result,
// or why the library panics for t. The version, and the program's code that the
// reflector calls, come from the call c.
func (s *Schemas) Reflect(c *eval.Call, result, t types.Type, o invopop.Options) (value.Value, *value.Fault) {
	st := schemaType(result)
	if st == nil {
		return value.NewUnknown("a schema of a type that is not loaded", c.Pos, result), nil
	}
	if !s.known {
		return value.NewUnknown("the version of "+s.path+" is unknown", c.Pos, result), nil
	}
	g := newGiven(c, st)
	o.Version, o.Methods, o.Mapper = s.version, g.methods(), g.mapper()
	n, err := invopop.Build(t, o)
	if err != nil {
		text, pos, rejected := reflector.Cause(err, c.Pos)
		if rejected {
			return value.NewUnknown("registration panics: "+text, pos, result), &value.Fault{Msg: text, Pos: pos}
		}
		return value.NewUnknown(text, pos, result), nil
	}
	return g.result(n), nil
}

// schemaType returns the type jsonschema.Schema if result is a pointer to it, or nil if
// its fields are not visible.
func schemaType(result types.Type) types.Type {
	p, ok := types.Unalias(result).(*types.Pointer)
	if !ok {
		return nil
	}
	if st, ok := p.Elem().Underlying().(*types.Struct); !ok || st.NumFields() == 0 {
		return nil
	}
	return p.Elem()
}

// options returns the options of a *Reflector, or why they are unknown.
func options(recv value.Value) (o invopop.Options, why string) {
	if recv == nil {
		return o, "" // the package's function
	}
	r, ok := value.StructOf(recv)
	if !ok {
		return o, "an unknown reflector"
	}
	if u := r.Unseen(); u != nil {
		return o, "an unknown reflector: " + u.Reason
	}
	for i := range r.NumFields() {
		f, _ := r.FieldVar(i)
		if !setOption(&o, f.Name(), r.At(i)) {
			return o, "the reflector's " + f.Name() + " is unknown"
		}
	}
	return o, ""
}

// setOption sets the option for a field of the Reflector, and reports whether it is
// known.
func setOption(o *invopop.Options, name string, v value.Value) bool {
	flags := map[string]*bool{"Anonymous": &o.Anonymous, "AllowAdditionalProperties": &o.AllowAdditionalProperties, "DoNotReference": &o.DoNotReference,
		"RequiredFromJSONSchemaTags": &o.RequiredFromJSONSchemaTags, "ExpandedStruct": &o.ExpandedStruct}
	ok := true
	switch {
	case flags[name] != nil:
		*flags[name], ok = value.BoolOf(v)
	case name == "FieldNameTag":
		o.FieldNameTag, ok = value.StringOf(v)
	case name == "CommentMap", name == "LookupComment":
		o.UnknownComments = o.UnknownComments || !isNil(v)
	case name == "Mapper":
		_, ok = v.(*value.Closure)
		ok = ok || isNil(v)
	case !unset(v):
		o.Unknown = name
	}
	return ok
}

// unset reports whether v is the zero value of a field.
func unset(v value.Value) bool {
	text, isText := value.StringOf(v)
	flag, isFlag := value.BoolOf(v)
	list, isList := v.(*value.Slice)
	return isNil(v) || isText && text == "" || isFlag && !flag || isList && list.IsNil
}

func isNil(v value.Value) bool {
	_, ok := v.(*value.Nil)
	return ok
}

// addGoComments models AddGoComments, which reads comments from files at run time.
func addGoComments(c *eval.Call) value.Value {
	if r := value.CellOf(c.Recv); r == nil || !c.M.SetField(r, "CommentMap", c.Unknown("comments that are read at run time")) {
		c.Escape()
	}
	return c.Unknown("the result of reading comments")
}

// marshalJSON models (*Schema).MarshalJSON.
func (s *Schemas) marshalJSON(c *eval.Call) value.Value {
	text := types.NewSlice(types.Universe.Lookup("byte").Type())
	failed := types.Universe.Lookup("error").Type()
	e := &gojson.Encoder{M: c.M}
	n, ok := s.Encode(e, c.Recv)
	if e.Err != nil {
		return value.Tuple{&value.Nil{T: text, Pos: c.Pos}, &value.Native{Kind: "error", Data: e.Err.Msg, T: failed, Pos: c.Pos}}
	}
	if !ok {
		n = hole("an unknown schema", c.Recv)
	}
	return value.Tuple{&value.Native{Kind: "json", Data: n, T: text, Pos: c.Pos}, &value.Nil{T: failed, Pos: c.Pos}}
}
