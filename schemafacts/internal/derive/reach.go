package derive

import (
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// A function that registers tools is run for its own sake, whoever calls it. The
// program tells whether anybody does: all that it is made of is known. What
// nobody mentions, and what nobody can call through an interface, does not run.

// reach leaves out what a server registers only in functions that the program
// does not reach.
func (p *deriver) reach(s *SeenServer) {
	s.Tools = slices.DeleteFunc(slices.Clone(s.Tools), func(t SeenTool) bool { return t.Via != "" && !p.comesTo(t.Via) })
}

// attach adds to the servers of a program the tools that it registers with
// servers of which nobody saw how they were made: it can be any of the SDK's, or,
// if there is none, one that other code makes.
func (p *deriver) attach(servers []Server) []Server {
	var others []SeenTool
	type which struct{ name, at string }
	known := map[which]bool{}
	for _, s := range servers {
		for _, t := range s.Tools {
			known[which{t.Name, t.At}] = true
		}
	}
	for _, t := range p.allLoose() {
		if known[which{t.Name, t.At}] || t.Via != "" && !p.comesTo(t.Via) {
			continue
		}
		if len(servers) == 0 {
			others = append(others, t)
		}
		for i := range servers {
			if d := servers[i].Dialect; d == "" || d == t.Dialect {
				if t.Condition == "" {
					t.Condition, t.Where = "which server it is given to", t.At
				}
				servers[i].Tools = append(servers[i].Tools, t)
				known[which{t.Name, t.At}] = true
			}
		}
	}
	for i := range servers {
		servers[i].Tools = uniteTools(servers[i].Tools)
	}
	if len(others) > 0 {
		path := p.pass.Pkg.Path()
		servers = append(servers, Server{SeenServer: SeenServer{Package: path, Tools: uniteTools(others)}, Program: path})
	}
	return servers
}

// comesTo reports whether the program may come to a function.
func (p *deriver) comesTo(key string) bool {
	if p.reached == nil {
		p.reached = p.mentioned()
	}
	return p.reached[key] || p.throughInterface(key)
}

// mentioned returns the functions that the program mentions, from its start, its
// initialisers and what these mention in turn.
func (p *deriver) mentioned() map[string]bool {
	units := p.Units()
	byName := map[string][]*ir.Func{} // methods, by their bare names
	funcs := map[string]*ir.Func{}
	for _, u := range units {
		for key, fn := range u.Funcs {
			funcs[key] = fn
			if _, name, ok := strings.Cut(key, ")."); ok {
				byName[name] = append(byName[name], fn)
			}
		}
	}
	out := map[string]bool{}
	var walk func(n *ir.Node)
	visit := func(fn *ir.Func) {
		if fn != nil && !out[fn.Key] {
			out[fn.Key] = true
			walk(fn.Body)
		}
	}
	walk = func(n *ir.Node) {
		if n == nil {
			return
		}
		switch {
		case n.Op == ir.OpFunc || n.Op == ir.OpMethod && !n.Flag:
			visit(funcs[n.Name])
			out[n.Name] = true
		case n.Op == ir.OpMethod:
			for _, fn := range byName[n.Name] {
				visit(fn)
			}
		}
		for _, k := range n.Kids {
			walk(k)
		}
		if n.Fn != nil {
			walk(n.Fn.Body)
		}
	}
	for _, u := range units {
		for _, v := range u.Vars {
			walk(v.Init)
		}
		for _, fn := range u.Inits {
			visit(fn)
		}
	}
	visit(funcs[p.pass.Pkg.Path()+".main"])
	return out
}

// throughInterface reports whether a method can be called through an interface
// that some package declares.
func (p *deriver) throughInterface(key string) bool {
	fn := p.funcObject(key)
	if fn == nil || fn.Signature().Recv() == nil {
		return false
	}
	recv := fn.Signature().Recv().Type()
	if _, isPtr := types.Unalias(recv).(*types.Pointer); !isPtr {
		recv = types.NewPointer(recv)
	}
	seen := map[*types.Package]bool{}
	var search func(pkg *types.Package) bool
	search = func(pkg *types.Package) bool {
		if seen[pkg] {
			return false
		}
		seen[pkg] = true
		for _, name := range pkg.Scope().Names() {
			tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if !ok {
				continue
			}
			iface, ok := tn.Type().Underlying().(*types.Interface)
			if !ok || !declares(iface, fn.Name()) {
				continue
			}
			if named, ok := tn.Type().(*types.Named); ok && named.TypeParams().Len() > 0 || types.Implements(recv, iface) {
				return true
			}
		}
		return slices.ContainsFunc(pkg.Imports(), search)
	}
	return search(p.pass.Pkg)
}

func declares(iface *types.Interface, method string) bool {
	for m := range iface.Methods() {
		if m.Name() == method {
			return true
		}
	}
	return false
}
