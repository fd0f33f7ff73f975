package handlerargs

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/handling"
	"github.com/schemavet/schemavet/analyzers/internal/says"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// empty reports an argument that may be "", 0 or false according to its tools, if the
// handler then fails.
func (c *checker) empty(h *handler, key string) {
	list := h.of(key)
	i := slices.IndexFunc(list, func(r handling.Read) bool { return r.Zero })
	if i < 0 {
		return
	}
	value, reason := "", ""
	for _, t := range h.tools {
		if value, reason = mayBeZero(t.Input().Get("properties").Get(key), list[i]); value == "" {
			return
		}
	}
	t := h.tools[0]
	c.tell(c.readAt(t, list[i]), "empty", t, fmt.Sprintf("tool %q: the handler fails if argument %q is %s, which its %s allows", t.Name, key, value, reason))
}

// saysZero matches a description that gives 0 a meaning.
var saysZero = regexp.MustCompile(`(?i)(?:^|[\s(,;:=])0 ?(?:=|:|means|for|to|is|disables|stops)\b?`)

// saysTrue matches the name and description of an argument that must be true.
var saysTrue = regexp.MustCompile(`(?i)confirm|acknowledge|must be (?:set to )?true`)

// mayBeZero returns the zero value of a property if the property allows it for certain,
// and whether the schema or the description says so.
func mayBeZero(p *schema.Node, r handling.Read) (value, reason string) {
	if p == nil || p.Kind != schema.Object || p.Has("default") {
		return "", ""
	}
	text := p.Get("description")
	switch p.Get("type").StringValue() {
	case "string":
		if p.Has("enum") || p.Has("minLength") || p.Has("pattern") || text == nil || text.Kind != schema.String || !says.MayBeEmpty(text.Text) {
			return "", ""
		}
		return "empty", "description"
	case "boolean":
		// A handler may ask for a confirmation, which is always true.
		if p.Has("enum") || p.Has("const") || r.Field || saysTrue.MatchString(r.Key+" "+text.StringValue()) {
			return "", ""
		}
		return "false", "type"
	case "integer", "number":
		if least := p.Get("minimum"); least != nil && least.Kind == schema.Number && !p.Has("enum") {
			if strings.HasPrefix(least.Text, "-") || isZeroValue(least) {
				return "0", "minimum"
			}
			return "", ""
		}
		if text != nil && text.Kind == schema.String && !p.Has("exclusiveMinimum") && !p.Has("enum") && saysZero.MatchString(text.Text) {
			return "0", "description"
		}
	}
	return "", ""
}

// zeroMeans matches a description that says what 0 means, in contrast to the default.
var zeroMeans = regexp.MustCompile(`(?i)(?:^|[\s(,;])0 ?(?:=|means|for) ?(?:no |un|all\b|every)`)

// isZeroValue reports whether a schema's value equals the value of a field whose
// argument is missing.
func isZeroValue(n *schema.Node) bool {
	switch n.Kind {
	case schema.Bool:
		return n.String() == "false"
	case schema.Number:
		return strings.Trim(n.Text, "0.") == ""
	case schema.String:
		return n.Text == ""
	}
	return true
}
