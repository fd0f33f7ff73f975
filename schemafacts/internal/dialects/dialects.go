// Package dialects lists the SDKs that schemavet knows, and answers what others need to
// know of all of them together. A new SDK is a folder below sdk and a line in [All];
// nothing else in the module names an SDK.
package dialects

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"sync"

	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/adk"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/eino"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/genkit"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/gosdk"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/mcpgo"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/mcpgolang"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/wire"
	"github.com/schemavet/schemavet/schemafacts/signature"
)

// All are the SDKs that schemavet knows.
var All = []sdk.Dialect{
	gosdk.Dialect,
	mcpgo.Dialect,
	mcpgolang.Dialect,
	eino.Dialect,
	adk.Dialect,
	genkit.Dialect,
	wire.Dialect,
}

// PlainFunctions is the dialect of tools that are made from plain functions.
const PlainFunctions = "signature"

// Packages returns the import paths of all SDKs' packages, for a driver that chooses
// what to load, and the ones that it should load from source.
func Packages() (all, read []string) {
	for _, d := range All {
		all = append(all, d.Packages...)
		read = append(read, d.Reads...)
	}
	return all, read
}

// SDKs returns what SDKs pass to handlers and take from them, for
// [signature.Options].
func SDKs() []signature.SDK {
	var out []signature.SDK
	for _, d := range All {
		if d.Module == "" {
			continue
		}
		out = append(out, signature.SDK{Module: d.Module, Injected: d.Injected, Content: d.Content})
	}
	return out
}

// ValueHook returns the function that programs report the value of an expression to, "" for
// none.
func ValueHook(info *types.Info, e ast.Expr, tv types.TypeAndValue) string {
	for _, d := range All {
		if d.ValueHook == nil {
			continue
		}
		if key := d.ValueHook(info, e, tv); key != "" {
			return key
		}
	}
	return ""
}

// Live returns what the SDKs' types are that belong to a running program and
// have no place in a schema, such as "session", by import path and name.
var Live = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for _, d := range All {
		maps.Copy(out, d.Live)
	}
	return out
})

// Reflects returns the part of a tool's document that a generic function derives from
// its type argument and silently leaves out if that fails, or "" for any other
// function.
func Reflects(fn *types.Func) string {
	for _, d := range All {
		if part := d.Reflects[fn.Origin().FullName()]; part != "" {
			return part
		}
	}
	return ""
}

// RoleInProtocol returns the role of a function or field for protocol version 2026-07-28,
// or 0 if it has none.
func RoleInProtocol(obj types.Object) sdk.ProtocolRole {
	if obj == nil || obj.Pkg() == nil || !Has(obj.Pkg().Path()) {
		return 0
	}
	key := ""
	switch obj := obj.(type) {
	case *types.Func:
		key = obj.Origin().FullName()
	case *types.Var:
		if obj.IsField() {
			key = obj.Pkg().Path() + "." + obj.Name()
		}
	}
	for _, d := range All {
		if role := d.Protocol[key]; role != 0 {
			return role
		}
	}
	return 0
}

// Request reports whether a handler gets the arguments of a call with a type,
// and whether arguments that are decoded for it were compared with the schema.
func Request(t types.Type) (is, checked bool) {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || !Has(named.Obj().Pkg().Path()) {
		return false, false
	}
	for _, d := range All {
		if slices.Contains(d.Requests, types.TypeString(named, nil)) {
			return true, d.Checked
		}
	}
	return false, false
}

// IsResult reports whether a type is a pointer to what the handlers of an SDK return.
func IsResult(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && slices.ContainsFunc(All, func(d sdk.Dialect) bool { return d.Result == types.TypeString(named, nil) })
}

// Seeds reports whether the tools of an SDK are made from a type.
func Seeds(tn *types.TypeName) bool {
	return slices.ContainsFunc(All, func(d sdk.Dialect) bool { return d.Seed(tn) })
}

// ByForm reports whether a dialect, as in [tool.Tool], finds tools by their form.
func ByForm(name string) bool {
	return slices.ContainsFunc(All, func(d sdk.Dialect) bool { return d.MatchesForm != nil && d.Name == name })
}

// Has reports whether a package belongs to the module of an SDK or of one of its
// libraries.
func Has(path string) bool {
	return slices.ContainsFunc(All, func(d sdk.Dialect) bool { return d.Has(path) })
}

// IsPackage reports whether a path is that of a package of an SDK which programs import.
func IsPackage(path string) bool { return packages()[path] }

var packages = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, d := range All {
		for _, path := range d.Packages {
			out[path] = true
		}
	}
	return out
})

// Reaches reports whether a package imports an SDK, directly or not. It skips the
// packages in seen and adds those that it visits.
func Reaches(pkg *types.Package, seen map[*types.Package]bool) bool {
	if seen[pkg] {
		return false
	}
	seen[pkg] = true
	for _, imp := range pkg.Imports() {
		if IsPackage(imp.Path()) || Reaches(imp, seen) {
			return true
		}
	}
	return false
}
