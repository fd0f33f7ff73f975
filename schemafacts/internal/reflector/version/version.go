// Package version reads the versions of modules from the file names of positions, and
// from go.mod files and drivers.
//
// A version in a file name decides, because the compiler read that file. File names
// contain it in the module cache, and with -trimpath:
//
//	/home/me/go/pkg/mod/github.com/google/jsonschema-go@v0.4.2/jsonschema/infer.go
//	github.com/google/jsonschema-go@v0.4.2/jsonschema/infer.go
//
// They do not contain it in a vendor folder, or if a module is replaced by a folder.
// The version of another module, such as a fork that replaces this one, does not count.
package version

import (
	"strings"

	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

// OfFile returns the version of the module that contains a file, or "" if the file's
// name does not contain it.
func OfFile(file, modulePath string) string {
	escaped, err := module.EscapePath(modulePath)
	if err != nil {
		return ""
	}
	// The position may come from another operating system.
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

// Valid reports whether s is a version in the go command's form, with all three
// numbers.
func Valid(s string) bool {
	return semver.IsValid(s) && module.CanonicalVersion(s) == s
}

// Newest returns the index of the newest known version that is not later than s. The
// known versions are in ascending order. It returns false if s is not a version or is
// older than all of them.
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

// Downloaded reports whether a file belongs to a downloaded module: in the module
// cache, one of its folders has a version, or it is in a vendor folder. Bazel has a
// folder for modules next to the user's packages, and names files relative to the
// folder above it.
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
