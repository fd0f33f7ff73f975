package output

import (
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/compat"
	"golang.org/x/mod/semver"
)

// Advice is the version increment that changes require according to semantic
// versioning.
type Advice struct {
	// Bump is "major", "minor", "patch" or "none".
	Bump string `json:"bump"`
	// Current is the last released version, and Next the version that the changes
	// require. They are "" if unknown.
	Current string `json:"current,omitempty"`
	Next    string `json:"next,omitempty"`
}

// advise returns the advice for changes whose worst level is given. Accepted changes
// count as well, because an accepted breaking change still breaks clients.
func advise(worst compat.Level, current string) Advice {
	a := Advice{Bump: "none", Current: current}
	switch worst {
	case compat.Breaking:
		a.Bump = "major"
	case compat.Caution, compat.Compatible:
		a.Bump = "minor"
	case compat.Doc:
		a.Bump = "patch"
	}
	if !semver.IsValid(current) || a.Bump == "none" {
		return a
	}
	// Before v1 everything counts one less.
	if semver.Major(current) == "v0" {
		a.Bump = map[string]string{"major": "minor", "minor": "patch", "patch": "patch"}[a.Bump]
	}
	var major, minor, patch int
	numbers := strings.ReplaceAll(strings.TrimSuffix(semver.Canonical(current), semver.Prerelease(current)), ".", " ")
	if _, err := fmt.Sscanf(numbers, "v%d %d %d", &major, &minor, &patch); err != nil {
		return a
	}
	switch a.Bump {
	case "major":
		major, minor, patch = major+1, 0, 0
	case "minor":
		minor, patch = minor+1, 0
	default:
		patch++
	}
	a.Next = fmt.Sprintf("v%d.%d.%d", major, minor, patch)
	return a
}

// String returns the advice in words.
func (a Advice) String() string {
	switch {
	case a.Bump == "none":
		return "next version: the changes of the tools do not require a new one"
	case a.Next != "":
		return fmt.Sprintf("next version: %s (%s) after %s", a.Next, a.Bump, a.Current)
	}
	return "next version: " + a.Bump
}
