package schemafacts

import (
	"bytes"
	"cmp"
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Merge unites what several runs told of the same tools. A function is run for
// its own sake, with arguments that are not known, and again by its callers:
// of the results for one name and definition the best known stays, and an
// untraced one gives way to a traced one.
func Merge(tools []*schema.Tool) []*schema.Tool {
	type key struct {
		name string
		pos  token.Pos
	}
	groups := map[key][]*schema.Tool{}
	var order []key
	// A definition that was seen to be registered is not untraced, also where
	// it got another name on the way.
	traced := map[token.Pos]bool{}
	for _, t := range tools {
		if t.Traced && t.DefPos.IsValid() {
			traced[t.DefPos] = true
		}
	}
	for _, t := range tools {
		if !t.Traced && traced[t.DefPos] {
			continue
		}
		k := key{t.Name, t.Pos()}
		if len(groups[k]) == 0 {
			order = append(order, k)
		}
		groups[k] = append(groups[k], t)
	}
	var out []*schema.Tool
	for _, k := range order {
		out = append(out, best(groups[k])...)
	}
	schema.SortTools(out)
	return out
}

// best returns the tools of a group that no other one makes superfluous.
func best(group []*schema.Tool) []*schema.Tool {
	rank := func(t *schema.Tool) int {
		n := 2 * len(t.Doc.Holes())
		if !t.Traced {
			n++
		}
		return n
	}
	slices.SortStableFunc(group, func(a, b *schema.Tool) int {
		if a.Traced != b.Traced {
			if a.Traced {
				return -1
			}
			return 1
		}
		return cmp.Compare(rank(a), rank(b))
	})
	var out []*schema.Tool
	for _, t := range group {
		if len(out) > 0 && (!t.Traced || rank(t) > rank(out[0])) {
			out[0].Conditional = out[0].Conditional && t.Conditional
			continue
		}
		dup := slices.IndexFunc(out, func(o *schema.Tool) bool { return bytes.Equal(o.Doc.JSON(), t.Doc.JSON()) })
		if dup >= 0 {
			out[dup].Conditional = out[dup].Conditional && t.Conditional
			continue
		}
		out = append(out, t)
	}
	return out
}
