package tagdialect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/structtag"
	"golang.org/x/tools/go/analysis"
)

// google checks a field for google/jsonschema-go, which uses the unchanged text of the tag
// jsonschema as the description.
func (c *checker) google(f *field) {
	text, ok := f.Tag.Lookup("jsonschema")
	if !ok {
		c.unread(f, "jsonschema", func(text string) string {
			if other, ok := readForeign(text); ok && (other.description != "" || strings.Contains(text, "=")) {
				if other.more || len(other.words) > 0 && f.optional() {
					return ""
				}
				text = other.description
			}
			if structtag.BeginsWithWord(text) {
				return ""
			}
			return text
		})
		return
	}
	if text == "" {
		c.report(f, "empty", "is empty, which the library rejects", f.edit("Remove the empty tag", "jsonschema", "", ""))
		return
	}
	other, ok := readForeign(text)
	word, rest := flagIn(text)
	switch {
	case !ok && word != "" && !structtag.BeginsWithWord(rest):
		var fix []analysis.SuggestedFix
		if f.optional() == (word == "optional") {
			fix = f.edit("Keep only the description", "jsonschema", "jsonschema", rest)
		}
		c.report(f, "required-text", fmt.Sprintf("makes the word %q part of the description", word), fix)
	case !ok && f.optional() && strings.HasSuffix(text, ", required"):
		c.report(f, "required-text", "ends with the word \"required\", but the field is optional", nil)
	case !ok && near(text, []string{"required"}) != "":
		c.report(f, "required-text", fmt.Sprintf("makes the description %q", text), nil)
	case !ok && structtag.BeginsWithWord(text):
		word, _, _ := strings.Cut(text, "=")
		c.report(f, "word", fmt.Sprintf("begins with %q, which the library rejects", word+"="), nil)
	case !ok && strings.Contains(text, escapedComma):
		c.escaped(f, "jsonschema", text)
	case !ok:
	case other.description == "" && !other.more:
		if slices.Contains(other.words, "required") {
			c.report(f, "required-text", fmt.Sprintf("makes the description %q", text), c.googleFix(f, other))
		}
	case structtag.BeginsWithWord(text):
		word, _, _ := strings.Cut(text, "=")
		c.report(f, "word", fmt.Sprintf("begins with %q, which the library rejects", word+"="), c.googleFix(f, other))
	default:
		c.report(f, "grammar", "uses the grammar of another library, and its whole text becomes the description", c.googleFix(f, other))
	}
}

// escapedComma is an escaped comma in a description. Only invopop/jsonschema has options
// after a comma, so only its grammar escapes commas.
const escapedComma = `\,`

// escaped reports a tag with escaped commas whose library uses the text unchanged as
// the description.
func (c *checker) escaped(f *field, key, text string) {
	c.report(f, "escape", "has a backslash before a comma, which becomes part of the description",
		f.edit("Drop the backslash", key, key, strings.ReplaceAll(text, escapedComma, ",")), key)
}

// flagIn returns a word such as "required" that is separated from a text by a comma
// without a space, as an option would be, and the rest of the text. It returns "" if
// the text has no such word at its beginning or end.
func flagIn(text string) (word, rest string) {
	for _, word := range []string{"required", "optional"} {
		if rest, ok := strings.CutPrefix(text, word+","); ok && rest != "" && !strings.HasPrefix(rest, " ") {
			return word, rest
		}
		if rest, ok := strings.CutSuffix(text, ","+word); ok && rest != "" {
			return word, rest
		}
	}
	return "", ""
}

// googleFix returns the fix that keeps only the description of a tag, or nil if the fix
// would lose something that the author meant.
func (c *checker) googleFix(f *field, other foreign) []analysis.SuggestedFix {
	if other.more || f.optional() && slices.Contains(other.words, "required") || structtag.BeginsWithWord(other.description) {
		return nil
	}
	if other.description == "" {
		return f.edit("Remove the tag; a field without omitempty is required", "jsonschema", "", "")
	}
	return f.edit("Keep only the description", "jsonschema", "jsonschema", other.description)
}

// unread reports a description in a tag that nothing reads, if the schema has no
// description. convert returns the text in the form of the right tag, or "" if it
// cannot be converted.
func (c *checker) unread(f *field, right string, convert func(string) string) {
	if f.described {
		return
	}
	for _, key := range structtag.Describing {
		text, ok := f.Tag.Lookup(key)
		if !ok || !isSentence(text) || key == right && f.prop == nil || key == "jsonschema_extras" && right == invopopOptions.text {
			continue
		}
		var fix []analysis.SuggestedFix
		if converted := convert(text); converted != "" && key != right {
			fix = f.edit(fmt.Sprintf("Write %s for %s", right, key), key, right, converted)
		}
		c.reportKey(f, key, fix)
		return
	}
}

// isSentence reports whether a text is a description and not a name or an option.
func isSentence(text string) bool {
	if f, ok := readForeign(text); ok && f.description != "" {
		return true
	}
	return strings.ContainsAny(strings.TrimSpace(text), " ")
}
