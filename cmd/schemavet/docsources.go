package main

import (
	"fmt"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/catalog"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/schemafacts"
)

// sources returns the tools of all packages in the form that package catalog takes.
func sources(prog *load.Program, dir string, pkgs []session.PackageTools) []catalog.Source {
	tools := session.AllTools(pkgs)
	at := map[*schemafacts.Tool]int{}
	var out []catalog.Source
	for i, t := range tools {
		p := prog.Fset.PositionFor(t.Pos(), false)
		at[t] = i
		out = append(out, catalog.Source{
			Doc: t.Doc, Name: t.Name, Package: t.Package, Untraced: !t.Traced, Conditional: t.Conditional,
			Place: fmt.Sprintf("%s:%d", session.FileName(prog, dir, p.Filename), p.Line),
		})
	}
	find := session.NewServerTools(prog, tools)
	for _, server := range session.AllServers(pkgs) {
		for _, seen := range server.Tools {
			if t := find.Find(seen); t != nil {
				e := &out[at[t]]
				e.Servers = append(e.Servers, catalog.Server{Name: server.Name, Program: server.Program})
			}
		}
	}
	return out
}
