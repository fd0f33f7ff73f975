package linttest

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/txtar"
)

// newest are the versions that archives without a go.mod require.
var newest = map[string]string{
	"github.com/modelcontextprotocol/go-sdk": "v1.8.0",
	"github.com/google/jsonschema-go":        "v0.4.3",
	"github.com/mark3labs/mcp-go":            "v1.2.1",
}

// stubs returns the folders of the stub SDKs by module path.
var stubs = sync.OnceValues(func() (map[string]string, error) {
	_, self, _, _ := runtime.Caller(0)
	root := filepath.Join(filepath.Dir(self), "..", "..", "testdata", "sdk")
	mods, err := filepath.Glob(filepath.Join(root, "*", "*", "go.mod"))
	if err != nil || len(mods) == 0 {
		return nil, fmt.Errorf("no stub SDKs in %s: %v", root, err)
	}
	out := map[string]string{}
	for _, name := range mods {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		out[modfile.ModulePath(data)] = filepath.Dir(name)
	}
	return out, nil
})

// extract writes an archive to dir as a module and returns dir as the go
// command names it.
func extract(dir string, ar *txtar.Archive) (string, error) {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", err
	}
	mod := []byte("module example.com/fixture\n\ngo 1.26\n")
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

// complete adds to a go.mod what the archive's files need: requirements, if it
// has none, and replacements by stubs.
func complete(mod []byte, ar *txtar.Archive) ([]byte, error) {
	f, err := modfile.Parse("go.mod", mod, nil)
	if err != nil {
		return nil, err
	}
	replace, err := stubs()
	if err != nil {
		return nil, err
	}
	if !hasPart(ar, "go.mod") {
		for path, version := range newest {
			if slices.ContainsFunc(ar.Files, func(f txtar.File) bool {
				return strings.HasSuffix(f.Name, ".go") && strings.Contains(string(f.Data), `"`+path+"/")
			}) {
				if err := f.AddRequire(path, version); err != nil {
					return nil, err
				}
			}
		}
	}
	if len(f.Require) > 0 && !slices.ContainsFunc(f.Require, func(r *modfile.Require) bool {
		return r.Mod.Path == "github.com/google/jsonschema-go"
	}) {
		// Every SDK's module requires it.
		if err := f.AddRequire("github.com/google/jsonschema-go", newest["github.com/google/jsonschema-go"]); err != nil {
			return nil, err
		}
	}
	for _, r := range f.Require {
		if dir := replace[r.Mod.Path]; dir != "" && !slices.ContainsFunc(f.Replace, func(o *modfile.Replace) bool {
			return o.Old.Path == r.Mod.Path
		}) {
			if err := f.AddReplace(r.Mod.Path, "", dir, ""); err != nil {
				return nil, err
			}
		}
	}
	f.Cleanup()
	return f.Format()
}
