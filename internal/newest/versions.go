package main

import (
	"encoding/json"
	"errors"
	"fmt"
	goversion "go/version"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/supported"
	"golang.org/x/mod/semver"
)

// newer returns the releases of a library that are newer than a range of the table
// and older than the next range, in ascending order.
func newer(l *supported.Library, versionsOf func(module string) ([]string, error)) ([]string, error) {
	if l.Module == supported.Go.Module {
		return newerGo(l, versionsOf)
	}
	var out []string
	for _, after := range ends(l) {
		versions, err := versionsOf(l.ModulePath(after))
		switch {
		case err != nil && semver.Compare(after, l.Newest()) > 0:
			// The next major version does not exist.
		case err != nil:
			return nil, fmt.Errorf("%s: %w", l.Name, err)
		}
		for _, v := range versions {
			if semver.Prerelease(v) == "" && semver.Build(v) == "" && isNewer(l, v) {
				out = append(out, v)
			}
		}
	}
	slices.SortFunc(out, semver.Compare)
	return slices.Compact(out), nil
}

// ends returns the versions after which there can be newer releases: the ends of the
// ranges in the table, and the first one of the next major version. v0 and v1 are one
// module.
func ends(l *supported.Library) []string {
	var out []string
	for _, r := range l.Ranges {
		out = append(out, r.Newest)
	}
	var last int
	fmt.Sscanf(l.Newest(), "v%d", &last)
	return append(out, fmt.Sprintf("v%d.0.0", max(last, 1)+1))
}

// isNewer reports whether v is newer than a range and older than the next range.
func isNewer(l *supported.Library, v string) bool {
	above := false
	for _, r := range l.Ranges {
		if semver.Compare(r.Oldest, v) <= 0 {
			above = semver.Compare(v, r.Newest) > 0
		}
	}
	return above
}

// newerGo returns the newest release of each Go language version that is newer than
// the table's newest one.
func newerGo(l *supported.Library, versionsOf func(module string) ([]string, error)) ([]string, error) {
	versions, err := versionsOf(l.Module)
	if err != nil {
		return nil, err
	}
	newest := map[string]string{}
	for _, v := range versions {
		v = "go" + strings.TrimPrefix(v, "v")
		lang := goversion.Lang(v)
		if strings.Contains(v, "rc") || strings.Contains(v, "beta") || goversion.Compare(lang, "go"+supported.Short(l.Newest())) <= 0 {
			continue
		}
		if goversion.Compare(v, newest[lang]) > 0 {
			newest[lang] = v
		}
	}
	var out []string
	for _, v := range newest {
		out = append(out, v)
	}
	slices.SortFunc(out, goversion.Compare)
	return out, nil
}

// listed returns the versions of a module that the module proxy lists.
func listed(module string) ([]string, error) {
	cmd := exec.Command("go", "list", "-m", "-json", "-versions", module)
	cmd.Dir = os.TempDir()
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	data, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = errors.New(strings.TrimSpace(string(exit.Stderr)))
	}
	var m struct{ Versions []string }
	if err == nil {
		err = json.Unmarshal(data, &m)
	}
	if err != nil {
		return nil, fmt.Errorf("go list -m -versions %s: %w", module, err)
	}
	return m.Versions, nil
}

// commandsFor returns the commands that run the conformance of a library with one
// version, using the given schemavet binary.
func commandsFor(l *supported.Library, version, binary string) ([]command, error) {
	try := func(dir string, args ...string) command {
		return command{dir, nil, append([]string{"go", "run", "."}, args...)}
	}
	switch filepath.Base(l.Conformance) {
	case "agents":
		var out []command
		for _, f := range l.Frameworks {
			out = append(out, try(l.Conformance, "-only", f, "-try", version, "-schemavet", binary))
		}
		return out, nil
	case "mcpgo":
		return []command{try(l.Conformance, "-try", version, "-schemavet", binary)}, nil
	case "gosdk":
		pair := version[1:] + "+" + byModule("github.com/google/jsonschema-go").Newest()[1:]
		return []command{try(l.Conformance, "-try", pair, "-schemavet", binary)}, nil
	case "jsonschemago":
		sdk := byModule("github.com/modelcontextprotocol/go-sdk")
		pair := sdk.Newest()[1:] + "+" + version[1:]
		return []command{try(l.Conformance, "-try", version), try(sdk.Conformance, "-try", pair, "-schemavet", binary)}, nil
	case "custom":
		return []command{{l.Conformance, nil, []string{"./ci.sh"}}}, nil
	}
	if l.Module == supported.Go.Module {
		return []command{{".", []string{"GOTOOLCHAIN=" + version}, []string{"go", "test", "./..."}}}, nil
	}
	return nil, fmt.Errorf("no command runs the conformance of %s", l.Name)
}

func byModule(module string) *supported.Library {
	for _, l := range supported.Libraries {
		if l.Module == module {
			return &l
		}
	}
	panic("no library has the module " + module)
}

// requireIn returns an overlay in which the go.mod of the library's conformance
// module requires a version.
func requireIn(l *supported.Library, version, tmp string) (string, error) {
	dir, err := filepath.Abs(filepath.FromSlash(l.Conformance))
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	for _, name := range []string{"go.mod", "go.sum"} {
		replace[filepath.Join(dir, name)] = filepath.Join(tmp, name)
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(tmp, name), data, 0o666)
		}
		if err != nil {
			return "", err
		}
	}
	modfile := "-modfile=" + filepath.Join(tmp, "go.mod")
	for _, args := range [][]string{
		{"go", "get", modfile, l.ModulePath(version) + "@" + version},
		{"go", "mod", "tidy", modfile},
	} {
		if err := execute(command{dir, nil, args}); err != nil {
			return "", err
		}
	}
	data, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(tmp, "overlay.json")
	return overlay, os.WriteFile(overlay, data, 0o666)
}
