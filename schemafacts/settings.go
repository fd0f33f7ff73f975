package schemafacts

import "github.com/schemavet/schemavet/schemafacts/internal/derive"

// Settings describe code of the user that cannot be understood from source alone. The
// zero value is the default.
type Settings = derive.Settings

// Registration is a function that registers plain functions as tools. Its
// arguments are counted from 0, without the receiver.
type Registration = derive.Registration

// Signature holds the options for schemas of plain functions.
type Signature = derive.Signature

// Configure sets the settings of all runs in this process. A driver calls it before it
// runs the analyzer, and never during a run. The function settings returns the settings
// of the packages in dir, because each module of a workspace can have its own. For the
// dir "" it returns the settings that apply to packages of downloaded modules. It may be
// called concurrently.
func Configure(settings func(dir string) Settings) { derive.Configure(settings) }

// Everywhere returns the same settings for every folder.
func Everywhere(s Settings) func(dir string) Settings {
	return func(string) Settings { return s }
}

// MatchPackage reports whether an import path matches a pattern of
// [Settings.Modules]. In a pattern, "..." matches any text, and "/..." at the end also
// matches the empty text.
func MatchPackage(pattern, path string) bool { return derive.MatchPackage(pattern, path) }
