package derive

import (
	"cmp"
	"fmt"
	"go/types"
	"maps"
	"slices"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/lower"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/wire"
)

// Many agents and some servers have tool types of their own, without JSON tags: an
// interface whose methods return a name, a description and a schema, or a struct with such
// fields. Other code converts their values to the form that is sent. This file finds, in
// the code of a whole program, the functions that convert and the functions that make such
// values. No method or field counts by its name. See owntools.go for what is run.

// toolTypes are the types of a program that may be tool types.
type toolTypes struct {
	*deriver
	funcs []*ir.Func
	// made are the types of which the program makes values, by name.
	made map[string]*madeType
	// callers are the functions that name another function or a package variable.
	callers map[string][]*ir.Func
	byKey   map[string]*ir.Func // funcs
	sites   []*site
	vars    map[*ir.Func]bool          // the initializers among funcs
	defines func(types.Type) bool      // whether a type is one of tools
	types   map[types.Type]bool        // results of isToolType
	ofType  map[types.Type][]*madeType // results of madeOf
}

// madeType is a struct type with the functions that contain a literal of it.
type madeType struct {
	t  types.Type
	by []*ir.Func
}

// site is a function with a parameter that leads to values of a tool type. It makes a
// definition of them.
type site struct {
	fn    *ir.Func
	param int
	t     types.Type
	// far is set if the parameter leads to the values through many others. Such a conversion
	// counts only if no other one makes tools of a value.
	far bool
	// level is how many other conversions the values go through before they are definitions.
	// Of a function that only contains a literal of a tool type, it is 0.
	level int
	// idle is set if the program does not call the function. Its tools do not count, but it
	// shows what other functions do with values, such as methods of a registry.
	idle bool
	// changes is set if the function also changes what a conversion that it calls makes, or the
	// value before. The results of that conversion alone do not count.
	changes bool
}

// key returns a name that the site also has in other programs.
func (s *site) key() string { return fmt.Sprint(s.fn.Key, " ", s.param, " ", s.t) }

func (p *deriver) toolTypes() *toolTypes {
	t := &toolTypes{deriver: p, made: map[string]*madeType{}, callers: map[string][]*ir.Func{}, byKey: map[string]*ir.Func{}, vars: map[*ir.Func]bool{}, types: map[types.Type]bool{}, ofType: map[types.Type][]*madeType{}}
	for _, u := range p.Units() {
		if dialects.Has(u.Path) {
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(u.Funcs)) {
			t.add(u.Funcs[key])
		}
		for _, fn := range u.Inits {
			t.add(fn)
		}
		for _, key := range slices.Sorted(maps.Keys(u.Vars)) {
			if v := u.Vars[key]; v.Init != nil {
				fn := &ir.Func{Key: key, Pos: v.Pos, Pkg: u.Path, Relevant: true, Body: &ir.Node{Op: ir.OpExpr, Pos: v.Pos, Kids: []*ir.Node{v.Init}}}
				t.vars[fn] = true
				t.add(fn)
			}
		}
	}
	t.findSites()
	return t
}

// add adds a function, or an initializer as the function that evaluates it.
func (t *toolTypes) add(fn *ir.Func) {
	if fn.Body == nil {
		return
	}
	t.funcs, t.byKey[fn.Key] = append(t.funcs, fn), fn
	ir.Walk(fn.Body, func(n *ir.Node) bool {
		if _, isFunc := n.Function(); isFunc || n.Op == ir.OpGlobal {
			if !slices.Contains(t.callers[n.Name], fn) {
				t.callers[n.Name] = append(t.callers[n.Name], fn)
			}
		}
		if typ := literalOf(n); typ != nil {
			name := types.TypeString(typ, nil)
			if t.made[name] == nil {
				t.made[name] = &madeType{t: typ}
			}
			if m := t.made[name]; !slices.Contains(m.by, fn) {
				m.by = append(m.by, fn)
			}
		}
		return true
	})
}

// literalOf returns the named struct type of which an expression or declaration makes a
// value, or nil.
func literalOf(n *ir.Node) types.Type {
	switch {
	case n.Op == ir.OpComposite, n.Op == ir.OpZero, n.Op == ir.OpDeclare && len(n.Kids) == 0, n.Op == ir.OpBuiltin && n.Name == "new":
		named, ok := types.Unalias(n.Type).(*types.Named)
		if _, isStruct := ir.Under(n.Type).(*types.Struct); ok && isStruct {
			return origin(named)
		}
	}
	return nil
}

