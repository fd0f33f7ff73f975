package derive

import (
	"go/types"
	"maps"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/derive/settings"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/lower"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Func, Unit, Intrinsic, Watch and Encode make deriver an eval.Env.

func (p *deriver) Func(key string) *ir.Func {
	if p.own != nil {
		if fn := p.own.Funcs[key]; fn != nil {
			return fn
		}
	}
	return p.importedFunc(key)
}

func (p *deriver) importedFunc(key string) *ir.Func {
	p.load()
	for _, u := range p.units[ir.PkgOf(key)] {
		if fn := u.Funcs[key]; fn != nil {
			return fn
		}
	}
	return nil
}

// Unit returns the best that is known of a package: its own fact, or the part
// of it that another package's fact carries.
func (p *deriver) Unit(path string) *ir.Unit {
	if p.own != nil && p.own.Path == path {
		return p.own
	}
	p.load()
	us := p.units[path]
	if len(us) == 0 {
		return nil
	}
	if len(us) == 1 {
		return us[0]
	}
	merged := ir.MergeUnits(us)
	p.units[path] = []*ir.Unit{merged}
	return merged
}

// Units returns all packages of which something is known.
func (p *deriver) Units() []*ir.Unit {
	p.load()
	var out []*ir.Unit
	if p.own != nil {
		out = append(out, p.own)
	}
	for _, path := range slices.Sorted(maps.Keys(p.units)) {
		if u := p.Unit(path); u != nil && u != p.own {
			out = append(out, u)
		}
	}
	return out
}

func (p *deriver) load() {
	if p.facts == nil || len(p.units) > 0 {
		return
	}
	p.units[""] = nil
	for _, f := range p.facts {
		us := f.units(p.Pass.Fset, p.space, p.files)
		if f.live == nil {
			p.unpacked = append(p.unpacked, us...)
		}
		for _, u := range us {
			if !slices.Contains(p.units[u.Path], u) {
				p.units[u.Path] = append(p.units[u.Path], u)
			}
		}
	}
}

// decoded returns the units that came from encoded facts or were borrowed, for
// packages of the same process that import this one.
func (p *deriver) decoded() []*ir.Unit {
	p.load()
	return slices.Concat(p.unpacked, p.borrowed)
}

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
		known[settings.PlainKey(r.Func)] = p.registration(r)
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
	return p.registers(key)
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
