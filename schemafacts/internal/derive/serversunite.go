package derive

import (
	"cmp"
	"slices"
)

// Several packages see parts of one server, which are united here.

// allLoose returns the tools that the package and those below it register with
// servers that nobody has seen to be made, sorted.
func (p *deriver) allLoose() []SeenTool {
	var out []SeenTool
	for _, l := range p.loose {
		out = append(out, p.seenTool(l))
	}
	for _, f := range p.facts {
		out = append(out, f.Loose...)
	}
	return uniteTools(out)
}

// uniteTools sorts the tools of one server. What is registered twice depends on
// something only if both do.
func uniteTools(tools []SeenTool) []SeenTool {
	slices.SortStableFunc(tools, func(a, b SeenTool) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.At, b.At), cmp.Compare(a.Named, b.Named), cmp.Compare(a.Condition, b.Condition), cmp.Compare(a.Where, b.Where))
	})
	return slices.CompactFunc(tools, func(a, b SeenTool) bool { return a.Name == b.Name && a.At == b.At && a.Named == b.Named })
}

// allServers returns the servers that the package and those below it make, each
// as it is best known, sorted.
func (p *deriver) allServers() []SeenServer {
	own := p.ownServers()
	var below []SeenServer
	for _, f := range p.facts {
		below = append(below, f.Servers...)
	}
	below = slices.DeleteFunc(below, func(s SeenServer) bool {
		return slices.ContainsFunc(own, func(o SeenServer) bool { return o.knows(&s) })
	})
	return bestServers(append(own, below...))
}

// knows reports whether s is another way to the server that o is: by the same
// calls, and more before them.
func (s *SeenServer) knows(o *SeenServer) bool {
	n := len(s.Calls) - len(o.Calls)
	return s.At == o.At && n >= 0 && slices.Equal(o.Calls, s.Calls[n:])
}

// bestServers leaves out what is known better otherwise, and unites what several
// runs come to on the same way.
func bestServers(all []SeenServer) []SeenServer {
	var out []SeenServer
	for i := range all {
		s := &all[i]
		better := slices.ContainsFunc(all, func(o SeenServer) bool {
			return o.knows(s) && (len(o.Calls) > len(s.Calls) || o.Start && !s.Start)
		})
		if better {
			continue
		}
		same := slices.IndexFunc(out, func(o SeenServer) bool {
			return o.At == s.At && o.Name == s.Name && o.Package == s.Package && slices.Equal(o.Calls, s.Calls)
		})
		if same < 0 {
			c := *s
			c.Tools, c.Nameless = slices.Clone(s.Tools), slices.Clone(s.Nameless)
			out = append(out, c)
			continue
		}
		out[same].unite(s)
	}
	slices.SortStableFunc(out, func(a, b SeenServer) int {
		return cmp.Or(cmp.Compare(a.Package, b.Package), cmp.Compare(a.Name, b.Name), cmp.Compare(a.At, b.At), slices.Compare(a.Calls, b.Calls))
	})
	return out
}

// unite adds what another run tells of the server. What only one of them
// registers depends on which of them comes to pass.
func (s *SeenServer) unite(o *SeenServer) {
	always := func(list []SeenTool) map[string]bool {
		out := make(map[string]bool, len(list))
		for _, t := range list {
			out[t.Name] = out[t.Name] || t.Condition == ""
		}
		return out
	}
	const which = "which of several paths the program takes"
	mine, others := always(s.Tools), always(o.Tools)
	for i, t := range s.Tools {
		if t.Condition == "" && !others[t.Name] {
			s.Tools[i].Condition, s.Tools[i].Where = which, s.At
		}
	}
	for _, t := range o.Tools {
		if t.Condition == "" && !mine[t.Name] {
			t.Condition, t.Where = which, s.At
		}
		s.Tools = append(s.Tools, t)
	}
	s.Tools = uniteTools(s.Tools)
	s.Nameless = append(s.Nameless, o.Nameless...)
	slices.Sort(s.Nameless)
	s.Nameless = slices.Compact(s.Nameless)
}

// reach leaves out what a server registers only in functions that the program
// does not reach.
func (p *deriver) reach(s *SeenServer) {
	s.Tools = slices.DeleteFunc(slices.Clone(s.Tools), func(t SeenTool) bool { return t.Via != "" && !p.graph().ComesTo(t.Via) })
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
		if known[which{t.Name, t.At}] || t.Via != "" && (!p.graph().ComesTo(t.Via) || p.graph().Followed(t.Via)) {
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
