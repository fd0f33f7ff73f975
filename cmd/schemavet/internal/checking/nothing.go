package checking

import (
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/signature"
)

// servesNothing reports whether the program uses no SDK, or uses SDKs but never their
// servers, so that no registration can be missing. It returns false if user-defined
// functions register tools, or if an SDK has no servers.
func (c *checkRun) servesNothing() bool {
	for _, s := range c.settings {
		if len(s.Registrations) > 0 {
			return false
		}
	}
	live := schemafacts.Live()
	for _, p := range c.Prog.All() {
		if schemafacts.OfSDK(p.PkgPath) {
			continue
		}
		for _, obj := range p.TypesInfo.Uses {
			if obj.Pkg() != nil && !hasServers(obj.Pkg().Path(), live) {
				return false
			}
		}
		for _, tv := range p.TypesInfo.Types {
			t := types.Unalias(tv.Type)
			if ptr, ok := t.(*types.Pointer); ok {
				t = types.Unalias(ptr.Elem())
			}
			if named, ok := t.(*types.Named); ok && named.Obj().Pkg() != nil && live[named.Obj().Pkg().Path()+"."+named.Obj().Name()] == "server" {
				return false
			}
		}
	}
	return true
}

// hasServers reports whether a package belongs to an SDK with types of servers, or to no SDK.
// live is the result of [schemafacts.Live].
func hasServers(path string, live map[string]string) bool {
	sdks := schemafacts.SDKs()
	i := slices.IndexFunc(sdks, func(s signature.SDK) bool { return path == s.Module || strings.HasPrefix(path, s.Module+"/") })
	for name, kind := range live {
		if i < 0 || kind == "server" && strings.HasPrefix(name, sdks[i].Module) {
			return true
		}
	}
	return i < 0
}
