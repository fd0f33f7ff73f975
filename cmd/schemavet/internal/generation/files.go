package generation

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/generate"
	"github.com/schemavet/schemavet/internal/load"
	"github.com/schemavet/schemavet/internal/safefile"
)

// addRuntime adds the current runtime if the folder dir contains one, as when go
// generate runs there. It returns whether it added one.
func addRuntime(files map[string][]byte, dir string) bool {
	name := filepath.Join(dir, generate.FileName)
	old, err := safefile.Read(name)
	if s, ok := generate.Header(old); err != nil || !ok || s.SDK != "" {
		return false
	}
	data, err := generate.Library(filepath.Base(dir))
	if err == nil {
		files[name] = data
	}
	return err == nil
}

// PutFiles writes files. If check is set, it only prints what it would write. It
// returns whether any file changes.
func PutFiles(stdout io.Writer, dir string, files map[string][]byte, check bool) (changed bool, err error) {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		action, err := putFile(name, files[name], check)
		if err != nil {
			return changed, err
		}
		if action != "" {
			fmt.Fprintf(stdout, "%-8s %s\n", action, load.SlashPath(dir, name))
			changed = true
		}
	}
	return changed, nil
}

// putFile writes a file unless it is up to date, and removes it if data is nil. If
// check is set, it changes nothing. action describes the change. putFile never
// changes a file that was not generated.
func putFile(name string, data []byte, check bool) (action string, err error) {
	old, err := safefile.Read(name)
	_, generated := generate.Header(old)
	switch {
	case os.IsNotExist(err) && data == nil:
		return "", nil
	case os.IsNotExist(err):
		action = "created"
	case err != nil:
		return "", err
	case bytes.Equal(bytes.ReplaceAll(old, []byte("\r\n"), []byte("\n")), data):
		return "", nil
	case !generated && data == nil:
		return "", nil
	case data == nil:
		action = "removed"
	case !generated:
		return "", fmt.Errorf("%s was not written by schemavet generate; rename it", name)
	default:
		action = "updated"
	}
	if check {
		return strings.NewReplacer("created", "missing", "updated", "stale", "removed", "stale").Replace(action), nil
	}
	if data == nil {
		return action, os.Remove(name)
	}
	return action, safefile.Write(name, data)
}
