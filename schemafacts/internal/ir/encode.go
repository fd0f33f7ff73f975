package ir

import (
	"encoding/binary"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
)

// Encoded programs are compact and deterministic: tables of strings, files and types,
// then the units. The format is private to one build of the tool, because facts do not
// outlive it.

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

// maxTypeDefs limits the type definitions that are encoded with a package's programs. A
// type beyond the limit is known only where it is visible, and a program that does not
// import its package does not see it. A server of 1,000 tools has more than 2,000.
const maxTypeDefs = 5000

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
	pkg      string          // the package of the unit being written
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
			e.owners[p] = [2]string{owner, strconv.Itoa(i)}
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
	e.int(len(u.Funcs))
	for _, k := range slices.Sorted(maps.Keys(u.Funcs)) {
		e.fn(u.Funcs[k])
	}
	e.int(len(u.Vars))
	shared := map[*Node]string{}
	for _, k := range slices.Sorted(maps.Keys(u.Vars)) {
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
	e.list(u.InitOrder)
	e.bool(u.Writes != nil)
	e.int(len(u.Writes))
	for _, key := range slices.Sorted(maps.Keys(u.Writes)) {
		w := u.Writes[key]
		e.str(key)
		for _, list := range [][]Root{w.Written, w.Kept, w.Returns} {
			e.int(len(list))
			for _, r := range list {
				e.str(r.Var)
				e.int(r.Param)
				e.int(r.Level)
			}
		}
		e.list(w.Dynamic)
	}
	e.list(u.Needs)
	e.int(len(u.Inits))
	for _, fn := range u.Inits {
		e.fn(fn)
	}
}

func (e *encoder) list(list []string) {
	e.int(len(list))
	for _, s := range list {
		e.str(s)
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
	e.bool(fn.Makes)
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

// deepOp reports whether a reader needs the definitions of the types in a node with
// this operation, and not only their names.
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
			// The type only gives an unknown result the right shape.
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
