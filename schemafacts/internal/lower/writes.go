package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/writes"
)

// findWrites adds the write sets of the functions that were not lowered to the unit, and
// marks the package variables that code may write after initialization.
func (l *lowerer) findWrites() {
	known, effect := l.rel.Known, l.rel.Effect
	if known == nil {
		known = func(string) (*ir.WriteSet, bool) { return nil, false }
	}
	if effect == nil {
		effect = func(string, int) writes.Effect { return writes.Keeps }
	}
	decls := map[string]ast.Node{}
	for _, d := range l.order {
		decls[l.declKey(d)] = d
	}
	values := map[string]*types.Initializer{}
	for _, in := range l.src.Info.InitOrder {
		if !l.isTest(in.Rhs.Pos()) {
			key := "=" + l.src.Fset.Position(in.Rhs.Pos()).String()
			decls[key], values[key] = in.Rhs, in
		}
	}
	sets := writes.Of(&writes.Source{Pkg: l.src.Pkg, Info: l.src.Info, Known: known, Effect: effect}, decls)
	l.unit.Writes = map[string]*ir.WriteSet{}
	inits, literals := &ir.WriteSet{}, &ir.WriteSet{}
	add := func(to, set *ir.WriteSet) {
		to.Written = append(to.Written, set.Written...)
		to.Kept = append(to.Kept, set.Kept...)
		to.Dynamic = append(to.Dynamic, set.Dynamic...)
	}
	kept := map[string]bool{}
	for _, fn := range l.unit.Inits {
		kept[fn.Key] = fn.Body != nil
	}
	for key, set := range sets {
		in, isValue := values[key]
		switch {
		case isValue && l.lowered(in), isInit(decls[key]) && kept[key]:
			add(literals, set)
		case isValue || isInit(decls[key]):
			add(inits, set)
		default:
			l.unit.Writes[key] = set
		}
	}
	for key, set := range map[string]*ir.WriteSet{ir.Inits: inits.Sorted(), ir.InitLiterals: literals.Sorted()} {
		if len(set.Written)+len(set.Kept)+len(set.Dynamic) > 0 {
			l.unit.Writes[key] = set
		}
	}
	l.markMutated(sets)
}

// lowered reports whether an initializer is among the programs.
func (l *lowerer) lowered(in *types.Initializer) bool {
	for _, v := range in.Lhs {
		if v.Name() != "_" && l.unit.Vars[ir.VarKey(v)] != nil {
			return true
		}
	}
	return false
}

func isInit(n ast.Node) bool {
	d, ok := n.(*ast.FuncDecl)
	return ok && d.Name.Name == "init" && d.Recv == nil
}

// markMutated marks the package variables that code may write after initialization: code
// outside of the init functions and of the functions that only they call. What pointers lead
// to does not count: registries are filled through them, and the functions that do so
// are run. Nor do the functions of a program that are lowered, since main runs them (47 tools of one of 37 public servers are in such a registry, which also has a
// function that clears it and that only tests call).
func (l *lowerer) markMutated(sets map[string]*ir.WriteSet) {
	if len(l.unit.Vars) == 0 {
		return
	}
	later, program := l.afterInit(), l.src.Pkg.Name() == "main"
	for _, d := range l.order {
		key := l.declKey(d)
		set := sets[key]
		if fn := l.unit.Funcs[key]; set == nil || !later[key] || program && fn != nil && fn.Body != nil {
			continue
		}
		for _, r := range set.Own {
			pv := l.unit.Vars[r.Var]
			if pv == nil || r.Level > 0 {
				continue
			}
			_, ptr := ir.Under(pv.Type).(*types.Pointer)
			pv.Mutated = pv.Mutated || r.Level < 0 || !ptr
		}
	}
}

// afterInit returns the keys of the functions that may be called after initialization.
func (l *lowerer) afterInit() map[string]bool {
	uses := map[string][]string{}
	later := map[string]bool{}
	var work []string
	add := func(key string) {
		if !later[key] {
			later[key] = true
			work = append(work, key)
		}
	}
	used := map[string]bool{}
	for _, d := range l.order {
		from := l.declKey(d)
		for n := range l.tree.In(d, (*ast.Ident)(nil)) {
			if fn, ok := l.src.Info.Uses[n.(*ast.Ident)].(*types.Func); ok && fn.Pkg() == l.src.Pkg {
				key := l.key(fn)
				uses[from] = append(uses[from], key)
				used[key] = true
			}
		}
	}
	for _, d := range l.order {
		key := l.declKey(d)
		name := key[strings.LastIndexByte(key, '.')+1:]
		if !isInit(d) && (token.IsExported(name) || name == "main" || !used[key]) {
			add(key)
		}
	}
	for len(work) > 0 {
		key := work[len(work)-1]
		work = work[:len(work)-1]
		for _, callee := range uses[key] {
			add(callee)
		}
	}
	return later
}
