package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
)

// unit holds the fields that we read of a package that go vet passes. Up to Go 1.26,
// the path and the version of its module are separate fields.
type unit struct {
	VetxOnly                  bool
	ModulePath, ModuleVersion string
	Module                    *struct{ Path, Version string }
}

func readUnit(file string) (u unit, ok bool) {
	data, err := os.ReadFile(file)
	if err != nil || json.Unmarshal(data, &u) != nil {
		return unit{}, false
	}
	if u.Module != nil {
		u.ModulePath, u.ModuleVersion = u.Module.Path, u.Module.Version
	}
	return u, true
}

// hasSettings reports whether the user's settings apply to a unit of go vet. They
// apply to a package whose findings go vet prints. They also apply to a package of a
// main module that is analyzed only for its facts, since the facts depend on the
// settings. They do not apply to dependencies.
func hasSettings(file string) bool {
	u, ok := readUnit(file)
	return ok && (!u.VetxOnly || u.ModulePath != "" && u.ModuleVersion == "")
}

// translate returns the arguments with a unit that versions of x/tools before 0.50
// understand. Go 1.27 writes the module into a field that such a version ignores, so
// that every package would appear to be a dependency.
func translate(args []string) []string {
	file := args[len(args)-1]
	u, ok := readUnit(file)
	if !ok || u.Module == nil {
		return args
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return args
	}
	var all map[string]json.RawMessage
	if json.Unmarshal(data, &all) != nil {
		return args
	}
	all["ModulePath"], _ = json.Marshal(u.ModulePath)
	all["ModuleVersion"], _ = json.Marshal(u.ModuleVersion)
	if data, err = json.Marshal(all); err != nil {
		return args
	}
	// The folder is the unit's own, and the go command removes it.
	translated := filepath.Join(filepath.Dir(file), "schemavet-"+filepath.Base(file))
	if os.WriteFile(translated, data, 0o666) != nil {
		return args
	}
	return append(slices.Clone(args[:len(args)-1]), translated)
}
