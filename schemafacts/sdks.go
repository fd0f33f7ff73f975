package schemafacts

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/handling"
	"github.com/schemavet/schemavet/schemafacts/signature"
)

// SDKPackages returns the import paths of the packages of all SDKs, and in read the
// ones that a driver should load from source.
func SDKPackages() (all, read []string) { return dialects.Packages() }

// OfSDK reports whether a package belongs to the module of an SDK or of one of
// its libraries.
func OfSDK(path string) bool { return dialects.Has(path) }

// PlainFunctions is the [Tool.Dialect] of tools whose schemas are derived from the
// signature of a function.
const PlainFunctions = dialects.PlainFunctions

// SDKs returns the SDKs that schemavet supports, with the types that they pass to
// handlers and accept as results, for [signature.Options].
func SDKs() []signature.SDK { return dialects.SDKs() }

// Live returns the SDK types that exist only in a running program and do not belong in
// a schema. The map is from import path and type name to a noun, such as "session".
func Live() map[string]string { return dialects.Live() }

// Reflects returns the member of a tool's document, such as "outputSchema", that fn
// derives from its type argument, if fn is a generic SDK function that ignores a
// failure to derive it. For other functions it returns "".
func Reflects(fn *types.Func) string { return dialects.Reflects(fn) }

// Request reports whether a parameter of type t, such as mcp.CallToolRequest, gives a
// handler the arguments of a tool call, and whether the SDK validates the arguments
// that it decodes for a handler against the tool's schema.
func Request(t types.Type) (is, checked bool) { return dialects.Request(t) }

// Call reports whether t is a struct into which a program without an SDK decodes a tool
// call: a struct with a field for the arguments.
func Call(t types.Type) bool { return handling.IsCall(t) }
