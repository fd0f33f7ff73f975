package gosdk

import (
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// The options of NewServerTool are modelled. Their interfaces are sealed, so these are
// all of them, and only one release has them. To evaluate them from source, the SDK
// would have to be read in every later version too, whose package has the same path and
// lacks these functions.

const optionKind = "option of a tool"

// option is a ToolOption or a SchemaOption: the result of the SDK's function with
// that name.
type option struct {
	name string
	args []value.Value
	pos  token.Pos
}

// optionNames are the SDK's functions that return options.
var optionNames = []string{"Input", "Property", "Required", "Enum", "Description", "Schema"}

func newOption(name string) eval.Intrinsic {
	return func(c *eval.Call) value.Value {
		return &value.Native{Kind: optionKind, Data: &option{name, c.Args, c.Pos}, T: c.Result, Pos: c.Pos}
	}
}

// arg returns the i-th argument of the call that made the option.
func (o *option) arg(i int) value.Value {
	if i < len(o.args) {
		return o.args[i]
	}
	return nil
}

// customizer applies the options of NewServerTool to the input schema of a new tool.
type customizer struct {
	c    *eval.Call
	tool *value.Struct
	// owned are the cells and maps to which only this customizer refers. A write to
	// any other cell is recorded as a write of the program.
	owned map[any]bool
	// done reports whether to ignore further options, because one is unknown or panics.
	done bool
	// shared reports whether a schema is a shallow copy of a schema of the program.
	shared bool
}

// customize applies the options opts of NewServerTool to a tool.
func (b *bound) customize(c *eval.Call, tool *value.Struct, opts value.Value) {
	if _, ok := tool.Field("InputSchema").(*value.Ptr); !ok {
		return // an unresolved schema stays unresolved
	}
	z := &customizer{c: c, tool: tool, owned: map[any]bool{}}
	z.own(tool.Field("InputSchema"))
	z.each(opts, func(o *option) {
		if o.name == "Input" {
			z.each(o.arg(0), func(so *option) {
				if s := z.set(so, tool.Field("InputSchema")); !z.done {
					tool.SetField("InputSchema", s)
				}
			})
		}
	})
}

// own records all parts of a newly inferred schema as owned.
func (z *customizer) own(v value.Value) {
	switch v := v.(type) {
	case *value.Ptr:
		if s, ok := v.Load().(*value.Struct); ok {
			z.owned[v.C] = true
			for i := range s.NumFields() {
				z.own(s.At(i))
			}
		}
	case *value.Map:
		z.owned[v.Obj] = true
		v.Entries(func(_, e value.Value, _ bool) { z.own(e) })
	}
}

// each calls f for each option in a slice. It makes the schema unresolved if an
// option is unknown.
func (z *customizer) each(opts value.Value, f func(*option)) {
	if isNilValue(opts) {
		return
	}
	list, ok := opts.(*value.Slice)
	if !ok {
		z.open("unknown options", value.PosOf(opts))
		return
	}
	vals, open := list.Values()
	for _, v := range vals {
		n, ok := v.(*value.Native)
		if !ok || n.Kind != optionKind {
			z.open("an unknown option", value.PosOf(v))
		}
		if z.done {
			return
		}
		f(n.Data.(*option))
	}
	if open != nil && !z.done {
		z.open("unknown options: "+open.Reason, open.Pos)
	}
}

// open makes the schema unresolved and ends the customization.
func (z *customizer) open(reason string, pos token.Pos) {
	if z.done {
		return
	}
	z.done = true
	if !pos.IsValid() {
		pos = z.c.Pos
	}
	z.tool.SetField("InputSchema", &value.Unknown{Reason: reason, Pos: pos, T: value.TypeOf(z.tool.Field("InputSchema"))})
}

// panics records that an option panics, so that the registration fails.
func (z *customizer) panics(msg string, pos token.Pos) {
	z.tool.Def.Faults = append(z.tool.Def.Faults, &value.Fault{Msg: msg, Pos: pos})
	z.open("registration panics: "+msg, pos)
}

// set applies an option to a schema. It returns the schema after that, which may be a
// new one.
func (z *customizer) set(o *option, schema value.Value) value.Value {
	p, _ := schema.(*value.Ptr)
	s, ok := value.StructOf(schema)
	switch {
	case z.done:
	case o.name == "Required":
		z.panics("use of required outside of Property; pass mcp.Required to mcp.Property", o.pos)
	case p != nil && o.name == "Schema":
		return z.replace(o, p)
	case !ok || p == nil:
		z.open("an option for an unknown schema", o.pos)
	case o.name == "Description":
		z.assign(p, "Description", o.arg(0), o.pos)
	case o.name == "Enum":
		z.assign(p, "Enum", o.arg(0), o.pos)
	case o.name == "Property":
		z.property(o, p, s)
	}
	return schema
}

// assign sets a field of a schema, which the program may share.
func (z *customizer) assign(p *value.Ptr, field string, v value.Value, pos token.Pos) {
	if v == nil || !z.c.M.SetField(p.C, field, v) {
		z.open("an option that sets the schema of a type that is not loaded", pos)
	}
}

// put sets a property in a map of properties.
func (z *customizer) put(props *value.Map, name *value.Const, v value.Value) {
	if z.owned[props.Obj] {
		props.Put(name, v)
	} else {
		z.c.M.SetEntry(props, name, v)
	}
}

// replace applies the option Schema, which replaces a schema by a shallow copy of
// another one.
func (z *customizer) replace(o *option, p *value.Ptr) value.Value {
	from, ok := value.StructOf(o.arg(0))
	switch {
	case ok:
		z.shared = true
		s := from.Copy()
		if !z.owned[p.C] {
			z.c.M.Set(p.C, s)
			return p
		}
		own := value.NewCell(s)
		z.owned[own] = true
		return &value.Ptr{T: p.T, C: own, Pos: p.Pos}
	case isNilValue(o.arg(0)):
		z.panics("runtime error: invalid memory address or nil pointer dereference", o.pos)
	default:
		reason := "an unknown schema"
		if u, ok := o.arg(0).(*value.Unknown); ok {
			reason = u.Reason
		}
		z.open(reason, o.pos)
	}
	return p
}

// property applies the option Property: it adds the property if it is missing, and
// applies options to its schema.
func (z *customizer) property(o *option, p *value.Ptr, s *value.Struct) {
	name, ok := value.StringOf(o.arg(0))
	if !ok {
		z.open("an option for a property with an unknown name", o.pos)
		return
	}
	key := value.NewString(name, value.PosOf(o.arg(0)))
	props, prop := z.find(s, key, o)
	if z.done {
		return
	}
	z.each(o.arg(1), func(so *option) {
		if so.name == "Required" {
			z.require(p, name, so)
		} else if v := z.set(so, prop); v != prop && !z.done {
			prop = v
			z.put(props, key, v)
		}
	})
}

// find returns the properties of the schema s and the schema of the property with the
// name key. It adds the property if it is missing.
func (z *customizer) find(s *value.Struct, key *value.Const, o *option) (props *value.Map, found value.Value) {
	name, _ := value.StringOf(key)
	props, ok := s.Field("Properties").(*value.Map)
	if !ok {
		if isNilValue(s.Field("Properties")) {
			z.panics("assignment to entry in nil map", o.pos)
		} else {
			z.open("an option for unknown properties", o.pos)
		}
		return nil, nil
	}
	maybe := false
	open := props.Entries(func(k, v value.Value, m bool) {
		if text, ok := value.StringOf(k); ok && text == name {
			found, maybe = v, m
		}
	})
	switch {
	case maybe || found == nil && open != nil:
		z.open("an option for a property that may exist or not", o.pos)
	case found == nil:
		st := value.NewStruct(s.T, o.pos)
		at := value.NewCell(st)
		z.owned[at] = z.owned[props.Obj]
		found = &value.Ptr{T: value.TypeOf(z.tool.Field("InputSchema")), C: at, Pos: o.pos}
		z.put(props, key, found)
	}
	return props, found
}

// require applies the option Required to the property with a name.
func (z *customizer) require(p *value.Ptr, name string, o *option) {
	s, _ := value.StructOf(p)
	if s == nil {
		z.open("an option that sets the schema of a type that is not loaded", o.pos)
		return
	}
	required, ok := value.BoolOf(o.arg(0))
	names, known := z.required(s)
	if !ok || !known {
		z.assign(p, "Required", &value.Unknown{Reason: "an unknown option", Pos: o.pos}, o.pos)
		return
	}
	has := slices.ContainsFunc(names, func(v value.Value) bool { return isString(v, name) })
	switch {
	case required == has:
		return
	case required:
		names = append(slices.Clip(names), value.NewString(name, o.pos))
	case z.shared: // the real option also deletes it from the program's slice
		z.open("a property that is made optional only in a copy of the schema", o.pos)
		return
	default:
		names = slices.DeleteFunc(names, func(v value.Value) bool { return isString(v, name) })
	}
	z.assign(p, "Required", value.NewSlice(value.TypeOf(s.Field("Required")), o.pos, names...), o.pos)
}

// required returns the names of a schema's required properties. It returns false if
// they are unknown.
func (z *customizer) required(s *value.Struct) ([]value.Value, bool) {
	f := s.Field("Required")
	if isNilValue(f) {
		return nil, true
	}
	list, ok := f.(*value.Slice)
	if !ok {
		return nil, false
	}
	vals, open := list.Values()
	return vals, open == nil && !slices.ContainsFunc(vals, func(v value.Value) bool {
		_, ok := value.StringOf(v)
		return !ok
	})
}

func isString(v value.Value, s string) bool {
	text, ok := value.StringOf(v)
	return ok && text == s
}
