package handlerargs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/handling"
	"github.com/schemavet/schemavet/analyzers/internal/says"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// values compares the texts that a handler accepts for an argument with the schema. It
// reports a value of an enum that the handler refuses, and a property without an enum if
// the property's or the tool's description names the texts.
func (c *checker) values(h *handler, key string, reads []handling.Read) {
	var accepted []string
	for _, r := range reads {
		if r.Asked {
			continue
		}
		if len(r.Values) == 0 {
			if !r.Field && len(reads) > 1 {
				continue // the variable of another read is switched on
			}
			return
		}
		if accepted != nil && !slices.Equal(accepted, r.Values) {
			return // one switch for some calls, another for others
		}
		accepted = r.Values
	}
	if accepted == nil {
		return
	}
	i := slices.IndexFunc(reads, func(r handling.Read) bool { return len(r.Values) > 0 })
	fold, how := func(text string) string { return text }, ""
	if reads[i].AnyCase {
		fold, how = strings.ToLower, " in upper or lower case"
	}
	for _, t := range h.tools {
		prop, texts := t.Input(), t.Description().StringValue()
		for _, name := range pathOf(t, key) {
			prop = below(prop, name)
			texts += "\n" + prop.Get("description").StringValue()
		}
		if prop == nil || prop.Kind != schema.Object || prop.Get("type").StringValue() != "string" || len(prop.Holes()) > 0 ||
			slices.ContainsFunc([]string{"const", "pattern", "anyOf", "oneOf", "allOf", "$ref"}, prop.Has) {
			return
		}
		list := quotedList(accepted) + how
		if enum := prop.Get("enum"); enum != nil {
			for _, e := range enum.Elems {
				if e.Kind == schema.String && e.Text != "" && !slices.ContainsFunc(accepted, func(text string) bool { return fold(text) == fold(e.Text) }) {
					c.tell(c.readAt(t, reads[i]), "values", t, fmt.Sprintf("tool %q: the handler refuses the value %q of argument %q; it accepts %s", t.Name, e.Text, key, list))
				}
			}
			continue
		}
		if namesAll(fold(texts), accepted, fold) {
			c.tell(c.property(t, key), "values", t, fmt.Sprintf("tool %q: the handler accepts only %s for argument %q, but the schema has no enum", t.Name, list, key))
		}
	}
}

// quotedList returns texts in quotes, at most five of them.
func quotedList(list []string) string {
	var out []string
	for _, text := range list[:min(len(list), 5)] {
		out = append(out, fmt.Sprintf("%q", text))
	}
	if len(list) == 6 {
		out = append(out, "1 other")
	} else if len(list) > 5 {
		out = append(out, fmt.Sprintf("%d others", len(list)-5))
	}
	return strings.Join(out, ", ")
}

// namesAll reports whether a description contains all texts as words, in the form that fold gives
// them.
func namesAll(description string, list []string, fold func(string) string) bool {
	return !slices.ContainsFunc(list, func(text string) bool { return !says.Mentions(description, fold(text)) })
}
