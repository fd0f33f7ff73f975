package lower

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// expr lowers an expression. It never returns nil.
func (b *body) expr(e ast.Expr) *ir.Node {
	b.depth++
	defer func() { b.depth-- }()
	if b.depth > 500 {
		return unknownNode("an expression that is nested too deeply", e.Pos(), nil)
	}
	tv, ok := b.info().Types[e]
	if ok && tv.Value != nil && tv.Value.Kind() != constant.Complex && !b.l.ofPlatform(e) {
		return b.l.callHook(e, tv, &ir.Node{Op: ir.OpConst, Pos: e.Pos(), Val: tv.Value, Type: tv.Type})
	}
	if ok && tv.IsNil() {
		return &ir.Node{Op: ir.OpNil, Pos: e.Pos(), Type: tv.Type}
	}
	if name := b.l.platformName(e); name != "" {
		return unknownNode(name+", the system that a program is built for", e.Pos(), types.Default(tv.Type))
	}
	n := b.expr1(e)
	if n == nil {
		return unknownNode("an unsupported expression", e.Pos(), tv.Type)
	}
	if n.Type == nil {
		n.Type = tv.Type
	}
	return n
}

func (b *body) expr1(e ast.Expr) *ir.Node {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return b.expr(e.X)
	case *ast.Ident:
		return b.ident(e, e.Pos())
	case *ast.SelectorExpr:
		return b.selector(e)
	case *ast.FuncLit:
		return b.literal(e)
	case *ast.CompositeLit:
		n := b.composite(e)
		if n != nil && n.Op == ir.OpComposite {
			return b.l.callHook(e, b.info().Types[e], n)
		}
		return n
	case *ast.CallExpr:
		return b.call(e)
	case *ast.StarExpr:
		return &ir.Node{Op: ir.OpDeref, Pos: e.Pos(), Kids: []*ir.Node{b.expr(e.X)}}
	case *ast.UnaryExpr:
		switch e.Op {
		case token.AND:
			return &ir.Node{Op: ir.OpAddr, Pos: e.Pos(), Kids: []*ir.Node{b.expr(e.X)}}
		case token.ARROW:
			return &ir.Node{Op: ir.OpBuiltin, Pos: e.Pos(), Name: "<-", Type: valueType(b.info().TypeOf(e)), Kids: []*ir.Node{b.expr(e.X)}}
		}
		return &ir.Node{Op: ir.OpUnary, Pos: e.Pos(), Int: int(e.Op), Kids: []*ir.Node{b.expr(e.X)}}
	case *ast.BinaryExpr:
		x, y := b.expr(e.X), b.expr(e.Y)
		b.typeNil(x, e.Y)
		b.typeNil(y, e.X)
		return &ir.Node{Op: ir.OpBinary, Pos: e.Pos(), Int: int(e.Op), Kids: []*ir.Node{x, y}}
	case *ast.IndexExpr:
		return b.index(e)
	case *ast.IndexListExpr:
		return b.expr(e.X) // a generic function with type arguments
	case *ast.SliceExpr:
		return b.slice(e)
	case *ast.TypeAssertExpr:
		if e.Type == nil {
			return nil
		}
		return &ir.Node{Op: ir.OpAssert, Pos: e.Pos(), Type: valueType(b.info().TypeOf(e)), Kids: []*ir.Node{b.expr(e.X)}}
	}
	return nil
}

// typeNil sets the type of a nil to the interface type that it is compared with: an
// interface that holds a nil pointer is not equal to nil.
func (b *body) typeNil(n *ir.Node, other ast.Expr) {
	if t := b.info().TypeOf(other); n.Op == ir.OpNil && ir.IsInterface(t) {
		n.Type = t
	}
}

func (b *body) ident(id *ast.Ident, pos token.Pos) *ir.Node {
	obj := b.info().Uses[id]
	if obj == nil {
		obj = b.info().Defs[id]
	}
	switch obj := obj.(type) {
	case *types.Var:
		if isPkgVar(obj) {
			return &ir.Node{Op: ir.OpGlobal, Pos: pos, Name: ir.VarKey(obj), Type: obj.Type()}
		}
		if s, ok := b.slot(obj); ok {
			return &ir.Node{Op: ir.OpLocal, Pos: pos, Int: s, Type: obj.Type()}
		}
		return unknownNode("variable "+obj.Name()+" is declared where it is not followed", pos, obj.Type())
	case *types.Func:
		return b.funcRef(obj, id, pos)
	case *types.Nil:
		return &ir.Node{Op: ir.OpNil, Pos: pos, Type: b.info().TypeOf(id)}
	}
	return nil
}

