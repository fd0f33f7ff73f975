package writes

import (
	"cmp"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Source is the type-checked syntax of a package, and what is known of other packages.
type Source struct {
	Pkg  *types.Package
	Info *types.Info
	// Known returns the write set of a function of another package, nil if the function
	// writes to nothing. It returns false if nothing is known about the function.
	Known func(key string) (*ir.WriteSet, bool)
	// Effect returns what a function without a write set does to what its i-th argument
	// leads to; -1 stands for the receiver.
	Effect func(key string, i int) Effect
}

// An Effect is what a function without a write set does to what an argument leads to.
type Effect int

const (
	Keeps  Effect = iota // it may write to it at any time
	Writes               // it writes to it while it runs
	Reads
)

// Of returns the write sets of declarations: functions, and initializers of package
// variables. A declaration with an empty set has none.
func Of(src *Source, decls map[string]ast.Node) map[string]*ir.WriteSet {
	f := &finder{src: src, funcs: map[string]*function{}, inits: map[*types.Var]ast.Expr{}, memory: map[types.Type]bool{}}
	for _, in := range src.Info.InitOrder {
		for _, v := range in.Lhs {
			f.inits[v] = in.Rhs
		}
	}
	for key := range decls {
		if i := strings.LastIndex(key, ")."); i >= 0 && slices.Contains(ir.OwnMethods, key[i+2:]) {
			f.own = append(f.own, key)
		}
	}
	for key, n := range decls {
		f.funcs[key] = f.read(n)
	}
	f.findReturning()
	work := slices.Sorted(maps.Keys(f.funcs))
	users, queued := map[string][]string{}, map[string]bool{}
	for _, key := range work {
		queued[key] = true
		for _, callee := range f.funcs[key].callees {
			users[callee] = append(users[callee], key)
		}
	}
	for len(work) > 0 {
		key := work[0]
		work, queued[key] = work[1:], false
		if f.solve(f.funcs[key]) {
			for _, u := range users[key] {
				if !queued[u] {
					work, queued[u] = append(work, u), true
				}
			}
		}
	}
	out := map[string]*ir.WriteSet{}
	for key, fn := range f.funcs {
		if s := fn.writeSet(); s != nil {
			out[key] = s
		}
	}
	return out
}

// finder computes the sets of one package.
type finder struct {
	src    *Source
	funcs  map[string]*function
	inits  map[*types.Var]ast.Expr // the initial values of package variables
	memory map[types.Type]bool     // see sharesMemory
	own    []string                // methods of the package in ir.OwnMethods
	// returning are the functions that a dynamic call may run, or whose literals it may run, by resultKey.
	returning map[string][]string
}

// root is a package variable or a parameter.
type root struct {
	key   string
	param int
}

// roots are the roots to which a value may lead. The number says how many pointers, slices
// or maps lead from the value to the root, or if it is negative, how many lead from the
// root to the value. It is the least one, because it decides whether a write reaches the
// root.
type roots map[root]int

// deepest limits the numbers of roots, so that a recursive structure has a fixpoint.
const deepest = 4

// to returns the roots of a value from which by more pointers lead to a value with
// roots r, or for a negative number, of a value that as many lead to.
func (r roots) to(by int) roots {
	if by == 0 || len(r) == 0 {
		return r
	}
	out := make(roots, len(r))
	for v, n := range r {
		out[v] = max(-deepest, min(deepest, n+by))
	}
	return out
}

// function is a declaration with what was read of it, and its set so far.
type function struct {
	params  []*types.Var                // the receiver, then the parameters
	assigns map[*types.Var][]assignment // what is assigned to local variables
	stored  []assignment                // what is stored elsewhere
	places  []ast.Expr                  // the places that are written to
	results []ast.Expr
	named   []*types.Var // the named results
	calls   []*ast.CallExpr
	values  []*types.Func // functions that are used as values
	callees []string      // functions of the package
	// yields are the results of a declared function, which has one, and of its literals; see resultKey.
	yields   []string
	declared int
	method   bool

	changed                 bool
	own                     roots                // what the own statements write, as written
	locals                  map[*types.Var]roots // the known roots of local variables
	seen                    map[*types.Var]bool  // those that the present pass has visited
	written, kept, returned roots                // written has levels, see ir.WriteSet
	dynamic                 map[string]bool
}

// assignment is an expression whose value, or whose element, is assigned.
type assignment struct {
	expr    ast.Expr
	element bool
}

// add adds roots to one of the function's sets.
func (fn *function) add(to, more roots) {
	for v, n := range more {
		if old, ok := to[v]; !ok || n < old {
			to[v], fn.changed = n, true
		}
	}
}

// writes adds the roots of a value to whose memory the function writes, through as many
// pointers as level.
func (fn *function) writes(r roots, level int) {
	for v, n := range r {
		if n > level {
			continue // the memory lies before the root
		}
		fn.joinWritten(v, min(level-n, deepest))
	}
}

// assignsTo records that the function writes to a package variable itself, and not to what
// it leads to.
func (fn *function) assignsTo(v *types.Var) {
	fn.joinWritten(root{key: ir.VarKey(v)}, itself)
}

// joinWritten records a write to a root at a level.
func (fn *function) joinWritten(v root, level int) {
	if old, ok := fn.written[v]; !ok || level > old {
		fn.written[v], fn.changed = level, true
	}
}

// itself is the level of a write to a variable, and not to what it leads to.
const itself = -1

// solve adds what follows from the present sets of the callees. It reports whether the
// function's set has grown.
func (f *finder) solve(fn *function) (grown bool) {
	for {
		fn.changed, fn.seen = false, map[*types.Var]bool{}
		f.pass(fn)
		if !fn.changed {
			return grown
		}
		grown = true
	}
}

// pass adds what follows from what is known.
func (f *finder) pass(fn *function) {
	all := fn.written
	fn.written = fn.own
	for _, e := range fn.places {
		if v := f.direct(e); v != nil {
			fn.assignsTo(v)
		} else {
			fn.writes(f.place(fn, e), 0)
		}
	}
	fn.written = all
	for v, level := range fn.own {
		fn.joinWritten(v, level)
	}
	for _, a := range fn.stored {
		fn.add(fn.kept, f.assigned(fn, a))
	}
	for _, e := range fn.results {
		fn.add(fn.returned, f.roots(fn, e))
	}
	for _, v := range fn.named {
		fn.add(fn.returned, f.of(fn, v))
	}
	for _, c := range fn.calls {
		f.call(fn, c)
	}
	for _, v := range fn.values {
		f.callee(fn, v, nil)
	}
}

// writeSet returns the set of a function, or nil if it is empty.
func (fn *function) writeSet() *ir.WriteSet {
	list := func(r roots) []ir.Root {
		var out []ir.Root
		for v, n := range r {
			out = append(out, ir.Root{Var: v.key, Param: v.param, Level: n})
		}
		slices.SortFunc(out, func(a, b ir.Root) int { return cmp.Or(cmp.Compare(a.Var, b.Var), a.Param-b.Param) })
		return out
	}
	s := &ir.WriteSet{Written: list(fn.written), Own: list(fn.own), Kept: list(fn.kept), Returns: list(fn.returned), Dynamic: slices.Sorted(maps.Keys(fn.dynamic))}
	if len(s.Written)+len(s.Kept)+len(s.Returns)+len(s.Dynamic) == 0 {
		return nil
	}
	return s
}

// sharesMemory reports whether copies of a value of type t may share memory with it.
func (f *finder) sharesMemory(t types.Type) bool {
	if t == nil {
		return true
	}
	known, ok := f.memory[t]
	if ok {
		return known
	}
	f.memory[t] = true
	shares := true
	switch u := ir.Under(t).(type) {
	case *types.Basic:
		shares = u.Kind() == types.UnsafePointer || u.Kind() == types.Invalid
	case *types.Array:
		shares = f.sharesMemory(u.Elem())
	case *types.Struct:
		shares = false
		if ir.IsNamed(t, "embed", "FS") {
			break // no method writes to its files
		}
		for v := range u.Fields() {
			shares = shares || f.sharesMemory(v.Type())
		}
	case *types.Tuple:
		shares = false
		for v := range u.Variables() {
			shares = shares || f.sharesMemory(v.Type())
		}
	}
	f.memory[t] = shares && !ir.IsError(t)
	return f.memory[t]
}
