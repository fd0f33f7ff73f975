package output

import (
	"fmt"
	"slices"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/toolset"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/words"
	"github.com/schemavet/schemavet/internal/size"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Cost compares the sizes of two lists of tools in the context of a model.
type Cost struct {
	Old, New Side
}

// Side is the size of one list, in estimated tokens and in bytes of tools/list.
type Side struct {
	Tools  int `json:"tools"`
	Tokens int `json:"tokens"`
	Bytes  int `json:"bytes"`
}

// costOf returns the sizes of two lists. It returns nil if a list may lack tools or
// has tools that are not compared, or of whose input schema nothing is known, because the
// sizes would then differ for other reasons than the changes.
func costOf(old, new *toolset.Set) *Cost {
	for _, s := range []*toolset.Set{old, new} {
		if s.Incomplete != "" || len(s.Unsure) > 0 || slices.ContainsFunc(s.Tools, inputUnknown) {
			return nil
		}
	}
	return &Cost{sideOf(old), sideOf(new)}
}

func inputUnknown(t toolset.Tool) bool {
	in := t.Node.Get("inputSchema")
	return in != nil && in.Kind == schema.Unresolved
}

func sideOf(s *toolset.Set) Side {
	var sum size.Size
	for _, t := range s.Tools {
		sum = sum.Plus(size.Of(t.Node))
	}
	return Side{len(s.Tools), sum.Tokens(), sum.Bytes}
}

// String returns the difference in one line, such as "about +1,240 tokens for models
// (8,160 → 9,400), 44 → 46 tools", or "" if the sizes are equal.
func (c *Cost) String() string {
	if c == nil || c.Old == c.New {
		return ""
	}
	change := size.Thousands(c.New.Tokens - c.Old.Tokens)
	if c.New.Tokens >= c.Old.Tokens {
		change = "+" + change
	}
	text := fmt.Sprintf("about %s tokens for models (%s → %s)", change, size.Thousands(c.Old.Tokens), size.Thousands(c.New.Tokens))
	if c.Old.Tools != c.New.Tools {
		text += fmt.Sprintf(", %d → %s", c.Old.Tools, words.Count(c.New.Tools, "tool"))
	}
	return text
}
