package gosdk

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/jsonschemago"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Up to v0.1 the SDK bound tools to handlers before it registered them:
//
//	tool := mcp.NewServerTool("greet", "says hi", greet, mcp.Input(mcp.Property("name", mcp.Required(true))))
//	server.AddTools(tool, &mcp.ServerTool{Tool: &mcp.Tool{...}, Handler: h})
//
// NewServerTool infers a schema and lets options change it. A ServerTool literal is
// used unchanged.

// newServerTool models mcp.NewServerTool[In, Out](name, description, handler,
// options...).
func (b *bound) newServerTool(c *eval.Call) value.Value {
	st, tool := b.emptyServerTool(c)
	if tool == nil || len(c.Targs) != 2 {
		return c.Unknown("a tool of a type that is not loaded")
	}
	var fn *ir.Func
	if stack := c.M.Stack(); len(stack) > 0 {
		fn = stack[len(stack)-1].Fn
	}
	c.M.Define(tool, c.Pos, fn)
	setArg := func(s *value.Struct, field string, i int) {
		if v := c.Arg(i); v != nil {
			s.SetField(field, v)
		}
	}
	setArg(tool, "Name", 0)
	setArg(tool, "Description", 1)
	setArg(st, "rawHandler", 2)
	schema, fault := b.schemaOf(c.Targs[0], schemaType(tool), c.Pos)
	if fault != nil {
		tool.Def.Faults = append(tool.Def.Faults, fault)
	}
	tool.SetField("InputSchema", schema)
	b.customize(c, tool, c.Arg(3))
	return &value.Ptr{T: c.Result, C: value.NewCell(st), Pos: c.Pos}
}

// emptyServerTool returns a new ServerTool and the Tool to which it points, or nil if
// their types are not visible.
func (b *bound) emptyServerTool(c *eval.Call) (st, tool *value.Struct) {
	p, ok := types.Unalias(c.Result).(*types.Pointer)
	if !ok || !ir.IsNamed(p.Elem(), mcpPath, "ServerTool") {
		return nil, nil
	}
	if st = value.NewStruct(p.Elem(), c.Pos); st == nil {
		return nil, nil
	}
	for i := range st.NumFields() {
		f, _ := st.FieldVar(i)
		if p, ok := types.Unalias(f.Type()).(*types.Pointer); ok && f.Name() == "Tool" {
			tool = value.NewStruct(p.Elem(), c.Pos)
		}
	}
	if tool != nil {
		st.SetField("Tool", &value.Ptr{T: types.NewPointer(tool.T), C: value.NewCell(tool), Pos: c.Pos})
	}
	return st, tool
}

// schemaType returns the struct type of the schemas in a Tool, or nil if the schema
// fields have type any, as in later releases.
func schemaType(tool *value.Struct) types.Type {
	for i := range tool.NumFields() {
		f, _ := tool.FieldVar(i)
		if p, ok := types.Unalias(f.Type()).(*types.Pointer); ok && f.Name() == "InputSchema" {
			return p.Elem()
		}
	}
	return nil
}

// schemaOf returns the schema of a Go type as a value that the program can change. If
// the SDK rejects the type, it returns an unresolved value and the panic.
func (b *bound) schemaOf(t, schemaType types.Type, pos token.Pos) (value.Value, *value.Fault) {
	if b.infers == nil || schemaType == nil {
		return node(schema.NewUnresolved("inferred by an unknown version of the SDK", pos)), nil
	}
	n, err := b.infers.Infer(t, nil)
	if err == nil {
		return b.infers.Pointer(n, schemaType), nil
	}
	return refused(t, err, pos)
}

// refused returns an unresolved value in place of the schema of t, which could not be
// inferred. If the SDK panics, it also returns the panic.
func refused(t types.Type, err error, pos token.Pos) (value.Value, *value.Fault) {
	var te *jsonschemago.TypeError
	if errors.As(err, &te) {
		hole := schema.NewUnresolved("registration panics: "+te.Msg, sdk.At(te.Pos, pos))
		hole.Type, hole.Reflector = t, jsonschemago.Path // for checks that report the cause
		return node(hole), &value.Fault{Msg: te.Msg, Pos: sdk.At(te.Pos, pos)}
	}
	var ue *jsonschemago.Unresolvable
	if errors.As(err, &ue) {
		return node(schema.NewUnresolved(ue.Reason, sdk.At(ue.Pos, pos))), nil
	}
	return node(schema.NewUnresolved(err.Error(), pos)), nil
}

// addTools models (*mcp.Server).AddTools(tools...).
func (b *bound) addTools(c *eval.Call) value.Value {
	b.Elements(c, c.Arg(0), func(st *value.Struct, at *value.Cell) { b.addServerTool(c, st, at) })
	return sdk.Done(c)
}

// addServerTool registers one ServerTool. The SDK validates it only if NewServerTool
// did not make it.
func (b *bound) addServerTool(c *eval.Call, st *value.Struct, at *value.Cell) {
	handler := st.Field("rawHandler")
	reg := registration{handler: handler, keeps: true}
	if isNilValue(handler) {
		reg.handler, reg.resolves = st.Field("Handler"), true
		reg.unhandled = isNilValue(reg.handler)
	}
	b.register(c, st.Field("Tool"), reg)
	if at != nil && reg.resolves {
		c.M.SetField(at, "rawHandler", reg.handler)
	}
}

func isNilValue(v value.Value) bool {
	_, ok := v.(*value.Nil)
	return ok || v == nil
}

// unhandled returns the message with which AddTools panics for a tool without a
// handler.
func unhandled(name string) string { return fmt.Sprintf("AddTools: tool %q has no handler", name) }
