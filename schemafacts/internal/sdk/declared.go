package sdk

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// A Framework is an SDK in which a tool is a value with a method that declares it. It is
// evaluated from source, with its constructors and the code that derives schemas by
// reflection, so that nothing depends on its version. Only the functions that make tools or
// take them for an agent are modelled.
//
// A tool is registered where a constructor makes it, or where an agent takes it. Any other
// declaration in the method of a user-defined type is untraced.
type Framework struct {
	// Name and Module are those of the dialect. Packages are the packages that are
	// evaluated, below the module, and Seeds are the types from which tools are made, by
	// package.
	Name, Module string
	Packages     []string
	Seeds        map[string][]string
	// Path and Declaration are the package and the name of the type of declarations, and
	// Method is the method of a tool that returns one.
	Path, Declaration, Method string
	// Constructors are the functions that make tools, with the index of the handler. The
	// arguments of the tool have the first type argument as their type.
	Constructors map[string]int
	// Agents are the functions that take a list of tools as their first argument.
	Agents []string
	// Runs are the functions that Input runs. Input returns the input schema of a
	// declaration, or is nil if the declaration is encoded as it is.
	Runs  []string
	Input func(h *Host, c *eval.Call, s *value.Struct) value.Value
}

// Dialect returns the dialect of a framework.
func (f *Framework) Dialect() Dialect {
	d := Dialect{Name: f.Name, Module: f.Module, Runs: f.Runs, Seeds: map[string][]string{}, Bind: f.bind}
	for _, path := range f.Packages {
		d.Packages = append(d.Packages, f.Module+path)
	}
	d.Reads = d.Packages
	for path, types := range f.Seeds {
		d.Seeds[f.Module+path] = types
	}
	return d
}

func (f *Framework) bind(h *Host) Bound {
	b := &declared{framework: f}
	b.Registrar = Registrar{Host: h, Dialect: f.Name, Paths: []string{f.Module + f.Path}, Type: f.Declaration, Offers: true,
		Functions: map[string]eval.Intrinsic{}, Unregistered: b.unregistered}
	for name, handler := range f.Constructors {
		b.Functions[f.Module+name] = b.construct(handler)
	}
	for _, name := range f.Agents {
		b.Functions[f.Module+name] = b.offered
	}
	return b
}

// declared models a framework for one package that uses it.
type declared struct {
	Registrar
	framework *Framework
}

// runSource runs the source of the function that is called.
func runSource(c *eval.Call) value.Value {
	fn := c.M.Env.Func(c.Key)
	if fn == nil || fn.Body == nil {
		c.Escape()
		return c.Spread("a tool of a framework whose source is not loaded")
	}
	return c.M.Call(fn, nil, c.Args, c.Targs, c.Pos)
}

// construct returns the model of a constructor. It runs the constructor, and registers
// the tool that it returns.
func (b *declared) construct(handler int) eval.Intrinsic {
	return func(c *eval.Call) value.Value {
		made := runSource(c)
		var args types.Type
		if len(c.Targs) > 0 {
			args = c.Targs[0]
		}
		if !b.declare(c, made, c.Arg(handler), args) {
			b.Host.Nameless(c, b.Dialect, made)
		}
		return made
	}
}

// offered models a function that takes tools for an agent. It ignores those of the
// framework's types and unknown ones, because their constructors have registered them.
func (b *declared) offered(c *eval.Call) value.Value {
	if list, ok := c.Arg(0).(*value.Slice); ok {
		for _, e := range list.Elems {
			if b.made(e.C.Get()) {
				continue
			}
			offer := func() {
				v := e.C.Get()
				if _, unknown := v.(*value.Unknown); !b.declare(c, v, nil, nil) && !unknown {
					b.Host.Nameless(c, b.Dialect, v)
				}
			}
			if e.Maybe {
				c.M.Under(offer)
			} else {
				offer()
			}
		}
	}
	return c.Spread("an option of an agent, which keeps its tools as they are")
}

