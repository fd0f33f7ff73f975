package runner

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Module returns the text of a go.mod that requires modules, each given by its path and
// version. The go command adds what these require when it runs with -mod=mod.
func Module(path string, requires ...string) string {
	text := "module " + path + "\n\ngo 1.26.0\n\n"
	for _, r := range requires {
		text += "require " + r + "\n"
	}
	return text
}

const prefix = "github.com/schemavet/schemavet/schemafacts/conformance/"

// Select returns an environment in which the module in the current folder requires the
// given modules, with build tags. The packages that match the pattern can be built and
// analyzed there. It writes to the folder tmp, with a name for each selection.
//
// The go.mod is laid over the real one: the go command takes -modfile from GOFLAGS only
// where there is a module, and go/packages also runs it elsewhere.
func Select(tmp, name, tags, pattern string, requires ...string) ([]string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	base := filepath.Join(tmp, name)
	text := Module(prefix+filepath.Base(dir), append(requires, prefix+"runner v0.0.0")...) + "\nreplace " + prefix + "runner => ../runner\n"
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {
		filepath.Join(dir, "go.mod"): base + ".mod",
		filepath.Join(dir, "go.sum"): base + ".sum",
	}})
	if err != nil {
		return nil, err
	}
	for ext, data := range map[string]string{".mod": text, ".sum": "", ".json": string(replace)} {
		if err := os.WriteFile(base+ext, []byte(data), 0o666); err != nil {
			return nil, err
		}
	}
	if _, err := Output("", nil, "go", "list", "-deps", "-mod=mod", "-modfile="+base+".mod", "-tags="+tags, pattern); err != nil {
		return nil, fmt.Errorf("requiring %s: %w", name, err)
	}
	flags := strings.TrimSpace(os.Getenv("GOFLAGS") + " -overlay=" + base + ".json -tags=" + tags)
	return append(os.Environ(), "GOFLAGS="+flags), nil
}
