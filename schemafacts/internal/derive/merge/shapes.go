package merge

import (
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// oneShape removes from a group the results that were found only by their form, if an
// SDK registers the tool itself: then they are copies of the tool that the program
// encodes somewhere.
func oneShape(group []*tool.Tool) []*tool.Tool {
	if !slices.ContainsFunc(group, shaped) {
		return group
	}
	if !slices.ContainsFunc(group, func(t *tool.Tool) bool { return !shaped(t) }) {
		return group
	}
	return slices.DeleteFunc(slices.Clone(group), shaped)
}

// shaped reports whether a tool was found by its form.
func shaped(t *tool.Tool) bool { return dialects.ByForm(t.Dialect) }

// renamed reports whether one of tools is a tool in JSON text under another name: the program
// decodes the text, and sends what it makes of it. The descriptions of tools are at the position of
// its name.
func renamed(t *tool.Tool, tools []*tool.Tool) bool {
	if t.RegPos.IsValid() || !shaped(t) || t.Description() == nil || t.NamePos != t.Description().Pos {
		return false
	}
	return slices.ContainsFunc(tools, func(u *tool.Tool) bool {
		return u.Name != t.Name && schema.Equal(u.Description(), t.Description()) && schema.Equal(u.Input(), t.Input())
	})
}

// describes reports whether a tool that was found by its form only describes one of the SDK's tools
// of its name, as an entry of a list for readers does: it has the other tool's description, and
// certainly no schema or one that agrees (all 27 tools of one of 24 public servers).
func describes(t *tool.Tool, tools []*tool.Tool) bool {
	if !shaped(t) {
		return false
	}
	bare := t.Input() == nil && t.Doc.Partial == nil
	return slices.ContainsFunc(tools, func(u *tool.Tool) bool {
		return schema.Equal(t.Description(), u.Description()) && (bare || schema.Agree(t.Doc, u.Doc))
	})
}

// Differing returns n, with the parts that have another known value in other made
// unresolved.
func Differing(n, other *schema.Node) *schema.Node { return either(n, other, true) }

// Either is [Differing] if the program sends only one of them: a part that is unresolved in one is
// unresolved.
func Either(n, other *schema.Node) *schema.Node { return either(n, other, false) }

func either(n, other *schema.Node, known bool) *schema.Node {
	switch objects := n.Kind == schema.Object && other.Kind == schema.Object; {
	case schema.Equal(n, other):
		return n
	case !objects && (n.Partial != nil || other.Partial != nil):
		return listsDiffer(other.Pos)
	case !objects && len(n.Holes())+len(other.Holes()) > 0:
		if !known && len(n.Holes()) == 0 {
			return other
		}
		return n
	case !objects:
		return listsDiffer(other.Pos)
	}
	out := *n
	out.Members, out.Partial = nil, nil
	for _, m := range slices.Concat(n.Members, n.Perhaps(), other.Members, other.Perhaps()) {
		if out.Has(m.Name) {
			continue
		}
		was, is := n.Get(m.Name), other.Get(m.Name)
		if was != nil && is != nil {
			m.Value = either(was, is, known)
		}
		perhaps := reasonDiffers
		if n.Certain(m.Name) && other.Certain(m.Name) {
			perhaps = ""
		}
		out.Add(m, perhaps)
	}
	if n.Open() || other.Open() {
		out.Doubt(reasonDiffers, other.Pos).More = true
	}
	return &out
}

const reasonDiffers = "it differs between lists of tools"

func listsDiffer(pos token.Pos) *schema.Node { return schema.NewUnresolved(reasonDiffers, pos) }
