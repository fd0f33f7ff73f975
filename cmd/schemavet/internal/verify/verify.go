// Package verify compares what a server answers with what its source says.
package verify

import (
	"cmp"
	"slices"

	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Report describes how a server's list differs from its source. Lists are sorted by
// name.
type Report struct {
	// Exact are the tools that are equal in every part.
	Exact []string `json:"exact"`
	// Unresolved are the tools that differ only in parts unresolved in source.
	Unresolved []Unresolved `json:"unresolved"`
	// Contradictions are the tools that differ in a resolved part.
	Contradictions []Contradiction `json:"contradictions"`
	// OnlySource are the tools that the server does not list, OnlyServer the tools
	// that are not found in source.
	OnlySource []Missing `json:"onlySource"`
	OnlyServer []Extra   `json:"onlyServer"`
}

// Unresolved is a tool with parts that are unresolved in source.
type Unresolved struct {
	Name  string `json:"name"`
	Parts []Part `json:"parts"`
}

// Part is a part that is unresolved in source, with the value that the server lists.
type Part struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
	// Value is compact JSON, "" for nothing.
	Value string `json:"value"`
}

// Contradiction is a tool for which the server and the source differ.
type Contradiction struct {
	Name string `json:"name"`
	// Untraced reports whether unseen code may change the tool. Then the difference
	// is not a contradiction.
	Untraced    bool     `json:"untraced,omitempty"`
	Differences []string `json:"differences"`
}

// Missing is a tool that the server does not list.
type Missing struct {
	Name string `json:"name"`
	// Condition says what its registration depends on, "" if on nothing: then it
	// should be there.
	Condition string `json:"condition,omitempty"`
}

// Extra is a tool that the server lists and that was not found in source.
type Extra struct {
	Name string `json:"name"`
	// Expected reports whether source has registrations whose names are known only
	// at run time, or was not analyzed to the end.
	Expected bool `json:"expected,omitempty"`
}

// Source is what was derived from source about a server.
type Source struct {
	// Tools are the tools that it may list. Conditions has their conditions, by name.
	Tools      []*schemafacts.Tool
	Conditions map[string]string
	// Open reports whether the server may list other tools.
	Open bool
}

// Compare compares the tools that a server lists, in normal form, with its source.
func Compare(listed []*schema.Node, src Source) *Report {
	r := &Report{Exact: []string{}, Unresolved: []Unresolved{}, Contradictions: []Contradiction{}, OnlySource: []Missing{}, OnlyServer: []Extra{}}
	byName := map[string][]*schemafacts.Tool{}
	for _, t := range src.Tools {
		byName[t.Name] = append(byName[t.Name], t)
	}
	seen := map[string]bool{}
	for _, n := range listed {
		name := n.Get("name").StringValue()
		seen[name] = true
		if len(byName[name]) == 0 {
			r.OnlyServer = append(r.OnlyServer, Extra{name, src.Open})
			continue
		}
		r.compare(name, n, byName[name])
	}
	for name := range byName {
		if !seen[name] {
			r.OnlySource = append(r.OnlySource, Missing{name, src.Conditions[name]})
		}
	}
	slices.Sort(r.Exact)
	slices.SortFunc(r.Unresolved, func(a, b Unresolved) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortFunc(r.Contradictions, func(a, b Contradiction) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortFunc(r.OnlySource, func(a, b Missing) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortFunc(r.OnlyServer, func(a, b Extra) int { return cmp.Compare(a.Name, b.Name) })
	return r
}

// compare compares a listed tool with the variants of the tool in source. The best
// match counts.
func (r *Report) compare(name string, listed *schema.Node, forms []*schemafacts.Tool) {
	for _, t := range forms {
		if schema.Equal(schema.Normalize(t.Doc), listed) {
			r.Exact = append(r.Exact, name)
			return
		}
	}
	for _, t := range forms {
		doc := schema.Normalize(t.Doc)
		if !schema.Agree(doc, listed) {
			continue
		}
		u := Unresolved{Name: name, Parts: []Part{}}
		for _, h := range doc.Holes() {
			p := Part{Path: h.Path, Reason: h.Reason}
			if n := listed.Lookup(h.Path); n != nil {
				p.Value = beyond(n, doc.Lookup(h.Path)).String()
			}
			u.Parts = append(u.Parts, p)
		}
		r.Unresolved = append(r.Unresolved, u)
		return
	}
	t := forms[0]
	c := Contradiction{Name: name, Untraced: !t.Traced}
	for _, ch := range compat.Tools(schema.Settled(schema.Normalize(t.Doc), listed), listed) {
		c.Differences = append(c.Differences, ch.Message)
	}
	if len(c.Differences) == 0 {
		c.Differences = []string{"the texts differ"}
	}
	r.Contradictions = append(r.Contradictions, c)
}

// beyond returns the members of n that known, which is partly unknown, does not have for
// certain. If nothing is known, it returns n.
func beyond(n, known *schema.Node) *schema.Node {
	if known.Partial == nil {
		return n
	}
	out := *n
	out.Members = slices.DeleteFunc(slices.Clone(n.Members), func(m schema.Member) bool {
		return slices.ContainsFunc(known.Members, func(k schema.Member) bool { return k.Name == m.Name })
	})
	out.Elems = slices.DeleteFunc(slices.Clone(n.Elems), func(e *schema.Node) bool {
		return slices.ContainsFunc(known.Elems, func(k *schema.Node) bool { return schema.Equal(k, e) })
	})
	return &out
}

// Contradicts reports whether the server contradicts the source.
func (r *Report) Contradicts() bool {
	return slices.ContainsFunc(r.Contradictions, func(c Contradiction) bool { return !c.Untraced }) ||
		slices.ContainsFunc(r.OnlySource, func(m Missing) bool { return m.Condition == "" }) ||
		slices.ContainsFunc(r.OnlyServer, func(e Extra) bool { return !e.Expected })
}
