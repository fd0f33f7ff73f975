package derive

import (
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
)

// Without an SDK, the form of a value shows that it is a tool.

// hasShapes reports whether the package's source contains values that are tools by
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

// otherSDK reports whether values of a type are not tools by their form: the type
// belongs to an SDK with a dialect, or the settings exclude it.
func (p *deriver) otherSDK(tn *types.TypeName) bool {
	return tn.Pkg() == nil || dialects.Has(tn.Pkg().Path()) || p.wireType("!", tn)
}

// forced reports whether the settings declare that values of a type are tools.
func (p *deriver) forced(tn *types.TypeName) bool { return p.wireType("", tn) }

func (p *deriver) wireType(prefix string, tn *types.TypeName) bool {
	return len(p.Settings.WireTypes) > 0 && tn.Pkg() != nil &&
		slices.Contains(p.Settings.WireTypes, prefix+tn.Pkg().Path()+"."+tn.Name())
}
