package load

import (
	"encoding/json"
	"fmt"
	"os"
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

// GoFlags returns the value of GOFLAGS and where it is set: in the environment, or
// else in the file that go env -w writes.
func GoFlags() (flags, from string) {
	if flags := os.Getenv("GOFLAGS"); flags != "" {
		return flags, "GOFLAGS"
	}
	from = os.Getenv("GOENV")
	if dir, err := os.UserConfigDir(); err == nil && from == "" {
		from = filepath.Join(dir, "go", "env")
	}
	text, _ := safefile.Read(from) // GOENV=off is not a file
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, "GOFLAGS="); ok {
			flags = strings.TrimSpace(value)
		}
	}
	return flags, from
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
