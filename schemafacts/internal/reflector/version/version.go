// Package version reads the versions of modules: from the names of files that
// positions give, and from what go.mod files and drivers say.
//
// The name of a file decides where it tells, because it is what the compiler
// read. It tells in the module cache, and with -trimpath:
//
//	/home/me/go/pkg/mod/github.com/google/jsonschema-go@v0.4.2/jsonschema/infer.go
//	github.com/google/jsonschema-go@v0.4.2/jsonschema/infer.go
//
// It does not in a folder vendor or where a replacement is a folder. What
// another module's version says of this one is not known either: a replacement
// by a fork counts its own versions.
package version

import (
	"cmp"
	"strings"

	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

// OfFile returns the version of a module that a file belongs to, "" if its name
// does not tell.
func OfFile(file, modulePath string) string {
	escaped, err := module.EscapePath(modulePath)
	if err != nil {
		return ""
	}
	// A position may come from another system than the one that reads it.
	rest := "/" + strings.ReplaceAll(file, `\`, "/")
	i := strings.LastIndex(rest, "/"+escaped+"@")
	if i < 0 {
		return ""
	}
	name, _, ok := strings.Cut(rest[i+len(escaped)+2:], "/")
	v, err := module.UnescapeVersion(name)
	if !ok || err != nil || !Valid(v) {
		return ""
	}
	return v
}

// Valid reports whether s is a version as the go command writes them, with all
// three numbers.
func Valid(s string) bool {
	return semver.IsValid(s) && module.CanonicalVersion(s) == s
}

// Newest returns the index of the newest of the known versions, which are in
// ascending order, that is not later than s. It reports false if s is no version
// or older than all.
func Newest(s string, known []string) (int, bool) {
	if !Valid(s) {
		return 0, false
	}
	for i := len(known) - 1; i >= 0; i-- {
		if semver.Compare(known[i], s) <= 0 {
			return i, true
		}
	}
	return 0, false
}

// Within chooses a version: the one that is wanted, if that is known, unless
// what is seen of the module's declarations brackets the versions that it can be
// (seen), and it is none of these. The newest of them is taken then.
func Within[V cmp.Ordered](want V, known bool, low, high V, seen bool) (V, bool) {
	if !seen || known && low <= want && want <= high {
		return want, known
	}
	return high, true
}

// Downloaded reports whether a file belongs to a module that was downloaded: in
// the module cache one of its folders has a version, and there is the folder
// vendor. Bazel has a folder for modules beside the user's packages, and names
// files from the folder above.
func Downloaded(file string) bool {
	dirs := strings.Split(strings.ReplaceAll(file, `\`, "/"), "/")
	for i, dir := range dirs[:len(dirs)-1] {
		if dir == "external" && (i == 0 || i > 1 && dirs[i-2] == "execroot") {
			return true
		}
		if _, v, ok := strings.Cut(dir, "@"); dir == "vendor" || ok && Valid(v) {
			return true
		}
	}
	return false
}
