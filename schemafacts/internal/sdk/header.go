package sdk

import (
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// HeaderProblems returns what SDKs refuse of the extension x-mcp-header: it
// names an HTTP header for a parameter, must be a token, unique without regard
// to case, and stand on a string, integer or boolean. Deep says that the SDK
// looks at the properties of properties too, and accepts a list of such types.
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

// properties checks the properties of n, which stands at path and whose own
// name among properties is prefix.
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

// refused returns why the header h is refused for a parameter of this type, ""
// if it is not.
func (c *headerCheck) refused(h, typ *schema.Node) string {
	name := strings.ToLower(h.StringValue())
	defer func() { c.seen[name] = true }()
	switch {
	case h.Kind != schema.String || h.Text == "":
		return "x-mcp-header must be a non-empty string"
	case strings.ContainsFunc(h.Text, notTokenChar):
		return fmt.Sprintf("x-mcp-header value %q is not a token", h.Text)
	case c.seen[name]:
		return fmt.Sprintf("x-mcp-header value %q is not unique", h.Text)
	case !c.primitive(typ):
		return "x-mcp-header can only be applied to primitive types (integer, string, boolean)"
	}
	return ""
}

func (c *headerCheck) primitive(typ *schema.Node) bool {
	switch {
	case typ == nil:
		return false
	case typ.Kind == schema.Unresolved:
		return true
	case typ.Kind == schema.Array && c.deep && len(typ.Elems) > 0:
		for _, e := range typ.Elems {
			if !c.primitive(e) {
				return false
			}
		}
		return true
	}
	switch typ.StringValue() {
	case "string", "integer", "boolean":
		return true
	}
	return false
}

// notTokenChar reports whether r may not stand in an HTTP token (RFC 9110,
// section 5.6.2).
func notTokenChar(r rune) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
		return false
	}
	return !strings.ContainsRune("!#$%&'*+-.^_`|~", r)
}
