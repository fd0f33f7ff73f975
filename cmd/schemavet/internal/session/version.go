package session

import (
	"runtime"
	"runtime/debug"
)

// Version is the current or next release of this source. CHANGELOG.md has a section
// for it.
const Version = "v0.1.0"

// BuildVersion returns the version of the module and of the Go version that built it.
// It marks a program that was built from a folder without tags or a module version.
func BuildVersion() string {
	v := Version + " (devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		v = info.Main.Version
	}
	return v + " " + runtime.Version()
}
