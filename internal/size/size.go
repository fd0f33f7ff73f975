// Package size measures what a tool costs: bytes in tools/list, and tokens in the
// context of a model.
package size

import (
	"strconv"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Size is the size of one or more tools: bytes in tools/list, and estimated tokens.
type Size struct {
	// Bytes is the length of the JSON in tools/list, and Shown the length of the
	// part that clients show to models.
	Bytes, Shown int
	// AtLeast is set if a part of a tool is unresolved, so that the real size is
	// larger.
	AtLeast bool
}

// Of returns the size of a tool in the form of tools/list.
func Of(tool *schema.Node) Size {
	tool = schema.Fold(tool)
	s := Size{AtLeast: len(tool.Holes()) > 0}
	if doc := tool.Resolved(); doc != nil && doc.Kind == schema.Object {
		s.Bytes, s.Shown = len(doc.JSON()), len(shown(doc).JSON())
	}
	return s
}

// shown returns the members of a tool that clients show to models. They do not
// include output schemas, hints, and icons, which are large.
func shown(doc *schema.Node) *schema.Node {
	out := schema.NewObject()
	for _, key := range []string{"name", "description", "inputSchema", "input_examples"} {
		if v := doc.Get(key); v != nil {
			out.Set(key, v)
		}
	}
	return out
}

// Tokens returns the estimated number of tokens that a model reads. Tokenizers
// differ; in English text and JSON, a token has about four bytes.
func (s Size) Tokens() int { return (s.Shown + 3) / 4 }

// Plus returns the sum of two sizes.
func (s Size) Plus(o Size) Size {
	return Size{s.Bytes + o.Bytes, s.Shown + o.Shown, s.AtLeast || o.AtLeast}
}

// String returns the size in words, such as "7,340 bytes in tools/list, about 900
// tokens".
func (s Size) String() string {
	least := ""
	if s.AtLeast {
		least = "at least "
	}
	return least + Thousands(s.Bytes) + " bytes in tools/list, about " + Thousands(s.Tokens()) + " tokens"
}

// Thousands formats a number with commas, such as "-1,240".
func Thousands(n int) string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}
