package schemafacts

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/derive"
	"github.com/schemavet/schemavet/schemafacts/internal/handling"
	"github.com/schemavet/schemavet/schemafacts/signature"
)

// SDKPackages returns the import paths of all SDKs' packages, for a driver that
// chooses what to load, and those of them that are to be loaded from source.
func SDKPackages() (all, read []string) { return derive.SDKPackages() }

// OfSDK reports whether a package belongs to the module of an SDK or of one of
// its libraries.
func OfSDK(path string) bool { return derive.OfSDK(path) }

// PlainFunctions is the [Tool.Dialect] of tools whose schemas follow from the signature
// of a function.
const PlainFunctions = derive.SignatureDialect

// SDKs returns the SDKs that schemavet knows, and what they pass to
// handlers and take from them, for [signature.Options].
func SDKs() []signature.SDK { return derive.SDKs() }

// Live returns what the SDKs' types are that belong to a running program and
// have no place in a schema, such as "session", by import path and name.
func Live() map[string]string { return derive.Live() }

// Reflects returns the part of a tool's document, such as "outputSchema", that a
// generic function of an SDK makes of its type argument, where it says nothing if
// that fails; "" for any other function.
func Reflects(fn *types.Func) string { return derive.Reflects(fn) }

// Request reports whether a handler gets the arguments of a tool call with a
// type, as with mcp.CallToolRequest, and whether the SDK compares arguments that
// it decodes for a handler with the tool's schema.
func Request(t types.Type) (is, checked bool) { return derive.Request(t) }

// Call reports whether a type is a struct that a program without an SDK decodes a tool
// call into: one with a field for the arguments.
func Call(t types.Type) bool { return handling.IsCall(t) }
