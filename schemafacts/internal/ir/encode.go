package ir

import (
	"encoding/binary"
	"go/constant"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
)

// Encoded programs are compact and deterministic: tables of strings, files and
// types, then the units. The format is private to one build of the tool; facts
// never outlive it.

// Type tags.
const (
	tInvalid = iota
	tBasic
	tNamed
	tPointer
	tSlice
	tArray
	tMap
	tChan
	tStruct
	tSignature
	tInterface
	tTuple
	tParam
	tNil
	tUniverse
)

// maxTypeDefs bounds the definitions of types that travel with a package's
// programs. A type beyond it is known only to those who can see it.
const maxTypeDefs = 600

type encoder struct {
	fset    *token.FileSet
	buf     []byte
	strs    map[string]int
	strList []string
	types   map[types.Type]int
	bodies  [][]byte // of the types table
	defs    map[*types.TypeName]bool
	defList []*types.TypeName
	owners  map[*types.TypeParam][2]string // owner and index

	files    map[fileName]int
	fileList []fileName
	homes    map[string]bool // the packages of the units
	pkg      string          // that of the unit being written
}

// Encode returns the programs of units as bytes.
func Encode(fset *token.FileSet, units []*Unit) []byte {
	e := &encoder{fset: fset, strs: map[string]int{}, types: map[types.Type]int{},
		defs: map[*types.TypeName]bool{}, owners: map[*types.TypeParam][2]string{},
		files: map[fileName]int{}, homes: map[string]bool{}}
	for _, u := range units {
		e.homes[u.Path] = true
		for _, fn := range u.Funcs {
			e.own("F:"+fn.Key, fn.TypeParams)
		}
	}
	e.int(len(units))
	for _, u := range units {
		e.unit(u)
	}
	body := e.buf
	e.buf = nil
	// Definitions refer to further types, which may have definitions.
	var defs []byte
	for i := 0; i < len(e.defList); i++ {
		e.buf = nil
		e.def(e.defList[i])
		defs = append(defs, e.buf...)
	}
	nDefs := len(e.defList)
	e.buf = nil
	for _, f := range e.fileList {
		e.str(f.pkg)
		e.str(f.base)
	}
	files := e.buf
	e.buf = nil
	e.int(len(e.strList))
	for _, s := range e.strList {
		e.int(len(s))
		e.buf = append(e.buf, s...)
	}
	e.int(len(e.fileList))
	e.buf = append(e.buf, files...)
	e.int(len(e.bodies))
	for _, b := range e.bodies {
		e.buf = append(e.buf, b...)
	}
	e.int(nDefs)
	e.buf = append(e.buf, defs...)
	return append(e.buf, body...)
}

func (e *encoder) own(owner string, params []*types.TypeParam) {
	for i, p := range params {
		if _, ok := e.owners[p]; !ok {
			e.owners[p] = [2]string{owner, itoa(i)}
		}
	}
}

func (e *encoder) int(i int) { e.buf = binary.AppendVarint(e.buf, int64(i)) }

func (e *encoder) bool(b bool) {
	if b {
		e.buf = append(e.buf, 1)
	} else {
		e.buf = append(e.buf, 0)
	}
}

func (e *encoder) str(s string) {
	i, ok := e.strs[s]
	if !ok {
		i = len(e.strList)
		e.strs[s] = i
		e.strList = append(e.strList, s)
	}
	e.int(i)
}

