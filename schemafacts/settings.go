package schemafacts

import (
	"github.com/schemavet/schemavet/schemafacts/internal/derive/settings"
)

// Settings describe code of the user that cannot be understood from source alone. The
// zero value is the default.
type Settings = settings.Settings

// Registration is a function that registers plain functions as tools. Its
// arguments are counted from 0, without the receiver.
type Registration = settings.Registration

// Signature holds the options for schemas of plain functions.
type Signature = settings.Signature

// Everywhere returns the same settings for every folder.
func Everywhere(s Settings) func(dir string) Settings {
	return func(string) Settings { return s }
}

// MatchPackage reports whether an import path matches a pattern of
// [Settings.Modules]. In a pattern, "..." matches any text, and "/..." at the end also
// matches the empty text.
func MatchPackage(pattern, path string) bool { return settings.MatchPackage(pattern, path) }
