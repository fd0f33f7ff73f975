package rulebook

import (
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/config"
	"github.com/schemavet/schemavet/internal/limits"
)

// Needs returns the profile or setting that is missing for a rule to run, if its
// check is on, such as "profile openai" or "setting hints.missing". It returns "" if
// the rule runs.
func (r Rule) Needs(c config.Settings) string {
	switch {
	case r.Check == "clients" && r.ID == "tool-tokens" && c.Tokens.Tool == 0:
		return "setting tokens.tool"
	case r.Check == "clients" && r.ID == "server-tokens" && c.Tokens.Server == 0:
		return "setting tokens.server"
	case r.Check == "clients" && (r.ID == "tool-tokens" || r.ID == "server-tokens"):
		return ""
	case r.Check == "clients":
		if slices.ContainsFunc(limits.Of(c.Profiles), func(l *limits.Rule) bool { return l.ID == r.ID }) {
			return ""
		}
		var names []string
		for _, p := range limits.Profiles {
			if slices.Contains(p.Rules, r.ID) {
				names = append(names, p.Name)
			}
		}
		return "profile " + alternatives(names)
	}
	if r.Check == "hints" && r.ID == "explicit" {
		var names []string
		for _, p := range limits.Profiles {
			if len(p.Hints) > 0 && slices.Contains(c.Profiles, p.Name) {
				return ""
			} else if len(p.Hints) > 0 {
				names = append(names, p.Name)
			}
		}
		if len(c.Hints.Require) > 0 {
			return ""
		}
		return "setting hints.require or profile " + alternatives(names)
	}
	if set, ok := map[string]bool{
		"contextleak/denied":    len(c.ContextLeak.Types) > 0,
		"contextleak/name":      c.ContextLeak.Names,
		"handlerargs/null":      c.HandlerArgs.Null,
		"handlerargs/swallowed": c.HandlerArgs.Swallowed,
		"hints/missing":         c.Hints.Missing,
		"nodescription/echo":    c.NoDescription.Echo,
	}[r.Check+"/"+r.ID]; ok && !set {
		key := r.ID
		switch key {
		case "denied":
			key = "types"
		case "name":
			key = "names"
		}
		return "setting " + r.Check + "." + key
	}
	return ""
}

// alternatives joins names with commas and "or".
func alternatives(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}
