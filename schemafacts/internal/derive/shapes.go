package derive

import (
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
)

// Where there is no SDK, the form of a value tells that it is a tool.

// hasShapes reports whether the package's source has values that are tools by
// their form.
func (p *deriver) hasShapes() bool {
	if p.Pass.TypesInfo == nil {
		return false
	}
	if slices.ContainsFunc(p.Settings.WireTypes, func(name string) bool { return p.Space.Package(ir.PkgOf(name)) != nil }) {
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
