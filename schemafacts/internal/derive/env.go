package derive

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/derive/settings"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/lower"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Intrinsic, Watch, Encode and the methods of [facts.Known] make deriver an eval.Env.

func (p *deriver) Intrinsic(key string) eval.Intrinsic {
	in, ok := p.intrinsics[key]
	if !ok {
		in = p.findIntrinsic(key)
		p.intrinsics[key] = in
	}
	return in
}

// userKnown returns the models of functions and function types in the settings, by
// their plain keys.
func (p *deriver) userKnown() map[string]eval.Intrinsic {
	known := map[string]eval.Intrinsic{}
	for _, name := range p.Settings.DefaultText {
		known[settings.PlainKey(name)] = p.texts.DefaultText
	}
	for _, r := range p.Settings.Registrations {
		known[settings.PlainKey(r.Func)] = p.plain.Registration(r)
	}
	return known
}

// userIntrinsic returns the model of a function in the settings, or nil.
func (p *deriver) userIntrinsic(key string) eval.Intrinsic {
	if len(p.known) == 0 {
		return nil
	}
	return p.known[settings.PlainKey(key)]
}

func (p *deriver) findIntrinsic(key string) eval.Intrinsic {
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
func (p *deriver) Registers(key string) bool {
	for _, b := range p.bound {
		if b.Registers(key) {
			return true
		}
	}
	return p.plain.Registers(key)
}

// Leads reports whether a type contains types from which tools are made.
func (p *deriver) Leads(t types.Type) bool {
	if p.leads == nil {
		p.leads = lower.Leads(p.relevance(), p.Pass.Pkg)
	}
	return p.leads(t)
}

// Request reports whether a dialect passes values of a type to handlers.
func (p *deriver) Request(t types.Type) bool {
	is, _ := dialects.Request(t)
	return is
}

func (p *deriver) Watch(t types.Type) bool {
	for _, b := range p.bound {
		if b.Watch(t) {
			return true
		}
	}
	return false
}

// Encode encodes values of types that a dialect models.
func (p *deriver) Encode(e *gojson.Encoder, v eval.Value) (*schema.Node, bool) {
	for _, b := range p.bound {
		if n, ok := b.Encode(e, v); ok {
			return n, true
		}
	}
	return nil, false
}

// Decode decodes JSON into types that a dialect models.
func (p *deriver) Decode(n *schema.Node, t types.Type) (eval.Value, bool) {
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
func (p *deriver) Harmless(pkgPath string) bool {
	return dialects.IsPackage(pkgPath)
}
