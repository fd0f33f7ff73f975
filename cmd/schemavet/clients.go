package main

import (
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/signature"
)

// servesNothing reports whether the program uses no SDK, or SDKs and never their servers:
// then no registration can be missing. It is false for a program whose own functions
// register tools, and for an SDK without servers.
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

// serversOf returns the types of servers of the SDK that a package belongs to, each an
// import path, a dot and a name. ok is false if it belongs to no SDK.
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

// mentioned returns the named types that the declaration of an object has: its own, or
// those of its receiver, parameters and results.
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
