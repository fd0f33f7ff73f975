package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/internal/supported"
)

// A mention is a place in a document that names supported versions: the first group
// of pattern, which must match exactly once.
type mention struct{ file, pattern, text string }

// mentions returns all places with supported versions in the documents.
func mentions() []mention {
	oldestGo, newestGo := supported.Short(supported.Go.Ranges[0].Oldest), supported.Short(supported.Go.Newest())
	golangci := supported.Golangci.Newest()
	return []mention{
		{"README.md", `(?s)<!-- libraries: written by go run ./internal/gen -->\n(.*?)<!-- end of libraries -->`, supported.List()},
		{"README.md", `You need Go (\S+) or newer`, oldestGo},
		{"README.md", `releases of the (\S+) libraries below`, strconv.Itoa(len(supported.Libraries))},
		{"docs/libraries.md", `(?s)<!-- libraries: written by go run ./internal/gen -->\n(.*?)<!-- end of libraries -->`, supported.Table()},
		{"docs/install.md", `It needs Go (\S+) to be built`, oldestGo},
		{"docs/stability.md", `needs Go (\S+) or newer`, oldestGo},
		{"docs/stability.md", `the language of Go (\S+) and older`, newestGo},
		{"docs/golangci.md", `of golangci-lint (\S+) or newer`, supported.Short(golangci)},
		{"docs/golangci.md", `(?m)^version: v(\S+)$`, strings.TrimPrefix(golangci, "v")},
	}
}

// versions returns the documents that do not name the supported versions. If write is
// set, it corrects them. Both the generator and its test use it.
func versions(mentions []mention, root string, write bool) (stale []string, err error) {
	for _, m := range mentions {
		file := filepath.Join(root, filepath.FromSlash(m.file))
		have, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		want, err := m.apply(have)
		if err != nil {
			return nil, err
		}
		if bytes.Equal(have, want) {
			continue
		}
		stale = append(stale, m.file)
		if write {
			if err := os.WriteFile(file, want, 0o666); err != nil {
				return nil, err
			}
		}
	}
	return stale, nil
}

// apply returns a document with the text of m at its place.
func (m mention) apply(doc []byte) ([]byte, error) {
	found := regexp.MustCompile(m.pattern).FindAllSubmatchIndex(doc, -1)
	if len(found) != 1 {
		return nil, fmt.Errorf("%s: %d places match %s, want one", m.file, len(found), m.pattern)
	}
	return bytes.Join([][]byte{doc[:found[0][2]], doc[found[0][3]:]}, []byte(m.text)), nil
}
