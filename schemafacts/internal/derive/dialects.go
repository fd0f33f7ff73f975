package derive

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

// Dialects are the SDKs that schemavet knows. A new one is a folder below
// sdk and a line here. What others need to know of an SDK they get from the
// functions below.
var Dialects = []sdk.Dialect{
	gosdk.Dialect,
	mcpgo.Dialect,
	mcpgolang.Dialect,
	eino.Dialect,
	adk.Dialect,
	genkit.Dialect,
	wire.Dialect,
}

// SDKPackages returns the import paths of all SDKs' packages, for a driver that
// chooses what to load, and those of them that are to be loaded from source.
func SDKPackages() (all, read []string) {
	for _, d := range Dialects {
		all = append(all, d.Packages...)
		read = append(read, d.Reads...)
	}
	return all, read
}

// SDKs returns what SDKs pass to handlers and take from them, for
// [signature.Options].
func SDKs() []signature.SDK {
	var out []signature.SDK
	for _, d := range Dialects {
		if d.Module == "" {
			continue
		}
		out = append(out, signature.SDK{Module: d.Module, Injected: d.Injected, Content: d.Content})
	}
	return out
}

// toldOf returns the function that programs are to tell of the value of an
// expression, "" for none.
func toldOf(info *types.Info, e ast.Expr, tv types.TypeAndValue) string {
	for _, d := range Dialects {
		if d.Told == nil {
			continue
		}
		if key := d.Told(info, e, tv); key != "" {
			return key
		}
	}
	return ""
}

// Live returns what the SDKs' types are that belong to a running program and
// have no place in a schema, such as "session", by import path and name.
var Live = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for _, d := range Dialects {
		maps.Copy(out, d.Live)
	}
	return out
})

// Reflects returns the part of a tool's document that a generic function makes of
// its type argument, where it says nothing if that fails; "" for any other function.
func Reflects(fn *types.Func) string {
	for _, d := range Dialects {
		if part := d.Reflects[fn.Origin().FullName()]; part != "" {
			return part
		}
	}
	return ""
}

// Request reports whether a handler gets the arguments of a call with a type,
// and whether arguments that are decoded for it were compared with the schema.
func Request(t types.Type) (is, checked bool) {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || !OfSDK(named.Obj().Pkg().Path()) {
		return false, false
	}
	for _, d := range Dialects {
		if slices.Contains(d.Requests, types.TypeString(named, nil)) {
			return true, d.Checked
		}
	}
	return false, false
}
