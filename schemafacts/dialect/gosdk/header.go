package gosdk

import (
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// headerProblems returns what AddTool refuses since 1.7 of the extension
// x-mcp-header: it names an HTTP header for a parameter, must be a token, unique
// without regard to case, and stand on a string, integer or boolean.
func headerProblems(input *schema.Node) []schema.Problem {
	props := input.Get("properties")
	if props == nil || props.Kind != schema.Object {
		return nil
	}
	var out []schema.Problem
	seen := map[string]bool{}
	for _, m := range props.Members {
		h := m.Value.Get("x-mcp-header")
		if h == nil || h.Kind == schema.Unresolved {
			continue
		}
		msg := ""
		typ := m.Value.Get("type")
		name := strings.ToLower(h.StringValue())
		switch {
		case h.Kind != schema.String || h.Text == "":
			msg = "x-mcp-header must be a non-empty string"
		case strings.ContainsFunc(h.Text, notTokenChar):
			msg = fmt.Sprintf("x-mcp-header value %q is not a token", h.Text)
		case seen[name]:
			msg = fmt.Sprintf("x-mcp-header value %q is not unique", h.Text)
		case typ == nil || typ.Kind != schema.Unresolved && !primitive(typ.StringValue()):
			msg = "x-mcp-header can only be applied to primitive types (integer, string, boolean)"
		}
		seen[name] = true
		if msg != "" {
			out = append(out, schema.Problem{Path: "/properties/" + schema.EscapeToken(m.Name), Pos: h.Pos,
				Msg: fmt.Sprintf("invalid parameter header annotations: property %q: %s", m.Name, msg)})
		}
	}
	return out
}

func primitive(typ string) bool { return typ == "string" || typ == "integer" || typ == "boolean" }

// notTokenChar reports whether r may not stand in an HTTP token (RFC 9110,
// section 5.6.2).
func notTokenChar(r rune) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
		return false
	}
	return !strings.ContainsRune("!#$%&'*+-.^_`|~", r)
}