// findSites finds the functions that convert values of tool types, from the definitions
// backwards: what flows into the parts of a definition, is read from values of a tool type.
// Values of such a type may be made of values of another one.
func (t *toolTypes) findSites() {
	tools := map[types.Type]bool{}
	makers := map[string]bool{} // functions that get parts of a definition as parameters
	defines := func(typ types.Type) bool {
		return typ != nil && (tools[origin(typ)] || t.Watch(typ) && !wire.IsList(typ))
	}
	t.defines = defines
	makes := func(n *ir.Node) bool {
		key, ok := n.Callee().Function()
		return ok && (makers[key] || t.Registers(key))
	}
	for level := range mostConversions {
		var found []*site
		known := len(makers)
		for _, fn := range t.funcs {
			defs := t.definitions(&scope{fn: fn}, makes, defines)
			if !makers[fn.Key] && !t.vars[fn] && returnsTool(fn, defines) && slices.ContainsFunc(defs, fromParam) {
				makers[fn.Key] = true
			}
			for i, p := range fn.Params {
				for _, typ := range t.carried(p.Type, 0) {
					if !t.hasSite(fn, i, typ) && slices.ContainsFunc(defs, func(d definition) bool { return d.isMadeOf(t, typ, fn.Method && i == 0 && t.declaring(typ)[fn.Key]) }) && !t.isList(typ, defines) {
						found = append(found, &site{fn: fn, param: i, t: typ, level: level, far: !slices.Contains(t.carried(p.Type, mostNested-nearby), typ)})
					}
				}
			}
		}
		for _, s := range found {
			tools[s.t] = true
		}
		t.sites = append(t.sites, found...)
		if len(found) == 0 && len(makers) == known {
			break // the next level would see what this one saw
		}
	}
	t.addMakers(tools)
	t.addCallers()
	// The nearest to the definitions come first, and of these the plainest.
	slices.SortStableFunc(t.sites, func(a, b *site) int {
		if a.far != b.far {
			if b.far {
				return -1
			}
			return 1
		}
		return cmp.Or(a.level-b.level, a.fn.Body.Size()-b.fn.Body.Size())
	})
}

// mostConversions is how many conversions in a row are followed, from the definitions
// backwards. Beyond four, one agent had 200 such functions, of its own state and its user
// interface; with three, another one lost three tools.
const mostConversions = 4

// fromParam reports whether a parameter flows into a text of a definition.
func fromParam(d definition) bool {
	return slices.ContainsFunc(d, func(p part) bool { return p.text && p.param })
}

// returnsTool reports whether a function returns a definition, or a map that may be one.
func returnsTool(fn *ir.Func, defines func(types.Type) bool) bool {
	return slices.ContainsFunc(fn.Results, func(r ir.Param) bool {
		_, isMap := ir.Under(r.Type).(*types.Map)
		return isMap || defines(jsonfields.Pointee(r.Type))
	})
}

func (t *toolTypes) hasSite(fn *ir.Func, param int, typ types.Type) bool {
	return t.siteOf(fn, param, typ) != nil
}

func (t *toolTypes) siteOf(fn *ir.Func, param int, typ types.Type) *site {
	for _, s := range t.sites {
		if s.fn == fn && s.param == param && s.t == typ {
			return s
		}
	}
	return nil
}

// isList reports whether a struct has a list of tools, as a request or a registry has.
func (t *toolTypes) isList(typ types.Type, isTool func(types.Type) bool) bool {
	st, ok := ir.Under(typ).(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		switch u := ir.Under(f.Type()).(type) {
		case *types.Slice:
			ok = isTool(jsonfields.Pointee(u.Elem()))
		case *types.Map:
			ok = isTool(jsonfields.Pointee(u.Elem()))
		default:
			continue
		}
		if ok {
			return true
		}
	}
	return false
}

