package main

import (
	"runtime"
	"runtime/debug"
)

// version is the release that this source is, or becomes. CHANGELOG.md has a
// section for it.
const version = "v0.1.0"

// buildVersion returns the version of the module and of the Go that built it.
// A program that was built in a folder with neither tags nor a module version
// says so.
func buildVersion() string {
	v := version + " (devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		v = info.Main.Version
	}
	return v + " " + runtime.Version()
}
