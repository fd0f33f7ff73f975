package schemafacts

import (
	"github.com/schemavet/schemavet/schemafacts/internal/derive"
	"github.com/schemavet/schemavet/schemafacts/signature"
)

// Dialects are the SDKs that schemavet knows.
var Dialects = derive.Dialects

// SDKPackages returns the import paths of all SDKs' packages, for a driver that
// chooses what to load, and those of them that are to be loaded from source.
func SDKPackages() (all, read []string) { return derive.SDKPackages() }

// SDKs returns what SDKs pass to handlers and take from them, for
// [signature.Options].
func SDKs() []signature.SDK { return derive.SDKs() }

// Live returns what the SDKs' types are that belong to a running program and
// have no place in a schema, such as "session", by import path and name.
func Live() map[string]string { return derive.Live() }
