package nodescription

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// hidden reports characters in the texts of a tool that a reviewer does not see but a
// model reads, and characters that change the order in which a text is shown.
func (c *checker) hidden(t *schemafacts.Tool, n *schema.Node, pointer string) {
	switch {
	case n == nil:
	case n.Kind == schema.String:
		c.hiddenIn(t, n.Text, pointer)
	case n.Kind == schema.Array:
		for i, e := range n.Elems {
			c.hidden(t, e, fmt.Sprintf("%s/%d", pointer, i))
		}
	case n.Kind == schema.Object:
		for _, m := range n.Members {
			switch m.Name {
			case "pattern", "default", "const", "examples", "_meta":
				continue // data, for programs
			}
			at := pointer + "/" + schema.EscapeToken(m.Name)
			c.hiddenIn(t, m.Name, at)
			c.hidden(t, m.Value, at)
		}
	}
}

func (c *checker) hiddenIn(t *schemafacts.Tool, text, pointer string) {
	r, ok := hiddenRune(text)
	if !ok {
		return
	}
	c.Tell(t.Name, c.PlaceIn(t, pointer), "hidden-character", "tool %+q: %s has the hidden character %U", t.Name, strings.TrimPrefix(pointer, "/"), r)
}

// concealed are characters that a reader cannot see. Joiners, variation selectors and
// marks of direction are not included, because some scripts and emoji need them.
var concealed = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x00AD, Hi: 0x00AD, Stride: 1}, // soft hyphen
		{Lo: 0x200B, Hi: 0x200B, Stride: 1}, // zero-width space
		{Lo: 0x202A, Hi: 0x202E, Stride: 1}, // embeddings and overrides of direction
		{Lo: 0x2060, Hi: 0x2064, Stride: 1}, // word joiner, invisible operators
		{Lo: 0x2066, Hi: 0x2069, Stride: 1}, // isolates
		{Lo: 0xFEFF, Hi: 0xFEFF, Stride: 1}, // byte order mark
	},
	R32: []unicode.Range32{{Lo: 0xE0000, Hi: 0xE007F, Stride: 1}}, // tags: ASCII that is not shown
}

// flag begins the emoji of a region's flag, which continues with tag characters.
const flag = '\U0001F3F4'

// hiddenRune returns the first hidden character of a text, or false if it has none.
func hiddenRune(text string) (rune, bool) {
	inFlag := false
	for _, r := range text {
		isTag := r >= 0xE0000
		if unicode.Is(concealed, r) && (!isTag || !inFlag) {
			return r, true
		}
		inFlag = r == flag || inFlag && isTag
	}
	return 0, false
}
