// Package settings holds the user's settings for code that source alone does not
// explain.
package settings

import (
	"regexp"
	"slices"
	"strings"
)

// Lookup returns the settings for the packages in a folder. Modules of a workspace
// may have different settings. For the folder "", it returns the settings that apply
// to packages of downloaded modules. It may be called concurrently. A nil Lookup
// returns empty settings.
type Lookup func(dir string) Settings

// In returns the settings for the packages in a folder.
func (f Lookup) In(dir string) Settings {
	if f == nil {
		return Settings{}
	}
	return f(dir)
}

// Settings are the user's settings for code that source alone does not explain. The
// zero value is the default.
type Settings struct {
	// DefaultText names functions, methods and named function types that
	// return their last string argument unless something at run time replaces
	// it, as in "(*example.com/app/i18n.Bundle).Text".
	DefaultText []string
	// Modules are patterns of packages in other modules whose tools belong to
	// this server, as in "example.com/lib/...".
	Modules []string
	// Main are the paths of the main modules. Other modules in their repositories are read
	// as the user's own code.
	Main []string
	// Registrations are user-defined functions that make tools from the functions that
	// they are given.
	Registrations []Registration
	// WireTypes are types whose values are tools although their form does not show it,
	// and with ! types whose values are not tools, as in
	// "example.com/app/agent.Function".
	WireTypes []string
	// Signature are the settings for schemas that are derived from the signature of a
	// function.
	Signature Signature
}

// Registration is a function that registers plain functions as tools. Its arguments are
// counted from 0, without the receiver.
type Registration struct {
	// Func is the function or method, in the form of types.Func.FullName.
	Func string
	// Name and Description are the arguments with the tool's name and description,
	// Handler the argument with the function; -1 means that there is none.
	Name, Description, Handler int
	// OneStruct reports whether the only struct among the parameters contains the
	// arguments; see [signature.Func].
	OneStruct bool
}

// Signature are the options for schemas of plain functions.
type Signature struct {
	// Strict makes a type without a JSON form an error.
	Strict bool
	// UnknownAsText shows a type without a JSON form as a string.
	UnknownAsText bool
	// Nullable gives pointers the schema anyOf [T, null].
	Nullable bool
	// Contexts are types of parameters that the caller injects, as in
	// "example.com/app/store.Store".
	Contexts []string
}

// Lists reports whether Modules contains a package.
func (s *Settings) Lists(path string) bool {
	return slices.ContainsFunc(s.Modules, func(pattern string) bool { return MatchPackage(pattern, path) })
}

// MatchPackage reports whether an import path matches a pattern, in which "..." matches
// any string, and a final "/..." also matches the empty string.
func MatchPackage(pattern, path string) bool {
	if !strings.Contains(pattern, "...") {
		return pattern == path
	}
	expr := strings.ReplaceAll(regexp.QuoteMeta(pattern), `\.\.\.`, `.*`)
	if head, ok := strings.CutSuffix(expr, `/.*`); ok {
		expr = head + `(/.*)?`
	}
	ok, err := regexp.MatchString("^"+expr+"$", path)
	return ok && err == nil
}

// PlainKey returns the key of a function or type in the form that users write: without
// the star of a receiver and without type parameters.
func PlainKey(key string) string {
	key = strings.Replace(key, "(*", "(", 1)
	open := strings.IndexByte(key, '[')
	if end := strings.LastIndexByte(key, ']'); open >= 0 && open < end {
		key = key[:open] + key[end+1:]
	}
	return key
}
