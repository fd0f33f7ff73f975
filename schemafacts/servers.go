package schemafacts

import (
	"strings"

	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
)

// ServerTools converts servers to the form of their snapshot. If a server registers a
// name several times, the tool is listed once, with a condition only if all registrations
// are conditional. module is the path of the program's module, which is removed from
// places, or "".
func ServerTools(servers []Server, module string) []compat.Server {
	var out []compat.Server
	for _, s := range servers {
		list := compat.Server{Name: s.Name}
		if len(s.Nameless) > 0 {
			list.Unnamed = s.Nameless[0]
			if module != "" {
				list.Unnamed = strings.TrimPrefix(list.Unnamed, module+"/")
			}
		}
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
			list.Tools = append(list.Tools, compat.ServerTool{Name: t.Name, Condition: t.Condition})
		}
		out = append(out, list)
	}
	return out
}
