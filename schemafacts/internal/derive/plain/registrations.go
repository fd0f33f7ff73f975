package plain

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/derive/settings"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"github.com/schemavet/schemavet/schemafacts/signature"
)

// Registers reports whether a function registers tools according to the settings.
func (p *Functions) Registers(key string) bool {
	return slices.ContainsFunc(p.Settings.Registrations, func(r settings.Registration) bool {
		return settings.PlainKey(r.Func) == settings.PlainKey(key)
	})
}

// RegistrationIn reports whether the settings name a function of a package.
func (p *Functions) RegistrationIn(path string) bool {
	return slices.ContainsFunc(p.Settings.Registrations, func(r settings.Registration) bool { return ir.PkgOf(r.Func) == path })
}

// Registration returns the model of a function in the settings that registers tools.
func (p *Functions) Registration(r settings.Registration) eval.Intrinsic {
	return func(c *eval.Call) value.Value {
		for _, h := range handlersOf(r, c) {
			p.register(r, c, h)
		}
		// Registries are often written so that calls can be chained.
		if t := value.TypeOf(c.Recv); t != nil && c.Result != nil && types.Identical(t, c.Result) {
			return c.Recv
		}
		return c.Spread("result of " + ir.ShortKey(c.Key))
	}
}

// handlersOf returns the functions that a call registers. A variadic argument may
// contain several.
func handlersOf(r settings.Registration, c *eval.Call) []value.Value {
	i := r.Handler
	if i < 0 {
		i = slices.IndexFunc(c.Args, func(v value.Value) bool {
			if list, ok := v.(*value.Slice); ok && len(list.Elems) > 0 {
				v = list.Elems[0].C.Get()
			}
			return isFunction(v)
		})
	}
	arg := argument(c, i)
	if list, ok := arg.(*value.Slice); ok {
		var out []value.Value
		for _, e := range list.Elems {
			out = append(out, e.C.Get())
		}
		return out
	}
	return []value.Value{arg} // nil if unknown; the call registers a tool nevertheless
}

// argument returns the i-th argument of a call, or nil if the index is negative or
// the call has no such argument.
func argument(c *eval.Call, i int) value.Value {
	if i < 0 {
		return nil
	}
	return c.Arg(i)
}

func isFunction(v value.Value) bool {
	switch v := v.(type) {
	case *value.Closure:
		return true
	case *value.Extern, *value.Unknown:
		t := value.TypeOf(v)
		if t == nil {
			return false
		}
		_, ok := t.Underlying().(*types.Signature)
		return ok
	}
	return false
}

// register emits the tool that a call makes from a function.
func (p *Functions) register(r settings.Registration, c *eval.Call, handler value.Value) {
	f, known := p.handler(handler)
	if key := value.FuncKey(handler); key != "" {
		p.given[key] = true
	} else {
		p.givenUnknown = p.givenUnknown || !known
	}
	name := argument(c, r.Name)
	text, named := value.StringOf(name)
	switch {
	case r.Name >= 0 && !named:
		p.list.Nameless(c, dialects.PlainFunctions, name)
		return
	case r.Name >= 0 && text == "":
		return
	case !known && r.Name >= 0:
		p.emitRegistered(r, c, p.unknownHandler(text, handler))
		return
	case !known: // the function, whose name is the tool's name, is unknown
		p.list.Nameless(c, dialects.PlainFunctions, handler)
		return
	}
	f.OneStruct = r.OneStruct
	s := signature.Describe(f, p.Comments, p.Options())
	marked := s.Name
	if r.Name >= 0 {
		s.Name, s.NamePos = text, value.PosOf(name)
	} else if !s.Tool {
		s.NamePos = value.PosOf(handler)
	}
	if s.Name == "" { // a literal has no name of its own
		p.list.Unnamed(c, dialects.PlainFunctions, value.PosOf(handler), "a function literal has no name")
		return
	}
	if f.Object != nil && s.Tool && s.Name == marked {
		alone := f
		alone.OneStruct = false
		if shape := signature.Describe(alone, p.Comments, p.Options()).Shape; r.OneStruct && !shape.OneStruct && !shape.Receiver && p.Owns(c.Pos) {
			p.idle = append(p.idle, idle{Idle: Idle{c.Pos,
				fmt.Sprintf("the registration takes the arguments of function %q from a struct, and its directive does not say so; write args=request", f.Object.Name())}})
		}
		if f.Object.Pkg() != p.Pass.Pkg {
			return // its own package records it
		}
		p.replaceDirective(f.Object)
	}
	pos := f.Pos
	if f.Object != nil {
		pos = f.Object.Pos()
	}
	t := p.newSignatureTool(&s, pos)
	t.Handler = value.FuncKey(handler)
	p.commentsUnknown(f, t)
	p.emitRegistered(r, c, t)
}

