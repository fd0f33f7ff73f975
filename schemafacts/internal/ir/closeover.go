package ir

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// Empty reports whether a unit has no functions and no variables.
func (u *Unit) Empty() bool { return len(u.Funcs) == 0 && len(u.Vars) == 0 }

// CloseOver returns own, followed by units with the functions and variables of other
// packages that own uses, directly or not, and with the write sets of those of their
// functions that may run without being named: initializers, and methods. find returns the
// unit of a package, or nil. below are all units.
func CloseOver(own *Unit, below []*Unit, find func(path string) *Unit) []*Unit {
	c := &closer{own: own, find: find, parts: map[string]*Unit{}, keys: map[string]bool{}, types: map[types.Type]bool{}}
	for _, path := range own.Needs {
		c.inits(path)
	}
	for _, key := range own.Runs {
		c.key(key)
	}
	for _, u := range below {
		c.unnamed(u)
	}
	for _, fn := range own.Funcs {
		c.fn(fn)
		for _, r := range fn.Results {
			c.methods(r.Type)
		}
	}
	for _, fn := range own.Inits {
		c.fn(fn)
	}
	for _, v := range own.Vars {
		c.node(v.Init)
		c.methods(v.Type)
	}
	out := []*Unit{own}
	for _, path := range slices.Sorted(maps.Keys(c.parts)) {
		part := c.parts[path]
		for _, k := range find(path).InitOrder {
			if part.Vars[k] != nil {
				part.InitOrder = append(part.InitOrder, k)
			}
		}
		out = append(out, part)
	}
	return out
}

// closer collects the functions and variables of other packages that a unit uses.
type closer struct {
	own   *Unit
	find  func(path string) *Unit
	parts map[string]*Unit // by path
	keys  map[string]bool  // the functions and variables that were visited
	types map[types.Type]bool
}

func (c *closer) part(path string) *Unit {
	part := c.parts[path]
	if part == nil {
		part = &Unit{Path: path, Funcs: map[string]*Func{}, Vars: map[string]*Var{}, Writes: map[string]*WriteSet{}}
		c.parts[path] = part
	}
	return part
}

// inits adds the init functions of a package and everything that they use.
func (c *closer) inits(path string) {
	u := c.find(path)
	if u == nil || len(u.Inits) == 0 {
		return
	}
	if part := c.part(path); len(part.Inits) == 0 {
		part.Inits = u.Inits
		for _, fn := range u.Inits {
			c.fn(fn)
		}
	}
}

// unnamed adds the write sets of initializers and methods of a package.
func (c *closer) unnamed(u *Unit) {
	for key, set := range u.Writes {
		if u.Path != c.own.Path && (key == Inits || key == InitLiterals || strings.HasPrefix(key, "(")) && len(Vars(set.Written, set.Kept)) > 0 {
			c.part(u.Path).Writes[key] = set
		}
	}
}

// key adds the function or variable of another package with a key, and everything
// that it uses.
func (c *closer) key(key string) {
	path := PkgOf(key)
	if c.keys[key] || path == c.own.Path {
		return
	}
	c.keys[key] = true
	u := c.find(path)
	if u == nil {
		return
	}
	if set := u.Writes[key]; set != nil {
		c.part(path).Writes[key] = set
	}
	if u.Funcs[key] == nil && u.Vars[key] == nil {
		return
	}
	part := c.part(path)
	if fn := u.Funcs[key]; fn != nil {
		part.Funcs[key] = fn
		c.fn(fn)
		return
	}
	v := u.Vars[key]
	part.Vars[key] = v
	for k, w := range u.Vars {
		if w.Init != nil && w.Init == v.Init {
			part.Vars[k] = w
		}
	}
	c.node(v.Init)
	c.inits(path)
}

func (c *closer) fn(fn *Func) {
	if fn != nil {
		c.node(fn.Body)
	}
}

func (c *closer) node(n *Node) {
	Walk(n, func(n *Node) bool {
		switch n.Op {
		case OpGlobal:
			c.key(n.Name)
		case OpFunc, OpMethod:
			if key, ok := n.Function(); ok {
				c.key(key)
			}
		case OpComposite, OpZero, OpDeclare, OpConvert, OpBuiltin:
			c.methods(n.Type)
		}
		return true
	})
}

// methods adds the methods of a type and of the types that it contains. A program
// that has a value of the type may call them, or pass the value to code that does,
// without importing the package that declares them.
func (c *closer) methods(t types.Type) {
	if t == nil || c.types[t] {
		return
	}
	c.types[t] = true
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if t.Obj().Pkg() == nil || c.find(t.Obj().Pkg().Path()) == nil {
			return
		}
		for i := range t.NumMethods() {
			c.key(Key(t.Method(i)))
		}
		for i := range t.TypeArgs().Len() {
			c.methods(t.TypeArgs().At(i))
		}
		c.methods(Under(t))
	case *types.Struct:
		for i := range t.NumFields() {
			c.methods(t.Field(i).Type())
		}
	case *types.Pointer:
		c.methods(t.Elem())
	case *types.Slice:
		c.methods(t.Elem())
	case *types.Array:
		c.methods(t.Elem())
	case *types.Map:
		c.methods(t.Key())
		c.methods(t.Elem())
	}
}

// MergeUnits merges several units that hold parts of one package.
func MergeUnits(us []*Unit) *Unit {
	out := &Unit{Path: us[0].Path, Funcs: map[string]*Func{}, Vars: map[string]*Var{}}
	inOrder := map[string]bool{}
	for _, u := range us {
		for k, fn := range u.Funcs {
			if out.Funcs[k] == nil || out.Funcs[k].Body == nil {
				out.Funcs[k] = fn
			}
		}
		for k, v := range u.Vars {
			if out.Vars[k] == nil {
				out.Vars[k] = v
			}
		}
		if out.Writes == nil && u.Writes != nil {
			out.Writes = map[string]*WriteSet{}
		}
		for k, set := range u.Writes {
			if out.Writes[k] == nil || k == Inits {
				out.Writes[k] = set
			}
		}
		for _, k := range u.InitOrder {
			if !inOrder[k] {
				inOrder[k] = true
				out.InitOrder = append(out.InitOrder, k)
			}
		}
		if len(u.Inits) > len(out.Inits) {
			out.Inits = u.Inits
		}
		if len(u.Needs) > len(out.Needs) {
			out.Needs = u.Needs
		}
	}
	return out
}

// Forget removes all positions from the unit, for source in which no finding can be
// reported.
func (u *Unit) Forget() {
	u.Walk(func(n *Node) bool {
		n.Pos = token.NoPos
		return true
	})
	for _, fn := range u.Funcs {
		fn.Pos, fn.Relevant = token.NoPos, false
	}
}
