package known

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/schemavet/schemavet/internal/safefile"
	"github.com/schemavet/schemavet/schemafacts/snapshot"
)

// Accepted is the name of the file in a snapshot folder that lists accepted changes. Its
// lines have the reasons, and the comments above them name the changes:
//
//	# get_issue: input property "limit" became required
//	c039ab1ae265 every known client sends limit, see #12
const Accepted = "accepted.txt"

// Acceptance is a change that the user accepted.
type Acceptance struct {
	File        string `json:"file"` // with slashes, relative to where it was looked for
	Line        int    `json:"line"`
	Fingerprint string `json:"fingerprint"`
	Reason      string `json:"reason"`
}

// ParseAccepted returns the acceptances in a file.
func ParseAccepted(file string, data []byte) ([]Acceptance, error) {
	lines, err := parse(file, data, "want one that schemavet diff prints, then the reason")
	if err != nil {
		return nil, err
	}
	var out []Acceptance
	for _, l := range lines {
		reason := strings.TrimSpace(strings.TrimPrefix(l.words, "#"))
		if reason == "" {
			return nil, fmt.Errorf("%s:%d: no reason: write after the fingerprint why the change is accepted", file, l.number)
		}
		out = append(out, Acceptance{file, l.number, l.fingerprint, reason})
	}
	return out, nil
}

// ReadAccepted returns the acceptances in all snapshot folders below dir.
func ReadAccepted(dir string) ([]Acceptance, error) {
	folders, err := snapshot.Folders(dir)
	if err != nil {
		return nil, err
	}
	var out []Acceptance
	for _, folder := range folders {
		file := path.Join(folder.Dir, snapshot.Dir, Accepted)
		data, err := read(filepath.Join(dir, filepath.FromSlash(file)))
		if err != nil {
			return nil, err
		}
		list, err := ParseAccepted(file, data)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	return out, nil
}

// Accept appends an acceptance to a file, below a comment that names the change. It creates
// the file if it does not exist.
func Accept(file, change, fingerprint, reason string) error {
	data, err := read(file)
	if err != nil {
		return err
	}
	if len(data) > 0 && data[len(data)-1] != '\n' {
		data = append(data, '\n')
	}
	return safefile.Write(file, fmt.Appendf(data, "# %s\n%s %s\n", change, fingerprint, reason))
}
