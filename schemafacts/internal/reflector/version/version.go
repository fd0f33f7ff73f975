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

	"github.com/schemavet/schemavet/internal/whose"
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
	if !ok || err != nil || !whose.IsVersion(v) {
		return ""
	}
	return v
}

// Newest returns the index of the newest known version that is not later than s. The
// known versions are in ascending order. It returns false if s is not a version or is
// older than all of them.
func Newest(s string, known []string) (int, bool) {
	if !whose.IsVersion(s) {
		return 0, false
	}
	for i := len(known) - 1; i >= 0; i-- {
		if semver.Compare(known[i], s) <= 0 {
			return i, true
		}
	}
	return 0, false
}
