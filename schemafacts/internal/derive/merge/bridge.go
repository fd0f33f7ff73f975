package merge

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// A plugin of one SDK can register its tools with a server of another SDK. Both results
// describe one tool with one name in source. Clients see the one that the server lists.

// bridge merges the two results for a tool that a plugin of one SDK registers with a
// server of another SDK. It keeps the tool that the server lists, with the other one
// as its Source.
func bridge(group []*tool.Tool) []*tool.Tool {
	bridged := func(t *tool.Tool) bool { return t.Bridge != "" && t.RegPos.IsValid() }
	i := slices.IndexFunc(group, bridged)
	if i < 0 {
		return group
	}
	var sources, out []*tool.Tool
	for _, t := range group {
		if t.Dialect == group[i].Bridge {
			sources = append(sources, t)
		} else {
			out = append(out, t)
		}
	}
	if len(sources) == 0 {
		return group
	}
	source := best(sources)[0]
	for i, t := range out {
		if bridged(t) && t.Source == nil {
			out[i] = withSource(t, source)
		}
	}
	return out
}

// withSource returns a copy of t with source as its source, and with the positions of
// source. It adds a remark if the listed schema lacks parts of the source's schema.
func withSource(t, source *tool.Tool) *tool.Tool {
	c := t.Clone()
	c.Source = source
	c.DefPos, c.Handler, c.HandlerPos = source.DefPos, source.Handler, source.HandlerPos
	c.Hops = append(slices.Clone(source.Hops), c.Hops...)
	c.Errors, c.Remarks = append(c.Errors, source.Errors...), append(c.Remarks, source.Remarks...)
	if lost := LostParts(source.Input(), t.Input()); lost != "" {
		msg := fmt.Sprintf("the MCP plugin of %s lists it without %s", source.Dialect, lost)
		c.Remarks = append(c.Remarks, tool.Problem{Msg: msg, Pos: source.Pos(), Check: "wiremismatch", Rule: "schema-lost"})
	}
	return c
}

// LostParts describes the parts of an input schema that the listed schema lacks, or
// returns "" if it lacks none. It ignores additionalProperties, because a model can
// call the tool without it.
func LostParts(source, listed *schema.Node) string {
	l := &loss{keywords: map[string]bool{}}
	l.compare(source, listed, "")
	var parts []string
	add := func(one, several string, names []string) {
		switch len(names) {
		case 0:
		case 1:
			parts = append(parts, one+" "+quoteSome(names))
		default:
			parts = append(parts, several+" "+quoteSome(names))
		}
	}
	add("the property", "the properties", l.properties)
	add("the keyword", "the keywords", slices.Sorted(maps.Keys(l.keywords)))
	add("the type of", "the types of", l.types)
	return strings.Join(parts, ", without ")
}

// quoteSome quotes at most four names and counts the others.
func quoteSome(names []string) string {
	const most = 4
	var quoted []string
	for i, name := range names {
		if i == most {
			return strings.Join(quoted, ", ") + fmt.Sprintf(" and %d more", len(names)-most)
		}
		quoted = append(quoted, fmt.Sprintf("%q", name))
	}
	return strings.Join(quoted, ", ")
}

// loss describes what one schema lacks in comparison with another one.
type loss struct {
	properties []string
	keywords   map[string]bool
	// types are the properties that have another type.
	types []string
}

// compare records what listed lacks in comparison with source. Both are at the same
// path. It skips unresolved parts.
func (l *loss) compare(source, listed *schema.Node, path string) {
	if source == nil || source.Kind != schema.Object || listed == nil || listed.Kind == schema.Unresolved {
		return
	}
	for _, m := range source.Members {
		other := listed.Get(m.Name)
		switch {
		case m.Value.Kind == schema.Unresolved || other != nil && other.Kind == schema.Unresolved:
		case m.Name == "properties":
			l.compareProperties(m.Value, other, path)
		case m.Name == "items":
			if other == nil {
				l.keywords[m.Name] = true
			} else {
				l.compare(m.Value, other, path+"[]")
			}
		case m.Name == "additionalProperties" && m.Value.Kind == schema.Bool:
		case m.Name == "type" && other != nil && !schema.Equal(m.Value, other):
			l.types = append(l.types, path)
		case other == nil || !schema.Equal(m.Value, other):
			l.keywords[m.Name] = true
		}
	}
}

func (l *loss) compareProperties(source, listed *schema.Node, path string) {
	for _, p := range source.Members {
		name := strings.TrimPrefix(path+"."+p.Name, ".")
		switch other := listed.Get(p.Name); {
		case other == nil:
			l.properties = append(l.properties, name)
		default:
			l.compare(p.Value, other, name)
		}
	}
}
