// Package accept reads and writes which changes people have accepted.
//
// The file accepted.txt in a snapshot folder has a line for each: the
// fingerprint of the change and the reason. The comment above it names the change.
//
//	# get_issue: input property "limit" became required
//	c039ab1ae265 every known client sends limit, see #12
package accept

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
)

// Name is the name of the file in a snapshot folder that lists accepted changes.
const Name = "accepted.txt"

// Acceptance is one line of the file: a change that the user accepted.
type Acceptance struct {
	File        string `json:"file"` // with slashes, relative to where it was looked for
	Line        int    `json:"line"`
	Fingerprint string `json:"fingerprint"`
	Reason      string `json:"reason"`
}

var fingerprint = regexp.MustCompile(`^[0-9a-f]{12}$`)

// Parse returns the acceptances in a file.
func Parse(file string, data []byte) ([]Acceptance, error) {
	var out []Acceptance
	n := 0
	for line := range strings.Lines(string(data)) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		print, reason, _ := strings.Cut(line, " ")
		reason = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(reason), "#"))
		switch {
		case !fingerprint.MatchString(print):
			return nil, fmt.Errorf("%s:%d: the line does not begin with a fingerprint; want the 12 hexadecimal digits that schemavet diff prints, then the reason", file, n)
		case reason == "":
			return nil, fmt.Errorf("%s:%d: no reason: write after the fingerprint why the change is accepted", file, n)
		}
		out = append(out, Acceptance{file, n, print, reason})
	}
	return out, nil
}

// Read returns the acceptances in all snapshot folders below dir.
func Read(dir string) ([]Acceptance, error) {
	folders, err := snapshot.Folders(dir)
	if err != nil {
		return nil, err
	}
	var out []Acceptance
	for _, folder := range folders {
		file := path.Join(folder.Dir, snapshot.Dir, Name)
		data, err := safefile.Read(filepath.Join(dir, filepath.FromSlash(file)))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s: reading accepted changes: %v", file, safefile.Reason(err))
		}
		list, err := Parse(file, data)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	return out, nil
}

// Add appends an acceptance to a file, below a comment that names the change. It creates
// the file if it does not exist.
func Add(file, change, fingerprint, reason string) error {
	data, err := safefile.Read(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: reading accepted changes: %v", file, safefile.Reason(err))
	}
	if len(data) > 0 && data[len(data)-1] != '\n' {
		data = append(data, '\n')
	}
	return safefile.Write(file, fmt.Appendf(data, "# %s\n%s %s\n", change, fingerprint, reason))
}
