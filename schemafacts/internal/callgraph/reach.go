package callgraph

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Graph is the call graph of a program: the functions that the program may reach.
type Graph struct {
	code  Code
	funcs map[string]bool
	// methods are the keys of all known methods.
	methods []string
	// called are the bare names of methods that are called through interfaces.
	called map[string]bool
	// offered caches throughInterface. all is set when interfaces count that no known call uses.
	offered map[string]bool
	all     bool
	// interfaces are the declared interfaces of all packages, by the names of their
	// methods.
	interfaces map[string][]types.Type
	// namings are the places that name a function; see run.go.
	namings map[string][]naming
}

// Code is the code of a program from which [New] computes a call graph.
type Code struct {
	// Pkg is the main package. Units contain the functions of all packages.
	Pkg   *types.Package
	Units []*ir.Unit
	// Func returns the function with a key, and Object its declaration. They return nil
	// for an unknown key.
	Func   func(key string) *ir.Func
	Object func(key string) *types.Func
}

// New returns the call graph of a program. It contains main, the initializers, all
// functions that functions in the graph mention, and the methods that they may call
// through an interface.
func New(code Code) *Graph {
	r := &Graph{code: code, funcs: map[string]bool{}, called: map[string]bool{}, offered: map[string]bool{}}
	for _, u := range code.Units {
		r.methods = slices.AppendSeq(r.methods, maps.Keys(u.Funcs))
	}
	r.methods = slices.DeleteFunc(r.methods, func(key string) bool { return receiverOf(key) == "" })
	slices.Sort(r.methods)
	r.methods = slices.Compact(r.methods)
	for _, u := range code.Units {
		for _, v := range u.Vars {
			r.walk(v.Init)
		}
		for _, fn := range u.Inits {
			r.visit(fn.Key, fn)
		}
	}
	start := code.Pkg.Path() + ".main"
	r.visit(start, code.Func(start))
	r.addInterfaceCalls()
	return r
}

// MayReach reports whether the program may reach a function.
func (r *Graph) MayReach(key string) bool {
	if !r.funcs[key] && !r.all {
		r.all = true // only if needed: there are many interfaces
		r.addInterfaceCalls()
	}
	return r.funcs[key] || r.asMethod(key)
}

// addInterfaceCalls adds the methods that the program may call through interfaces, and the
// functions that these mention.
func (r *Graph) addInterfaceCalls() {
	for more := true; more; {
		more = false
		for _, key := range r.methods {
			if !r.funcs[key] && r.asMethod(key) {
				r.visit(key, r.code.Func(key))
				more = true
			}
		}
	}
}

func (r *Graph) visit(key string, fn *ir.Func) {
	if !r.funcs[key] {
		r.funcs[key] = true
		if fn != nil {
			r.walk(fn.Body)
		}
	}
}

func (r *Graph) walk(n *ir.Node) {
	ir.Walk(n, func(n *ir.Node) bool {
		if key, ok := n.Function(); ok {
			r.visit(key, r.code.Func(key))
		} else if n.Dynamic() {
			r.called[n.Name] = true
		}
		return true
	})
}

// asMethod reports whether the program may call a function as a method through an
// interface that is used.
func (r *Graph) asMethod(key string) bool {
	if receiverOf(key) == "" {
		return false
	}
	_, name, _ := strings.Cut(key, ").")
	if r.called[name] || !r.all {
		return r.called[name]
	}
	offered, known := r.offered[key]
	if !known {
		offered = r.throughInterface(key)
		r.offered[key] = offered
	}
	return offered
}

// throughInterface reports whether a method implements a method of an interface that
// some package declares.
func (r *Graph) throughInterface(key string) bool {
	fn := r.code.Object(key)
	if fn == nil || fn.Signature().Recv() == nil {
		return false
	}
	recv := fn.Signature().Recv().Type()
	if _, isPtr := types.Unalias(recv).(*types.Pointer); !isPtr {
		recv = types.NewPointer(recv)
	}
	return slices.ContainsFunc(r.declared(fn.Name()), func(t types.Type) bool {
		named, ok := t.(*types.Named)
		return ok && named.TypeParams().Len() > 0 || types.Implements(recv, t.Underlying().(*types.Interface))
	})
}

// declared returns the interfaces that any package declares and that have a method
// with this name.
func (r *Graph) declared(method string) []types.Type {
	if r.interfaces != nil {
		return r.interfaces[method]
	}
	out := map[string][]types.Type{}
	r.interfaces = out
	seen := map[*types.Package]bool{}
	var search func(pkg *types.Package)
	search = func(pkg *types.Package) {
		if seen[pkg] {
			return
		}
		seen[pkg] = true
		for _, name := range pkg.Scope().Names() {
			tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if !ok {
				continue
			}
			if iface, ok := tn.Type().Underlying().(*types.Interface); ok {
				for m := range iface.Methods() {
					out[m.Name()] = append(out[m.Name()], tn.Type())
				}
			}
		}
		for _, imp := range pkg.Imports() {
			search(imp)
		}
	}
	search(r.code.Pkg)
	return out[method]
}

// receiverOf returns the type in the key of a method, such as pkg.Name, or "" for a
// function.
func receiverOf(key string) string {
	recv, _, ok := strings.Cut(strings.TrimLeft(key, "(*"), ").")
	if !ok {
		return ""
	}
	recv, _, _ = strings.Cut(recv, "[")
	return recv
}
