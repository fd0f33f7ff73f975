package static

import (
	"maps"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Globals returns the package variables to which a function or a function literal, or what it
// calls, may write, or to which its results lead.
func (a *Analysis) Globals(fn *ir.Func) []string {
	set := a.setOf(fn)
	if set == nil {
		return nil
	}
	return append(a.closed(set, map[string]bool{}), ir.Vars(set.Returns)...)
}

// Overwritten returns the package variables to which a function or a function literal, or what it
// calls by name, may write. A variable that it only stores elsewhere or returns does not count:
// otherwise all tools of one of 37 public servers would be unknown. A literal has the write set
// of the function around it. If it makes no calls, it writes only to what it names.
func (a *Analysis) Overwritten(fn *ir.Func) []string {
	set := a.setOf(fn)
	if set == nil {
		return nil
	}
	out := ir.Vars(set.Written)
	if !strings.Contains(fn.Key, "$") || fn.Body == nil {
		return out
	}
	named, calls := map[string]bool{}, false
	ir.Walk(fn.Body, func(n *ir.Node) bool {
		calls = calls || n.Op == ir.OpCall
		if n.Op == ir.OpGlobal {
			named[n.Name] = true
		}
		return true
	})
	if calls {
		return out
	}
	return slices.DeleteFunc(out, func(key string) bool { return !named[key] })
}

// setOf returns the write set of a function or a function literal, or nil.
func (a *Analysis) setOf(fn *ir.Func) *ir.WriteSet {
	u := a.env.Unit(fn.Pkg)
	if u == nil {
		return nil
	}
	key, _, literal := strings.Cut(fn.Key, "$")
	if literal && u.Writes[key] == nil {
		key = ir.InitLiterals
	}
	return u.Writes[key]
}

// Written returns the keys of the package variables to which a function whose program is
// unknown may write, by the write sets of its package.
func (a *Analysis) Written(key string) []string {
	u := a.env.Unit(ir.PkgOf(key))
	if u == nil || u.Writes[key] == nil {
		return nil
	}
	return a.closed(u.Writes[key], map[string]bool{})
}

// Kept returns the arguments, of which the receiver comes first, that a function whose
// program is unknown stores elsewhere. Other code may write to what they lead to later. It
// returns none if the package of the function has no write sets: one public server of
// nine exceeds its budget if all arguments count.
func (a *Analysis) Kept(key string, args []value.Value) []value.Value {
	u := a.env.Unit(ir.PkgOf(key))
	if u == nil || u.Writes[key] == nil {
		return nil
	}
	var out []value.Value
	for _, r := range u.Writes[key].Kept {
		if r.Var == "" && r.Param < len(args) {
			out = append(out, args[r.Param])
		}
	}
	return out
}

// WritesReceiver reports whether a method may write to what its receiver leads to.
func (a *Analysis) WritesReceiver(key string) bool {
	u := a.env.Unit(ir.PkgOf(key))
	if u == nil || u.Writes == nil {
		return true
	}
	return u.Writes[key] != nil && slices.ContainsFunc(u.Writes[key].Written, func(r ir.Root) bool { return r.Var == "" && r.Param == 0 })
}

// MayWrite reports whether a function may write to something that outlives it.
func (a *Analysis) MayWrite(key string) bool {
	u := a.env.Unit(ir.PkgOf(key))
	return u != nil && (u.Writes == nil || u.Writes[key] != nil && u.Writes[key].Writes())
}

// Writing returns the keys of the methods with one of the names that may write to something.
func (a *Analysis) Writing(names []string) map[string]bool {
	if a.writing == nil {
		a.writing = map[string]bool{}
		for _, u := range a.env.Units() {
			has := func(key string) {
				if i := strings.LastIndex(key, ")."); i >= 0 && slices.Contains(names, key[i+2:]) {
					a.writing[key] = true
				}
			}
			if u.Writes == nil { // they may write to anything
				for key := range u.Funcs {
					has(key)
				}
			}
			for key, set := range u.Writes {
				if set.Writes() {
					has(key)
				}
			}
		}
	}
	return a.writing
}

// InitWritten returns the keys of the package variables to which initializers and init
// functions may write whose programs are unknown.
func (a *Analysis) InitWritten() map[string]bool {
	if a.initWritten == nil {
		a.initWritten = map[string]bool{}
		for _, u := range a.env.Units() {
			if set := u.Writes[ir.Inits]; set != nil {
				for _, v := range a.closed(set, map[string]bool{}) {
					a.initWritten[v] = true
				}
			}
		}
	}
	return a.initWritten
}

// closed returns the package variables of a write set, with those of the methods that it
// calls through interfaces. done are the names of methods that were added.
func (a *Analysis) closed(set *ir.WriteSet, done map[string]bool) []string {
	out := ir.Vars(set.Written, set.Kept)
	for _, name := range set.Dynamic {
		out = append(out, a.writtenBy(done, name)...)
	}
	return out
}

// writtenBy returns the package variables to which methods with a name may write.
func (a *Analysis) writtenBy(done map[string]bool, name string) []string {
	if done[name] {
		return nil
	}
	done[name] = true
	if a.methods == nil {
		a.methods = map[string][]*ir.WriteSet{}
		for _, u := range a.env.Units() {
			for _, key := range slices.Sorted(maps.Keys(u.Writes)) {
				if i := strings.LastIndex(key, ")."); i >= 0 {
					a.methods[key[i+2:]] = append(a.methods[key[i+2:]], u.Writes[key])
				}
			}
		}
	}
	var out []string
	for _, set := range a.methods[name] {
		out = append(out, a.closed(set, done)...)
	}
	return out
}
