package program

import (
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/derive"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/wire"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// A tool of a model of one's own may get to the SDK on a way that values cannot
// be followed on: through a channel, a container that injects dependencies, a
// list that is filled somewhere else. Who sees the whole program can still find
// where such values are turned into the SDK's: in a function that takes one, or
// a list of them. It is run with the tool.

// connect puts what becomes of the tools of own models whose registration was
// not seen in their place.
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

// through returns the one tool that the functions make of a value, nil if
// they make none, or do not agree. A function that registers it goes before one
// that only turns it into the SDK's type.
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
