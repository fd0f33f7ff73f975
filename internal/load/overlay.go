package load

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/safefile"
)

// moduleFiles are the files of an overlay that only the go command reads.
var moduleFiles = []string{"go.mod", "go.sum", "go.work", "go.work.sum"}

// refuseOverlay returns an error if GOFLAGS makes the go command read other sources
// than the files that it lists, because packages are parsed from these files. An
// overlay of module files alone is harmless, since only the go command reads them.
func refuseOverlay(dir string) error {
	flags, from := GoFlags()
	for _, flag := range strings.Fields(flags) {
		file, ok := strings.CutPrefix("-"+strings.TrimLeft(flag, "-"), "-overlay=")
		if !ok || file == "" {
			continue
		}
		if replaced := replacedSource(dir, file); replaced != "" {
			return fmt.Errorf("%s sets -overlay, which replaces %s: schemavet reads the original; unset it, or run go vet with schemavet as its -vettool", from, replaced)
		}
	}
	return nil
}

// replacedSource returns the first file in an overlay that is not a module file, or
// "" if all are module files. It ignores an overlay that it cannot read, because the
// go command reports the error.
func replacedSource(dir, file string) string {
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	text, err := safefile.Read(file)
	if err != nil {
		return ""
	}
	var overlay struct{ Replace map[string]string }
	if json.Unmarshal(text, &overlay) != nil {
		return ""
	}
	var out []string
	for name := range overlay.Replace {
		if !slices.Contains(moduleFiles, filepath.Base(name)) {
			out = append(out, name)
		}
	}
	if len(out) == 0 {
		return ""
	}
	return slices.Min(out)
}
