package toolset

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"path"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
)

// For clients, a tool that is still defined but no longer registered is removed. A separate
// snapshot has the tools that the servers of a program register.

// serverDiffer compares the servers in two lists of tools.
type serverDiffer struct {
	old     *Set
	changes []Change
	// told are the tools whose own changes already report the difference.
	told map[string]bool
	// mayLack and mayHave report whether tools may be missing in the new list, or
	// in the old one.
	mayLack, mayHave bool
	// others are tools that another build of the new list may register.
	others map[string]bool
}

// compareServers returns the changes in which tools the servers register. It returns
// none if one of the lists does not describe servers.
func compareServers(old, new *Set, changes []Change) []Change {
	if len(old.Servers) == 0 || new.Servers == nil {
		return nil
	}
	d := &serverDiffer{old: old, told: map[string]bool{}, mayLack: new.Incomplete != "", mayHave: old.Incomplete != "", others: new.OtherBuilds}
	for _, c := range changes {
		switch c.Rule {
		case "tool-removed", "tool-added":
			d.told[c.Tool] = true
		case "tool-renamed":
			d.told[c.Tool] = true
			d.told[c.NewName] = true
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(old.Servers)) {
		now := new.Servers[folder]
		pairs := snapshot.PairServers(old.Servers[folder], now)
		for i, s := range old.Servers[folder] {
			switch {
			case pairs[i] >= 0:
				d.server(folder, s, now[pairs[i]])
			case !d.mayLack:
				d.report("server-removed", folder, s.Name, "", compat.Breaking, called(s)+" was removed")
			}
		}
	}
	return d.changes
}

func (d *serverDiffer) server(folder string, old, now snapshot.ServerTools) {
	was, is := byName(old), byName(now)
	for _, name := range slices.Sorted(maps.Keys(was)) {
		t, still := is[name]
		switch {
		case d.told[name], !still && (d.mayLack || d.others[name]):
		case !still:
			d.report("tool-unregistered", folder, old.Name, name, compat.Breaking, fmt.Sprintf("%s no longer registers the tool", called(old)))
		case was[name].Condition == "" && t.Condition != "":
			d.report("tool-conditional", folder, old.Name, name, compat.Caution, fmt.Sprintf("%s registers the tool only under a condition: %s", called(old), t.Condition))
		case was[name].Condition != "" && t.Condition == "":
			d.report("tool-unconditional", folder, old.Name, name, compat.Compatible, called(old)+" registers the tool under any condition")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(is)) {
		if _, before := was[name]; !before && !d.told[name] && !d.mayHave {
			d.report("tool-registered", folder, old.Name, name, compat.Compatible, called(old)+" registers the tool")
		}
	}
}

func byName(s snapshot.ServerTools) map[string]snapshot.ListedTool {
	out := map[string]snapshot.ListedTool{}
	for _, t := range s.Tools {
		out[t.Name] = t
	}
	return out
}

func called(s snapshot.ServerTools) string {
	if s.Name == "" {
		return "the server"
	}
	return fmt.Sprintf("server %q", s.Name)
}

func (d *serverDiffer) report(rule, folder, server, tool string, level compat.Level, message string) {
	c := Change{Tool: cmp.Or(tool, server), File: path.Join(folder, snapshot.Dir, snapshot.ServerFile)}
	c.Rule, c.Direction, c.Level, c.Message, c.Effect = rule, compat.Tool, level, message, compat.Narrows
	if level < compat.Caution {
		c.Effect = compat.Widens
	}
	h := sha256.New()
	for _, s := range []string{rule, folder, server, tool} {
		fmt.Fprintf(h, "%d:%s", len(s), s)
	}
	c.Fingerprint = hex.EncodeToString(h.Sum(nil)[:6])
	if i := slices.IndexFunc(d.old.Tools, func(t Tool) bool { return tool != "" && t.Name() == tool }); i >= 0 && level == compat.Breaking {
		c.Witness = compat.Tools(d.old.Tools[i].Node, nil)[0].Witness
	}
	d.changes = append(d.changes, c)
}
