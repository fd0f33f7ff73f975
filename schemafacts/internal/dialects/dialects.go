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
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/fantasy"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/genkit"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/gosdk"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/mcpgo"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/mcpgolang"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/trpcagent"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/wire"
	"github.com/schemavet/schemavet/schemafacts/signature"
)

// All are the dialects of the SDKs that schemavet supports.
var All = []sdk.Dialect{
	gosdk.Dialect,
	mcpgo.Dialect,
	mcpgolang.Dialect,
	eino.Dialect,
	adk.Dialect,
	genkit.Dialect,
	fantasy.Dialect,
	trpcagent.Dialect,
	wire.Dialect,
}

// PlainFunctions is the dialect of tools that are made from plain functions.
const PlainFunctions = "signature"

// ModelProviders is the dialect of tools that are recognized by their form.
const ModelProviders = wire.DialectName

// Packages returns the import paths of all SDKs' packages. read are the ones that a
// driver should load from source.
func Packages() (all, read []string) {
	for _, d := range All {
		all = append(all, d.Packages...)
		read = append(read, d.Reads...)
	}
	return all, read
}

// SDKs returns the types that each SDK passes to handlers and accepts from them, for
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

// ValueHook returns the key of the function that programs must call with the value of
// an expression, or "" if they need not call one; see [sdk.Dialect].
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

// Live returns the SDKs' types that belong to a running program and do not belong in
// a schema. Each import path and type name is mapped to a noun, such as "session".
var Live = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for _, d := range All {
		maps.Copy(out, d.Live)
	}
	return out
})

// Reflects returns the part of a tool's document that a generic function of an SDK
// derives from its type argument, if the function silently omits the part when that
// fails. It returns "" for any other function.
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

// Request reports whether a handler receives the arguments of a call in a parameter
// of type t. checked reports whether the SDK compares arguments that it decodes for
// the handler with the tool's schema.
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

// IsResult reports whether a type is a pointer to the result type of an SDK's
// handlers.
func IsResult(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && slices.ContainsFunc(All, func(d sdk.Dialect) bool { return d.Result == types.TypeString(named, nil) })
}

// Seeds reports whether an SDK makes tools from values of a type.
func Seeds(tn *types.TypeName) bool {
	return slices.ContainsFunc(All, func(d sdk.Dialect) bool { return d.Seed(tn) })
}

// ByForm reports whether the dialect with this name recognizes tools by their form.
func ByForm(name string) bool {
	return slices.ContainsFunc(All, func(d sdk.Dialect) bool { return d.MatchesForm != nil && d.Name == name })
}

// Has reports whether a package belongs to the module of an SDK or of one of its
// libraries.
func Has(path string) bool {
	return slices.ContainsFunc(All, func(d sdk.Dialect) bool { return d.Has(path) })
}

// IsPackage reports whether an import path is one of the SDKs' packages that programs
// import.
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
