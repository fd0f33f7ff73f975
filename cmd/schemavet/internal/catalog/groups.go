package catalog

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// A Server identifies the server that registers a tool, for the headings of a
// catalog.
type Server struct {
	Name    string // the name that clients see, or "" if it is unknown
	Program string // import path
}

func (s Server) title() string { return cmp.Or(s.Name, path.Base(s.Program)) }

// group divides tools into groups. If there are several servers, there is a group for
// each, and a tool is in the group of every server that registers it. Otherwise there
// is a group for each package. Tools are sorted by name.
func (c *Catalog) group(tools []Tool) {
	c.Size = sizeOf(tools)
	servers := map[Server]bool{}
	for _, t := range tools {
		for _, s := range t.Servers {
			servers[s] = true
		}
	}
	by := map[Server]*Group{}
	for _, t := range tools {
		in := t.Servers
		if len(servers) < 2 {
			in = []Server{{Program: t.Package}}
		} else if len(in) == 0 {
			in = []Server{{}}
		}
		for _, s := range in {
			if by[s] == nil {
				by[s] = &Group{Package: s.Program, Server: s.Name}
			}
			by[s].Tools = append(by[s].Tools, t)
		}
	}
	for s, g := range by {
		g.Name, g.Size = s.title(), sizeOf(g.Tools)
		if s == (Server{}) {
			g.Name = "On no server"
		}
		c.Groups = append(c.Groups, *g)
	}
	slices.SortFunc(c.Groups, func(a, b Group) int {
		none := func(g Group) int { return len(g.Package) } // tools without a server come last
		return cmp.Or(-cmp.Compare(min(none(a), 1), min(none(b), 1)), cmp.Compare(a.Package, b.Package), cmp.Compare(a.Server, b.Server))
	})
	if len(servers) < 2 {
		c.namePackages()
	}
}

// namePackages names each group by the elements of its package's path that the
// packages do not have in common.
func (c *Catalog) namePackages() {
	common := -1
	for _, g := range c.Groups {
		dirs := strings.Split(g.Package, "/")
		dirs = dirs[:len(dirs)-1]
		if common < 0 {
			common = len(dirs)
		}
		first := strings.Split(c.Groups[0].Package, "/")
		n := 0
		for n < min(common, len(dirs)) && dirs[n] == first[n] {
			n++
		}
		common = n
	}
	for i := range c.Groups {
		g := &c.Groups[i]
		g.Name = strings.Join(strings.Split(g.Package, "/")[common:], "/")
	}
}
