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
	for _, p := range c.prog.All() {
		if schemafacts.OfSDK(p.PkgPath) {
			continue
		}
		for _, obj := range p.TypesInfo.Uses {
			if obj.Pkg() == nil {
				continue
			}
			servers, ofSDK := serversOf(obj.Pkg().Path())
			if ofSDK && (len(servers) == 0 || slices.ContainsFunc(mentioned(obj), func(name string) bool { return slices.Contains(servers, name) })) {
				return false
			}
		}
	}
	return true
}

// serversOf returns the server types of the SDK that contains a package. Each has the
// form of an import path, a dot and a name. ok is false if the package belongs to no
// SDK.
func serversOf(path string) (servers []string, ok bool) {
	sdks := schemafacts.SDKs()
	i := slices.IndexFunc(sdks, func(s signature.SDK) bool { return path == s.Module || strings.HasPrefix(path, s.Module+"/") })
	if i < 0 {
		return nil, false
	}
	for name, kind := range schemafacts.Live() {
		if kind == "server" && strings.HasPrefix(name, sdks[i].Module) {
			servers = append(servers, name)
		}
	}
	return servers, true
}

// mentioned returns the named types in the declaration of an object: its own type, or
// the types of its receiver, parameters and results.
func mentioned(obj types.Object) (names []string) {
	add := func(t types.Type) {
		if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
			t = ptr.Elem()
		}
		if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil {
			names = append(names, named.Obj().Pkg().Path()+"."+named.Obj().Name())
		}
	}
	sig, ok := obj.Type().(*types.Signature)
	if !ok {
		add(obj.Type())
		return names
	}
	if sig.Recv() != nil {
		add(sig.Recv().Type())
	}
	for _, list := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range list.Variables() {
			add(v.Type())
		}
	}
	return names
}
