package sdk

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Registrar implements what the registrations of all SDKs have in common. It
// registers each alternative of a tool and of its name. It records where the tool was
// defined, how it was passed to the registration, what may have changed it, and
// whether it is conditional. The dialect adds what its own SDK does.
type Registrar struct {
	Host *Host
	// Dialect is the dialect's name.
	Dialect string
	// Paths are the import paths of the type whose values are definitions, and Type is
	// its name; "" means Tool. Without a path, calls are definitions; see [Define].
	Paths []string
	Type  string
	// Offers reports whether the SDK has no servers: a tool exists as soon as a list
	// given to a model contains it.
	Offers bool
	// Plain reports whether the SDK encodes the fields of a Tool and ignores its JSON
	// methods.
	Plain bool
	// Faults reports whether a panic during the construction of a tool is an error of
	// the tool; FaultPath is the JSON pointer of the part that it belongs to.
	Faults    bool
	FaultPath string
	// Functions are the models of the SDK's functions and methods. Family, if it is not
	// nil, returns the model of any other function of the SDK, or nil.
	Functions map[string]eval.Intrinsic
	Family    func(key string) eval.Intrinsic
	// Libraries are the schema libraries that programs may use with the SDK. The first
	// one that handles a type or function decides.
	Libraries []Library
	// Unregistered sets the document of a tool that was never registered and has the
	// definition d. If it is nil, the SDK has no such tools.
	Unregistered func(m *eval.Machine, d *value.Def, t *tool.Tool, s *value.Struct)
}

// Library models one schema library for one package. Its methods are those of
// [Bound].
type Library interface {
	Intrinsic(key string) eval.Intrinsic
	Encode(e *gojson.Encoder, v value.Value) (*schema.Node, bool)
	Decode(n *schema.Node, t types.Type) (value.Value, bool)
}

// Intrinsic returns the model of a function of the SDK or of a library, or nil.
func (r *Registrar) Intrinsic(key string) eval.Intrinsic {
	if in := r.Functions[key]; in != nil {
		return in
	}
	for _, l := range r.Libraries {
		if in := l.Intrinsic(key); in != nil {
			return in
		}
	}
	if r.Family != nil {
		return r.Family(key)
	}
	return nil
}

// Encode encodes values of the libraries' types. It returns false for any other type.
func (r *Registrar) Encode(e *gojson.Encoder, v value.Value) (*schema.Node, bool) {
	for _, l := range r.Libraries {
		if n, ok := l.Encode(e, v); ok {
			return n, true
		}
	}
	return nil, false
}

// Decode decodes JSON into a type of the libraries. It returns false for any other
// type.
func (r *Registrar) Decode(n *schema.Node, t types.Type) (value.Value, bool) {
	for _, l := range r.Libraries {
		if v, ok := l.Decode(n, t); ok {
			return v, true
		}
	}
	return nil, false
}

// Registers reports whether the dialect models a function, because it makes or
// receives tools.
func (r *Registrar) Registers(key string) bool { return r.Functions[key] != nil }

// Watch reports whether a value of this type defines a tool.
func (r *Registrar) Watch(t types.Type) bool {
	if r.Paths == nil {
		return t == Definition
	}
	return slices.ContainsFunc(r.Paths, func(path string) bool { return ir.IsNamed(t, path, cmp.Or(r.Type, "Tool")) })
}

// Register emits the tool that v is or points to, once for each alternative of v and
// of the name. finish sets the tool's document and other fields: s is the struct of
// the tool, and at is the cell that contains it, or nil if v is not a pointer. A tool
// whose name is unknown is recorded when the caller that passes the name is
// evaluated.
func (r *Registrar) Register(c *eval.Call, v, handler value.Value, finish func(t *tool.Tool, s *value.Struct, at *value.Cell)) {
	handler = r.Wrapped(handler)
	Each(c, v, func(v value.Value) {
		s, ok := value.StructOf(v)
		if !ok {
			r.Host.Nameless(c, r.Dialect, v)
			return
		}
		if s.Def != nil {
			s.Def.Used = true
		}
		names := value.Alternatives(s.Field("Name"))
		for _, name := range names {
			t := r.tool(s, name)
			if t != nil && t.Name == "" && len(names) > 1 {
				t, name = nil, s.Field("Name") // run time sets it
			}
			if t == nil {
				r.Host.Nameless(c, r.Dialect, name)
				continue
			}
			if !r.Offers {
				t.ServerPos = value.PosOf(server(c))
			}
			t.RegPos, t.HandlerPos, t.Handler = c.Pos, value.PosOf(handler), value.FuncKey(handler)
			t.Traced, t.Conditional = true, c.M.Conditional() || len(names) > 1
			for i, call := range c.M.Stack() {
				if i == 0 {
					continue // the root has no caller
				}
				t.Hops = append(t.Hops, tool.Hop{Pos: call.Pos, Text: "passed to " + ir.ShortKey(call.Fn.Key)})
			}
			t.Hops = append(t.Hops, tool.Hop{Pos: c.Pos, Text: "registered"})
			Tainted(t, s)
			finish(t, s, value.CellOf(v))
			emit := r.Host.Emit
			if r.Offers {
				emit = r.Host.EmitListed
			}
			if len(names) > 1 {
				c.M.Choose(func() { emit(c, t) })
			} else {
				emit(c, t)
			}
		}
	})
}

