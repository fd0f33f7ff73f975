package main

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// templates are the files of new checks and SDKs, with NAME and MODULE in place of the
// name and, for an SDK, the path of its module.
//
//go:embed check sdk
var templates embed.FS

// writeTemplates writes templates, with the words filled in, to the paths below root to
// which they are mapped.
func writeTemplates(root string, paths map[string]string, fill *strings.Replacer) error {
	for from, to := range paths {
		data, err := templates.ReadFile(from)
		if err != nil {
			return err
		}
		to = filepath.Join(root, filepath.FromSlash(fill.Replace(to)))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(to, []byte(fill.Replace(string(data))), 0o666); err != nil {
			return err
		}
	}
	return nil
}

const dialectsFile = "schemafacts/internal/dialects/dialects.go"

// sdkPaths maps the templates of a new SDK to the paths of the files that are written.
var sdkPaths = map[string]string{
	"sdk/dialect.go.tmpl":    "schemafacts/internal/sdk/NAME/NAME.go",
	"sdk/stub.go.tmpl":       "testdata/sdk/NAME/NAME/NAME.go",
	"sdk/stub.mod.tmpl":      "testdata/sdk/NAME/NAME/go.mod",
	"sdk/fixture.txtar.tmpl": "schemafacts/testdata/NAME.txtar",
}

// newSDK writes an SDK that works without changes: its dialect, the dialect's line in
// the list, a stub and a fixture. It prints the next steps.
func newSDK(out io.Writer, root, name, module string) error {
	if !regexp.MustCompile(`^[a-z][a-z0-9]*$`).MatchString(name) {
		return fmt.Errorf("name %q must consist of lower-case letters and digits", name)
	}
	dir := filepath.Join(root, "schemafacts", "internal", "sdk", name)
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s exists already", dir)
	}
	if err := writeTemplates(root, sdkPaths, strings.NewReplacer("NAME", name, "MODULE", module)); err != nil {
		return err
	}
	if err := enlistDialect(filepath.Join(root, dialectsFile), name); err != nil {
		return err
	}
	fmt.Fprintf(out, "wrote %s, a stub and a fixture, and added it to %s\nnext: go test ./schemafacts -run '^Test$/^%s$'\n", dir, dialectsFile, name)
	return nil
}

// enlistDialect adds a dialect to the list of all dialects, before the last one,
// which handles everything that no other dialect handles.
func enlistDialect(file, name string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	lines := strings.SplitAfter(string(data), "\n")
	lines, ok := insertSorted(lines, regexp.MustCompile(`^\t"github.com/schemavet/schemavet/schemafacts/internal/sdk/(\w+)"`), name,
		`	"github.com/schemavet/schemavet/schemafacts/internal/sdk/NAME"`)
	last := -1
	for i, l := range lines {
		if strings.HasSuffix(l, ".Dialect,\n") {
			last = i
		}
	}
	if !ok || last < 0 {
		return fmt.Errorf("%s: no list of dialects found", file)
	}
	lines = slices.Insert(lines, last, "\t"+name+".Dialect,\n")
	return os.WriteFile(file, []byte(strings.Join(lines, "")), 0o666)
}