// carried returns the types that may be tool types and to whose values a value of type t
// leads: itself, elements of it, or its fields.
func (t *toolTypes) carried(typ types.Type, depth int) []types.Type {
	if depth > mostNested || typ == nil {
		return nil
	}
	if elem := ir.Elem(ir.Under(typ)); elem != nil {
		return t.carried(elem, depth+1)
	}
	var out []types.Type
	if t.isToolType(origin(typ)) {
		out = append(out, origin(typ))
	}
	named, ok := types.Unalias(typ).(*types.Named)
	if ok && !t.isOwn(named) {
		return out
	}
	add := func(typ types.Type, depth int) {
		for _, c := range t.carried(typ, depth) {
			if !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	switch u := ir.Under(typ).(type) {
	case *types.Struct:
		for f := range u.Fields() {
			add(f.Type(), depth+2)
		}
	case *types.Interface:
		for m := range u.Methods() {
			if results := m.Signature().Results(); ok && len(out) == 0 && results.Len() > 0 && isMany(results.At(0).Type()) {
				add(results.At(0).Type(), depth+1)
			}
		}
	}
	return out
}

// isMany reports whether values of a type have elements.
func isMany(typ types.Type) bool {
	switch ir.Under(typ).(type) {
	case *types.Slice, *types.Map:
		return true
	}
	return false
}

// leadsToList reports whether a value of a type leads to a list of values of a type that
// sites convert.
func (t *toolTypes) leadsToList(typ types.Type, depth int) bool {
	elem := ir.Elem(ir.Under(typ))
	if depth > mostNested || elem == nil {
		named, ok := types.Unalias(typ).(*types.Named)
		st, isStruct := ir.Under(typ).(*types.Struct)
		if depth > mostNested || !isStruct || ok && !t.isOwn(named) {
			return false
		}
		for f := range st.Fields() {
			if t.leadsToList(f.Type(), depth+2) {
				return true
			}
		}
		return false
	}
	if _, isPointer := types.Unalias(typ).(*types.Pointer); !isPointer {
		for _, c := range t.carried(elem, depth+1) {
			if slices.ContainsFunc(t.sites, func(s *site) bool { return s.t == c }) {
				return true
			}
		}
	}
	return t.leadsToList(elem, depth+1)
}

// origin returns the generic type of an instance, and any other type without aliases.
func origin(typ types.Type) types.Type {
	if named, ok := types.Unalias(typ).(*types.Named); ok {
		return named.Origin()
	}
	return types.Unalias(typ)
}

// isOwn reports whether a type belongs to code of the program that is evaluated.
func (t *toolTypes) isOwn(n *types.Named) bool {
	return !t.otherSDK(n.Obj()) && t.Unit(n.Obj().Pkg().Path()) != nil
}

// isToolType reports whether a type of the program may be a tool type. Types that already have
// the form of a tool do not count.
func (t *toolTypes) isToolType(typ types.Type) bool {
	is, known := t.types[typ]
	if !known {
		named, ok := typ.(*types.Named)
		is = ok && t.isOwn(named) && !t.Watch(named) && (lower.MayBeTool(named) || len(t.declaring(typ)) > 0)
		t.types[typ] = is
	}
	return is
}

// declaring returns the keys of the methods of a type that return a tool of a library, as the
// interface of a framework asks for.
func (t *toolTypes) declaring(typ types.Type) map[string]bool {
	out := map[string]bool{}
	named, ok := typ.(*types.Named)
	for i := 0; ok && i < named.NumMethods(); i++ {
		m := named.Method(i)
		sig := m.Signature()
		ctx := sig.Params().Len() == 1 && ir.IsNamed(sig.Params().At(0).Type(), "context", "Context")
		if (ctx || sig.Params().Len() == 0) && sig.Results().Len() > 0 && t.Watch(jsonfields.Pointee(sig.Results().At(0).Type())) {
			out[m.FullName()] = true
		}
	}
	return out
}

// madeOf returns the types of which the program makes values and whose values are of a
// tool type, sorted by name.
func (t *toolTypes) madeOf(typ types.Type) []*madeType {
	if out, known := t.ofType[typ]; known {
		return out
	}
	iface, isInterface := ir.Under(typ).(*types.Interface)
	var out []*madeType
	for _, name := range slices.Sorted(maps.Keys(t.made)) {
		m := t.made[name]
		if types.Identical(m.t, typ) || isInterface && ir.Implements(m.t, iface) {
			out = append(out, m)
		}
	}
	t.ofType[typ] = out
	return out
}
