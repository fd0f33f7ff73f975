package derive

import (
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/derive/facts"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/plain"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/settings"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// env is the environment in which the package's functions run: its source, the facts
// of its imports, the dialects of the SDKs that it can reach, and the user's
// settings. It is an [eval.Env].
type env struct {
	*facts.Known
	role
	plain *plain.Functions

	// user are the models of functions in the settings, by their plain keys.
	user   map[string]eval.Intrinsic
	bound  []sdk.Bound
	shaped []bool // whether the dialect of the same index recognizes tools by form
	// intrinsics caches the models of dialects and settings by function.
	intrinsics map[string]eval.Intrinsic
	leads      func(types.Type) bool
	// watched are user-defined types whose values are recorded as well; see owntools.go.
	watched map[types.Type]bool
	// patched are the types whose values a function changes that has not made them.
	patched map[string]bool
}

// role says how a package is related to tools and how far it is analyzed.
type role struct {
	// reaches reports whether the package imports an SDK, directly or not.
	reaches bool
	// sdk reports whether the package is part of an SDK. reads reports whether that
	// part of the SDK is evaluated from its source.
	sdk, reads bool
	// helps reports whether the package only provides helpers and is read for other
	// packages.
	helps bool
	// syntax reports whether the package has files, which are read.
	syntax bool
}

// concernsTools reports whether the package can have tools, or has helpers for packages
// with tools. It also sets the role of the package and reads the facts of its
// imports.
func (p *env) concernsTools() bool {
	path := p.Pass.Pkg.Path()
	for _, d := range dialects.All {
		if slices.Contains(d.Packages, path) {
			p.sdk = true
			p.reads = p.reads || slices.Contains(d.Reads, path)
		}
	}
	if p.IsRuntime() {
		return false
	}
	p.readFacts()
	for _, imp := range p.Pass.Pkg.Imports() {
		p.reaches = p.reaches || dialects.IsPackage(imp.Path()) || p.plain.RegistrationIn(imp.Path())
	}
	p.reaches = p.reaches || slices.ContainsFunc(p.Facts, func(f *facts.Fact) bool { return f.Reaches })
	if p.sdk {
		p.reaches = p.reads
		return true
	}
	p.reaches = p.reaches || p.plain.RegistrationIn(path)
	if p.Mine() {
		p.plain.FindMarked()
		p.reaches = p.reaches || p.hasShapes()
	}
	if p.reaches {
		return true
	}
	// A package of the user's module may contain names, enums and small helpers for
	// packages with tools.
	p.helps = p.Mine() && !p.IsMain()
	return p.helps || p.plain.Marked
}

// uses reports whether the package can reach the SDK of a dialect. Dialects that
// recognize tools by their form have no SDK and always count.
func (p *env) uses(d sdk.Dialect) bool {
	if d.MatchesForm != nil {
		return true
	}
	for _, path := range d.Packages {
		if p.Space.Package(path) != nil {
			return true
		}
		for _, f := range p.Facts {
			if f.Version(path) != "" || slices.Contains(f.SDKs, path) {
				return true
			}
		}
	}
	return false
}

func (p *env) Intrinsic(key string) eval.Intrinsic {
	in, ok := p.intrinsics[key]
	if !ok {
		in = p.findIntrinsic(key)
		p.intrinsics[key] = in
	}
	return in
}

// userIntrinsic returns the model of a function in the settings, or nil.
func (p *env) userIntrinsic(key string) eval.Intrinsic {
	if len(p.user) == 0 {
		return nil
	}
	return p.user[settings.PlainKey(key)]
}

func (p *env) findIntrinsic(key string) eval.Intrinsic {
	if in := p.userIntrinsic(key); in != nil {
		return in
	}
	for _, b := range p.bound {
		if in := b.Intrinsic(key); in != nil {
			return in
		}
	}
	return nil
}

// Registers reports whether a function registers tools.
func (p *env) Registers(key string) bool {
	for _, b := range p.bound {
		if b.Registers(key) {
			return true
		}
	}
	return p.plain.Registers(key)
}

// Request reports whether a dialect passes values of a type to handlers.
func (p *env) Request(t types.Type) bool {
	is, _ := dialects.Request(t)
	return is
}

func (p *env) Watch(t types.Type) bool {
	if p.watched != nil && p.watched[origin(t)] {
		return true
	}
	for _, b := range p.bound {
		if b.Watch(t) {
			return true
		}
	}
	return false
}

// Encode encodes values of types that a dialect models.
func (p *env) Encode(e *gojson.Encoder, v value.Value) (*schema.Node, bool) {
	for _, b := range p.bound {
		if n, ok := b.Encode(e, v); ok {
			return n, true
		}
	}
	return nil, false
}

// Decode decodes JSON into types that a dialect models.
func (p *env) Decode(n *schema.Node, t types.Type) (value.Value, bool) {
	for _, b := range p.bound {
		if v, ok := b.Decode(n, t); ok {
			return v, true
		}
	}
	return nil, false
}

// Harmless reports whether a package is part of an SDK, whose functions do not change
// the tools among their arguments. SDK functions that change tools are modelled or
// evaluated from source.
func (p *env) Harmless(pkgPath string) bool {
	return dialects.IsPackage(pkgPath)
}

// hasShapes reports whether the package's source contains values that have the form
// of a tool, such as a struct with a name, a description and a schema.
func (p *env) hasShapes() bool {
	if p.Pass.TypesInfo == nil {
		return false
	}
	if slices.ContainsFunc(p.Settings.WireTypes, func(name string) bool { return p.Space.Package(ir.PkgOf(name)) != nil }) {
		return true
	}
	return slices.ContainsFunc(dialects.All, func(d sdk.Dialect) bool {
		return d.UsesForm != nil && d.UsesForm(p.Pass.TypesInfo, p.Pass.Files, p.otherSDK)
	})
}

// otherSDK reports whether values of a type are not tools by their form: the type
// belongs to an SDK with a dialect, or the settings exclude it.
func (p *env) otherSDK(tn *types.TypeName) bool {
	return tn.Pkg() == nil || dialects.Has(tn.Pkg().Path()) || p.wireType("!", tn)
}

// forced reports whether the settings declare that all values of a type are tools.
func (p *env) forced(tn *types.TypeName) bool { return p.wireType("", tn) }

func (p *env) wireType(prefix string, tn *types.TypeName) bool {
	return len(p.Settings.WireTypes) > 0 && tn.Pkg() != nil &&
		slices.Contains(p.Settings.WireTypes, prefix+tn.Pkg().Path()+"."+tn.Name())
}
