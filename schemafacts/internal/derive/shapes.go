package derive

import (
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
)

// Where there is no SDK, the form of a value tells that it is a tool.

// offer is sdk.Host.Offer: of a tool on a list that a program makes for whoever
// asks.
func (p *deriver) offer(c *eval.Call, t *tool.Tool) {
	if p.emitLocal(c, t) {
		return
	}
	s := p.siteOf(c)
	p.named = append(p.named, &s)
	p.runs[t] = runOf{s.run, p.atStart(c.M)}
	p.tools = append(p.tools, t)
	l := &listed{tool: t}
	if t.Conditional {
		l.condition, l.where = "a choice made at run time", c.Pos
	}
	if fn, _ := c.M.Root(); fn != nil && !p.atStart(c.M) {
		l.via = fn.Key
	}
	p.loose = append(p.loose, l)
}

// hasShapes reports whether the package's source has values that are tools by
// their form.
func (p *deriver) hasShapes() bool {
	if p.Pass.TypesInfo == nil {
		return false
	}
	if slices.ContainsFunc(p.Settings.WireTypes, func(name string) bool { return p.space.Package(ir.PkgOf(name)) != nil }) {
		return true
	}
	return slices.ContainsFunc(dialects.All, func(d sdk.Dialect) bool {
		return d.In != nil && d.In(p.Pass.TypesInfo, p.Pass.Files, p.otherSDK)
	})
}

// otherSDK reports whether a type is told by no form: it belongs to an SDK with
// a dialect of its own, or the settings say so.
func (p *deriver) otherSDK(tn *types.TypeName) bool {
	return tn.Pkg() == nil || dialects.Has(tn.Pkg().Path()) || p.wireType("!", tn)
}

// forced reports whether the settings say that values of a type are tools.
func (p *deriver) forced(tn *types.TypeName) bool { return p.wireType("", tn) }

func (p *deriver) wireType(prefix string, tn *types.TypeName) bool {
	return len(p.Settings.WireTypes) > 0 && tn.Pkg() != nil &&
		slices.Contains(p.Settings.WireTypes, prefix+tn.Pkg().Path()+"."+tn.Name())
}
