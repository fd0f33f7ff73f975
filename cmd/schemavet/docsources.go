package main

import (
	"fmt"
	"path/filepath"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/catalog"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/toolset"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/schemafacts"
)

// sources are the tools of all packages in the form that package catalog takes.
type sources struct {
	list []catalog.Source
	at   map[*schemafacts.Tool]int // in list
}

func newSources(prog *load.Program, dir string, pkgs []packageTools) *sources {
	tools := allTools(pkgs)
	s := &sources{at: map[*schemafacts.Tool]int{}}
	for i, t := range tools {
		p := prog.Fset.Position(t.Pos())
		s.at[t] = i
		s.list = append(s.list, catalog.Source{
			Doc: t.Doc, Name: t.Name, Package: t.Package, Untraced: !t.Traced, Conditional: t.Conditional,
			Place: fmt.Sprintf("%s:%d", filepath.ToSlash(fileName(prog, dir, p.Filename)), p.Line),
		})
	}
	find := newServerTools(prog, tools)
	for _, server := range allServers(pkgs) {
		for _, seen := range server.Tools {
			if t := find.find(seen); t != nil {
				e := &s.list[s.at[t]]
				e.Servers = append(e.Servers, catalog.Server{Name: server.Name, Program: server.Program})
			}
		}
	}
	return s
}

// since records for each tool how it changed since the snapshots of a revision. It
// returns the revision's name for readers, and the tools that only the revision has.
func (s *sources) since(d *differ, rev string, prog *load.Program, pkgs []packageTools) (base string, removed []catalog.Source, err error) {
	old, _, err := d.revision(rev)
	if err != nil {
		return "", nil, err
	}
	now, from := d.derived(prog, pkgs)
	d.notes(old, now)
	for _, pair := range toolset.Pairs(old, now) {
		before, after := pair[0], pair[1]
		if after.Node == nil {
			removed = append(removed, catalog.Source{Doc: before.Node, Name: before.Name(), Place: before.File})
			continue
		}
		i, ok := s.at[from[after.Node]]
		if !ok || s.list[i].Since != nil {
			continue
		}
		since := &catalog.Since{Before: before.Node}
		if before.Node != nil {
			for _, c := range toolset.Changes(before, after) {
				since.Changes = append(since.Changes, catalog.Change{Level: c.Level.String(), Text: c.Message})
			}
		}
		s.list[i].Since = since
	}
	return old.Name, removed, nil
}
