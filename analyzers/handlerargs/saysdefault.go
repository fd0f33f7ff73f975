package handlerargs

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// defaultText matches a default in a description: a number, true, false or a quoted
// text.
var defaultText = regexp.MustCompile("(?i)\\bdefaults?(?: value)?(?:\\s*[:=]\\s*|\\s+to\\s+|\\s+is\\s+|\\s+of\\s+|\\s+)(-?\\d+(?:[,_]\\d{3})*(?:\\.\\d+)?|true\\b|false\\b|\"[^\"]*\"|'[^']*'|`[^`]*`)([^.;)\\]]*)")

// conditionText matches text after a default that restricts it to some calls, or that
// names a unit or another value.
var conditionText = regexp.MustCompile(`(?i)^\s*(?:[a-z%]|[-–/|+*]|,? ?\b(?:for|if|when|unless|in|on|or|with|otherwise|per|and)\b)`)

// wordText matches a default without quotes at the end of a clause, as in "(default: json)", or
// a value that is marked as the default, as in "json (default)".
var wordText = regexp.MustCompile("(?i)\\bdefaults?(?: value)?(?:\\s*[:=]\\s*|\\s+to\\s+|\\s+is\\s+|\\s+)([a-z][\\w-]*)\\s*(?:$|[.,;)\\]])|([\\w-]+)[\"'`]? \\(default\\)")

// saidWord returns the default that the description of a property names without quotes, if it is
// one of the values of the property, which the schema or the handler lists. It returns nil if
// the description names no default, or several.
func saidWord(prop *schema.Node, accepted []string) *schema.Node {
	text := prop.Get("description").StringValue()
	m := wordText.FindStringSubmatch(text)
	if m == nil || strings.Count(strings.ToLower(text), "default") != 1 {
		return nil
	}
	if list := prop.Get("enum"); list != nil {
		for _, e := range list.Elems {
			accepted = append(accepted, e.StringValue())
		}
	}
	if word := m[1] + m[2]; slices.Contains(accepted, word) {
		return &schema.Node{Kind: schema.String, Text: word}
	}
	return nil
}

// saidDefault returns the default that a description names. It returns nil if the
// description names none, several, or one that depends on something.
func saidDefault(text string) *schema.Node {
	if strings.Count(strings.ToLower(text), "default") != 1 {
		return nil
	}
	m := defaultText.FindStringSubmatch(text)
	if m == nil || conditionText.MatchString(m[2]) {
		return nil
	}
	value := m[1]
	switch {
	case strings.ContainsAny(value[:1], "\"'`"):
		return &schema.Node{Kind: schema.String, Text: value[1 : len(value)-1]}
	case strings.EqualFold(value, "true"), strings.EqualFold(value, "false"):
		value = strings.ToLower(value)
	default:
		value = strings.NewReplacer(",", "", "_", "").Replace(value)
	}
	n, err := schema.Parse([]byte(value))
	if err != nil {
		return nil
	}
	return n
}

// saidOther reports the default of a parameter if its description names another one.
func (c *checker) saidOther(t *schemafacts.Tool) {
	for _, m := range properties(t) {
		given := m.Value.Get("default")
		said := saidDefault(m.Value.Get("description").StringValue())
		if said == nil || given == nil || given.Kind != said.Kind || schema.Equal(given, said) {
			continue
		}
		at := c.PlaceIn(t, "/inputSchema/properties/"+schema.EscapeToken(m.Name)+"/default")
		c.tell(at, "default", t, fmt.Sprintf("tool %q: the default of input property %q is %s, but its description names %s", t.Name, m.Name, given, said))
	}
}