func (e *encoder) unit(u *Unit) {
	e.pkg = u.Path
	e.str(u.Path)
	keys := make([]string, 0, len(u.Funcs))
	for k := range u.Funcs {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	e.int(len(keys))
	for _, k := range keys {
		e.fn(u.Funcs[k])
	}
	vars := make([]string, 0, len(u.Vars))
	for k := range u.Vars {
		vars = append(vars, k)
	}
	slices.Sort(vars)
	e.int(len(vars))
	shared := map[*Node]string{}
	for _, k := range vars {
		v := u.Vars[k]
		e.str(v.Key)
		e.pos(v.Pos, e.pkg)
		e.typ(v.Type, false)
		e.int(v.Index)
		e.bool(v.Mutated)
		first := shared[v.Init]
		e.str(first)
		if first == "" {
			if v.Init != nil && v.Index >= 0 {
				shared[v.Init] = k
			}
			e.bool(v.Init != nil)
			if v.Init != nil {
				e.node(v.Init)
			}
		}
	}
	e.int(len(u.InitOrder))
	for _, k := range u.InitOrder {
		e.str(k)
	}
	e.int(len(u.Needs))
	for _, path := range u.Needs {
		e.str(path)
	}
	e.int(len(u.Inits))
	for _, fn := range u.Inits {
		e.fn(fn)
	}
}

func (e *encoder) fn(fn *Func) {
	e.str(fn.Key)
	e.str(fn.Pkg)
	e.pos(fn.Pos, e.pkg)
	e.int(len(fn.TypeParams))
	if len(fn.TypeParams) > 0 {
		e.str(e.owners[fn.TypeParams[0]][0])
	}
	for _, ps := range [][]Param{fn.Params, fn.Results} {
		e.int(len(ps))
		for _, p := range ps {
			e.str(p.Name)
			e.int(p.Slot)
			e.typ(p.Type, false)
		}
	}
	e.bool(fn.Variadic)
	e.bool(fn.Relevant)
	e.bool(fn.Exported)
	e.bool(fn.Method)
	e.int(fn.NumSlots)
	e.int(len(fn.Captures))
	for _, c := range fn.Captures {
		e.int(c[0])
		e.int(c[1])
	}
	e.bool(fn.Body != nil)
	if fn.Body != nil {
		e.node(fn.Body)
	}
}

// deepOps are the nodes whose types the reader must be able to look into.
func deepOp(op Op) bool {
	switch op {
	case OpComposite, OpZero, OpConvert, OpFunc, OpMethod, OpDeclare, OpBuiltin, OpClosure, OpAssert, OpCase:
		return true
	}
	return false
}

func (e *encoder) node(n *Node) {
	e.int(int(n.Op))
	flags := 0
	for i, on := range []bool{n.Flag, n.Int != 0, n.Name != "", n.Val != nil, n.Type != nil, len(n.Types) > 0, len(n.Slots) > 0, n.Fn != nil} {
		if on {
			flags |= 1 << i
		}
	}
	e.int(flags)
	e.pos(n.Pos, e.pkg)
	if n.Int != 0 {
		e.int(n.Int)
	}
	if n.Name != "" {
		e.str(n.Name)
	}
	if n.Val != nil {
		e.int(int(n.Val.Kind()))
		if n.Val.Kind() == constant.String {
			e.str(constant.StringVal(n.Val))
		} else {
			e.str(n.Val.ExactString())
		}
	}
	if n.Type != nil {
		t := n.Type
		if n.Op == OpFunc || n.Op == OpMethod {
			// Only needed to make an unknown result of the right shape.
			e.typ(t, false)
		} else {
			e.typ(t, deepOp(n.Op))
		}
	}
	if len(n.Types) > 0 {
		e.int(len(n.Types))
		for _, t := range n.Types {
			e.typ(t, deepOp(n.Op))
		}
	}
	if len(n.Slots) > 0 {
		e.int(len(n.Slots))
		for _, s := range n.Slots {
			e.int(s)
		}
	}
	if n.Fn != nil {
		e.fn(n.Fn)
	}
	e.int(len(n.Kids))
	for _, k := range n.Kids {
		e.node(k)
	}
}

// typ writes the number of a type. deep asks for the definitions of the named
// types in it.
func (e *encoder) typ(t types.Type, deep bool) {
	if t == nil {
		e.int(0)
		return
	}
	e.int(e.typeIndex(t, deep) + 1)
}

func (e *encoder) typeIndex(t types.Type, deep bool) int {
	t = types.Unalias(t)
	if deep {
		e.define(t, map[types.Type]bool{})
	}
	if i, ok := e.types[t]; ok {
		return i
	}
	saved := e.buf
	e.buf = nil
	e.typeBody(t)
	// Children were added before; this one comes after them.
	i := len(e.bodies)
	e.types[t] = i
	e.bodies = append(e.bodies, e.buf)
	e.buf = saved
	return i
}

func (e *encoder) typeBody(t types.Type) {
	switch t := t.(type) {
	case *types.Basic:
		e.int(tBasic)
		e.int(int(t.Kind()))
		e.str(t.Name())
	case *types.Named:
		if t.Obj().Pkg() == nil {
			e.int(tUniverse)
			e.str(t.Obj().Name())
			return
		}
		path, name := e.typeKey(t.Obj())
		args := t.TypeArgs()
		var idx []int
		for i := range args.Len() {
			idx = append(idx, e.typeIndex(args.At(i), false))
		}
		e.int(tNamed)
		e.str(path)
		e.str(t.Obj().Pkg().Name())
		e.str(name)
		e.int(len(idx))
		for _, i := range idx {
			e.int(i)
		}
	case *types.Pointer:
		e.wrap(tPointer, t.Elem())
	case *types.Slice:
		e.wrap(tSlice, t.Elem())
	case *types.Array:
		e.wrap(tArray, t.Elem())
		e.int(int(t.Len()))
	case *types.Chan:
		e.wrap(tChan, t.Elem())
		e.int(int(t.Dir()))
	case *types.Map:
		k, v := e.typeIndex(t.Key(), false), e.typeIndex(t.Elem(), false)
		e.int(tMap)
		e.int(k)
		e.int(v)
	case *types.Struct:
		e.structBody(t)
	case *types.Tuple:
		e.vars(tTuple, t)
	case *types.Signature:
		p, r := e.typeIndex(t.Params(), false), e.typeIndex(t.Results(), false)
		e.int(tSignature)
		e.int(p)
		e.int(r)
		e.bool(t.Variadic())
	case *types.Interface:
		e.int(tInterface)
		e.bool(t.Empty())
	case *types.TypeParam:
		e.int(tParam)
		o, ok := e.owners[t]
		e.bool(ok)
		if ok {
			e.str(o[0])
			e.str(o[1])
		}
	default:
		e.int(tInvalid)
	}
}

func (e *encoder) wrap(tag int, elem types.Type) {
	i := e.typeIndex(elem, false)
	e.int(tag)
	e.int(i)
}

func (e *encoder) vars(tag int, t *types.Tuple) {
	idx := make([]int, t.Len())
	for i := range idx {
		idx[i] = e.typeIndex(t.At(i).Type(), false)
	}
	e.int(tag)
	e.int(len(idx))
	for _, i := range idx {
		e.int(i)
	}
}

func (e *encoder) structBody(t *types.Struct) {
	idx := make([]int, t.NumFields())
	for i := range idx {
		idx[i] = e.typeIndex(t.Field(i).Type(), false)
	}
	e.int(tStruct)
	e.int(len(idx))
	for i, x := range idx {
		f := t.Field(i)
		e.str(f.Name())
		home, pkg := "", ""
		if f.Pkg() != nil {
			home = f.Pkg().Path()
		}
		if !f.Exported() {
			pkg = home
		}
		e.str(pkg)
		e.int(x)
		e.str(t.Tag(i))
		e.bool(f.Embedded())
		e.pos(f.Pos(), home)
	}
}

// define notes the named types in t, so that their definitions are written.
func (e *encoder) define(t types.Type, seen map[types.Type]bool) {
	t = types.Unalias(t)
	if seen[t] || len(e.defList) >= maxTypeDefs {
		return
	}
	seen[t] = true
	switch t := t.(type) {
	case *types.Named:
		for i := range t.TypeArgs().Len() {
			e.define(t.TypeArgs().At(i), seen)
		}
		tn := t.Origin().Obj()
		if tn.Pkg() == nil || e.defs[tn] {
			return
		}
		e.defs[tn] = true
		e.defList = append(e.defList, tn)
		path, name := e.typeKey(tn)
		e.own("T:"+path+"."+name, TypeParams(t.Origin().TypeParams()))
		e.define(t.Origin().Underlying(), seen)
	case *types.Pointer:
		e.define(t.Elem(), seen)
	case *types.Slice:
		e.define(t.Elem(), seen)
	case *types.Array:
		e.define(t.Elem(), seen)
	case *types.Map:
		e.define(t.Key(), seen)
		e.define(t.Elem(), seen)
	case *types.Struct:
		for i := range t.NumFields() {
			e.define(t.Field(i).Type(), seen)
		}
	}
}

// def writes the definition of a type: what it is, and the names of those of
// its methods that reflection and encoding/json look for.
func (e *encoder) def(tn *types.TypeName) {
	path, name := e.typeKey(tn)
	e.str(path)
	e.str(tn.Pkg().Name())
	e.str(name)
	named, ok := tn.Type().(*types.Named)
	e.bool(ok)
	if !ok {
		return
	}
	tps := TypeParams(named.TypeParams())
	e.int(len(tps))
	if len(tps) > 0 {
		e.str(e.owners[tps[0]][0])
	}
	e.typ(named.Underlying(), false)
	var methods []*types.Func
	for i := range named.NumMethods() {
		m := named.Method(i)
		if m.Exported() && (strings.HasPrefix(m.Name(), "Marshal") || strings.HasPrefix(m.Name(), "Unmarshal") ||
			strings.HasPrefix(m.Name(), "JSONSchema") || m.Name() == "String") || keepMethod(m) {
			methods = append(methods, m)
		}
	}
	slices.SortFunc(methods, func(a, b *types.Func) int { return strings.Compare(a.Name(), b.Name()) })
	e.int(len(methods))
	for _, m := range methods {
		sig := m.Signature()
		_, ptr := types.Unalias(sig.Recv().Type()).(*types.Pointer)
		e.str(m.Name())
		e.bool(ptr)
		e.typ(sig.Params(), false)
		e.typ(sig.Results(), false)
		e.bool(sig.Variadic())
	}
}

// keepMethod keeps the methods of types that have few: a program may call them
// through an interface.
func keepMethod(m *types.Func) bool {
	named, ok := types.Unalias(derefType(m.Signature().Recv().Type())).(*types.Named)
	return ok && named.NumMethods() <= 12
}

func derefType(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// typeKey names a declared type. Types declared in functions are told apart by
// their place.
func (e *encoder) typeKey(tn *types.TypeName) (path, name string) {
	name = tn.Name()
	if tn.Parent() != nil && tn.Parent() != tn.Pkg().Scope() {
		p := e.fset.PositionFor(tn.Pos(), false)
		name += "·" + itoa(p.Line) + "·" + itoa(p.Column) + "·" + filepath.Base(p.Filename)
	}
	return tn.Pkg().Path(), name
}