// emitRegistered completes a tool with the arguments of the call and emits it.
func (p *Functions) emitRegistered(r settings.Registration, c *eval.Call, t *tool.Tool) {
	t.RegPos, t.Conditional = c.Pos, c.M.Conditional()
	t.Hops = append(t.Hops, tool.Hop{Pos: c.Pos, Text: "passed to " + ir.ShortKey(c.Key)})
	if desc := argument(c, r.Description); desc != nil && !value.IsEmpty(desc) {
		e := &gojson.Encoder{M: c.M, KeepTainted: true}
		t.Doc.Set("description", e.Encode(desc))
	}
	t.Doc.SortMembers()
	p.list.Emit(c, t)
}

// unknownHandler returns a tool that is unknown except for its name.
func (p *Functions) unknownHandler(name string, handler value.Value) *tool.Tool {
	reason := "an unknown function"
	if u, ok := handler.(*value.Unknown); ok {
		reason += ": " + u.Reason
	}
	pos := value.PosOf(handler)
	s := signature.Schema{Name: name, Input: schema.NewUnresolved(reason, pos), Output: schema.NewUnresolved(reason, pos)}
	t := p.newSignatureTool(&s, pos)
	t.HandlerPos = token.NoPos
	t.Doc.Set("description", schema.NewUnresolved(reason, pos))
	return t
}

// replaceDirective removes the tool that a directive makes from a function: the
// registration's tool contains the same and more.
func (p *Functions) replaceDirective(fn *types.Func) {
	old := p.byDirective[fn.Origin()]
	p.list.Tools = slices.DeleteFunc(p.list.Tools, func(t *tool.Tool) bool { return old != nil && t.Handler == old.Handler && t.RegPos == old.RegPos })
}

// commentsUnknown makes the description of a function unresolved if its comment is
// unknown, because its package is not the user's.
func (p *Functions) commentsUnknown(f signature.Func, t *tool.Tool) {
	if f.Object == nil || f.Object.Pkg() == nil || t.Doc.Has("description") || p.Comments(f.Object.Pkg().Path()) != nil {
		return
	}
	t.Doc.Set("description", schema.NewUnresolved("the comments of package "+f.Object.Pkg().Path()+" are unknown", t.RegPos))
}

// handler returns the function of a function value in the form that package signature
// takes. ok is false if the function is unknown.
func (p *Functions) handler(v value.Value) (f signature.Func, ok bool) {
	switch v := v.(type) {
	case *value.Closure:
		fn := p.Space.Func(v.Fn.Key)
		if fn == nil || v.Fn.Method && v.Recv == nil {
			sig := literalSignature(v, p.Space.Package(v.Fn.Pkg))
			return signature.Func{Sig: sig, Pos: v.Fn.Pos, Comment: p.literalComment(v.Fn.Pos)}, true
		}
		return p.handlerFunc(fn, v.Targs), true
	case *value.Extern:
		if fn := p.Space.Func(v.Key); fn != nil && (fn.Signature().Recv() == nil) == (v.Recv == nil) {
			return p.handlerFunc(fn, v.Targs), true
		}
		if v.T != nil {
			if sig, isSig := v.T.Underlying().(*types.Signature); isSig {
				return signature.Func{Sig: sig, Pos: v.Pos}, true
			}
		}
	}
	return signature.Func{}, false
}

func (p *Functions) handlerFunc(fn *types.Func, targs []types.Type) signature.Func {
	var sig *types.Signature
	if n := fn.Signature().TypeParams().Len(); n > 0 && n == len(targs) {
		if inst, err := types.Instantiate(nil, fn.Type(), targs, true); err == nil {
			sig, _ = inst.(*types.Signature)
		}
	}
	return p.describedFunc(fn, sig, fn.Pos())
}

// literalSignature returns the signature of a function literal.
func literalSignature(c *value.Closure, pkg *types.Package) *types.Signature {
	tuple := func(list []ir.Param) *types.Tuple {
		var vars []*types.Var
		for _, p := range list {
			vars = append(vars, types.NewParam(c.Fn.Pos, pkg, p.Name, p.Type))
		}
		return types.NewTuple(vars...)
	}
	return types.NewSignatureType(nil, nil, nil, tuple(c.Fn.Params), tuple(c.Fn.Results), c.Fn.Variadic)
}
