package toolset

import (
	"cmp"
	"maps"
	"path"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
)

// Program is a program with its servers.
type Program struct {
	// Name is the name of the program for [compat.Servers].
	Name    string
	Servers []compat.Server
	// Unfinished reports whether servers and tools may be missing.
	Unfinished bool
}

// compareServers returns the changes in which tools the servers register, except those
// that changes of the tools report. It returns none if one of the lists does not describe
// servers.
func compareServers(old, new *Set, changes []Change) []Change {
	if len(old.Programs) == 0 || new.Programs == nil {
		return nil
	}
	told := map[string]bool{}
	for _, c := range changes {
		switch c.Rule {
		case "tool-removed", "tool-added", "tool-renamed":
			told[c.Tool], told[c.NewName] = true, true
		}
	}
	before := func(name string) *schema.Node {
		if i := slices.IndexFunc(old.Tools, func(t Tool) bool { return t.Name() == name }); i >= 0 {
			return old.Tools[i].Node
		}
		return nil
	}
	var out []Change
	folders := slices.Concat(slices.Collect(maps.Keys(old.Programs)), slices.Collect(maps.Keys(new.Programs)))
	slices.Sort(folders)
	for _, folder := range slices.Compact(folders) {
		was, is := old.Programs[folder], new.Programs[folder]
		if was.Unfinished || is.Unfinished {
			continue
		}
		for _, c := range compat.Servers(cmp.Or(was.Name, is.Name), was.Servers, is.Servers, before) {
			if c.Tool != "" && told[c.Tool] || c.Rule == "tool-unregistered" && new.OtherBuilds[c.Tool] {
				continue
			}
			out = append(out, Change{Change: c.Change, Tool: cmp.Or(c.Tool, c.Server), File: path.Join(folder, snapshot.Dir, snapshot.ServerFile)})
		}
	}
	return out
}
