package merge

import (
	"bytes"
	"cmp"
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Tools merges the results that several runs have for the same tools. A function is
// run as a root, with unknown arguments, and again by its callers. Tools keeps the
// most complete results for each name and definition, and replaces an untraced result
// by a traced one.
func Tools(tools []*tool.Tool) []*tool.Tool {
	type key struct {
		name string
		pos  token.Pos
	}
	groups := map[key][]*tool.Tool{}
	var order []key
	// If any result shows the registration of a definition, results of that definition
	// are not untraced, even if they have another name.
	traced := map[token.Pos]bool{}
	ofSDKs := map[string][]*tool.Tool{}       // by name
	described := map[token.Pos][]*tool.Tool{} // by position of the description
	for _, t := range tools {
		if traceable(t) && t.DefPos.IsValid() {
			traced[t.DefPos] = true
		}
		if !shaped(t) {
			ofSDKs[t.Name] = append(ofSDKs[t.Name], t)
		}
		if d := t.Description(); d != nil {
			described[d.Pos] = append(described[d.Pos], t)
		}
	}
	for _, t := range tools {
		k := key{t.Name, t.Pos()}
		if !traceable(t) && !t.RegPos.IsValid() && traced[t.DefPos] && (!t.Converted || len(groups[k]) == 0) {
			continue
		}
		if renamed(t, described[t.NamePos]) || describes(t, ofSDKs[t.Name]) {
			continue
		}
		if len(groups[k]) == 0 {
			order = append(order, k)
		}
		groups[k] = append(groups[k], t)
	}
	var out []*tool.Tool
	for _, k := range order {
		groups[k] = bridge(oneShape(groups[k]))
		out = append(out, between(groups[k], best(groups[k]))...)
	}
	tool.SortTools(out)
	return out
}

// traceable reports whether the path of a tool to its registration is visible. It
// ignores whether code between the server and its clients may change the tool.
func traceable(t *tool.Tool) bool { return t.Traced || t.Followed }

// between adds to the best results of a group all code between the server and its
// clients that any result of the group has. It changes copies, because the results of
// a package must not change.
func between(group, best []*tool.Tool) []*tool.Tool {
	var hops, filters []tool.Hop
	for _, t := range group {
		hops, filters = unite(hops, t.Between), unite(filters, t.Filtered)
	}
	if len(hops)+len(filters) == 0 {
		return best
	}
	out := slices.Clone(best)
	for i, t := range out {
		if !t.RegPos.IsValid() {
			continue
		}
		c := *t
		if len(hops) > 0 {
			c.Followed, c.Traced, c.Between = traceable(t), false, hops
		}
		c.Filtered, c.Conditional = filters, t.Conditional || len(filters) > 0
		all := slices.Concat(filters, hops)
		c.Hops = slices.Clip(slices.DeleteFunc(slices.Clone(t.Hops), func(h tool.Hop) bool { return slices.Contains(all, h) }))
		c.Hops = append(c.Hops, all...)
		out[i] = &c
	}
	return out
}

// unite returns the hops of both lists without duplicates.
func unite(list, more []tool.Hop) []tool.Hop {
	for _, h := range more {
		if !slices.Contains(list, h) {
			list = append(list, h)
		}
	}
	return list
}

// best returns the results of a group that no other result makes redundant.
func best(group []*tool.Tool) []*tool.Tool {
	ranks := map[*tool.Tool]int{}
	for _, t := range group {
		ranks[t] = 2 * len(t.Doc.Holes())
		if !traceable(t) {
			ranks[t]++
		}
	}
	rank := func(t *tool.Tool) int { return ranks[t] }
	slices.SortStableFunc(group, func(a, b *tool.Tool) int {
		if traceable(a) != traceable(b) {
			if traceable(a) {
				return -1
			}
			return 1
		}
		if a.RegPos.IsValid() != b.RegPos.IsValid() {
			// The tool is registered but changed on the way; it has its wire form.
			if a.RegPos.IsValid() {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(assumed(a), assumed(b)), len(b.Doc.Members)-len(a.Doc.Members))
	})
	var out []*tool.Tool
	for _, t := range group {
		if len(out) > 0 && !traceable(t) {
			complete(out, t)
			out[0] = describedTwice(out[0], t)
			continue
		}
		covers := func(o *tool.Tool) bool { return contains(o.Doc, t.Doc) || o.RegPos == t.RegPos && rank(t) > rank(o) }
		if shaped(t) && t.RegPos.IsValid() && !slices.ContainsFunc(out, covers) {
			out = append(out, t) // a variant for another provider
			continue
		}
		if len(out) > 0 && (shaped(t) || rank(t) > rank(out[0]) || t.Assumed && !out[0].Assumed) {
			out[0].Conditional = out[0].Conditional && t.Conditional
			continue
		}
		dup := slices.IndexFunc(out, func(o *tool.Tool) bool { return bytes.Equal(o.Doc.JSON(), t.Doc.JSON()) && schema.Equal(o.Doc, t.Doc) })
		if dup >= 0 {
			out[dup].Conditional = out[dup].Conditional && t.Conditional
			continue
		}
		out = append(out, t)
	}
	return out
}

// contains reports whether a document has all members of another one, as far as they are known.
func contains(doc, other *schema.Node) bool {
	return !slices.ContainsFunc(other.Members, func(m schema.Member) bool { return !schema.Agree(doc.Get(m.Name), m.Value) })
}

// describedTwice returns best with a description that differs in t, another result for the
// definition of an untraced tool, made unresolved: the program may send either. If t was found by
// running a function that also led to best, it only has unknown arguments in place of best's known
// ones. Schemas are not compared, since what follows a call may write to them until the run ends:
// 19 of 200 tools of 8 public agents would lose theirs.
func describedTwice(best, t *tool.Tool) *tool.Tool {
	if traceable(best) || best.RegPos.IsValid() || t.RegPos.IsValid() || len(best.Calls) == 0 || len(t.Calls) == 0 || slices.Contains(best.Calls, t.Calls[0]) {
		return best
	}
	was, is := best.Description(), t.Description()
	if was == nil || is == nil || schema.Equal(was, is) {
		return best
	}
	out := best.Clone()
	out.Doc = out.Doc.Clone()
	out.Doc.Set("description", Either(was, is))
	out.Calls = t.Calls
	return out
}

// complete fills the unresolved parts of registered tools from def, if def was converted
// from the value of a user-defined type as it was made. Code between the value and the SDK
// may change these parts, so the tools become untraced.
func complete(tools []*tool.Tool, def *tool.Tool) {
	if !def.Converted {
		return
	}
	for _, t := range tools {
		holes := t.Doc.Holes()
		if len(holes) == 0 || !t.RegPos.IsValid() {
			continue
		}
		doc := Fill(t.Doc, def.Doc)
		if len(doc.Holes()) < len(holes) {
			t.Doc, t.Traced = doc, false
			for _, h := range holes {
				t.Hops = append(t.Hops, tool.Hop{Pos: h.Pos, Text: "may change " + h.Path + ": " + h.Reason})
			}
		}
	}
}

// Fill returns n with its unresolved parts replaced by the same parts of from.
func Fill(n, from *schema.Node) *schema.Node {
	switch {
	case n == nil || from == nil:
		return n
	case n.Kind == schema.Unresolved && from.Kind == schema.Object && len(from.Members) == 0:
		return n // other code fills it
	case n.Kind == schema.Unresolved:
		return from
	case (n.Partial != nil || n.Kind == schema.Array && len(n.Holes()) > 0) && schema.Agree(n, from):
		return from
	case n.Kind != schema.Object || from.Kind != schema.Object || len(n.Holes()) == 0:
		return n
	}
	out := n.Clone()
	for i, m := range out.Members {
		out.Members[i].Value = Fill(m.Value, from.Get(m.Name))
	}
	return out
}

func assumed(t *tool.Tool) int {
	if t.Assumed {
		return 1
	}
	return 0
}

// Adopt corrects the name's position in the tools that a package found in the code of
// other packages. It takes the position from the package that contains the name, if
// that package found the tool, too. If a wrapper builds the name, the name may seem
// to be in the wrapper when the tool is seen from another package.
func Adopt(own, foreign []*tool.Tool) {
	type key struct {
		name string
		reg  token.Pos
	}
	homes := map[key][]*tool.Tool{}
	places := map[key]bool{}
	for _, t := range own {
		places[key{t.Name, t.Pos()}] = true
		if t.RegPos.IsValid() || t.Converted {
			k := key{t.Name, t.RegPos}
			if t.Converted {
				k.reg = token.NoPos
			}
			homes[k] = append(homes[k], t)
		}
	}
	for _, t := range foreign {
		found := homes[key{t.Name, t.RegPos}]
		if len(found) == 0 && !places[key{t.Name, t.Pos()}] {
			// A value of a user-defined tool type has no registration where it is made.
			if found = homes[key{t.Name, token.NoPos}]; len(found) > 1 {
				found = nil
			}
		}
		if len(found) > 1 {
			found = slices.DeleteFunc(slices.Clone(found), func(h *tool.Tool) bool {
				return !bytes.Equal(h.Doc.JSON(), t.Doc.JSON()) || !schema.Equal(h.Doc, t.Doc)
			})
		}
		if len(found) > 0 {
			t.NamePos = found[0].NamePos
		}
	}
}
