package nodescription

import (
	"regexp"
	"slices"

	"github.com/schemavet/schemavet/analyzers/internal/says"
	"github.com/schemavet/schemavet/analyzers/internal/walk"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// optional is the rule for required properties whose descriptions call them optional.
const optional = "says-optional"

// mayLack matches text that allows a call to omit a value: the word "optional" at the
// beginning, alone in brackets after the first words, or in a sentence about the value, and
// advice to leave the value empty. Elsewhere, the word may describe a part of the value. Text
// about a call without the value, and a condition for it, allow that, too.
var mayLack = regexp.MustCompile(`(?i)^\(?optional\b|^[^.:;,'"]*\(optional[),;:]|(^|\. )this (parameter|argument|field|value) is optional\b|` + says.Leave + `|` + says.Missing + `|` + says.Condition)

// hasDefault matches a default that replaces a missing value. It does not match if the
// text names something before it, because the default may belong to that.
var hasDefault = regexp.MustCompile(`(?i)^[^'"]*?(^|[.;(] ?)defaults to\b|` + says.Default)

// saysOptional reports whether the description of a property allows a call to omit it. In
// the description of an object or list, a default may belong to a member.
func saysOptional(n *schema.Node, text string) bool {
	switch n.Get("type").StringValue() {
	case "object", "array":
		return mayLack.MatchString(text)
	}
	return mayLack.MatchString(text) || hasDefault.MatchString(text)
}

// exclusive matches the name of a property that a call must not have together with another one.
var exclusive = regexp.MustCompile("(?i)\\bmutually exclusive with ['\"`]?(\\w+)")

// excludes reports whether the description of a property of an object excludes another
// property that the object requires.
func excludes(object *schema.Node, text string) bool {
	m := exclusive.FindStringSubmatch(text)
	return m != nil && slices.Contains(object.Get("required").Strings(), m[1])
}

// mandatory is the rule for optional properties whose descriptions call them required.
const mandatory = "says-required"

// mustHave matches text by which a call must have a value: the word "required" at
// the beginning, or alone in brackets after the first words. Words after it may be a
// condition.
var mustHave = regexp.MustCompile(`(?i)^\(?(?:required|mandatory)[).;:,!]|^[^.:;,'"]*[(\[](?:required|mandatory)[)\]]`)

// contradicts returns the rule that the description of a property breaks, and how: it calls
// the property optional although it is required, or the other way round.
func contradicts(p walk.Place, text string) (rule, how string) {
	switch {
	case p.Required:
		if saysOptional(p.Node, text) || excludes(p.Parent, text) {
			return optional, "is required, but its description allows leaving it out"
		}
	case mustHave.MatchString(text):
		if walk.MayRequire(p.Parent, p.Name) {
			return "", ""
		}
		for _, key := range []string{"anyOf", "oneOf", "allOf", "if", "dependentRequired"} {
			if p.Parent.Has(key) {
				return "", "" // it may be required there
			}
		}
		return mandatory, "is optional, but its description says that it is required"
	}
	return "", ""
}

// optionalIn reports required properties of a tool whose descriptions allow a call to omit
// them, and optional ones whose descriptions call them required. A model that follows the
// description makes a call that is rejected, or sends a value that is not needed.
func (c *checker) optionalIn(t *schemafacts.Tool) {
	if t.Input() == nil {
		return
	}
	walk.Schemas(t.Input(), func(p walk.Place) bool {
		if !describesData(p) || p.Node.Kind == schema.Unresolved {
			return false
		}
		text := p.Node.Get("description")
		key := parameter{p.Node.Pos, p.Path}
		if p.Parent == nil || p.Keyword != "properties" || text == nil || text.Kind != schema.String || p.Node.Has("default") {
			return true
		}
		rule, how := contradicts(p, text.Text)
		if rule == "" {
			return true
		}
		if shared := c.optional[key]; shared != nil {
			shared.Add(t.Name)
			return true
		}
		c.optional[key] = c.ReportShared(c.about(t, rule, text, "/inputSchema"+p.Pointer, "input property %q %s", p.Path, how))
		return true
	})
}
