package derive

import (
	"go/types"
	"maps"
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
		if known[which{t.Name, t.At}] || t.Via != "" && (!p.comesTo(t.Via) || p.followed(t.Via)) {
			continue
		}
		if len(servers) == 0 {
			others = append(others, t)
		}
		for i := range servers {
			if d := servers[i].Dialect; d == "" || d == t.Dialect {
				if t.Condition == "" {
					t.Condition, t.Where = "which server it is registered on", t.At
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
		path := p.Pass.Pkg.Path()
		servers = append(servers, Server{SeenServer: SeenServer{Package: path, Tools: uniteTools(others)}, Program: path})
	}
	return servers
}

// comesTo reports whether the program may come to a function.
func (p *deriver) comesTo(key string) bool {
	if p.reached == nil {
		p.reached = newReach(p)
	}
	if !p.reached.funcs[key] && !p.reached.all {
		p.reached.all = true // interfaces are many, and seldom asked for
		p.reached.spread()
	}
	return p.reached.funcs[key] || p.reached.asMethod(key)
}

// reach are the functions that a program may come to.
type reach struct {
	p     *deriver
	known map[string]*ir.Func
	funcs map[string]bool
	// methods are the keys of all methods that are known.
	methods []string
	// called are the bare names of methods that are called through interfaces.
	called map[string]bool
	// made are the functions that may come to a value of a type, and offered what
	// interfaces that some package declares offer, if All says that they count.
	made    map[string][]string
	offered map[string]bool
	all     bool
}

// newReach finds the functions that the program mentions, from its start, its
// initialisers and what these mention in turn, and the methods that it may call
// through an interface.
func newReach(p *deriver) *reach {
	r := &reach{p: p, known: map[string]*ir.Func{}, funcs: map[string]bool{}, called: map[string]bool{}, made: map[string][]string{}, offered: map[string]bool{}}
	for _, m := range p.allMade() {
		r.made[m.Type] = append(r.made[m.Type], m.By)
	}
	units := p.Units()
	for _, u := range units {
		maps.Copy(r.known, u.Funcs)
	}
	for key := range r.known {
		r.methods = append(r.methods, key)
	}
	for _, list := range r.made {
		r.methods = append(r.methods, list...)
	}
	r.methods = slices.DeleteFunc(r.methods, func(key string) bool { return receiverOf(key) == "" })
	slices.Sort(r.methods)
	r.methods = slices.Compact(r.methods)
	for _, u := range units {
		for _, v := range u.Vars {
			r.walk(v.Init)
		}
		for _, fn := range u.Inits {
			r.visit(fn.Key, fn)
		}
	}
	start := p.Pass.Pkg.Path() + ".main"
	r.visit(start, r.known[start])
	r.spread()
	return r
}

// spread adds the methods that may be called through interfaces, and what they
// mention.
func (r *reach) spread() {
	for more := true; more; {
		more = false
		for _, key := range r.methods {
			if !r.funcs[key] && r.asMethod(key) {
				r.visit(key, r.known[key])
				more = true
			}
		}
	}
}

func (r *reach) visit(key string, fn *ir.Func) {
	if !r.funcs[key] {
		r.funcs[key] = true
		if fn != nil {
			r.walk(fn.Body)
		}
	}
}

func (r *reach) walk(n *ir.Node) {
	if n == nil {
		return
	}
	switch {
	case n.Op == ir.OpFunc || n.Op == ir.OpMethod && !n.Flag:
		r.visit(n.Name, r.known[n.Name])
	case n.Op == ir.OpMethod:
		r.called[n.Name] = true
	}
	for _, k := range n.Kids {
		r.walk(k)
	}
	if n.Fn != nil {
		r.walk(n.Fn.Body)
	}
}

// asMethod reports whether a function is a method that may be called through an
// interface: of a type of which there may be a value.
func (r *reach) asMethod(key string) bool {
	typ := receiverOf(key)
	if typ == "" || !r.comesToBe(typ) {
		return false
	}
	_, name, _ := strings.Cut(key, ").")
	if r.called[name] || !r.all {
		return r.called[name]
	}
	offered, known := r.offered[key]
	if !known {
		offered = r.p.throughInterface(key)
		r.offered[key] = offered
	}
	return offered
}

// comesToBe reports whether the program may come to a value of a type.
func (r *reach) comesToBe(typ string) bool {
	by, looked := r.made[typ]
	if !looked || !slices.Contains(by, nobody) || r.made[anything] != nil {
		return true // nobody has looked
	}
	return slices.ContainsFunc(by, func(key string) bool { return key == "" || r.funcs[key] })
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
	return slices.ContainsFunc(p.interfaces()[fn.Name()], func(t types.Type) bool {
		named, ok := t.(*types.Named)
		return ok && named.TypeParams().Len() > 0 || types.Implements(recv, t.Underlying().(*types.Interface))
	})
}

// findInterfaces returns the interfaces that the package or those below it declare,
// by the names of their methods.
func (p *deriver) findInterfaces() map[string][]types.Type {
	out := map[string][]types.Type{}
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
	search(p.Pass.Pkg)
	return out
}
