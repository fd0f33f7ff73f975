package tagdialect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/metaschema"
	"github.com/schemavet/schemavet/internal/structtag"
)

// near returns the known word that a word misspells, by one letter, by case or by a
// separator. It returns "" if the word is known or resembles no known word.
func near(word string, known []string) string {
	if len(word) < 4 || slices.Contains(known, word) {
		return ""
	}
	for _, k := range known {
		if a, b := letters(word), letters(k); a == b || metaschema.Near(a, b) {
			return k
		}
	}
	return ""
}

// letters returns a word in lower case without separators.
func letters(word string) string { return strings.ToLower(separators.Replace(word)) }

var separators = strings.NewReplacer("_", "", "-", "", " ", "")

// misspelledKeys reports keys of the tag that resemble a key which the library or
// encoding/json reads, if the tag lacks that key.
func (c *checker) misspelledKeys(f *field, grammar structtag.Grammar) {
	known := []string{"jsonschema"}
	switch grammar {
	case structtag.Keywords:
		known = append(known, "jsonschema_description", "jsonschema_extras")
	case structtag.Unescaped:
		known = append(known, "description")
	}
	for _, key := range structtag.Keys(string(f.Tag)) {
		right := ""
		if !slices.Contains(structtag.Describing, key) {
			right = near(key, known)
		}
		reader := "the library reads"
		if right == "" && looksLikeJSON(key) {
			right, reader = "json", "encoding/json reads"
		}
		if right == "" || f.Tag.Get(right) != "" || c.readElsewhere(f, key) {
			continue
		}
		c.report(f, "key", fmt.Sprintf("is misspelled; %s %s", reader, right),
			f.edit(fmt.Sprintf("Write %s for %s", right, key), key, right, f.Tag.Get(key)), key)
	}
}

// looksLikeJSON reports whether a key is "json" with one letter added or removed, two
// letters swapped, or in another case. A key that differs in one letter may be
// another known key, such as bson, so it does not count.
func looksLikeJSON(key string) bool {
	k := letters(key)
	if key == "json" || len(k) < 3 {
		return false
	}
	return k == "json" || len(k) != 4 && metaschema.Near(k, "json") || len(k) == 4 && metaschema.Near(k, "json") && strings.Trim(k, "json") == ""
}

// misspelled returns the option of encoding/json that a word misspells by one letter
// or by a separator, as "omit_empty" does. It returns any other word unchanged.
func misspelled(word string) string {
	if option := near(word, []string{"omitempty", "omitzero"}); option != "" {
		return option
	}
	return word
}