// Tainted makes a tool untraced if unseen code may have changed its definition s.
func Tainted(t *tool.Tool, s *value.Struct) {
	if why := s.Tainted(); why != nil && t.Traced {
		t.Traced = false
		t.Hops = append(t.Hops, tool.Hop{Pos: why.Pos, Text: why.Reason})
	}
}

// Untraced returns the tool of a definition that was never registered, or nil if its
// name is unknown.
func (r *Registrar) Untraced(m *eval.Machine, d *value.Def) *tool.Tool {
	if r.Unregistered == nil || d.Last() == nil || !r.Watch(d.T) {
		return nil
	}
	t := r.tool(d.Last(), d.Last().Field("Name"))
	if t == nil || t.Name == "" {
		return nil
	}
	t.Conditional = d.Cond
	r.Unregistered(m, d, t, d.Last())
	return t
}

// tool returns a tool with the fields that traced and untraced tools share, or nil if
// its name is unknown.
func (r *Registrar) tool(s *value.Struct, name value.Value) *tool.Tool {
	text, ok := value.StringOf(name)
	if !ok {
		return nil
	}
	t := &tool.Tool{Name: text, Dialect: r.Dialect, NamePos: value.PosOf(name), DefPos: s.Pos}
	if s.Def != nil {
		t.DefPos = s.Def.Pos
		t.Hops = append(t.Hops, tool.Hop{Pos: s.Def.Pos, Text: "defined"})
		if r.Faults {
			for _, f := range s.Def.Faults {
				t.Fail(tool.Problem{Path: r.FaultPath, Msg: f.Msg, Pos: At(f.Pos, t.NamePos)})
			}
		}
	}
	return t
}

// Document returns a tool in the form in which tools/list returns it. If a part of it
// cannot be encoded, Document adds an error to t. The struct s must be a private
// copy.
func (r *Registrar) Document(m *eval.Machine, t *tool.Tool, s *value.Struct) *schema.Node {
	s.SetField("Name", value.NewString(t.Name, t.NamePos))
	e := &gojson.Encoder{M: m, KeepTainted: true}
	print := e.Encode
	if r.Plain {
		print = func(value.Value) *schema.Node { return e.Plain(s) }
	}
	doc := print(s)
	Unlisted(t, doc, e.Faults)
	if doc.Kind == schema.Object {
		return doc
	}
	return OnlyName(t, doc.Text)
}

// OnlyName returns the document of a tool if only its name is known, and the reason is
// why.
func OnlyName(t *tool.Tool, reason string) *schema.Node {
	doc := schema.NewObject().At(t.DefPos)
	for _, part := range []string{"annotations", "description", "inputSchema", "name", "outputSchema", "title"} {
		if part == "name" {
			doc.Set(part, schema.NewString(t.Name).At(t.NamePos))
		} else {
			doc.Set(part, schema.NewUnresolved(reason, t.DefPos))
		}
	}
	return doc
}

// Changed returns the document of a tool after the program changed it, where doc is
// the new document and t.Doc the old one. If the change depends on a condition known
// only at run time, the members that differ are unresolved.
func Changed(t *tool.Tool, doc *schema.Node, conditional bool) *schema.Node {
	if !conditional {
		return doc
	}
	const why = "changed after the registration under a condition known only at run time"
	out := t.Doc.Clone()
	for _, m := range slices.Concat(doc.Members, t.Doc.Members) {
		if m.Name != "name" && !schema.Equal(doc.Get(m.Name), t.Doc.Get(m.Name)) {
			out.Set(m.Name, schema.NewUnresolved(why, t.RegPos))
		}
	}
	if doc.Partial != nil {
		out.Doubt(why, t.RegPos).More = true
	}
	return out
}

