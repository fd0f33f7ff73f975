package compat

import (
	"fmt"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// For clients, a tool that is still defined but no longer registered is removed. The
// servers of a program are therefore compared in addition to the tools.

// Server lists the tools that a server registers.
type Server struct {
	// Name is the server's name, or "" if source does not determine it.
	Name string
	// Tools are sorted by name.
	Tools []ServerTool
	// Unnamed is a place that registers tools on the server whose names are known only
	// at run time, or "". Snapshots do not have it.
	Unnamed string
}

// ServerTool is a tool that a server registers.
type ServerTool struct {
	Name string
	// Condition describes the run-time condition of the registration. It is "" if the
	// tool is always registered.
	Condition string
}

// ServerChange is one difference between the servers of a program.
type ServerChange struct {
	Change
	// Tool is the name of the tool, or "" if the change concerns the whole server.
	Tool string
	// Server is the name of the server, the old one if it was renamed.
	Server string
	// Now is the index of the server in the new list, or -1.
	Now int
}

// Servers compares the servers of a program. program is the folder of the program
// relative to its module; it distinguishes equal changes of several programs. tool returns
// a tool as it was before, in normal form, or nil if it is unknown.
func Servers(program string, old, now []Server, tool func(name string) *schema.Node) []ServerChange {
	d := &serverDiff{program: program, now: now, tool: tool}
	var listed []Server
	var at []int // their indexes in now
	for j, s := range now {
		if len(s.Tools) > 0 {
			listed, at = append(listed, s), append(at, j)
		}
	}
	pairs := PairServers(old, listed)
	for i, was := range old {
		empty := slices.IndexFunc(now, func(s Server) bool { return s.Name == was.Name && len(s.Tools) == 0 })
		switch {
		case pairs[i] >= 0:
			d.server(was, at[pairs[i]])
		case empty >= 0:
			d.withoutTools(was, empty)
		default:
			d.add("server-removed", Breaking, was.Name, "", -1, fmt.Sprintf("%s is gone, which lists %s", called(was), countTools(was)))
		}
	}
	for j, is := range listed {
		if !slices.Contains(pairs, j) {
			d.add("server-added", Compatible, is.Name, "", at[j], fmt.Sprintf("%s is new and lists %s", called(is), countTools(is)))
		}
	}
	return d.changes
}

type serverDiff struct {
	program string
	now     []Server
	tool    func(name string) *schema.Node
	changes []ServerChange
}

// withoutTools adds the change of a server that no longer registers a tool.
func (d *serverDiff) withoutTools(was Server, now int) {
	text := fmt.Sprintf("%s no longer registers any of its %s", called(was), countTools(was))
	if len(was.Tools) == 1 {
		text = fmt.Sprintf("%s no longer registers its only tool, %q", called(was), was.Tools[0].Name)
	}
	d.add("server-removed", Breaking, was.Name, "", now, text)
}

func (d *serverDiff) server(was Server, now int) {
	is := d.now[now]
	named := func(list []ServerTool, name string) int {
		return slices.IndexFunc(list, func(t ServerTool) bool { return t.Name == name })
	}
	for _, t := range was.Tools {
		if named(is.Tools, t.Name) < 0 {
			d.add("tool-unregistered", Breaking, was.Name, t.Name, now, fmt.Sprintf("tool %q is no longer registered by %s", t.Name, called(is)))
		}
	}
	for _, t := range is.Tools {
		i := named(was.Tools, t.Name)
		switch {
		case i < 0:
			d.add("tool-registered", Compatible, was.Name, t.Name, now, fmt.Sprintf("tool %q is new on %s", t.Name, called(is)))
		case was.Tools[i].Condition == "" && t.Condition != "":
			d.add("tool-conditional", Caution, was.Name, t.Name, now, fmt.Sprintf("tool %q of %s now depends on %s", t.Name, called(is), t.Condition))
		case was.Tools[i].Condition != "" && t.Condition == "":
			d.add("tool-unconditional", Compatible, was.Name, t.Name, now, fmt.Sprintf("tool %q of %s no longer depends on a condition", t.Name, called(is)))
		}
	}
}

// add adds a change. If the new server registers tools whose names are known only at run
// time, it may still register the tools that are gone.
func (d *serverDiff) add(rule string, level Level, server, tool string, now int, message string) {
	c := Change{Rule: rule, Direction: Tool, Level: level, Effect: Narrows, Message: message}
	if level < Caution {
		c.Effect = Widens
	}
	if now >= 0 && level == Breaking && d.now[now].Unnamed != "" {
		c.Undecided = true
		c.Message += fmt.Sprintf(", unless %s registers it (its tool names are known only at run time)", d.now[now].Unnamed)
	}
	if tool != "" && level == Breaking {
		if was := d.tool(tool); was != nil {
			c.Witness = Tools(was, nil)[0].Witness
		}
	}
	// Servers of one name are distinguished by their order.
	for id := server; ; id += "+" {
		c.Fingerprint = fingerprint(tool, c, schema.NewString(d.program), schema.NewString(id))
		if !slices.ContainsFunc(d.changes, func(o ServerChange) bool { return o.Fingerprint == c.Fingerprint }) {
			break
		}
	}
	d.changes = append(d.changes, ServerChange{c, tool, server, now})
}

func called(s Server) string {
	if s.Name == "" {
		return "the server"
	}
	return fmt.Sprintf("server %q", s.Name)
}

func countTools(s Server) string {
	if len(s.Tools) == 1 {
		return "1 tool"
	}
	return fmt.Sprintf("%d tools", len(s.Tools))
}

// PairServers returns, for each of the old servers of a program, the index of the same
// server in now, or -1. Servers of equal names are paired first, and then, since a server may
// be renamed, those with common tools and the only servers of old and now. Of several, the
// pair with the most common tools comes first.
func PairServers(old, now []Server) []int {
	type pair struct{ rank, i, j int }
	var pairs []pair
	for i, a := range old {
		for j, b := range now {
			rank := shared(a, b)
			if a.Name == b.Name {
				rank += 1 << 20 // before all common tools
			}
			if rank > 0 || len(old) == 1 && len(now) == 1 {
				pairs = append(pairs, pair{rank, i, j})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return b.rank - a.rank })
	out := slices.Repeat([]int{-1}, len(old))
	for _, p := range pairs {
		if out[p.i] < 0 && !slices.Contains(out, p.j) {
			out[p.i] = p.j
		}
	}
	return out
}

// shared returns the number of tools that two servers have in common.
func shared(a, b Server) int {
	names, n := map[string]bool{}, 0
	for _, t := range a.Tools {
		names[t.Name] = true
	}
	for _, t := range b.Tools {
		if names[t.Name] {
			n++
		}
	}
	return n
}