// made reports whether a tool has a type of the framework.
func (b *declared) made(tool value.Value) bool {
	p, ok := types.Unalias(value.TypeOf(tool)).(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && named.Obj().Pkg() != nil && slices.Contains(b.framework.Packages, strings.TrimPrefix(named.Obj().Pkg().Path(), b.framework.Module))
}

// declare registers a tool by what its method declares. args is the type of its arguments,
// nil if it is unknown. declare returns false if the declaration is unknown for some of the
// values that the tool may be.
func (b *declared) declare(c *eval.Call, v, handler value.Value, args types.Type) (known bool) {
	known = v != nil
	Each(c, v, func(v value.Value) {
		method := &ir.Node{Name: b.framework.Method, Pos: c.Pos}
		d, ok := c.CallFunc(c.M.Dispatch(v, method))
		if _, isStruct := value.StructOf(d); !ok || !isStruct {
			known = false
			return
		}
		b.Register(c, d, handler, func(t *tool.Tool, s *value.Struct, _ *value.Cell) {
			kept := s.Copy()
			t.Doc = b.document(c, t, kept, args)
			var parts []value.Value
			for i := range kept.NumFields() {
				parts = append(parts, kept.At(i))
			}
			changed := func(conditional bool) {
				was := t.Input()
				t.Doc = Changed(t, b.document(c, t, kept, args), conditional)
				if in := t.Input(); in != nil && in.Kind == schema.Unresolved && was != nil && was.Type != nil {
					hole := *in // the tags of the type mean the same
					hole.Type, hole.Reflector = was.Type, was.Reflector
					t.Doc.Set("inputSchema", &hole)
				}
			}
			c.M.OnWrite(changed, parts...)
			if p, ok := v.(*value.Ptr); ok && args == nil { // an agent asks the tool again
				c.M.OnWriteTo(func(conditional bool) {
					again, _ := c.CallFunc(c.M.Dispatch(v, method))
					if kept, _ = value.StructOf(again); kept == nil {
						kept, _ = value.Symbolic(s.T, "may be changed after an agent has taken it", c.Pos, 0).(*value.Struct)
					}
					changed(conditional)
				}, p.C)
			}
		})
	})
	return known
}

// document returns the document of a tool that s declares and that takes args.
func (b *declared) document(c *eval.Call, t *tool.Tool, s *value.Struct, args types.Type) *schema.Node {
	var doc *schema.Node
	if b.framework.Input == nil {
		doc = b.Document(c.M, t, s.Copy())
	} else {
		e := NewEncoder(c.M)
		doc = Declare(t, e, e.Encode(s.Field("Description")), e.Encode(b.framework.Input(b.Host, c, s)), nil)
	}
	if args != nil {
		b.derived(doc.Get("inputSchema"), args)
	}
	return doc
}

// derived records the types from which the framework has derived a schema and the schemas
// of its properties. A schema comes from elsewhere if it lacks the properties of a struct, or
// has one that is not at a field.
func (b *declared) derived(n *schema.Node, t types.Type) {
	if n == nil || n.Kind != schema.Object {
		return
	}
	switch u := ir.Under(jsonfields.Pointee(t)).(type) {
	case *types.Slice:
		b.derived(n.Get("items"), u.Elem())
	case *types.Array:
		b.derived(n.Get("items"), u.Elem())
	case *types.Map:
		b.derived(n.Get("additionalProperties"), u.Elem())
	case *types.Struct:
		of := map[token.Pos]types.Type{}
		for f := range u.Fields() {
			of[f.Pos()] = f.Type()
		}
		var props []schema.Member
		if p := n.Get("properties"); p != nil {
			props = p.Members
		}
		if len(props) == 0 && len(jsonfields.Of(jsonfields.Pointee(t))) > 0 ||
			slices.ContainsFunc(props, func(m schema.Member) bool { return of[m.Value.Pos] == nil }) {
			return
		}
		for _, m := range props {
			b.derived(m.Value, of[m.Value.Pos])
		}
	}
	n.Type, n.Reflector = t, b.framework.Module
}

// unregistered sets the document of a declaration that is not known to belong to a tool.
// If the method of a tool makes it, an agent may get it from there, but no run has seen that.
func (b *declared) unregistered(m *eval.Machine, d *value.Def, t *tool.Tool, s *value.Struct) {
	t.Doc = b.document(&eval.Call{M: m, Pos: d.Pos}, t, s, nil)
	if b.declares(d.Func) && s.Tainted() == nil {
		t.RegPos = d.Func.Pos
		t.Hops = append(t.Hops, tool.Hop{Pos: d.Func.Pos, Text: "returned by " + b.framework.Method})
	}
}

// declares reports whether a function is the method by which a tool declares itself.
func (b *declared) declares(fn *ir.Func) bool {
	if fn == nil || !fn.Method || !strings.HasSuffix(fn.Key, ")."+b.framework.Method) || len(fn.Results) != 1 {
		return false
	}
	t := fn.Results[0].Type
	t = jsonfields.Pointee(t)
	return ir.IsNamed(t, b.Paths[0], b.Type)
}