func (b *body) funcRef(fn *types.Func, id *ast.Ident, pos token.Pos) *ir.Node {
	n := &ir.Node{Op: ir.OpFunc, Pos: pos, Name: b.l.key(fn), Type: fn.Type()}
	if inst, ok := b.info().Instances[id]; ok {
		n.Type = inst.Type
		for i := range inst.TypeArgs.Len() {
			n.Types = append(n.Types, inst.TypeArgs.At(i))
		}
	}
	return n
}

func (b *body) selector(e *ast.SelectorExpr) *ir.Node {
	sel, ok := b.info().Selections[e]
	if !ok {
		return b.ident(e.Sel, e.Pos()) // a qualified identifier
	}
	switch sel.Kind() {
	case types.FieldVal:
		n, _ := b.path(b.expr(e.X), sel.Recv(), sel.Index(), e.Pos())
		return n
	case types.MethodVal:
		return b.method(e, sel)
	case types.MethodExpr:
		return b.methodExpr(e, sel)
	}
	return nil
}

// path lowers a selector that reaches a field through embedded fields. It also
// returns the type of the field.
func (b *body) path(x *ir.Node, t types.Type, index []int, pos token.Pos) (*ir.Node, types.Type) {
	for _, i := range index {
		u := ir.Under(t)
		if p, ok := u.(*types.Pointer); ok {
			u = ir.Under(p.Elem())
		}
		st, ok := u.(*types.Struct)
		if !ok || i >= st.NumFields() {
			return unknownNode("a field of a type that is not loaded", pos, nil), t
		}
		f := st.Field(i)
		x = &ir.Node{Op: ir.OpField, Pos: pos, Name: f.Name(), Type: f.Type(), Kids: []*ir.Node{x}}
		t = f.Type()
	}
	return x, t
}

// method lowers the method value x.m. It takes the address of x, or dereferences x,
// as Go does implicitly.
func (b *body) method(e *ast.SelectorExpr, sel *types.Selection) *ir.Node {
	fn := sel.Obj().(*types.Func)
	idx := sel.Index()
	x, t := b.path(b.expr(e.X), sel.Recv(), idx[:len(idx)-1], e.X.Pos())
	sig := fn.Signature()
	if ir.IsInterface(t) || ir.IsTypeParam(t) {
		n := &ir.Node{Op: ir.OpMethod, Pos: e.Pos(), Flag: true, Name: fn.Name(), Type: sel.Type(), Kids: []*ir.Node{x}}
		if b.l.rel.Static != nil && b.l.rel.Static(b.l.key(fn)) {
			n.Types = []types.Type{sig.Recv().Type()}
		}
		return n
	}
	_, wantsPtr := types.Unalias(sig.Recv().Type()).(*types.Pointer)
	_, isPtr := ir.Under(t).(*types.Pointer)
	switch {
	case wantsPtr && !isPtr:
		x = &ir.Node{Op: ir.OpAddr, Pos: e.X.Pos(), Type: types.NewPointer(t), Kids: []*ir.Node{x}}
	case !wantsPtr && isPtr:
		x = &ir.Node{Op: ir.OpDeref, Pos: e.X.Pos(), Type: ir.Under(t).(*types.Pointer).Elem(), Kids: []*ir.Node{x}}
	}
	return &ir.Node{Op: ir.OpMethod, Pos: e.Pos(), Name: b.l.key(fn), Type: sel.Type(), Types: b.methodTargs(e, t), Kids: []*ir.Node{x}}
}

// methodTargs returns the type arguments of a generic method (Go 1.27): first those
// of the receiver type, then those of the method. For other methods it returns nil,
// because the evaluator takes their type arguments from the receiver's value.
func (b *body) methodTargs(e *ast.SelectorExpr, recv types.Type) []types.Type {
	inst, ok := b.info().Instances[e.Sel]
	if !ok {
		return nil
	}
	var out []types.Type
	if named, ok := types.Unalias(jsonfields.Pointee(recv)).(*types.Named); ok {
		out = slices.Collect(named.TypeArgs().Types())
	}
	return slices.AppendSeq(out, inst.TypeArgs.Types())
}

// methodExpr lowers the method expression T.m, a function whose first parameter is
// the receiver.
func (b *body) methodExpr(e *ast.SelectorExpr, sel *types.Selection) *ir.Node {
	fn := sel.Obj().(*types.Func)
	if len(sel.Index()) > 1 || ir.IsInterface(sel.Recv()) {
		return unknownNode("a method expression through an embedded field or interface", e.Pos(), sel.Type())
	}
	return &ir.Node{Op: ir.OpFunc, Pos: e.Pos(), Name: b.l.key(fn), Type: sel.Type(), Types: b.methodTargs(e, sel.Recv())}
}

