package schemafacts

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
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

// ModelProviders is the [Tool.Dialect] of tools that are recognized by their form in requests
// to model providers. The program calls their handlers itself.
const ModelProviders = dialects.ModelProviders

// PackageOf returns the import path in a function's full name, as in [Tool.Handler].
func PackageOf(name string) string { return ir.PkgOf(name) }

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

// ProtocolRole is what a function or field of an SDK means for protocol version
// 2026-07-28, which has no sessions and no requests to clients.
type ProtocolRole = sdk.ProtocolRole

const (
	// RequestsClient is the role of functions that send a request to the client.
	RequestsClient = sdk.RequestsClient
	// ChangesSession is the role of functions that change the tools of one session.
	ChangesSession = sdk.ChangesSession
	// ChangesTools is the role of functions that change the tools of the server.
	ChangesTools = sdk.ChangesTools
	// ReadsVersion is the role of functions and fields from which a program learns the
	// client's protocol version.
	ReadsVersion = sdk.ReadsVersion
	// AllowsRequests is the role of options with which the SDK sends requests to clients
	// of every version.
	AllowsRequests = sdk.AllowsRequests
)

// RoleInProtocol returns the role of a function or field of an SDK for protocol version
// 2026-07-28, or 0 if it has none.
func RoleInProtocol(obj types.Object) ProtocolRole { return dialects.RoleInProtocol(obj) }

// IsResult reports whether a type is a pointer to the result type of an SDK's handlers.
func IsResult(t types.Type) bool { return dialects.IsResult(t) }

// Request reports whether a parameter of type t, such as mcp.CallToolRequest, gives a
// handler the arguments of a tool call, and whether the SDK validates the arguments
// that it decodes for a handler against the tool's schema.
func Request(t types.Type) (is, checked bool) { return dialects.Request(t) }
