// Package limits says what clients and model providers refuse of a tool, as rules
// with a source and a date, and judges tools by them. Limits move, so a rule
// without a source is worth nothing.
package limits

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// A Rule is one limit of some clients.
type Rule struct {
	ID string
	// Who has the limit, and Limit is what they do: "OpenAI", "takes names of
	// letters, digits, _ and - up to 64 bytes".
	Who, Limit string
	// Source is where that is said, and Date when that was written or read.
	Source, Date string
	// Error reports whether a client rejects the tool or the whole list. Otherwise
	// the tool only works less well.
	Error bool

	find func(t *target)
}

// A Profile is a set of limits that some clients impose.
type Profile struct {
	Name, About string
	Rules       []string
	// Hints are the hints that source must set for each tool, as in the setting
	// hints.require; "readOnly|destructive" means one of the two.
	Hints []string
}

// Violation is a part of a tool that violates a rule.
type Violation struct {
	Rule *Rule
	// Pointer is the JSON pointer into the tool, and Fact what is wrong there.
	Pointer, Fact string
}

// Find returns the profile with a name.
func Find(name string) (Profile, error) {
	for _, p := range Profiles {
		if p.Name == name {
			return p, nil
		}
	}
	return Profile{}, fmt.Errorf("unknown profile %q, want one of %s", name, strings.Join(Names(), ", "))
}

// Names returns the names of the profiles.
func Names() []string {
	var out []string
	for _, p := range Profiles {
		out = append(out, p.Name)
	}
	return out
}

// ByID returns the rule with an ID, or nil if it does not exist.
func ByID(id string) *Rule {
	i := slices.IndexFunc(Rules, func(r Rule) bool { return r.ID == id })
	if i < 0 {
		return nil
	}
	return &Rules[i]
}

// Default are the IDs of the rules that apply without a profile.
var Default = []string{"array-items", "output-dialect"}

// Of returns the rules of some profiles and the default rules, without duplicates, in
// the order of [Rules].
func Of(profiles []string) []*Rule {
	ids := slices.Clone(Default)
	for _, name := range profiles {
		if p, err := Find(name); err == nil {
			ids = append(ids, p.Rules...)
		}
	}
	var out []*Rule
	for i := range Rules {
		if slices.Contains(ids, Rules[i].ID) {
			out = append(out, &Rules[i])
		}
	}
	return out
}

// Judge returns the violations of rules by a tool. The tool has the form of
// tools/list, with holes for unresolved parts, which Judge ignores. server is the
// name under which clients know the server, or "" if it is unknown.
func Judge(rules []*Rule, tool *schema.Node, server string) []Violation {
	var out []Violation
	for _, r := range rules {
		r.find(&target{tool: tool, server: server, report: func(pointer, fact string) {
			out = append(out, Violation{r, pointer, fact})
		}})
	}
	return out
}

// target is the tool that a client's rules are applied to.
type target struct {
	tool   *schema.Node
	server string
	report func(pointer, fact string)
}

// name returns the tool's name, or "" if it is unknown.
func (t *target) name() string { return t.tool.Get("name").StringValue() }

const (
	input  = "/inputSchema"
	output = "/outputSchema"
)

// root returns the input or output schema of the tool, or nil if it is unknown or not
// an object.
func (t *target) root(side string) *schema.Node {
	n := t.tool.Lookup(side)
	if n == nil || n.Kind != schema.Object {
		return nil
	}
	return n
}

// known reports whether a part of a schema exists and is resolved.
func known(n *schema.Node) bool { return n != nil && n.Kind != schema.Unresolved }

// open reports whether an object may have a member, because its value is unresolved.
func open(n *schema.Node, name string) bool {
	m := n.Get(name)
	return m != nil && m.Kind == schema.Unresolved
}