func constOf(info *types.Info, e ast.Expr) constant.Value {
	if tv, ok := info.Types[e]; ok && tv.Value != nil {
		return constant.ToInt(tv.Value)
	}
	return constant.MakeUnknown()
}

func (b *body) index(e *ast.IndexExpr) *ir.Node {
	if tv, ok := b.info().Types[e.X]; ok {
		if _, isSig := tv.Type.(*types.Signature); isSig {
			return b.expr(e.X) // a generic function with a type argument
		}
	}
	return &ir.Node{Op: ir.OpIndex, Pos: e.Pos(), Type: valueType(b.info().TypeOf(e)), Kids: []*ir.Node{b.expr(e.X), b.expr(e.Index)}}
}

func (b *body) slice(e *ast.SliceExpr) *ir.Node {
	n := &ir.Node{Op: ir.OpSlice, Pos: e.Pos(), Kids: []*ir.Node{b.expr(e.X)}}
	for _, x := range []ast.Expr{e.Low, e.High, e.Max} {
		if x == nil {
			n.Kids = append(n.Kids, ir.AbsentBound())
		} else {
			n.Kids = append(n.Kids, b.expr(x))
		}
	}
	return n
}

func (b *body) call(e *ast.CallExpr) *ir.Node {
	tv := b.info().Types[e.Fun]
	if tv.IsType() {
		if len(e.Args) != 1 {
			return nil
		}
		return &ir.Node{Op: ir.OpConvert, Pos: e.Pos(), Type: tv.Type, Kids: []*ir.Node{b.expr(e.Args[0])}}
	}
	if tv.IsBuiltin() {
		return b.builtin(e)
	}
	sig, ok := typeUnder(tv.Type).(*types.Signature)
	if !ok {
		return nil
	}
	n := &ir.Node{Op: ir.OpCall, Pos: e.Pos(), Int: -1, Flag: e.Ellipsis.IsValid(), Type: resultType(sig), Kids: []*ir.Node{b.expr(e.Fun)}}
	for _, a := range e.Args {
		n.Kids = append(n.Kids, b.expr(a))
	}
	if sig.Variadic() {
		last := sig.Params().Len() - 1
		n.Int = last
		n.Types = []types.Type{sig.Params().At(last).Type()}
	}
	return n
}

func typeUnder(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return ir.Under(t)
}

func resultType(sig *types.Signature) types.Type {
	if sig.Results().Len() == 1 {
		return sig.Results().At(0).Type()
	}
	return sig.Results()
}

func (b *body) builtin(e *ast.CallExpr) *ir.Node {
	id := calleeIdent(e.Fun)
	if id == nil {
		return nil
	}
	n := &ir.Node{Op: ir.OpBuiltin, Pos: e.Pos(), Name: id.Name, Flag: e.Ellipsis.IsValid(), Type: b.info().TypeOf(e)}
	args := e.Args
	if (id.Name == "new" || id.Name == "make") && len(args) > 0 {
		if tv := b.info().Types[args[0]]; tv.IsType() {
			args = args[1:]
		}
	}
	for _, a := range args {
		n.Kids = append(n.Kids, b.expr(a))
	}
	return n
}

// embed returns the contents of the file in a go:embed directive as a constant. If
// the directive names several files or the file cannot be read, it returns an unknown
// node.
func (l *lowerer) embed(pattern string, v *types.Var) *ir.Node {
	notRead := func(why string) *ir.Node {
		return unknownNode(fmt.Sprintf("go:embed %s: %s", pattern, why), v.Pos(), v.Type())
	}
	name := strings.Trim(pattern, "\"`")
	if isEmbedFS(v.Type()) {
		return l.embedFS(pattern, v)
	}
	list, isList := ir.Under(v.Type()).(*types.Slice)
	if !ir.IsString(ir.Under(v.Type())) && !(isList && ir.IsByte(list.Elem())) {
		return notRead("not a string or byte slice")
	}
	if l.src.Dir == "" || strings.ContainsAny(name, "*?[ ") || !filepath.IsLocal(filepath.FromSlash(name)) {
		return notRead("not one file")
	}
	data, err := l.readEmbedded(name)
	if err != nil {
		return notRead(err.Error())
	}
	val := constant.MakeString(string(data))
	return l.callHook(nil, types.TypeAndValue{Type: v.Type(), Value: val}, &ir.Node{Op: ir.OpConst, Pos: v.Pos(), Val: val, Type: v.Type()})
}
