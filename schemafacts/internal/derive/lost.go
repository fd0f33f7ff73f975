package derive

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/derive/merge"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// markLost adds remarks to the tools that a machine made, about parts of schemas that the code
// read and that no tool has. Each remark is at the place that dropped the part, on the tool
// whose parts are nearest to it in source.
func (p *deriver) markLost(m *eval.Machine, tools []*tool.Tool) {
	if len(tools) == 0 {
		return
	}
	var at []token.Pos
	for i, d := range m.Drops {
		if slices.Contains(at, d.Pos) || p.Elsewhere(d.Pos) || dialects.Has(p.HomeOf(d.Pos)) {
			continue
		}
		lost := p.lost(m, tools, m.Drops[i:])
		if lost.msg == "" {
			continue
		}
		at = append(at, d.Pos)
		t := nearest(tools, lost.part)
		t.Remarks = append(t.Remarks, tool.Problem{Msg: lost.msg, Pos: d.Pos, Check: "wiremismatch", Rule: "schema-lost"})
	}
	m.Drops = nil
}

// lostPart is a part of a schema that no tool has, with the message about it.
type lostPart struct {
	msg  string
	part *schema.Node
}

// lost returns the part that the first of drops lost. If it is an element of a list, the
// message names all elements that were dropped in the same place.
func (p *deriver) lost(m *eval.Machine, tools []*tool.Tool, drops []eval.Drop) lostPart {
	d := drops[0]
	if d.From != nil {
		return decodedLoss(p, d, tools)
	}
	var texts []string
	var first *schema.Node
	for _, o := range drops {
		if o.Pos != d.Pos || o.Keyword != d.Keyword {
			continue
		}
		e := &gojson.Encoder{M: m}
		n := e.Encode(o.Value)
		text := n.String()
		if n.Kind == schema.Unresolved || len(n.Holes()) > 0 || slices.Contains(texts, text) || slices.ContainsFunc(tools, func(t *tool.Tool) bool { return hasPart(t.Input(), o.Keyword, n) }) {
			continue
		}
		if texts = append(texts, text); first == nil {
			first = n
		}
		if !d.Element {
			break
		}
	}
	switch {
	case first == nil:
		return lostPart{}
	case d.Want == nil:
		return lostPart{fmt.Sprintf("no case is for the type %s, so that models see another one", texts[0]), first}
	case d.Element:
		return lostPart{fmt.Sprintf("the assertion to %s fails for %s in %q, so that models do not see it", p.typeName(d.Want), strings.Join(texts[:min(len(texts), 4)], ", "), d.Keyword), first}
	}
	return lostPart{fmt.Sprintf("the assertion to %s fails for %q, which is a %s, so that models do not see it", p.typeName(d.Want), d.Keyword, p.typeName(value.TypeOf(d.Value))), first}
}

func (p *deriver) typeName(t types.Type) string {
	return types.TypeString(t, func(pkg *types.Package) string { return pkg.Name() })
}

// hasPart reports whether a schema, or a part of it, has a keyword with a value, or a list
// with that element. It also returns true if that is unknown.
func hasPart(in *schema.Node, keyword string, part *schema.Node) bool {
	if in == nil {
		return false
	}
	found := false
	in.Walk(func(_ string, n *schema.Node) bool {
		if v := n.Get(keyword); v != nil {
			found = found || v.Kind == schema.Unresolved || schema.Equal(v, part) || slices.ContainsFunc(v.Elems, func(e *schema.Node) bool { return schema.Equal(e, part) })
		}
		found = found || n.Kind == schema.Unresolved || n.Partial != nil
		return !found
	})
	return found
}

// decodedLoss returns what a schema lost when it was decoded into a type that lacks the fields.
func decodedLoss(p *deriver, d eval.Drop, tools []*tool.Tool) (out lostPart) {
	var compare func(from, to *schema.Node)
	compare = func(from, to *schema.Node) {
		if from == nil || to == nil || from.Kind != schema.Object || out.msg != "" {
			return
		}
		if typ := from.Get("type"); from.Get("properties") != nil && typ != nil && typ.Kind == schema.String {
			if lost := merge.LostParts(from, to); lost != "" && !slices.ContainsFunc(tools, func(t *tool.Tool) bool { return merge.LostParts(from, t.Input()) == "" }) {
				out = lostPart{fmt.Sprintf("decoding into %s leaves the schema without %s", p.typeName(d.Want), lost), from}
			}
			return
		}
		for _, m := range from.Members {
			compare(m.Value, to.Get(m.Name))
		}
	}
	compare(d.From, d.To)
	return out
}

// nearest returns the tool with a part whose position is nearest to a node's.
func nearest(tools []*tool.Tool, part *schema.Node) *tool.Tool {
	best, least := tools[0], token.Pos(-1)
	for _, t := range tools {
		t.Doc.Walk(func(_ string, n *schema.Node) bool {
			if d := max(n.Pos-part.Pos, part.Pos-n.Pos); n.Pos.IsValid() && (least < 0 || d < least) {
				best, least = t, d
			}
			return true
		})
	}
	return best
}
