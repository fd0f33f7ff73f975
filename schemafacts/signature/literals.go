package signature

import (
	"encoding/json"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/internal/jsonmethod"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// evaluator converts literals to the JSON that encoding/json writes for them, without
// null members, because inputs do not contain them.
type evaluator struct {
	info   *types.Info
	reason string // why the conversion failed, or ""; its subject is a name
	// outer is the literal whose fields may be unknown, and lost are the unknown fields.
	outer *ast.CompositeLit
	lost  []Text
}

func (e *evaluator) fail(reason string) *schema.Node {
	if e.reason == "" {
		e.reason = reason
	}
	return schema.NewNull()
}

// expr returns the value of an expression that is assigned to type t.
func (e *evaluator) expr(x ast.Expr, t types.Type) *schema.Node {
	x = ast.Unparen(x)
	tv := e.info.Types[x]
	if types.IsInterface(t) && tv.Type != nil && !tv.IsNil() {
		t = types.Default(tv.Type)
	}
	switch {
	case tv.IsNil():
		return schema.NewNull()
	case tv.Value != nil:
		return e.constant(tv.Value, t)
	}
	lit := literalOf(x)
	if lit == nil {
		return e.fail("is not a literal")
	}
	t = jsonfields.Pointee(e.info.TypeOf(lit))
	if !e.plain(t) {
		return schema.NewNull()
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		return e.structure(t, lit)
	case *types.Slice:
		return e.elements(lit, u.Elem(), -1)
	case *types.Array:
		return e.elements(lit, u.Elem(), int(u.Len()))
	case *types.Map:
		return e.mapping(lit, u)
	}
	return e.fail("is not a literal")
}

// literalOf returns the composite literal that x is, or whose address x takes, or nil.
func literalOf(x ast.Expr) *ast.CompositeLit {
	x = ast.Unparen(x)
	if u, ok := x.(*ast.UnaryExpr); ok && u.Op == token.AND {
		x = ast.Unparen(u.X)
	}
	lit, _ := x.(*ast.CompositeLit)
	return lit
}

// plain reports whether values of t are written as their kind says.
func (e *evaluator) plain(t types.Type) bool {
	if jsonmethod.Writes(t, true).Kind != jsonmethod.None {
		e.fail("has parts that a method writes")
		return false
	}
	return true
}

// constant returns a constant of type t.
func (e *evaluator) constant(v constant.Value, t types.Type) *schema.Node {
	t = jsonfields.Pointee(t)
	if !e.plain(t) {
		return schema.NewNull()
	}
	b, _ := types.Default(t).Underlying().(*types.Basic)
	switch {
	case b == nil:
		return e.fail("is not a literal")
	case b.Info()&types.IsFloat != 0:
		if s, ok := floatLiteral(v); ok {
			return schema.NewNumber(s)
		}
	case v.Kind() == constant.String:
		return schema.NewString(constant.StringVal(v))
	case v.Kind() == constant.Bool:
		return schema.NewBool(constant.BoolVal(v))
	case b.Info()&types.IsInteger != 0:
		return schema.NewNumber(constant.ToInt(v).ExactString())
	}
	return e.fail("has no form in JSON")
}

func printFloat(f float64) (string, bool) {
	data, err := json.Marshal(f)
	return string(data), err == nil
}

func (e *evaluator) elements(lit *ast.CompositeLit, elem types.Type, size int) *schema.Node {
	if b, ok := elem.Underlying().(*types.Basic); ok && b.Kind() == types.Uint8 && size < 0 {
		return e.fail("has bytes that are written as base64")
	}
	out := schema.NewArray()
	for _, x := range lit.Elts {
		if _, ok := x.(*ast.KeyValueExpr); ok {
			return e.fail("has elements with indexes")
		}
		out.Elems = append(out.Elems, e.expr(x, elem))
	}
	for len(out.Elems) < size && e.reason == "" {
		out.Elems = append(out.Elems, e.zero(elem))
	}
	return out
}

func (e *evaluator) mapping(lit *ast.CompositeLit, m *types.Map) *schema.Node {
	out := schema.NewObject()
	for _, x := range lit.Elts {
		kv, ok := x.(*ast.KeyValueExpr)
		if !ok {
			return e.fail("is not a literal")
		}
		key := e.expr(kv.Key, m.Key())
		name := key.Text
		if key.Kind != schema.String && key.Kind != schema.Number {
			return e.fail("has keys that are not constants")
		}
		out.Set(name, e.expr(kv.Value, m.Elem()))
	}
	out.SortMembers()
	return out
}

// structure returns a struct. lit is nil for its zero value.
func (e *evaluator) structure(t types.Type, lit *ast.CompositeLit) *schema.Node {
	out := schema.NewObject()
	for _, f := range jsonfields.Of(t) {
		x, present := fieldExpr(t, lit, f.Path)
		if !present && (f.OmitZero || f.Pointer) {
			continue
		}
		var n *schema.Node
		if present {
			n = e.expr(x, f.Var.Type())
		} else if f.OmitEmpty && omittable(f.Var.Type()) {
			continue
		} else {
			n = e.zero(f.Var.Type())
		}
		if e.reason != "" && lit != nil && lit == e.outer {
			e.lost, e.reason = append(e.lost, Text{f.Name, e.reason}), ""
			continue
		}
		if e.reason != "" {
			return out
		}
		if n.Kind == schema.Null || f.OmitEmpty && omittable(f.Var.Type()) && isEmpty(n) {
			continue
		}
		if f.Quoted {
			n = schema.NewString(n.String())
		}
		out.Set(f.Name, n)
	}
	return out
}

// isEmpty reports whether the option omitempty omits a value whose JSON is n.
func isEmpty(n *schema.Node) bool {
	switch n.Kind {
	case schema.Bool:
		return n.IsFalse()
	case schema.Number:
		f, err := strconv.ParseFloat(n.Text, 64)
		return err == nil && f == 0
	case schema.String:
		return n.Text == ""
	case schema.Array, schema.Object:
		return len(n.Elems)+len(n.Members) == 0
	}
	return false
}

// fieldExpr returns the expression that a literal gives to the field at an index
// path, through the literals of embedded structs.
func fieldExpr(t types.Type, lit *ast.CompositeLit, index []int) (ast.Expr, bool) {
	for lit != nil {
		st, ok := t.Underlying().(*types.Struct)
		if !ok {
			return nil, false
		}
		x, depth := element(lit, st, index)
		if x == nil {
			return nil, false
		}
		if depth == len(index) {
			return x, true
		}
		inner := literalOf(x)
		if inner == nil {
			return x, true // no literal: the caller says so
		}
		for _, at := range index[:depth] {
			t = jsonfields.Pointee(t.Underlying().(*types.Struct).Field(at).Type())
		}
		lit, index = inner, index[depth:]
	}
	return nil, false
}

// element returns the expression that a literal gives to the field at an index path,
// or to an embedded struct that contains the field. It also returns the number of
// indexes that lead to that element. A key may name a promoted field (Go 1.27). It
// returns nil if the literal does not set the field.
func element(lit *ast.CompositeLit, st *types.Struct, index []int) (ast.Expr, int) {
	for i, x := range lit.Elts {
		kv, ok := x.(*ast.KeyValueExpr)
		if !ok {
			if i == index[0] {
				return x, 1
			}
			continue
		}
		if id, ok := kv.Key.(*ast.Ident); ok {
			_, path, _ := types.LookupFieldOrMethod(st, false, st.Field(0).Pkg(), id.Name)
			if n := len(path); n > 0 && n <= len(index) && slices.Equal(path, index[:n]) {
				return kv.Value, n
			}
		}
	}
	return nil, 0
}

// zero returns the zero value of t.
func (e *evaluator) zero(t types.Type) *schema.Node {
	t = types.Unalias(t)
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Interface:
		return schema.NewNull()
	case *types.Basic:
		if !e.plain(t) {
			return schema.NewNull()
		}
		switch info := u.Info(); {
		case info&types.IsString != 0:
			return schema.NewString("")
		case info&types.IsBoolean != 0:
			return schema.NewBool(false)
		case info&(types.IsInteger|types.IsFloat) != 0:
			return schema.NewNumber("0")
		}
	case *types.Struct:
		if e.plain(t) {
			return e.structure(t, nil)
		}
	case *types.Array:
		if e.plain(t) && u.Len() < maxDepth {
			zero := e.zero(u.Elem())
			return schema.NewArray(slices.Repeat([]*schema.Node{zero}, int(u.Len()))...).Clone()
		}
	}
	return e.fail("has parts that have no literal form")
}
