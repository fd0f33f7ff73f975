package sdk

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/metaschema"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// HeaderProblems returns the errors with which SDKs reject the extension x-mcp-header
// of an input schema. The extension names an HTTP header for a parameter. The name
// must be a token and unique regardless of case, and the parameter must be a string,
// an integer or a boolean. If deep is set, the SDK also validates nested properties
// and accepts a list of such types.
func HeaderProblems(input *schema.Node, deep bool) []tool.Problem {
	c := headerCheck{deep: deep, seen: map[string]bool{}}
	c.properties(input, "", "")
	return c.problems
}

type headerCheck struct {
	deep     bool
	seen     map[string]bool
	problems []tool.Problem
}

// properties validates the properties of the schema n. path is the JSON pointer of n.
// prefix is the dotted name of n, followed by a dot, or "" for the root.
func (c *headerCheck) properties(n *schema.Node, path, prefix string) {
	props := n.Get("properties")
	if props == nil || props.Kind != schema.Object {
		return
	}
	for _, m := range props.Members {
		at := path + "/properties/" + schema.EscapeToken(m.Name)
		if h := m.Value.Get("x-mcp-header"); h != nil && h.Kind != schema.Unresolved {
			if msg := c.refused(h, m.Value.Get("type")); msg != "" {
				c.problems = append(c.problems, tool.Problem{Path: at, Pos: h.Pos,
					Msg: fmt.Sprintf("invalid parameter header annotations: property %q: %s", prefix+m.Name, msg)})
			}
		}
		if c.deep {
			c.properties(m.Value, at, prefix+m.Name+".")
		}
	}
}

// refused returns why the SDK rejects the header h for a parameter of type typ, or ""
// if it accepts h.
func (c *headerCheck) refused(h, typ *schema.Node) string {
	name := strings.ToLower(h.StringValue())
	defer func() { c.seen[name] = true }()
	switch {
	case h.Kind != schema.String || h.Text == "":
		return "x-mcp-header must be a non-empty string"
	case !metaschema.IsToken(h.Text):
		return fmt.Sprintf("x-mcp-header value %q is not a token", h.Text)
	case c.seen[name]:
		return fmt.Sprintf("x-mcp-header value %q is not unique", h.Text)
	case !c.primitive(typ):
		return "x-mcp-header can only be applied to primitive types (integer, string, boolean)"
	}
	return ""
}

// primitive reports whether a parameter of type typ can be sent as a header.
func (c *headerCheck) primitive(typ *schema.Node) bool {
	list := []*schema.Node{typ}
	if c.deep && typ != nil && typ.Kind == schema.Array {
		list = typ.Elems
	}
	return len(list) > 0 && !slices.ContainsFunc(list, func(e *schema.Node) bool {
		return e == nil || e.Kind != schema.Unresolved && !slices.Contains([]string{"string", "integer", "boolean"}, e.StringValue())
	})
}
