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

// userKnown returns what the settings say of functions and function types, by
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

// userIntrinsic returns what the settings say of a function.
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

// Leads reports whether a type is made of types that tools are made of.
func (p *deriver) Leads(t types.Type) bool {
	if p.leads == nil {
		p.leads = lower.Leads(p.relevance(), p.Pass.Pkg)
	}
	return p.leads(t)
}

// Request reports whether a type is what a dialect hands to handlers.
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

// Encode encodes values of types that a dialect knows.
func (p *deriver) Encode(e *gojson.Encoder, v eval.Value) (*schema.Node, bool) {
	for _, b := range p.bound {
		if n, ok := b.Encode(e, v); ok {
			return n, true
		}
	}
	return nil, false
}

// Decode decodes JSON into types that a dialect knows.
func (p *deriver) Decode(n *schema.Node, t types.Type) (eval.Value, bool) {
	for _, b := range p.bound {
		if v, ok := b.Decode(n, t); ok {
			return v, true
		}
	}
	return nil, false
}

// Harmless says that an SDK's own functions do not change tools that they are
// given: those that do are intrinsics, or are read from source.
func (p *deriver) Harmless(pkgPath string) bool {
	return dialects.IsPackage(pkgPath)
}
