package sdk

import (
	"fmt"
	"strings"

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

// notTokenChar reports whether r is not allowed in an HTTP token (RFC 9110, section
// 5.6.2).
func notTokenChar(r rune) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
		return false
	}
	return !strings.ContainsRune("!#$%&'*+-.^_`|~", r)
}
