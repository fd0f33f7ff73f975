package tagdialect

import (
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/analysis"
)

// invopop checks a field for invopop/jsonschema, which reads options that are
// separated by commas.
func (c *checker) invopop(f *field) {
	if text := f.Tag.Get("jsonschema_description"); strings.Contains(text, escapedComma) && (f.served == "" || f.served == text) {
		c.escaped(f, "jsonschema_description", text)
	}
	text, ok := f.Tag.Lookup("jsonschema")
	if !ok || text == "" || text == "-" {
		c.unread(f, "jsonschema_description", func(text string) string {
			if other, ok := readForeign(text); ok && (other.description != "" || strings.Contains(text, "=")) {
				return "" // that grammar is this one's, under another key
			}
			return text
		})
		return
	}
	parts := parse(text)
	if !slices.ContainsFunc(parts, func(p part) bool { return p.known() || p.meant() != "" }) {
		if !f.described && isSentence(text) {
			c.report(f, "plain-text", "has no keyword, and is ignored",
				f.edit("Write it as the description", "jsonschema", "jsonschema", "description="+escape(text)))
		}
		return
	}
	within := -1 // the part that holds a text with commas
	enum := false
	for i, p := range parts {
		listed := enum && p.key == "" && !p.known() && p.text != ""
		enum = p.key == "enum" || listed
		switch {
		case p.known():
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
		case within >= 0 && strings.HasPrefix(p.text, " "):
			if parts[within].key == "description" && f.served != "" && f.served != parts[within].value {
				return // the program changes it later
			}
			c.report(f, "comma", fmt.Sprintf("is cut at a comma: %s %q", parts[within].key, parts[within].value), c.commaFix(f, parts, within))
			return
		case p.meant() != "":
			within = -1
			c.report(f, "keyword", fmt.Sprintf("has the unknown option %q; the library knows %q", p.word(), p.meant()), c.meantFix(f, parts, i))
		case p.key != "" && isWord(p.key):
			c.report(f, "keyword", fmt.Sprintf("has the unknown keyword %q", p.key), nil)
		}
	}
}

// meantFix returns the fix that replaces a misspelled option.
func (c *checker) meantFix(f *field, parts []part, at int) []analysis.SuggestedFix {
	var out []string
	for i, p := range parts {
		if i == at {
			p.text = strings.Replace(p.text, p.word(), p.meant(), 1)
		}
		out = append(out, escape(p.text))
	}
	return f.edit("Write "+parts[at].meant(), "jsonschema", "jsonschema", strings.Join(out, ","))
}

// commaFix returns the fix that escapes the commas of a text up to the next option.
func (c *checker) commaFix(f *field, parts []part, at int) []analysis.SuggestedFix {
	var out []string
	for i, p := range parts {
		text := escape(p.text)
		if i > at && !p.known() && strings.HasPrefix(p.text, " ") {
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
