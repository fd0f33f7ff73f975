package program

import (
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/derive"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/wire"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// A tool of a user-defined type may reach the SDK in a way that the evaluator does not
// follow: through a channel, a container that injects dependencies, or a list that is
// filled elsewhere. In the whole program, it is still possible to find a function that
// takes such values, or a list of them, and converts them to the SDK's type. connect
// runs such a function with the tool.

// connect replaces tools that are known only as values of user-defined types. In
// their place it puts the tools that functions of other packages make of these
// values.
func (v *view) connect(pkgs []Package) {
	var takers map[string][]derive.Taker
	for i, t := range v.tools {
		if t.Dialect != wire.ModelDialect || t.RegPos.IsValid() {
			continue
		}
		own := v.valueOf(pkgs, t)
		if own == nil {
			continue
		}
		if takers == nil {
			takers = map[string][]derive.Taker{}
			for _, f := range v.found {
				for _, k := range f.Takers() {
					takers[k.Model] = append(takers[k.Model], k)
				}
			}
		}
		if wire := v.through(takers[own.Model()], own, t.Name); wire != nil {
			wire.NamePos, wire.Package = t.NamePos, t.Package
			wire.Hops = append(slices.Clone(t.Hops), wire.Hops...)
			v.tools[i] = wire
		}
	}
}

func (v *view) valueOf(pkgs []Package, t *tool.Tool) *derive.OwnValue {
	for i, p := range pkgs {
		if p.Path == t.Package {
			if own := v.found[i].OwnValue(t); own != nil {
				return own
			}
		}
	}
	return nil
}

// through returns the tool that the takers make from a value, or nil if they make
// none or different ones. Takers that register the tool take precedence over takers
// that only convert it to the SDK's type.
func (v *view) through(takers []derive.Taker, own *derive.OwnValue, name string) *tool.Tool {
	var registered, converted []*tool.Tool
	for _, s := range takers {
		ran := s.Run(own)
		v.ran = append(v.ran, ran)
		for _, t := range ran.Tools {
			if t.Name != name || t.Dialect == wire.ModelDialect {
				continue
			}
			if t.RegPos.IsValid() {
				registered = append(registered, t)
			} else {
				converted = append(converted, t)
			}
		}
	}
	for _, found := range [][]*tool.Tool{registered, converted} {
		if len(found) == 0 {
			continue
		}
		for _, t := range found[1:] {
			if !schema.Equal(t.Doc, found[0].Doc) {
				return nil
			}
		}
		return found[0]
	}
	return nil
}
