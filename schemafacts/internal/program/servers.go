package program

import (
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/derive"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/listing"
)

// servers returns the servers of each main package. A server that no main package
// makes belongs to the package that makes it.
func servers(found []*derive.Found, pkgs []Package) map[string][]listing.Server {
	out := map[string][]listing.Server{}
	made := map[string]bool{}
	for i, f := range found {
		if !f.IsMain() {
			continue
		}
		out[pkgs[i].Path] = f.Servers()
		for _, s := range out[pkgs[i].Path] {
			made[s.At] = true
		}
	}
	for i, f := range found {
		if f.IsMain() {
			continue
		}
		out[pkgs[i].Path] = slices.DeleteFunc(f.Servers(), func(s listing.Server) bool {
			return made[s.At] || s.Package != pkgs[i].Path
		})
	}
	return out
}
