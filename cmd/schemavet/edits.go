package main

import (
	"github.com/schemavet/schemavet/schemafacts/schema"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
)

// describe returns by file what is different in the tools of a package from
// their snapshots.
func describe(old *snapshot.Set, tools []*schema.Tool) map[string][]string {
	return nil
}