// Headers adds to t the errors with which the SDK rejects x-mcp-header extensions in
// its input schema; see [HeaderProblems].
func Headers(t *tool.Tool, deep bool) {
	if t.Input() == nil {
		return
	}
	for _, p := range HeaderProblems(t.Input(), deep) {
		p.Path, p.Pos = "/inputSchema"+p.Path, At(p.Pos, t.NamePos)
		t.Fail(p)
	}
}

// Delete returns the model of a method that removes tools. The argument with the
// index arg contains their names.
func (r *Registrar) Delete(arg int) eval.Intrinsic {
	return func(c *eval.Call) value.Value {
		r.Host.Remove(c, c.Arg(arg))
		return Done(c)
	}
}

// Replace returns the model of a method that removes all tools of its server and then
// behaves like add. If its list is not completely known, the removed tools may be in
// it, since programs ask a server for its tools, wrap their handlers and set them
// again. Then the removal is uncertain.
func (r *Registrar) Replace(add eval.Intrinsic) eval.Intrinsic {
	return func(c *eval.Call) value.Value {
		var names value.Value
		if !isWhole(c.Arg(0)) {
			names = c.Unknown("tools known only at run time")
		}
		r.Host.Remove(c, names)
		return add(c)
	}
}

// isWhole reports whether a list and all its elements are known.
func isWhole(v value.Value) bool {
	if value.IsNil(v) {
		return true
	}
	list, ok := v.(*value.Slice)
	return ok && list.Open == nil && !slices.ContainsFunc(list.Elems, func(e value.Elem) bool {
		return slices.ContainsFunc(value.Alternatives(e.C.Get()), func(v value.Value) bool {
			_, known := value.StructOf(v)
			return !known
		})
	})
}

// server returns the server with which a call registers a tool. It is the receiver of
// a method, or the first argument of a function.
func server(c *eval.Call) value.Value {
	if c.Recv != nil {
		return c.Recv
	}
	return c.Arg(0)
}

// Each calls f for each alternative of v. If there are several, the calls are under
// an unknown condition.
func Each(c *eval.Call, v value.Value, f func(value.Value)) {
	if u, ok := v.(*value.Unknown); ok && len(u.Alts) > 0 {
		for _, alt := range u.Alts {
			c.M.Under(func() { Each(c, alt, f) })
		}
		return
	}
	if v != nil {
		f(v)
	}
}

// Elements calls f for the structs in a list. If an element may be absent or has
// alternatives, the call is under an unknown condition. Elements records an unknown
// element as a registration without a name. For at, see [Registrar.Register].
func (r *Registrar) Elements(c *eval.Call, v value.Value, f func(s *value.Struct, at *value.Cell)) {
	list, ok := v.(*value.Slice)
	if !ok {
		r.Host.Nameless(c, r.Dialect, v)
		return
	}
	one := func(v value.Value) {
		if s, ok := value.StructOf(v); ok {
			f(s, value.CellOf(v))
		} else {
			r.Host.Nameless(c, r.Dialect, v)
		}
	}
	for _, e := range list.Elems {
		if e.Maybe {
			c.M.Under(func() { Each(c, e.C.Get(), one) })
		} else {
			Each(c, e.C.Get(), one)
		}
	}
	if list.Open != nil {
		r.Host.Nameless(c, r.Dialect, list.Open)
	}
}

// Done returns the result of a registration function: none, or a nil error.
func Done(c *eval.Call) value.Value {
	if c.Result != nil && types.Identical(c.Result, types.Universe.Lookup("error").Type()) {
		return &value.Nil{T: c.Result, Pos: c.Pos}
	}
	return value.Tuple{}
}

// At returns pos if it is valid, and other otherwise.
func At(pos, other token.Pos) token.Pos {
	if pos.IsValid() {
		return pos
	}
	return other
}

// Wrapped returns the only function that a function literal of the SDK captures, as the
// one that mcp.NewTypedToolHandler returns. It returns any other handler unchanged.
func (r *Registrar) Wrapped(handler value.Value) value.Value {
	c, ok := handler.(*value.Closure)
	if !ok || !slices.Contains(r.Paths, ir.PkgOf(c.Fn.Key)) {
		return handler
	}
	found := handler
	for _, cell := range c.Env {
		switch v := cell.Get().(type) {
		case *value.Closure, *value.Extern:
			if found != handler {
				return handler
			}
			found = v
		}
	}
	return found
}
