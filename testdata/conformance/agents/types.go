package main

import (
	"bytes"
	"maps"
	"slices"

	invopop "github.com/schemavet/schemavet/schemafacts/conformance/invopop/random"
	google "github.com/schemavet/schemavet/schemafacts/conformance/jsonschemago/random"
)

// types are random types: their names, and the files that declare them.
type types struct {
	names []string
	files map[string][]byte
}

// invopopTypes have the tags that invopop/jsonschema and its forks read.
func invopopTypes(n int, seed uint64) types {
	groups := invopop.Generate(n, seed)
	names := slices.Sorted(maps.Keys(groups))
	gen, alt := bytes.NewBufferString(invopop.Header), bytes.NewBufferString(invopop.AltHeader)
	for _, name := range names {
		groups[name].Write(gen, alt)
	}
	return types{names, map[string][]byte{"gen/gen.go": gen.Bytes(), "gen/alt/alt.go": alt.Bytes()}}
}

// googleTypes have the tags that google/jsonschema-go reads.
func googleTypes(n int, seed uint64) types {
	groups := google.Generate(n, seed)
	names := slices.Sorted(maps.Keys(groups))
	gen := bytes.NewBufferString(google.Header)
	for _, name := range names {
		groups[name].Write(gen)
	}
	return types{names, map[string][]byte{"gen/gen.go": gen.Bytes()}}
}
