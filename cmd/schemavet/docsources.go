package main

import (
	"fmt"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/catalog"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/session"
	"github.com/schemavet/schemavet/schemafacts"
)

// sources returns the tools of all packages in the form that package catalog takes.
func sources(d *session.Derived) []catalog.Source {
	at := map[*schemafacts.Tool]int{}
	var out []catalog.Source
	for i, t := range d.Tools {
		p := d.Prog.Fset.PositionFor(t.Pos(), false)
		at[t] = i
		out = append(out, catalog.Source{
			Doc: t.Doc, Name: t.Name, Package: t.Package, Untraced: !t.Traced, Conditional: t.Conditional,
			Place: fmt.Sprintf("%s:%d", d.FileName(p.Filename), p.Line),
		})
	}
	for _, server := range d.Servers() {
		for _, seen := range server.Tools {
			if t := d.Find(seen); t != nil {
				e := &out[at[t]]
				e.Servers = append(e.Servers, catalog.Server{Name: server.Name, Program: server.Program})
			}
		}
	}
	return out
}
