package linttest

import (
	"fmt"
	"go/version"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"
	"golang.org/x/tools/txtar"
)

// stub is a module that replaces a module of an SDK in tests.
type stub struct {
	dir string
	// version is the version that archives without a go.mod require. It is in a
	// comment after the path in the stub's go.mod.
	version string
	// needs are the modules that the module requires.
	needs []string
}

// stubs returns the stub modules in testdata/sdk by module path.
var stubs = sync.OnceValues(func() (map[string]stub, error) {
	_, self, _, _ := runtime.Caller(0)
	return stubsIn(filepath.Join(filepath.Dir(self), "..", "..", "testdata", "sdk"))
})

func stubsIn(root string) (map[string]stub, error) {
	mods, err := filepath.Glob(filepath.Join(root, "*", "*", "go.mod"))
	if err != nil || len(mods) == 0 {
		return nil, fmt.Errorf("no stub SDKs in %s: %v", root, err)
	}
	out := map[string]stub{}
	for _, name := range mods {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		f, err := modfile.Parse(name, data, nil)
		if err != nil {
			return nil, err
		}
		s := stub{dir: filepath.Dir(name)}
		if after := f.Module.Syntax.Suffix; len(after) > 0 {
			s.version = strings.TrimSpace(strings.TrimPrefix(after[0].Token, "//"))
		}
		if !semver.IsValid(s.version) {
			return nil, fmt.Errorf("%s: the line of the module must end in a comment with its version, such as // v1.2.3", name)
		}
		for _, r := range f.Require {
			s.needs = append(s.needs, r.Mod.Path)
		}
		out[f.Module.Mod.Path] = s
	}
	return out, nil
}

// stubTags returns the build tags of an archive's stubs. Unless the archive itself imports
// net/http, the stubs do not either, because the go command would look at twice as many
// packages of the standard library.
func stubTags(ar *txtar.Archive) string {
	if slices.ContainsFunc(ar.Files, func(f txtar.File) bool { return strings.Contains(string(f.Data), "net/http") }) {
		return ""
	}
	return "nohttp"
}

// Module writes the module of an archive to a new folder and returns the folder.
func Module(t *testing.T, archive string) string {
	t.Helper()
	ar, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := extract(t.TempDir(), ar)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// needsGo returns the Go version in the go.mod of an archive if it is newer than the
// toolchain that built this test, and "" otherwise.
func needsGo(ar *txtar.Archive) string {
	for _, f := range ar.Files {
		if f.Name != "go.mod" {
			continue
		}
		m, err := modfile.ParseLax("go.mod", f.Data, nil)
		if err == nil && m.Go != nil && version.Compare(runtime.Version(), "go"+m.Go.Version) < 0 {
			return m.Go.Version
		}
	}
	return ""
}

// extract writes an archive to dir as a module. It returns dir in the form in which
// the go command names it.
func extract(dir string, ar *txtar.Archive) (string, error) {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", err
	}
	mod := []byte("module example.com/fixture\n\ngo 1.25.0\n")
	for _, f := range ar.Files {
		if f.Name == "go.mod" {
			mod = f.Data
			continue
		}
		if f.Name == "tools.json" || strings.HasSuffix(f.Name, ".golden") {
			continue
		}
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return "", err
		}
		data := f.Data
		if strings.HasSuffix(name, ".go") {
			// To the analyzers a comment is text as any other.
			data = wantComment.ReplaceAll(data, nil)
		}
		if err := os.WriteFile(name, data, 0o666); err != nil {
			return "", err
		}
	}
	if mod, err = complete(mod, ar); err != nil {
		return "", err
	}
	return dir, os.WriteFile(filepath.Join(dir, "go.mod"), mod, 0o666)
}

// complete returns a go.mod with everything that the archive's files need:
// requirements, if it has none, and replacements by stubs.
func complete(mod []byte, ar *txtar.Archive) ([]byte, error) {
	f, err := modfile.Parse("go.mod", mod, nil)
	if err != nil {
		return nil, err
	}
	known, err := stubs()
	if err != nil {
		return nil, err
	}
	if !hasPart(ar, "go.mod") {
		for _, path := range slices.Sorted(maps.Keys(known)) {
			if slices.ContainsFunc(ar.Files, func(f txtar.File) bool {
				return strings.HasSuffix(f.Name, ".go") &&
					(strings.Contains(string(f.Data), `"`+path+"/") || strings.Contains(string(f.Data), `"`+path+`"`))
			}) {
				if err := f.AddRequire(path, known[path].version); err != nil {
					return nil, err
				}
			}
		}
	}
	for i := 0; i < len(f.Require); i++ { // grows
		for _, path := range known[f.Require[i].Mod.Path].needs {
			if slices.ContainsFunc(f.Require, func(r *modfile.Require) bool { return r.Mod.Path == path }) {
				continue
			}
			if err := f.AddRequire(path, known[path].version); err != nil {
				return nil, err
			}
		}
	}
	for _, r := range f.Require {
		if s, ok := known[r.Mod.Path]; ok && !slices.ContainsFunc(f.Replace, func(o *modfile.Replace) bool {
			return o.Old.Path == r.Mod.Path
		}) {
			if err := f.AddReplace(r.Mod.Path, "", s.dir, ""); err != nil {
				return nil, err
			}
		}
	}
	f.Cleanup()
	return f.Format()
}
