package wire

import (
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// document returns a tool as MCP has it, false if n is none. What the models'
// vendors call otherwise, or put into an object inside, gets its MCP name: the
// checks and snapshots know no other. Sure says that there is no doubt about
// parameters.
func document(n *schema.Node, sure bool) (doc, name *schema.Node, ok bool) {
	if n == nil || n.Kind != schema.Object {
		return nil, nil, false
	}
	if f := n.Get("function"); f != nil && n.Get("name") == nil {
		n = f
	}
	if name = n.Get("name"); n.Kind != schema.Object || name == nil {
		return nil, nil, false
	}
	i := slices.IndexFunc(schemaNames, n.Has)
	if i < 0 || !sure && !fitting(schemaNames[i], n.Get(schemaNames[i])) {
		return nil, nil, false
	}
	switch name.Kind {
	case schema.String:
		if name.Text == "" {
			return nil, nil, false
		}
	case schema.Unresolved:
	default:
		return nil, nil, false
	}
	if i == 0 {
		return n, name, true
	}
	doc = schema.NewObject().At(n.Pos)
	for _, m := range n.Members {
		switch m.Name {
		case schemaNames[i]:
			m.Name = schemaNames[0]
		case "name", "description":
		default:
			continue // of the vendor's protocol
		}
		doc.Members = append(doc.Members, m)
	}
	return doc, name, true
}

// fitting reports whether a member can be a tool's schema. Parameters are much
// else, too: only what looks like a schema of an object counts.
func fitting(member string, n *schema.Node) bool {
	switch n.Kind {
	case schema.Unresolved:
		return true
	case schema.Null, schema.Bool:
		return member != parameters
	case schema.Object:
		typ := n.Get("type")
		return member != parameters || n.Has("properties") || typ != nil && typ.StringValue() == "object"
	}
	return false
}

// looksDefined reports whether a value that nobody was seen to list is a tool
// all the same: it has a schema, and not only a place for one.
func looksDefined(doc *schema.Node) bool {
	in := doc.Get("inputSchema")
	switch in.Kind {
	case schema.Object, schema.Unresolved:
		return true
	}
	return false
}
