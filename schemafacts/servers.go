package schemafacts

import (
	"github.com/schemavet/schemavet/schemafacts/snapshot"
)

// ServerTools converts servers to the form of their snapshot. It omits servers without
// tools. If a server registers a name several times, the tool is listed once, with a
// condition only if all registrations are conditional.
func ServerTools(servers []Server) []snapshot.ServerTools {
	var out []snapshot.ServerTools
	for _, s := range servers {
		if len(s.Tools) == 0 {
			continue
		}
		list := snapshot.ServerTools{Name: s.Name}
		for _, t := range s.Tools {
			if snapshot.UnwritableName(t.Name) != "" {
				continue // The check reports the tool where it is registered.
			}
			if n := len(list.Tools); n > 0 && list.Tools[n-1].Name == t.Name {
				if t.Condition == "" {
					list.Tools[n-1].Condition = ""
				}
				continue
			}
			list.Tools = append(list.Tools, snapshot.ListedTool{Name: t.Name, Condition: t.Condition})
		}
		out = append(out, list)
	}
	return out
}
