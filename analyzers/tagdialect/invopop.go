package tagdialect

import (
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/internal/structtag"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/analysis"
)

// invopop checks a field for invopop/jsonschema.
func (c *checker) invopop(f *field) {
	c.options(f, invopopOptions)
	c.extras(f)
}

// extras reports a description in the tag jsonschema_extras that is cut at a comma.
func (c *checker) extras(f *field) {
	parts := invopopOptions.parse(f.Tag.Get("jsonschema_extras"))
	for i, p := range parts[1:] {
		cut := parts[i]
		if cut.key == "description" && invopopOptions.continues(p) && (f.served == "" || f.served == cut.value) {
			c.report(f, "comma", fmt.Sprintf("is cut at a comma: description %q", cut.value), nil, "jsonschema_extras")
		}
	}
}

// trpc checks a field for trpc-agent-go.
func (c *checker) trpc(f *field) { c.options(f, trpcOptions) }

// options checks a field for a library that reads options which are separated by commas.
func (c *checker) options(f *field, o *options) {
	if text := f.Tag.Get(o.text); strings.Contains(text, escapedComma) && (f.served == "" || f.served == text) {
		c.escaped(f, o.text, text)
	}
	text, ok := f.Tag.Lookup("jsonschema")
	if !ok || text == "" || text == "-" {
		c.unread(f, o.text, func(text string) string {
			if other, ok := readForeign(text); ok && (other.description != "" || strings.Contains(text, "=")) {
				return "" // that grammar is this one's, under another key
			}
			return text
		})
		return
	}
	parts := o.parse(text)
	if !slices.ContainsFunc(parts, func(p part) bool { return o.known(p) || o.meant(p) != "" }) {
		if !f.described && isSentence(text) {
			c.report(f, "plain-text", "has no keyword, and is ignored", o.describe(f, "Write it as the description", text))
		}
		return
	}
	within := -1 // the part that holds a text with commas
	enum := false
	for i, p := range parts {
		listed := enum && p.key == "" && !o.known(p) && p.text != ""
		enum = p.key == "enum" || listed
		switch {
		case o.known(p):
			within = -1
			if p.key == "description" || p.key == "title" {
				within = i
			}
			if !c.number(f, p) {
				c.unsuited(f, p)
			}
		case listed:
			c.report(f, "enum", fmt.Sprintf("lists the value %q without \"enum=\", which is ignored", p.text), nil)
			return
		case within >= 0 && o.continues(p):
			if parts[within].key == "description" && f.served != "" && f.served != parts[within].value {
				return // the program changes it later
			}
			c.report(f, "comma", fmt.Sprintf("is cut at a comma: %s %q", parts[within].key, parts[within].value), o.commaFix(f, parts, within))
			return
		case o.meant(p) != "":
			within = -1
			c.report(f, "keyword", fmt.Sprintf("has the unknown option %q; the library knows %q", p.word(), o.meant(p)), o.meantFix(f, parts, i))
		case p.key == "" && !f.described && isSentence(p.text):
			c.report(f, "plain-text", fmt.Sprintf("has the text %q, which is ignored", p.text), nil)
		case p.key != "" && isWord(p.key):
			c.report(f, "keyword", fmt.Sprintf("has the unknown keyword %q", p.key), nil)
		}
	}
}

// meantFix returns the fix that replaces a misspelled option.
func (o *options) meantFix(f *field, parts []part, at int) []analysis.SuggestedFix {
	var out []string
	for i, p := range parts {
		if i == at {
			p.text = strings.Replace(p.text, p.word(), o.meant(p), 1)
		}
		out = append(out, escape(p.text))
	}
	return f.edit("Write "+o.meant(parts[at]), "jsonschema", "jsonschema", strings.Join(out, ","))
}

// continues reports whether a part after a text belongs to the text, though the library
// does not read it so.
func (o *options) continues(p part) bool {
	return strings.HasPrefix(p.text, " ") || o.grammar == structtag.Unescaped && p.key == "" && p.text != ""
}

// describe returns the fix that makes a text the description, in place of the tag
// jsonschema.
func (o *options) describe(f *field, message, text string) []analysis.SuggestedFix {
	if o.grammar == structtag.Keywords {
		return f.edit(message, "jsonschema", "jsonschema", "description="+escape(text))
	}
	if _, ok := f.Tag.Lookup(o.text); ok {
		return nil
	}
	return f.edit(message, "jsonschema", o.text, text)
}

// commaFix returns the fix that keeps the commas of a text up to the next option.
func (o *options) commaFix(f *field, parts []part, at int) []analysis.SuggestedFix {
	if o.grammar == structtag.Unescaped {
		text := parts[at].value
		for _, p := range parts[1:] {
			if o.known(p) {
				return nil
			}
			text = strings.TrimSuffix(text, `\`) + "," + p.text
		}
		if at > 0 {
			return nil
		}
		return o.describe(f, "Write the text in the tag "+o.text, text)
	}
	var out []string
	for i, p := range parts {
		text := escape(p.text)
		if i > at && !o.known(p) && strings.HasPrefix(p.text, " ") {
			out[len(out)-1] += `\,` + text
			continue
		}
		out = append(out, text)
	}
	return f.edit("Escape the comma", "jsonschema", "jsonschema", strings.Join(out, ","))
}

// escape returns a text with a backslash before each comma.
func escape(text string) string { return strings.ReplaceAll(text, ",", escapedComma) }

// suited are keywords that the library ignores for fields of unsuitable types.
var suited = append([]string{"pattern", "format", "enum", "default", "uniqueItems"}, numeric...)

// unsuited reports a keyword that the library ignores because the field has an
// unsuitable type. It also reports an enum whose only value contains several
// separated by "|".
func (c *checker) unsuited(f *field, p part) {
	if p.key == "enum" && strings.Contains(strings.Trim(p.value, "|"), "|") {
		c.report(f, "enum", fmt.Sprintf("makes %q one value; several need \"enum=\" each", p.value), nil)
		return
	}
	prop := f.prop
	if prop == nil || prop.Kind != schema.Object || len(prop.Holes()) > 0 || !slices.Contains(suited, p.key) || f.encodesItself() {
		return
	}
	for _, key := range []string{p.key, "$ref", "allOf", "anyOf", "oneOf"} {
		if prop.Has(key) || prop.Get("items").Has(key) {
			return
		}
	}
	c.report(f, "keyword", fmt.Sprintf("has %q, which is ignored for the type %s", p.text, types.TypeString(f.Var.Type(), (*types.Package).Name)), nil)
}

// number reports a value that is not a number, which the library drops. It returns
// true if it reported one.
func (c *checker) number(f *field, p part) bool {
	isNumber := slices.Contains(numeric, p.key)
	if p.key == "default" || p.key == "enum" {
		t := f.Var.Type()
		if s, ok := t.Underlying().(*types.Slice); ok {
			t = s.Elem()
		}
		b, ok := t.Underlying().(*types.Basic)
		isNumber = ok && b.Info()&types.IsNumeric != 0 && !f.encodesItself()
	}
	if !isNumber {
		return false
	}
	if _, err := strconv.ParseFloat(p.value, 64); err != nil {
		c.report(f, "number", fmt.Sprintf("has %q, which is not a number and is ignored", p.text), nil)
		return true
	}
	return false
}

func isWord(s string) bool {
	for _, r := range s {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != '_' && r != '-' {
			return false
		}
	}
	return s != ""
}
