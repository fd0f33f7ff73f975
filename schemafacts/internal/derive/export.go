package derive

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/schemavet/schemavet/schemafacts/internal/derive/completion"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/facts"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/intercept"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/listing"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/texts"
)

// export exports the package's fact, unless the fact is empty.
func (p *deriver) export() {
	f := &facts.Fact{Reaches: p.reaches || p.sdk}
	seen := map[string]bool{}
	add := func(v facts.ModuleVersion) {
		if !seen[v.Package] {
			seen[v.Package] = true
			f.Versions = append(f.Versions, v)
		}
	}
	if p.sdk {
		f.SDKs = append(f.SDKs, p.Pass.Pkg.Path())
		if m := p.Pass.Module; m != nil {
			add(facts.ModuleVersion{Package: p.Pass.Pkg.Path(), Version: m.Version})
		}
	}
	for _, g := range p.Facts {
		for _, v := range g.Versions {
			add(v)
		}
		f.SDKs = append(f.SDKs, g.SDKs...)
	}
	slices.SortFunc(f.Versions, func(a, b facts.ModuleVersion) int { return strings.Compare(a.Package, b.Package) })
	slices.Sort(f.SDKs)
	f.SDKs = slices.Compact(f.SDKs)
	f.Texts = p.allTexts()
	between := p.allBetween().Unplaced()
	f.Between, f.Lists = between.Between, between.Lists
	if p.Pass.Pkg.Name() != "main" { // nobody imports it
		f.Servers, f.Loose = p.allServers(), p.allLoose()
		f.SetDigests(sync.OnceValue(func() []facts.Digests { return completion.Digests(p.found(), p.completions()) }))
	}
	for _, t := range p.list.Tools {
		if p.Owns(t.Pos()) {
			f.Tools = append(f.Tools, fmt.Sprintf("%s:%s", t.Dialect, t.Name))
		}
	}
	slices.Sort(f.Tools)
	f.Tools = slices.Compact(f.Tools)
	if p.unit != nil && p.Pass.Pkg.Name() != "main" {
		f.Keep(p.Known, p.unit)
	}
	hasPrograms := f.HasPrograms() && (!p.unit.Empty() || p.Mine())
	if !f.Reaches && !hasPrograms && len(f.Versions) == 0 && len(f.Texts)+len(f.Between)+len(f.Lists) == 0 {
		return
	}
	p.Pass.ExportPackageFact(f)
}

// betweenBelow returns the code between servers and clients that the facts of the
// imports describe. allBetween adds the package's own code.
func (p *deriver) betweenBelow() intercept.Found {
	var parts []intercept.Found
	for _, f := range p.Facts {
		parts = append(parts, intercept.Found{Between: f.Between, Lists: f.Lists})
	}
	return intercept.Unite(parts...)
}

func (p *deriver) allBetween() intercept.Found { return intercept.Unite(p.between, p.betweenBelow()) }

// allTexts returns the known uses of default texts: the package's own, and those of the
// packages below it.
func (p *deriver) allTexts() []texts.Use {
	lists := [][]texts.Use{p.texts.Uses()}
	for _, f := range p.Facts {
		lists = append(lists, f.Texts)
	}
	return texts.Unite(lists...)
}

func (p *deriver) allServers() []listing.SeenServer {
	var below []listing.SeenServer
	for _, f := range p.Facts {
		below = append(below, f.Servers...)
	}
	return listing.Best(p.list.Seen(p.allBetween().Filters()), below)
}

func (p *deriver) allLoose() []listing.SeenTool {
	out := p.list.Loose()
	for _, f := range p.Facts {
		out = append(out, f.Loose...)
	}
	return listing.UniteTools(out)
}

// found returns what the package found, as package completion takes it.
func (p *deriver) found() completion.Found {
	return completion.Found{Known: p.Known, Own: p.ownTools, Foreign: p.foreign, Duplicates: p.list.Duplicates(),
		Followed: func() bool { return len(p.unfinished) == 0 && p.missing() == "" }}
}
