package schemafacts

import "github.com/schemavet/schemavet/schemafacts/internal/derive"

// Settings are what a user tells about code that source alone does not
// explain. The zero value is the default.
type Settings = derive.Settings

// Registration is a function that registers plain functions as tools. Its
// arguments are counted from 0, without the receiver.
type Registration = derive.Registration

// Signature holds what the schemas of plain functions leave open.
type Signature = derive.Signature

// Configure sets the settings of all runs in this process. A driver calls it
// before it runs the analyzer, and not again while it does. The function is
// asked for the settings of the packages in a folder, since the modules of a
// workspace have settings of their own, and with "" for those that are to
// decide about packages of downloaded modules. It may be called concurrently.
func Configure(settings func(dir string) Settings) { derive.Configure(settings) }

// Everywhere returns the same settings for every folder.
func Everywhere(s Settings) func(dir string) Settings {
	return func(string) Settings { return s }
}

// MatchPackage reports whether an import path matches a pattern of
// [Settings.Modules], in which "..." stands for any text, and "/..." at the end
// for nothing as well.
func MatchPackage(pattern, path string) bool { return derive.MatchPackage(pattern, path) }
