package schemafacts

import (
	"maps"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/derive"
	"golang.org/x/tools/go/analysis"
)

// Options are what a driver knows before it runs the analyzer. The zero value is the
// default.
type Options struct {
	// Settings returns the settings of the packages in dir, because each module of a
	// workspace can have its own. For the dir "" it returns the settings that apply to
	// packages of downloaded modules. It may be called concurrently. If it is nil, no
	// package has settings.
	Settings func(dir string) Settings
	// World, if it is not nil, is the result of [Enclose] for all packages.
	World *World
}

// New returns an analyzer that derives tools as [Analyzer] does, with options. Its result
// and facts depend only on the options and on the packages that it analyzes.
//
// The checks require [Analyzer]. A driver that runs them by itself hands them the results
// of an analyzer with options instead; for other drivers, use [Bind].
func New(o Options) *analysis.Analyzer {
	a := *Analyzer
	a.Run = func(pass *analysis.Pass) (any, error) { return run(pass, o), nil }
	return &a
}

// Bind returns the analyzers, with copies of those that require [Analyzer], directly or
// not. The copies require an analyzer with options instead. Analyzer itself is replaced
// by that analyzer.
func Bind(analyzers []*analysis.Analyzer, o Options) []*analysis.Analyzer {
	copies := map[*analysis.Analyzer]*analysis.Analyzer{Analyzer: New(o)}
	var bind func(a *analysis.Analyzer) *analysis.Analyzer
	bind = func(a *analysis.Analyzer) *analysis.Analyzer {
		if copies[a] != nil {
			return copies[a]
		}
		c := *a
		c.Requires = nil
		for _, r := range a.Requires {
			c.Requires = append(c.Requires, bind(r))
		}
		if slices.Equal(c.Requires, a.Requires) {
			copies[a] = a
			return a
		}
		c.Run = func(pass *analysis.Pass) (any, error) {
			// The analyzer knows the results of others by the originals.
			p := *pass
			p.ResultOf = maps.Clone(pass.ResultOf)
			for i, r := range a.Requires {
				p.ResultOf[r] = pass.ResultOf[c.Requires[i]]
			}
			return a.Run(&p)
		}
		copies[a] = &c
		return &c
	}
	var out []*analysis.Analyzer
	for _, a := range analyzers {
		out = append(out, bind(a))
	}
	return out
}

func (o Options) derive() derive.Options { return derive.Options{Settings: o.Settings, World: o.World} }
