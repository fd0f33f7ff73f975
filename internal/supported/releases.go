package supported

import (
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"
)

// Releases returns the number of library versions with which the conformance modules
// run. It counts the versions that their modfiles require.
func Releases(root string) (int, error) {
	n := 0
	for i := range Libraries {
		l := &Libraries[i]
		var all []string
		for _, f := range l.frameworks() {
			versions, err := required(l.modfiles(root, f), l)
			if err != nil {
				return 0, err
			}
			all = append(all, versions...)
		}
		n += len(sorted(all))
	}
	return n, nil
}

// frameworks returns the names of l in its conformance module. It returns "" as the
// only name if the module is for one library.
func (l *Library) frameworks() []string {
	if l.Frameworks == nil {
		return []string{""}
	}
	return l.Frameworks
}

// modfiles returns the file pattern for the modfiles of a framework.
func (l *Library) modfiles(root, framework string) string {
	name := "*.mod"
	if framework != "" {
		name = framework + "-v*.mod"
	}
	return filepath.Join(root, filepath.FromSlash(l.Conformance), "versions", name)
}

// required returns the versions of l that the modfiles matching a pattern require,
// sorted.
func required(pattern string, l *Library) ([]string, error) {
	files, err := filepath.Glob(pattern)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, file := range files {
		mod, err := readModfile(file)
		if err != nil {
			return nil, err
		}
		for _, r := range mod.Require {
			if l.Has(r.Mod.Path) && !r.Indirect {
				out = append(out, r.Mod.Version)
			}
		}
	}
	return sorted(out), nil
}

func readModfile(name string) (*modfile.File, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return modfile.Parse(name, data, nil)
}

func sorted(versions []string) []string {
	slices.SortFunc(versions, semver.Compare)
	return slices.Compact(versions)
}
