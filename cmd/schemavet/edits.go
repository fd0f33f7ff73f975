package main

import (
	"fmt"

	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
)

// describe returns, for each snapshot file of a package, the changes of its tool,
// each with its level.
func describe(old *snapshot.Set, tools []*schemafacts.Tool) map[string][]string {
	edits := map[string][]string{}
	pairs, _ := old.Match(tools)
	for _, p := range pairs {
		if p.File == nil || !p.Derivable {
			continue
		}
		for _, c := range compat.Tools(p.File.Tool, schema.Normalize(p.Tools[0].Doc)) {
			edits[p.Name] = append(edits[p.Name], fmt.Sprintf("%s: %s", c.Level, c.Message))
		}
	}
	return edits
}
