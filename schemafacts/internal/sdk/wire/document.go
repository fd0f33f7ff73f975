package wire

import (
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// document returns a tool in MCP's form and its name, or false if n is not a tool.
// Members that vendors name differently or nest get their MCP names, because checks
// and snapshots use these. sure reports whether a member named parameters is known to
// be a schema.
func document(n *schema.Node, sure bool) (doc, name *schema.Node, ok bool) {
	if n == nil || n.Kind != schema.Object {
		return nil, nil, false
	}
	n = inside(n)
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
	return inMCP(n, schemaNames[i]), name, true
}

// strictAt returns the provider whose strict mode a tool in a vendor's form requests,
// or "".
func strictAt(n *schema.Node) string {
	n = inside(n)
	switch {
	case !n.Get("strict").IsTrue():
	case n.Has(schemaNames[1]):
		return "Anthropic"
	case n.Has(parameters):
		return "OpenAI"
	}
	return ""
}

// inside returns the nested function of a tool in OpenAI's form, and any other tool
// unchanged.
func inside(n *schema.Node) *schema.Node {
	if f := n.Get("function"); f != nil && n.Get("name") == nil {
		n = f
	}
	return n
}

// inMCP returns a tool in a vendor's form with the member names of MCP. schemaName is
// the vendor's name of the input schema.
func inMCP(n *schema.Node, schemaName string) *schema.Node {
	doc := schema.NewObject().At(n.Pos)
	doc.Members = membersInMCP(n.Members, schemaName)
	if p := n.Partial; p != nil {
		doc.Partial = &schema.Partial{Reason: p.Reason, Pos: p.Pos, Perhaps: membersInMCP(p.Perhaps, schemaName), More: p.More}
	}
	return doc
}

func membersInMCP(members []schema.Member, schemaName string) (out []schema.Member) {
	for _, m := range members {
		switch {
		case slices.Contains(modelMembers, m.Name): // null is a value of these members
		case m.Value.Kind == schema.Null:
			continue
		case m.Name == schemaName:
			m = schema.Member{Name: schemaNames[0], Value: sdk.JSONTypes(m.Value)}
		case m.Name == "name", m.Name == "description":
		case slices.Contains(resultNames, m.Name) && m.Value.Kind == schema.Object:
			m = schema.Member{Name: "outputSchema", Value: sdk.JSONTypes(m.Value)}
		default:
			continue // part of the vendor's protocol
		}
		out = append(out, m)
	}
	return out
}

// resultNames are the members that hold the schema of a tool's result. The first two
// are members of the Gemini API, the last is a member of OpenAI's API.
var resultNames = []string{"response", "responseJsonSchema", "output_schema"}

// modelMembers are the members of a vendor's tool that affect how a model receives and
// calls it. Other members, such as "cache_control", belong to the request.
var modelMembers = []string{"strict", "defer_loading", "allowed_callers", "input_examples"}

// bare returns a tool without a schema in MCP's form, or false if n is not one. The
// caller must know that n has a tool type: a tool without arguments may have no
// schema.
func bare(n *schema.Node) (doc, name *schema.Node, ok bool) {
	n = inside(n)
	name = n.Get("name")
	if name == nil || name.Kind != schema.Unresolved && name.StringValue() == "" || slices.ContainsFunc(schemaNames, n.Has) || isOfProvider(n) {
		return nil, nil, false
	}
	return inMCP(n, ""), name, true
}

// isOfProvider reports whether a tool without a schema is one that the provider of the model
// defines and runs, such as {"type": "web_search_20250305", "name": "web_search"}. The types of
// the program's own tools are function and custom.
func isOfProvider(n *schema.Node) bool {
	description := n.Get("description")
	return (description == nil || description.Kind == schema.String && description.Text == "") &&
		!slices.Contains([]string{"", "function", "custom"}, n.Get("type").StringValue())
}

// fitting reports whether n, the value of a member, can be a tool's schema. The name
// parameters also has other uses, so under it only a value that looks like the schema
// of an object counts.
func fitting(member string, n *schema.Node) bool {
	switch n.Kind {
	case schema.Unresolved:
		return true
	case schema.Null, schema.Bool:
		return member != parameters
	case schema.Object:
		typ := n.Get("type")
		return member != parameters || n.Has("properties") || typ != nil && strings.EqualFold(typ.StringValue(), "object")
	}
	return false
}

// looksDefined reports whether a value that is in no visible list is a tool: its
// schema is set.
func looksDefined(doc *schema.Node) bool {
	in := doc.Get("inputSchema")
	if in == nil {
		return false
	}
	switch in.Kind {
	case schema.Object, schema.Unresolved:
		return true
	}
	return false
}
