package derive

import (
	"bytes"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Where there is no SDK, the form of a value tells that it is a tool.

// offer is sdk.Host.Offer: of a tool on a list that a program makes for whoever
// asks.
func (p *deriver) offer(c *eval.Call, t *tool.Tool) {
	s := p.siteOf(c)
	p.named = append(p.named, &s)
	p.runs[t] = runOf{s.run, p.atStart(c.M)}
	p.tools = append(p.tools, t)
	l := &listed{tool: t}
	if t.Conditional {
		l.condition, l.where = "a choice that run time makes", c.Pos
	}
	if fn, _ := c.M.Root(); fn != nil && !p.atStart(c.M) {
		l.via = fn.Key
	}
	p.loose = append(p.loose, l)
}

// hasShapes reports whether the package's source has values that are tools by
// their form.
func (p *deriver) hasShapes() bool {
	if p.pass.TypesInfo == nil {
		return false
	}
	if slices.ContainsFunc(p.settings.WireTypes, func(name string) bool { return p.space.Package(ir.PkgOf(name)) != nil }) {
		return true
	}
	return slices.ContainsFunc(Dialects, func(d sdk.Dialect) bool {
		return d.In != nil && d.In(p.pass.TypesInfo, p.pass.Files, p.otherSDK)
	})
}

// otherSDK reports whether a type is told by no form: it belongs to an SDK with
// a dialect of its own, or the settings say so.
func (p *deriver) otherSDK(tn *types.TypeName) bool {
	return tn.Pkg() == nil || OfSDK(tn.Pkg().Path()) || p.wireType("!", tn)
}

// forced reports whether the settings say that values of a type are tools.
func (p *deriver) forced(tn *types.TypeName) bool { return p.wireType("", tn) }

func (p *deriver) wireType(prefix string, tn *types.TypeName) bool {
	return len(p.settings.WireTypes) > 0 && tn.Pkg() != nil &&
		slices.Contains(p.settings.WireTypes, prefix+tn.Pkg().Path()+"."+tn.Name())
}

// oneShape leaves out of a group what has only the form of a tool if an SDK was
// given the tool itself: a copy of it is printed somewhere. Of several lists
// that have a tool, none says more than all of them together.
func oneShape(group []*tool.Tool) []*tool.Tool {
	if !slices.ContainsFunc(group, shaped) {
		return group
	}
	if !slices.ContainsFunc(group, func(t *tool.Tool) bool { return !shaped(t) }) {
		return uniteLists(group)
	}
	return slices.DeleteFunc(slices.Clone(group), shaped)
}

// shaped reports whether a tool was found by its form.
func shaped(t *tool.Tool) bool {
	return slices.ContainsFunc(Dialects, func(d sdk.Dialect) bool { return d.Shape != nil && d.Name == t.Dialect })
}

// uniteLists makes one tool of those that different lists have under one name:
// members that only one has are its own, and those in which they differ are not
// known.
func uniteLists(group []*tool.Tool) []*tool.Tool {
	fewest, lists := -1, []*tool.Tool(nil)
	for _, t := range group {
		if !t.RegPos.IsValid() {
			continue
		}
		switch n := len(t.Doc.Holes()); {
		case fewest < 0 || n < fewest:
			fewest, lists = n, []*tool.Tool{t}
		case n == fewest:
			lists = append(lists, t)
		}
	}
	if len(lists) < 2 {
		return group
	}
	first := lists[0].Clone()
	for _, t := range lists[1:] {
		first.Conditional = first.Conditional && t.Conditional
		if bytes.Equal(first.Doc.JSON(), t.Doc.JSON()) {
			continue
		}
		doc := first.Doc.Clone()
		for _, m := range t.Doc.Members {
			switch was := doc.Get(m.Name); {
			case was == nil:
				doc.Members = append(doc.Members, m)
			case !schema.Equal(was, m.Value):
				doc.Set(m.Name, schema.NewUnresolved("lists differ in it", m.Value.Pos))
			}
		}
		first.Doc = doc
	}
	return []*tool.Tool{first}
}
