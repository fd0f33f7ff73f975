// Package whose decides which modules contain the user's own code, by what every driver
// knows: the paths of modules and the names of files.
package whose

import (
	"slices"
	"strings"

	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

// Own reports whether the source of a module counts as the user's own, although go.mod
// requires a version of it: go.mod replaces the module by a folder, or the module is in
// the repository of a main module. file is a file of the module.
func Own(path, file string, main []string) bool {
	return file != "" && !Downloaded(file) || slices.ContainsFunc(main, func(m string) bool { return sameRepository(path, m) })
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
		if _, v, ok := strings.Cut(dir, "@"); dir == "vendor" || ok && IsVersion(v) {
			return true
		}
	}
	return false
}

// IsVersion reports whether s is a version in the go command's form, with all three
// numbers.
func IsVersion(s string) bool {
	return semver.IsValid(s) && module.CanonicalVersion(s) == s
}

// hosts are sites whose repositories are named by the two elements that follow.
var hosts = []string{"github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "gitee.com"}

// sameRepository reports whether two modules are in one repository, as their paths show:
// on a known site, or if one path begins with the other.
func sameRepository(a, b string) bool {
	a, b = repository(a), repository(b)
	return a == b || strings.HasPrefix(a, b+"/") || strings.HasPrefix(b, a+"/")
}

// repository returns the path of a module's repository, or of the module without its major
// version if the path does not show where the repository ends.
func repository(path string) string {
	if elems := strings.Split(path, "/"); len(elems) > 3 && slices.Contains(hosts, elems[0]) {
		return strings.Join(elems[:3], "/")
	}
	if prefix, _, ok := module.SplitPathVersion(path); ok {
		return prefix
	}
	return path
}
