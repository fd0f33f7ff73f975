package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
)

// unit is what we read of a package that go vet hands out. Up to Go 1.26 the
// path and version of its module stand by themselves.
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

// heedsSettings reports whether a unit of go vet is a package of the user's
// own: one whose findings are wanted, or that others in its module import, since
// the settings decide what it tells them. The settings of dependencies are none
// of the user's business.
func heedsSettings(file string) bool {
	u, ok := readUnit(file)
	return ok && (!u.VetxOnly || u.ModulePath != "" && u.ModuleVersion == "")
}

// translate returns the arguments with a unit that x/tools before 0.50
// understands: those of Go 1.27 tell the module in a form that it does not look
// at, and then no package is the user's own.
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
